import { createHash } from 'node:crypto';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { Database } from '../../db/client.ts';
import {
  deleteExpiredSessions,
  deleteOldestSessions,
  deleteSession,
  deleteUserSessions,
  findSessionWithUser,
  insertSession,
  listUserSessions,
  updateSessionExpiry,
} from '../../db/queries/sessions.ts';
import type { UserRow } from '../../db/queries/users.ts';

/** Per user. A new session beyond it ends the oldest. */
const MAX_SESSIONS = 20;

// lucia 3 is complete and gets no further versions: its author calls it finished. What it does for us is
// small and settled (the id of a session, its sliding 30 days, its cookie's attributes), so it stays, but
// this is the only file that knows it. Whoever replaces it writes `createLucia` anew and nothing else.
declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseUserAttributes: { row: UserRow };
    DatabaseSessionAttributes: { provenAt: Date };
  }
}

/** SHA-256, hex. Ids are 200 random bits, so nothing slower is needed: nobody can guess through it. */
export function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** `__Host-` makes browsers refuse a cookie of that name set by a subdomain or without TLS. */
export function sessionCookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-inkwell_session' : 'inkwell_session';
}

/** lucia over our tables. Sessions last 30 days and start anew when more than half of that is over. */
export function createLucia(database: Database, siteUrl: string, now: () => Date) {
  return new Lucia(adapter(database, now), {
    sessionExpiresIn: new TimeSpan(30, 'd'),
    sessionCookie: {
      name: sessionCookieName(siteUrl),
      attributes: { secure: siteUrl.startsWith('https:'), sameSite: 'lax', path: '/' },
    },
    getUserAttributes: ({ row }) => ({ row }),
    getSessionAttributes: ({ provenAt }) => ({ provenAt }),
  });
}

/** The database never sees the id itself, only its hash: a stolen copy of it signs nobody in. */
function adapter(database: Database, now: () => Date): Adapter {
  return {
    async getSessionAndUser(id): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const found = await findSessionWithUser(database.read, hashSessionId(id));
      if (!found) return [null, null];
      const { session, user } = found;
      return [
        {
          id,
          userId: user.id,
          expiresAt: session.expiresAt,
          attributes: { provenAt: session.provenAt },
        },
        { id: user.id, attributes: { row: user } },
      ];
    },
    async getUserSessions(userId) {
      const rows = await listUserSessions(database.read, userId);
      return rows.map(({ idHash, expiresAt, provenAt }) => ({
        id: idHash,
        userId,
        expiresAt,
        attributes: { provenAt },
      }));
    },
    async setSession({ id, userId, expiresAt, attributes: { provenAt } }) {
      const row = { idHash: hashSessionId(id), userId, expiresAt, provenAt, createdAt: now() };
      await database.transaction(async (tx) => {
        await insertSession(tx, row);
        await deleteOldestSessions(tx, row, MAX_SESSIONS);
      });
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
