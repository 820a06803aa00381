import { parse } from 'hono/utils/cookie';
import { findSessionWithUser } from '../../db/queries/sessions.ts';
import { findUserById, type UserRow } from '../../db/queries/users.ts';
import type { RequestSession } from '../http/context.ts';
import type { Services } from '../services.ts';
import { rememberDevice } from './devices.ts';
import { createLucia, hashSessionId } from './lucia.ts';

/** An id of ours is 40 characters; what is longer is not worth a look into the database. */
const LONGEST_ID = 100;

export interface SignedIn {
  user: UserRow;
  session: RequestSession;
  /** The cookie to send again, when the session has just been prolonged. */
  renewedCookie: string | undefined;
}

export interface BegunSession {
  id: string;
  userId: string;
  /** The `Set-Cookie` value. */
  cookie: string;
}

export interface Sessions {
  /** Takes a `Cookie` header; gives who is signed in, or null. Prolongs a session that is half over. */
  read(cookieHeader: string | undefined): Promise<SignedIn | null>;
  /**
   * Gives who is signed in, or null, and changes nothing: for answers that do not send the cookie again. A
   * session prolonged without its cookie would end in the browser all the same.
   */
  whose(cookieHeader: string | undefined): Promise<UserRow | null>;
  /**
   * Begins a session with a new id for a user who has just proven who they are, and removes sessions
   * that have expired. Returns null when the user was deleted.
   */
  begin(userId: string): Promise<BegunSession | null>;
  /**
   * Makes a browser known to the account that it has just signed in to, so that nobody else's failures
   * lock it out. Takes the id in its device cookie, returns the `Set-Cookie` value of the new one.
   */
  rememberDevice(userId: string, deviceId: string | undefined): Promise<string>;
  /** Ends one session. */
  end(sessionId: string): Promise<void>;
  /** Removes the sessions that are over from the database. */
  purge(): Promise<void>;
  /** The `Set-Cookie` value that makes the browser forget. */
  blankCookie(): string;
}

/** The sessions of a site. Holds nothing itself: making it twice does no harm. */
export function createSessions(services: Pick<Services, 'database' | 'env' | 'now'>): Sessions {
  const { database, env, now } = services;
  const lucia = createLucia(database, env.siteUrl, now);

  function idIn(cookieHeader: string | undefined): string | undefined {
    // lucia's own reader throws at a cookie of somebody else's with a bad escape.
    const id =
      cookieHeader && parse(cookieHeader, lucia.sessionCookieName)[lucia.sessionCookieName];
    return id && id.length <= LONGEST_ID ? id : undefined;
  }

  return {
    async read(cookieHeader) {
      const id = idIn(cookieHeader);
      if (id === undefined) return null;
      const { session, user } = await lucia.validateSession(id);
      if (!session) return null;
      return {
        user: user.row,
        session: {
          id: session.id,
          userId: session.userId,
          expiresAt: session.expiresAt,
          provenAt: session.provenAt,
        },
        renewedCookie: session.fresh
          ? lucia.createSessionCookie(session.id).serialize()
          : undefined,
      };
    },
    async whose(cookieHeader) {
      const id = idIn(cookieHeader);
      const found = id && (await findSessionWithUser(database.read, hashSessionId(id)));
      return found && found.session.expiresAt > now() ? found.user : null;
    },
    async begin(userId) {
      await lucia.deleteExpiredSessions();
      try {
        const { id } = await lucia.createSession(userId, { provenAt: now() });
        return { id, userId, cookie: lucia.createSessionCookie(id).serialize() };
      } catch (error) {
        // The session refers to its user: written for nobody, the database refuses it.
        if (await findUserById(database.read, userId)) throw error;
        return null;
      }
    },
    rememberDevice: (userId, deviceId) => rememberDevice(services, userId, deviceId),
    end: (sessionId) => lucia.invalidateSession(sessionId),
    purge: () => lucia.deleteExpiredSessions(),
    blankCookie: () => lucia.createBlankSessionCookie().serialize(),
  };
}
