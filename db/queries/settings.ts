import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { settings, users } from '../schema.ts';
import { forUpdate, prepared } from './query.ts';

const byKey = prepared((db) =>
  db
    .select()
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key'))),
);

export async function getSetting(db: Db, key: string): Promise<string | undefined> {
  const [row] = await byKey(db, { key });
  return row?.value;
}

/** Like `getSetting`, but locks the row until the end of the transaction. */
export async function lockSetting(tx: Db, key: string): Promise<string | undefined> {
  const [row] = await forUpdate(tx.select().from(settings).where(eq(settings.key, key)));
  return row?.value;
}

export async function setSetting(tx: Db, key: string, value: string): Promise<void> {
  await tx
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Adds a setting, unless another transaction already did. */
export async function insertSetting(tx: Db, key: string, value: string): Promise<void> {
  await tx.insert(settings).values({ key, value }).onConflictDoNothing();
}

/** Deletes a setting. Returns its value, or `undefined` if there was none. */
export async function takeSetting(tx: Db, key: string): Promise<string | undefined> {
  const [row] = await tx.delete(settings).where(eq(settings.key, key)).returning();
  return row?.value;
}

const byPrefix = prepared((db) =>
  db
    .select()
    .from(settings)
    .where(
      and(gte(settings.key, sql.placeholder('prefix')), lt(settings.key, sql.placeholder('end'))),
    ),
);

/** Returns the settings with keys that begin with `prefix`. `name` is the rest of the key. */
export async function listSettings(
  db: Db,
  prefix: `${string}:`,
): Promise<{ name: string; value: string }[]> {
  // A range, because `like` wouldn't use the primary key. The character after `:` is `;`.
  const end = prefix.replace(/:$/, ';');
  const rows = await byPrefix(db, { prefix, end });
  return rows.map((row) => ({ name: row.key.slice(prefix.length), value: row.value }));
}

/** The origin in the ids of feeds: the first `SITE_URL`. */
const FEED_ORIGIN = 'feeds:origin';

/**
 * Returns the origin that ids in feeds start with. It stays when the site moves: feed readers show
 * posts with new ids as new.
 */
export async function findFeedOrigin(db: Db): Promise<string | undefined> {
  return await getSetting(db, FEED_ORIGIN);
}

/** Stores the origin of ids in feeds, unless there is one. */
export async function keepFeedOrigin(tx: Db, origin: string): Promise<void> {
  await insertSetting(tx, FEED_ORIGIN, origin);
}

/** Sets the origin of ids in feeds. */
export async function setFeedOrigin(tx: Db, origin: string): Promise<void> {
  await setSetting(tx, FEED_ORIGIN, origin);
}

/** As `ownerSettings` (api/settings/owner-settings.ts) stores it. */
const WEB_SUB_HUB = 'owner:webSubHub';

/** Returns the address of the WebSub hub, or `''` if the owner chose none. */
export async function findWebSubHub(db: Db): Promise<string> {
  const json = (await getSetting(db, WEB_SUB_HUB)) ?? '""';
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : '';
  } catch {
    // Every publish renders the feed, so an invalid value mustn't stop it.
    return '';
  }
}

/** Set while accounts with imported bcrypt hashes remain: the highest cost among them. */
const BCRYPT_COST = 'passwords:bcrypt';

/** Returns the highest cost of the remaining bcrypt hashes, or `undefined` if there are none. */
export async function findBcryptCost(db: Db): Promise<number | undefined> {
  const value = await getSetting(db, BCRYPT_COST);
  return value === undefined ? undefined : Number(value);
}

/** Records that a bcrypt hash of this cost was imported. */
export async function noteBcryptCost(tx: Db, cost: number): Promise<void> {
  await setSetting(tx, BCRYPT_COST, String(Math.max(cost, (await findBcryptCost(tx)) ?? 0)));
}

/** Deletes the record when no bcrypt hash is left. */
export async function forgetBcryptIfGone(tx: Db): Promise<void> {
  const hasBcrypt = and(gte(users.passwordHash, '$2'), lt(users.passwordHash, '$3'));
  if ((await tx.$count(users, hasBcrypt)) === 0) await takeSetting(tx, BCRYPT_COST);
}
