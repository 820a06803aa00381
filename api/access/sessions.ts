import { parse } from 'hono/utils/cookie';
import { type Db, joinedTo } from '../../db/database.ts';
import { updateSessionUse } from '../../db/queries/sessions.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { addressRange } from '../network.ts';
import type { Services } from '../services.ts';
import { browserName } from './browser-name.ts';
import type { Client } from './client.ts';
import { createLucia, hashSessionId, peekSession } from './lucia.ts';
import { isSuspended } from './suspension.ts';

/** Our ids have 40 characters. Longer ones aren't looked up. */
const MAX_ID_LENGTH = 100;
/** How often we record that a session is in use. */
const USE_MS = 15 * 60_000;

export interface RequestSession {
  /** The secret in the cookie. Never logged, never stored. */
  id: string;
  userId: string;
  expiresAt: Date;
  /** When the user last proved who they are, by password or identity provider. */
  provenAt: Date;
  /** The site requires a second factor of this user, who has none. */
  lacksSecondFactor: boolean;
}

export interface NewSession {
  id: string;
  userId: string;
  /** The `Set-Cookie` value. */
  cookie: string;
}

/** Where a session is used. */
type Origin = Pick<Client, 'address' | 'userAgent'>;

const placeOf = (client: Origin | undefined) => ({
  browser: browserName(client?.userAgent),
  network: client ? addressRange(client.address) : '',
});

function readId(header: string | undefined, cookieName: string): string | undefined {
  // lucia's own reader throws on a bad escape in another site's cookie.
  const id = header && parse(header, cookieName)[cookieName];
  return id && id.length <= MAX_ID_LENGTH ? id : undefined;
}

/** Records, at most every `USE_MS`, where a session is used. */
async function recordUse(
  { database, now }: Pick<Services, 'database' | 'now'>,
  session: { id: string; lastUsedAt: Date },
  client: Origin,
): Promise<void> {
  const since = new Date(now().getTime() - USE_MS);
  if (session.lastUsedAt > since) return;
  const use = { ...placeOf(client), lastUsedAt: now(), since };
  // Only the list of sessions shows it, so the call must not fail if the database is busy.
  await database
    .transaction((tx) => updateSessionUse(tx, hashSessionId(session.id), use))
    .catch(() => undefined);
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ database, env, now }: Pick<Services, 'database' | 'env' | 'now'>) {
  const lucia = createLucia(database, env.siteUrl, now);

  const readCookie = (header: string | undefined) => readId(header, lucia.sessionCookieName);

  return {
    /**
     * Returns the user and session of a `Cookie` header. Renews a session in its second half, and
     * occasionally records that `client` uses it.
     */
    async read(cookieHeader: string | undefined, client?: Origin) {
      const cookieId = readCookie(cookieHeader);
      if (cookieId === undefined) return null;
      const { session, user } = await lucia.validateSession(cookieId);
      // Suspending a user ends their sessions. This catches a session that started at the same
      // moment.
      if (!session || isSuspended(user.row, now())) return null;
      const { id, userId, expiresAt, provenAt, lacksSecondFactor, fresh } = session;
      if (client) await recordUse({ database, now }, session, client);
      return {
        user: user.row,
        session: { id, userId, expiresAt, provenAt, lacksSecondFactor } satisfies RequestSession,
        renewedCookie: fresh ? lucia.createSessionCookie(id).serialize() : undefined,
      };
    },
    /**
     * Returns the signed-in user without renewing the session. For responses that can't set the
     * cookie.
     */
    async peekUser(cookieHeader: string | undefined): Promise<UserRow | null> {
      const id = readCookie(cookieHeader);
      if (id === undefined) return null;
      const { user } = await peekSession(database.read, env.siteUrl, id);
      return user && !isSuspended(user.row, now()) ? user.row : null;
    },
    /**
     * Starts a session for a user who has just proven their identity, in a transaction, and deletes
     * expired sessions. Throws when the user doesn't exist.
     */
    async begin(tx: Db, userId: string, client?: Origin): Promise<NewSession> {
      const at = now();
      const joined = createLucia(joinedTo(tx, database), env.siteUrl, () => at);
      const [{ id }] = await Promise.all([
        joined.createSession(userId, { provenAt: at, lastUsedAt: at, ...placeOf(client) }),
        joined.deleteExpiredSessions(),
      ]);
      return { id, userId, cookie: joined.createSessionCookie(id).serialize() };
    },
    end: (sessionId: string) => lucia.invalidateSession(sessionId),
    /** Ends a session within an open transaction. */
    endWithin: (tx: Db, sessionId: string) =>
      createLucia(joinedTo(tx, database), env.siteUrl, now).invalidateSession(sessionId),
    /** Returns the `Set-Cookie` value that deletes the cookie. */
    blankCookie: () => lucia.createBlankSessionCookie().serialize(),
  };
}
