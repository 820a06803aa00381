import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { startHousekeeping } from '../../../api/housekeeping.ts';
import { createLogger } from '../../../api/http/log.ts';
import { Node } from '../../../api/nodes/node.ts';
import { areWordsOutdated, fillWords } from '../../../api/posts/search/fill-words.ts';
import type { Database } from '../../../db/client.ts';
import { countPosts } from '../../../db/queries/posts.ts';
import { hidePost, insertPost, showPost } from '../../../db/queries/posts-table.ts';
import { runSql } from '../../../db/queries/query.ts';
import { makePost, testDatabase } from '../../support/database.ts';

const log = createLogger('silent');
const find = (database: Database, searchTerm: string) => countPosts(database.read, { searchTerm });

/** Marks the words of all posts as outdated, as after a change of `WORDS_VERSION`. */
async function outdateWords(database: Database): Promise<void> {
  await database.transaction((tx) =>
    runSql(tx, sql`update post_words set words = '', version = 0`),
  );
}

async function withPosts(count: number) {
  const database = await testDatabase();
  await database.transaction(async (tx) => {
    for (let n = 0; n < count; n++) {
      const times = { createdAt: new Date(n), updatedAt: new Date(n) };
      const text = n % 10 === 0 ? '数据库索引'.repeat(4_000) : 'Straße';
      const fields = { userId: 'u', title: `Title ${n}`, slug: `p${n}`, content: '', text };
      await insertPost(tx, { ...fields, ...times });
    }
  });
  await outdateWords(database);
  return { database, env: { databaseUrl: database.url } };
}

test('all posts with outdated words are indexed, in many transactions', async () => {
  const { database, env } = await withPosts(120);
  expect(await find(database, 'title')).toBe(0);
  await fillWords({ env, database });
  expect(await find(database, 'title')).toBe(120);
  expect(await find(database, '库索')).toBe(12);
  expect(await areWordsOutdated(database)).toBe(false);
});

test('a stop keeps what was indexed, and the next run continues', async () => {
  const { database, env } = await withPosts(120);
  const abort = new AbortController();
  let slices = 0;
  const stopping: Database = {
    ...database,
    transaction: (work) => {
      if (++slices === 2) abort.abort();
      return database.transaction(work);
    },
  };
  await fillWords({ env, database: stopping, signal: abort.signal });
  const found = await find(database, 'title');
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(120);
  // The newest come first.
  expect(await find(database, '119')).toBe(1);
  await fillWords({ env, database });
  expect(await find(database, 'title')).toBe(120);
});

test('a hidden post is also indexed, and is found as soon as it’s public', async () => {
  const database = await testDatabase();
  const { id } = await makePost(database, { title: 'Łódź' });
  await database.transaction((tx) => hidePost(tx, id));
  await outdateWords(database);
  await fillWords({ env: { databaseUrl: database.url }, database });
  expect(await find(database, 'lodz')).toBe(0);
  await database.transaction((tx) => showPost(tx, id));
  expect(await find(database, 'lodz')).toBe(1);
});

test('housekeeping indexes posts written by another program', async () => {
  const database = await testDatabase();
  await database.transaction((tx) =>
    runSql(
      tx,
      sql`insert into posts (id, user_id, title, slug, text, content, created_at, updated_at)
        values ('p', 'u', 'København', 'p', '', '', 1, 1)`,
    ),
  );
  const node = new Node({ database, id: 'node', role: 'all', log });
  onTestFinished(() => node.stop());
  const env = loadEnv({ DATA_DIR: database.folder, DATABASE_URL: database.url });
  const services = { env, database, log, now: () => new Date(), node, everyMs: 10 };
  const housekeeping = startHousekeeping(services);
  onTestFinished(() => housekeeping.stop());
  const indexed = async () => expect(await find(database, 'kobenhavn')).toBe(1);
  await vi.waitFor(indexed, { timeout: 30_000 });
  await database.transaction((tx) => runSql(tx, sql`update posts set title = 'Århus'`));
  await vi.waitFor(async () => expect(await find(database, 'arhus')).toBe(1), { timeout: 30_000 });
  expect(await find(database, 'kobenhavn')).toBe(0);
});
