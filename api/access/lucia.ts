import { createHash } from 'node:crypto';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { Database, Db } from '../../db/client.ts';
import {
  deleteExpiredSessions,
  deleteOldestSessions,
  deleteSession,
  deleteUserSessions,
  findSessionWithUser,
  insertSession,
  listUserSessions,
  type SessionRow,
  updateSessionExpiry,
} from '../../db/queries/sessions.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { newId } from '../../db/schema/types.ts';

/** Per user. Above it, the oldest session ends. */
const MAX_SESSIONS = 20;

// lucia 3 is no longer developed. We use little of it (session ids, the sliding 30 days, cookie
// attributes), and only this file and `sessions.ts` import it.
declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseUserAttributes: { row: UserRow };
    DatabaseSessionAttributes: SessionAttributes;
  }
}

type SessionAttributes = Pick<SessionRow, 'provenAt' | 'lastUsedAt' | 'browser' | 'network'> & {
  /** Set only for sessions that were looked up. */
  lacksSecondFactor?: boolean;
};

/** SHA-256, hex. Ids are 200 random bits, so a fast hash is enough. */
export function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** `__Host-` makes browsers refuse a cookie of that name set by a subdomain or without TLS. */
function sessionCookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-inkwell_session' : 'inkwell_session';
}

/** Returns lucia with our tables. Sessions last 30 days and are renewed in their second half. */
export function createLucia(database: Database, siteUrl: string, now: () => Date) {
  return configure(createAdapter(database, now), siteUrl);
}

/**
 * Validates a session without renewing or deleting it: for responses that can't set the cookie. A
 * session renewed without its cookie would still end in the browser.
 */
export async function peekSession(db: Db, siteUrl: string, sessionId: string) {
  const adapter = createReadOnlyAdapter(() => findSession(db, sessionId));
  return await configure(adapter, siteUrl).validateSession(sessionId);
}

function configure(adapter: Adapter, siteUrl: string) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(30, 'd'),
    sessionCookie: {
      name: sessionCookieName(siteUrl),
      attributes: { secure: siteUrl.startsWith('https:'), sameSite: 'lax', path: '/' },
    },
    getUserAttributes: ({ row }) => ({ row }),
    getSessionAttributes: ({ provenAt, lastUsedAt, lacksSecondFactor = false }) => ({
      provenAt,
      lastUsedAt,
      lacksSecondFactor,
    }),
  });
}

async function findSession(
  db: Db,
  id: string,
): Promise<[DatabaseSession | null, DatabaseUser | null]> {
  const found = await findSessionWithUser(db, hashSessionId(id));
  if (!found) return [null, null];
  const { user, session, lacksSecondFactor } = found;
  const attributes = { ...session, lacksSecondFactor };
  return [
    { id, userId: user.id, expiresAt: session.expiresAt, attributes },
    { id: user.id, attributes: { row: user } },
  ];
}

/** The database stores only hashes, so a stolen copy can't be used to open a session. */
function createAdapter(database: Database, now: () => Date): Adapter {
  return {
    getSessionAndUser: (id) => findSession(database.read, id),
    async getUserSessions(userId) {
      const rows = await listUserSessions(database.read, userId);
      return rows.map((row) => {
        return { id: row.idHash, userId, expiresAt: row.expiresAt, attributes: row };
      });
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      const row = {
        idHash: hashSessionId(id),
        userId,
        expiresAt,
        ...attributes,
        publicId: newId(),
        createdAt: now(),
      };
      await database.transaction((tx) =>
        Promise.all([insertSession(tx, row), deleteOldestSessions(tx, row, MAX_SESSIONS)]),
      );
    },
    async updateSessionExpiration(id, expiresAt) {
      await database.transaction((tx) => updateSessionExpiry(tx, hashSessionId(id), expiresAt));
    },
    async deleteSession(id) {
      await database.transaction((tx) => deleteSession(tx, hashSessionId(id)));
    },
    async deleteUserSessions(userId) {
      await database.transaction((tx) => deleteUserSessions(tx, userId));
    },
    async deleteExpiredSessions() {
      await database.transaction((tx) => deleteExpiredSessions(tx, now()));
    },
  };
}

function createReadOnlyAdapter(getSessionAndUser: Adapter['getSessionAndUser']): Adapter {
  const ignore = async () => undefined;
  return {
    getSessionAndUser,
    getUserSessions: async () => [],
    setSession: ignore,
    updateSessionExpiration: ignore,
    deleteSession: ignore,
    deleteUserSessions: ignore,
    deleteExpiredSessions: ignore,
  };
}
