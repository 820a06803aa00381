import { parse } from 'hono/utils/cookie';
import { findUserById, type UserRow } from '../../db/queries/users.ts';
import type { Services } from '../services.ts';
import { rememberDevice } from './devices.ts';
import { createLucia, peekSession } from './lucia.ts';

/** Our ids have 40 characters. Longer ones aren't looked up. */
const MAX_ID_LENGTH = 100;

/** The session behind the cookie of a request. */
export interface RequestSession {
  /** The secret in the cookie. Never logged, never stored. */
  id: string;
  userId: string;
  expiresAt: Date;
  /** When the user last proved who they are, by password or identity provider. */
  provenAt: Date;
}

export interface SignedIn {
  user: UserRow;
  session: RequestSession;
  /** The `Set-Cookie` value to send when the session has just been renewed. */
  renewedCookie: string | undefined;
}

export interface NewSession {
  id: string;
  userId: string;
  /** The `Set-Cookie` value. */
  cookie: string;
}

export interface Sessions {
  /**
   * Returns the signed-in user of a `Cookie` header, or null. Renews a session in its second half.
   */
  read(cookieHeader: string | undefined): Promise<SignedIn | null>;
  /**
   * Returns the signed-in user without renewing the session. For responses that can't set the
   * cookie.
   */
  peekUser(cookieHeader: string | undefined): Promise<UserRow | null>;
  /**
   * Starts a session for a user who has just proven who they are, and deletes expired sessions.
   * Returns null when the user was deleted.
   */
  begin(userId: string): Promise<NewSession | null>;
  /**
   * Makes a browser known to the account that it has just signed in to, so that other people's
   * failures can't lock it out. `deviceId`: the id in the browser's device cookie, if any. Returns
   * the `Set-Cookie` value.
   */
  rememberDevice(userId: string, deviceId: string | undefined): Promise<string>;
  /** Ends one session. */
  end(sessionId: string): Promise<void>;
  /** Deletes expired sessions from the database. */
  deleteExpired(): Promise<void>;
  /** Returns the `Set-Cookie` value that deletes the cookie. */
  blankCookie(): string;
}

/** Creates the sessions of a site. Stateless: several instances can run side by side. */
export function createSessions(services: Pick<Services, 'database' | 'env' | 'now'>): Sessions {
  const { database, env, now } = services;
  const lucia = createLucia(database, env.siteUrl, now);

  function readCookie(header: string | undefined): string | undefined {
    // lucia's own reader throws when another site's cookie has a bad escape.
    const id = header && parse(header, lucia.sessionCookieName)[lucia.sessionCookieName];
    return id && id.length <= MAX_ID_LENGTH ? id : undefined;
  }

  return {
    async read(cookieHeader) {
      const cookieId = readCookie(cookieHeader);
      if (cookieId === undefined) return null;
      const { session, user } = await lucia.validateSession(cookieId);
      if (!session) return null;
      const { id, userId, expiresAt, provenAt, fresh } = session;
      return {
        user: user.row,
        session: { id, userId, expiresAt, provenAt },
        renewedCookie: fresh ? lucia.createSessionCookie(id).serialize() : undefined,
      };
    },
    async peekUser(cookieHeader) {
      const id = readCookie(cookieHeader);
      if (id === undefined) return null;
      const { user } = await peekSession(database.read, env.siteUrl, id);
      return user?.row ?? null;
    },
    async begin(userId) {
      await lucia.deleteExpiredSessions();
      try {
        const { id } = await lucia.createSession(userId, { provenAt: now() });
        return { id, userId, cookie: lucia.createSessionCookie(id).serialize() };
      } catch (error) {
        // A foreign key refers to the user, who may just have been deleted.
        if (await findUserById(database.read, userId)) throw error;
        return null;
      }
    },
    rememberDevice: (userId, deviceId) => rememberDevice(services, userId, deviceId),
    end: (sessionId) => lucia.invalidateSession(sessionId),
    deleteExpired: () => lucia.deleteExpiredSessions(),
    blankCookie: () => lucia.createBlankSessionCookie().serialize(),
  };
}
