import {
  deleteUserSession,
  deleteUserSessions,
  listUserSessions,
} from '../../db/queries/sessions.ts';
import { hashSessionId } from '../access/lucia.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import type { Session } from '../contract/users.ts';
import { NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Lists the caller's sessions: the current one first, then the most recently used. */
export async function listSessions(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user, session }: Caller,
): Promise<{ sessions: Session[] }> {
  const ownHash = hashSessionId(session.id);
  const rows = await listUserSessions(database.read, user.id);
  const sessions = rows
    .filter(({ expiresAt }) => expiresAt > now())
    .map((row) => ({
      _id: row.publicId,
      current: row.idHash === ownHash,
      browser: row.browser,
      network: row.network,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
    }));
  return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) };
}

/** Ends one of the caller's sessions. Throws a NotFoundError. */
export async function endSession(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  publicId: string,
): Promise<{ isCurrent: boolean }> {
  return await writeAs(services, caller, {}, async (tx, { id: userId }) => {
    const ended = await deleteUserSession(tx, userId, publicId);
    if (ended === undefined) throw new NotFoundError('There is no such session.');
    const details = { browser: ended.browser, network: ended.network };
    await auditAs(tx, services, caller, { action: 'session.end', subject: userId, details });
    return { isCurrent: ended.idHash === hashSessionId(caller.session.id) };
  });
}

/** Ends all sessions of the caller except this one. Returns how many. */
export async function endOtherSessions(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
): Promise<number> {
  return await writeAs(services, caller, {}, async (tx, { id: userId }) => {
    const ended = await deleteUserSessions(tx, userId, hashSessionId(caller.session.id));
    const entry = { action: 'session.end', subject: userId, details: { sessions: ended } } as const;
    if (ended > 0) await auditAs(tx, services, caller, entry);
    return ended;
  });
}
