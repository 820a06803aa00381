import { and, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { settings, users } from '../schema.ts';
import { getSetting, setSetting } from './settings.ts';

/** The setting that says that accounts with imported bcrypt hashes are left: the highest cost of them. */
const KEY = 'passwords:bcrypt';

/** The highest cost of the bcrypt hashes that are left; undefined when there are none. */
export async function findBcryptCost(db: Db): Promise<number | undefined> {
  const value = await getSetting(db, KEY);
  return value === undefined ? undefined : Number(value);
}

/** Notes that a bcrypt hash of this cost has come in. */
export async function noteBcryptCost(tx: Db, cost: number): Promise<void> {
  await setSetting(tx, KEY, String(Math.max(cost, (await findBcryptCost(tx)) ?? 0)));
}

/** Takes the note away when the last bcrypt hash has gone. */
export async function forgetBcryptIfGone(tx: Db): Promise<void> {
  const [left] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(gte(users.passwordHash, '$2'), lt(users.passwordHash, '$3')))
    .limit(1);
  if (left === undefined) await tx.delete(settings).where(eq(settings.key, KEY));
}
