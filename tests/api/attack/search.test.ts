import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type SQLite from 'better-sqlite3';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UnavailableError } from '../../../api/errors.ts';
import { createFairQueue } from '../../../api/fair-queue.ts';
import { createSearchThread } from '../../../api/posts/search/thread.ts';
import type { Db } from '../../../db/client.ts';
import { countComments, insertComment } from '../../../db/queries/comments.ts';
import { testApp } from '../../support/app.ts';
import { makePost, makeUser, testDatabase } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';

const attack = tally();

/** The queue as searches use it. */
const queueOf = (limits: { maxWaiting: number; deadlineMs: number }) =>
  createFairQueue({ ...limits, concurrency: 1, full: () => new UnavailableError('full', 2) });

/** Drizzle keeps the connection under this name; its common type does not say so. */
const connectionOf = (db: Db) => (db as unknown as { $client: SQLite.Database }).$client;

/** Takes about `n` / 10 microseconds inside one step of SQLite, and finds nothing. */
const slow = (n: number) => ({
  sql: `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${n})
        select count(*) as total, 0 as lastMonth, null as id from counted`,
  params: [],
  withPictures: false,
});

test('no search runs on the thread that serves pages', async () => {
  const site = await testApp();
  await makePost(site.database, { title: 'a b c d' });
  const prepared: string[] = [];
  const connection = connectionOf(site.database.read);
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((source: string) => {
    prepared.push(source);
    return prepare(source);
  }) as typeof connection.prepare;
  const terms = [
    'a',
    'a '.repeat(32),
    'a b c d',
    'B&category=x',
    'c&startIndex=99999',
    'd&limit=100',
  ];
  for (const term of terms) {
    await attack('searches on the main thread', async () => {
      const { status } = await site.call(`GET /api/post/getposts?searchTerm=${encodeURI(term)}`);
      expect(status).toBe(200);
      expect(prepared.filter((source) => source.includes('posts_fts'))).toEqual([]);
    });
  }
});

test('the event loop keeps running during a slow search', async () => {
  const { url } = await testDatabase();
  const log = pino({ level: 'silent' });
  const thread = createSearchThread(url.slice('file:'.length), { deadlineMs: 30_000, log });
  onTestFinished(() => thread.stop());
  await thread.run(slow(1));
  await attack('searches that block the event loop', async () => {
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const started = performance.now();
    await thread.run(slow(1_000_000));
    const took = performance.now() - started;
    delays.disable();
    expect(delays.max / 1e6).toBeLessThan(took / 2);
  });
});

test('a search that takes too long ends with 503, and the next one gets a new thread', async () => {
  const { url } = await testDatabase();
  const log = pino({ level: 'silent' });
  const thread = createSearchThread(url.slice('file:'.length), { deadlineMs: 100, log });
  onTestFinished(() => thread.stop());
  await attack('searches that never end', async () => {
    await expect(thread.run(slow(3_000_000))).rejects.toThrow(UnavailableError);
    // A new thread may need longer than that to start.
    for (let n = 0; n < 20; n++) {
      const found = await thread.run(slow(1)).catch(() => undefined);
      if (found) return;
    }
    throw new Error('No search was answered');
  });
});

describe('the queue of searches', () => {
  /** Runs until `finish` is called. */
  function heldTask() {
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    return { run: () => promise, finish };
  }

  test('lets clients take turns', async () => {
    const inTurn = queueOf({ maxWaiting: 256, deadlineMs: 60_000 });
    const begun: string[] = [];
    const call = (client: string) => inTurn(client, async () => void begun.push(client));
    await attack('searches that starve others', async () => {
      const held = heldTask();
      const first = inTurn('attacker', held.run);
      const calls = Array.from({ length: 100 }, () => call('attacker'));
      calls.push(call('reader'), call('reader'), call('other'));
      held.finish();
      await Promise.all([first, ...calls]);
      expect(begun.slice(0, 6)).toEqual([
        ...['reader', 'other', 'attacker', 'reader', 'attacker', 'attacker'],
      ]);
      expect(begun).toHaveLength(103);
    });
  });

  test('when full, refuses the newest call of the client with the most', async () => {
    const inTurn = queueOf({ maxWaiting: 10, deadlineMs: 60_000 });
    await attack('searches that fill the queue', async () => {
      const held = heldTask();
      const first = inTurn('attacker', held.run);
      const calls = Array.from({ length: 200 }, (_, n) =>
        inTurn('attacker', async () => n).catch((error: UnavailableError) => error.statusCode),
      );
      const reader = inTurn('reader', async () => 'found');
      held.finish();
      await first;
      expect(await reader).toBe('found');
      const answers = await Promise.all(calls);
      expect(answers.filter((answer) => answer !== 503)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    });
  });

  test('refuses a waiting or running call at its deadline, and continues when the work ends', async () => {
    const inTurn = queueOf({ maxWaiting: 10, deadlineMs: 50 });
    await attack('searches that wait forever', async () => {
      const held = heldTask();
      const refusals = [inTurn('a', held.run), inTurn('b', async () => 'too late')];
      for (const refused of refusals) {
        await expect(refused).rejects.toMatchObject({
          statusCode: 503,
          headers: { 'Retry-After': '2' },
        });
      }
      const next = inTurn('b', async () => 'found');
      held.finish();
      expect(await next).toBe('found');
    });
  });

  test('continues after a failure', async () => {
    const inTurn = queueOf({ maxWaiting: 10, deadlineMs: 60_000 });
    const failing = inTurn('a', () => Promise.reject(new Error('no')));
    const next = inTurn('a', async () => 'found');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('found');
  });
});

test('400 searches at once each get 200, or 503 with Retry-After', async () => {
  const site = await testApp();
  for (let n = 0; n < 20; n++) await makePost(site.database, { title: `a b c ${n}` });
  await attack(
    'concurrent searches',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 400 }, (_, n) =>
          site.call(`GET /api/post/getposts?searchTerm=a+b+${n % 20}&startIndex=${n}`, {
            from: `192.0.2.${n % 2}`,
          }),
        ),
      );
      for (const { status, headers } of answers) {
        expect([200, 503]).toContain(status);
        if (status === 503) expect(headers.get('Retry-After')).toBe('2');
      }
    },
    400,
  );
  // A reader is served at once afterwards.
  await setTimeout(0);
  const { status, body } = await site.call('GET /api/post/getposts?searchTerm=b', {
    from: '192.0.2.7',
  });
  expect([status, body.totalPosts]).toEqual([200, 20]);
});

test('no comment slows down the dashboard’s search', async () => {
  const database = await testDatabase();
  const { id: userId } = await makeUser(database);
  const { id: postId } = await makePost(database);
  await database.transaction(async (tx) => {
    const at = { createdAt: new Date(), updatedAt: new Date() };
    const content = 'a'.repeat(200);
    for (let n = 0; n < 3_000; n++) await insertComment(tx, { userId, postId, content, ...at });
  });
  /** The least of three runs. */
  const cost = async (term: string) => {
    const runs: number[] = [];
    for (let run = 0; run < 3; run++) {
      const before = process.cpuUsage();
      await countComments(database.read, { searchTerm: term });
      const { user, system } = process.cpuUsage(before);
      runs.push(user + system);
    }
    return Math.min(...runs);
  };
  await attack('comments that slow down searching comments', async () => {
    // As `like` it took 20 times as long.
    expect(await cost(`${'a'.repeat(100)}b`)).toBeLessThan(8 * (await cost('zzz')));
  });
});
