import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { withDatabaseBudget } from '../../db/deadline.ts';
import { asUnavailable, DatabaseUnavailableError } from '../../db/errors.ts';
import { recordChanges } from '../../db/queries/changes.ts';
import { getSetting, setSetting } from '../../db/queries/settings.ts';
import { makeAccount, PASSWORD, testApp } from '../support/app.ts';
import { makePost, readFeed } from '../support/database.ts';
import { ensurePgBouncer, type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { query } from './server.ts';

const missing = ensurePgBouncer((line) => console.log(line));
if (missing) console.log(`PostgreSQL behind a pooler was not tested: ${missing}`);

const NAME = `behind_pooler_${process.pid}`;

describe.skipIf(missing)('two nodes behind PgBouncer in transaction mode', () => {
  const server = new URL(process.env.DATABASE_URL ?? '');
  server.pathname = 'postgres';
  const direct = server.href.replace(/[^/]+$/, NAME);
  let pooler: PgBouncer;
  let nodes: [Database, Database];

  beforeAll(async () => {
    pooler = await startPgBouncer(server.href);
    await query(server.href, `create database ${NAME}`);
    const url = pooler.through(direct);
    nodes = [await openDatabase(url), await openDatabase(url)];
    await Promise.all(nodes.map((node) => node.createLeases()));
    await nodes[0].migrate();
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await pooler.stop();
    await query(server.href, `drop database ${NAME} with (force)`);
  });

  const publish = (n: number) =>
    (nodes[n % 2] as Database).transaction(async (tx) => {
      await setSetting(tx, `post-${n}`, 'written');
      await recordChanges(tx, [{ action: 'publish', postId: `p${n}`, slug: `p${n}` }], new Date());
    });
  const seqs = async () => (await readFeed(nodes[0])).map(({ seq }) => seq);
  const oneTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

  test('300 transactions, 20 at once, leave a feed without gaps', async () => {
    const before = (await seqs()).length;
    const lane = async (first: number) => {
      for (let n = first; n < 300; n += 20) await publish(n);
    };
    await Promise.all(Array.from({ length: 20 }, (_, n) => lane(n)));
    expect(await seqs()).toEqual(oneTo(before + 300));
  });

  test('the pooler restarts: calls are refused as unavailable, and then work again', async () => {
    const refused: unknown[] = [];
    let written = 0;
    let isOver = false;
    const visitors = Array.from({ length: 8 }, async (_, visitor) => {
      for (let n = 1000 * (visitor + 1); !isOver; n++) {
        const isWritten = await withDatabaseBudget(() => publish(n)).then(
          () => true,
          (error: unknown) => void refused.push(error),
        );
        if (isWritten) written++;
        else await wait(20);
      }
    });
    await expect.poll(() => written).toBeGreaterThan(50);
    await pooler.restart();
    const until = written + 50;
    await expect.poll(() => written).toBeGreaterThan(until);
    isOver = true;
    await Promise.all(visitors);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter((error) => asUnavailable(error) === undefined)).toEqual([]);
    const feed = await seqs();
    expect(feed).toEqual(oneTo(feed.length));
    // A commit whose answer was lost may have been written.
    expect(feed.length).toBeGreaterThanOrEqual(written);
  });

  test('a call that waits for a lock ends in time, and nothing keeps waiting on the server', async () => {
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = nodes[0].transaction(async (tx) => {
      await setSetting(tx, 'lock', 'first');
      locked.resolve();
      await held.promise;
    });
    onTestFinished(() => held.resolve());
    await locked.promise;
    const waiting = withDatabaseBudget(
      () => nodes[1].transaction((tx) => setSetting(tx, 'lock', 'second')),
      500,
    );
    await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailableError);
    const blocked = () =>
      query(
        direct,
        `select pid from pg_stat_activity where datname = '${NAME}' and wait_event_type = 'Lock'`,
      );
    await expect.poll(blocked, { timeout: 10_000 }).toEqual([]);
    held.resolve();
    await holder;
    await nodes[1].transaction((tx) => setSetting(tx, 'lock', 'third'));
    expect(await getSetting(nodes[0].read, 'lock')).toBe('third');
  });

  test('people sign in, publish and comment', async () => {
    const app = await testApp({ services: { database: nodes[1] } });
    const admin = await makeAccount(nodes[0], { role: 'administrator' });
    const json = { email: admin.email, password: PASSWORD };
    expect((await app.call('POST /api/auth/signin', { json })).status).toBe(200);
    const post = { title: 'Via a pooler', content: '<p>Hello</p>', category: 'javascript' };
    const created = await app.call('POST /api/post/create', { json: post, as: admin });
    expect(created.status).toBe(201);
    const { id: postId } = await makePost(nodes[0]);
    const statuses = await Promise.all(
      oneTo(4).map(async (n) => {
        const comment = { content: `Number ${n}`, postId, userId: admin.id };
        return (await app.call('POST /api/comment/create', { json: comment, as: admin })).status;
      }),
    );
    expect(statuses).toEqual([201, 201, 201, 201]);
  });
});
