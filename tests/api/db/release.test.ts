import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../../api/http/log.ts';
import { Node } from '../../../api/nodes/node.ts';
import { exportContent } from '../../../cli/export.ts';
import { runUserCommand } from '../../../cli/user.ts';
import type { Database } from '../../../db/client.ts';
import { engine } from '../../../db/engine.ts';
import { NewerDatabaseError } from '../../../db/errors.ts';
import { runSql } from '../../../db/queries/query.ts';
import { getSetting, setSetting } from '../../../db/queries/settings.ts';
import { bringUpToDate, newestMigration, requireUsable } from '../../../db/release.ts';
import { testDatabase } from '../../support/database.ts';

const NEWER = newestMigration() + 1;
const BOTH =
  /by Inkwell 9\.9\.9 \(migration 0099_next\), and this is Inkwell [\d.]+ \(migration \d{4}_\w+\)/;
const KEY = 'database:migrated-by';

/** As a newer release leaves the database. `oldest`: releases with this migration can use it. */
async function migrateAsNewer(database: Database, { oldest = NEWER, migration = NEWER } = {}) {
  const by = 'Inkwell 9.9.9 (migration 0099_next)';
  const table = sql.raw(`${engine === 'postgres' ? 'drizzle.' : ''}__drizzle_migrations`);
  await database.transaction(async (tx) => {
    await runSql(tx, sql`insert into ${table} (hash, created_at) values ('next', ${NEWER})`);
    await setSetting(tx, KEY, JSON.stringify({ by, migration, oldest }));
  });
}

test('a database that a newer release has migrated is refused, with both versions named', async () => {
  const database = await testDatabase();
  await migrateAsNewer(database);
  await expect(requireUsable(database.read)).rejects.toThrow(BOTH);
  await expect(bringUpToDate(database)).rejects.toThrow(NewerDatabaseError);
});

test('a newer migration that the release marked as compatible is accepted, and its mark stays', async () => {
  const database = await testDatabase();
  await migrateAsNewer(database, { oldest: newestMigration() });
  const mark = await getSetting(database.read, KEY);
  await requireUsable(database.read);
  await bringUpToDate(database);
  expect(await getSetting(database.read, KEY)).toBe(mark);
});

test('the mark of an earlier migration does not vouch for a newer one', async () => {
  const database = await testDatabase();
  await migrateAsNewer(database, { oldest: 0, migration: newestMigration() });
  await expect(requireUsable(database.read)).rejects.toThrow(
    /by a newer Inkwell \(migration of \d{4}-\d\d-\d\d\), and this is/,
  );
});

test('a migration records the release, and which older ones can use the database', async () => {
  const database = await testDatabase();
  await bringUpToDate(database);
  const mark = JSON.parse((await getSetting(database.read, KEY)) ?? 'null');
  expect(mark).toEqual({
    by: expect.stringMatching(/^Inkwell [\d.]+ \(migration \d{4}_\w+\)$/),
    migration: newestMigration(),
    oldest: expect.any(Number),
  });
});

test('a running node stops at its next heartbeat after an incompatible migration', async () => {
  const database = await testDatabase();
  const node = new Node({ database, id: 'node-a', role: 'all', log: createLogger('silent') });
  onTestFinished(() => node.stop());
  const stop = vi.fn();
  node.whenOutdated(stop);
  await database.transaction((tx) => node.register(tx));
  await node.beat();
  expect(stop).not.toHaveBeenCalled();
  await migrateAsNewer(database);
  await node.beat();
  expect(stop.mock.calls[0]?.[0]).toMatchObject({ message: expect.stringMatching(BOTH) });
});

test('the commands refuse a database that a newer release has migrated', async () => {
  const database = await testDatabase();
  await migrateAsNewer(database);
  const env = { databaseUrl: database.url, siteUrl: 'http://localhost:4321' };
  const say = () => undefined;
  const file = join(database.folder, 'site.json');
  await expect(exportContent({ env, file, say })).rejects.toThrow(BOTH);
  const err = vi.fn();
  const code = await runUserCommand(['list'], {
    env: { DATABASE_URL: database.url, DATA_DIR: database.folder },
    out: say,
    err,
    readStdin: async () => '',
  });
  expect([code, err.mock.calls.join()]).toEqual([1, expect.stringMatching(BOTH)]);
});
