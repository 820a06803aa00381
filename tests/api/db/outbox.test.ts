import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import {
  completeRow,
  dueRows,
  enqueue,
  failRow,
  findOutboxRow,
  listOutbox,
  listPublishes,
} from '../../../db/queries/outbox.ts';
import { testDatabase } from '../../support/database.ts';

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
const queue = (postId: string, action: 'publish' | 'remove' = 'publish', now = at(0)) =>
  database.transaction((tx) => enqueue(tx, { action, postId, slug: `slug-${postId}` }, now));
const done = { renderMs: 12, liveAt: at(50) };

describe('the outbox', () => {
  test('holds one row a post: a later change takes the place of an earlier one', async () => {
    const first = await queue('a');
    const second = await queue('a', 'remove', at(1));
    expect(second.seq).toBeGreaterThan(first.seq);
    expect(await listOutbox(database.read)).toEqual([second]);
    expect(await findOutboxRow(database.read, 'a')).toEqual(second);
    expect(await findOutboxRow(database.read, 'b')).toBeUndefined();
  });

  test('gives what is due in the order it came, at most as many as asked', async () => {
    const rows = [await queue('a'), await queue('b'), await queue('c', 'publish', at(9))];
    expect(await dueRows(database.read, at(9), 10)).toEqual(rows);
    expect(await dueRows(database.read, at(9), 2)).toEqual(rows.slice(0, 2));
    expect(await dueRows(database.read, at(9), 1)).toEqual(rows.slice(0, 1));
  });

  test('gives a failed row again only when its wait is over', async () => {
    const row = await queue('a');
    await database.transaction((tx) => failRow(tx, row, 'No template', at(100)));
    await database.transaction((tx) => failRow(tx, row, 'Still none', at(200)));
    expect(await dueRows(database.read, at(199), 10)).toEqual([]);
    expect(await dueRows(database.read, at(200), 10)).toEqual([
      { ...row, state: 'failed', attempts: 2, error: 'Still none', notBefore: at(200) },
    ]);
  });

  test('keeps nothing waiting when the clock is put back', async () => {
    const [row, other] = [await queue('a'), await queue('b')];
    expect(await dueRows(database.read, at(-60_000), 10)).toEqual([row, other]);
    await database.transaction((tx) => failRow(tx, row, 'No template', at(600_000)));
    expect(await dueRows(database.read, at(0), 10)).toEqual([other]);
    expect(await dueRows(database.read, at(-86_400_000), 10)).toHaveLength(2);
  });

  test('starts afresh when a failed post is changed', async () => {
    const row = await queue('a');
    await database.transaction((tx) => failRow(tx, row, 'No template', at(100)));
    expect(await queue('a', 'publish', at(1))).toMatchObject({
      state: 'queued',
      attempts: 0,
      error: null,
    });
  });
});

describe('a publish', () => {
  test('that is done leaves the outbox and is recorded, once a post', async () => {
    const row = await queue('a', 'publish', at(1));
    expect(await database.transaction((tx) => completeRow(tx, row, done))).toBe(true);
    expect(await listOutbox(database.read)).toEqual([]);
    const publish = { postId: 'a', slug: 'slug-a', queuedAt: at(1), ...done };
    expect(await listPublishes(database.read, 9)).toEqual([publish]);
    const again = await queue('a', 'publish', at(60));
    const later = { renderMs: 3, liveAt: at(70) };
    await database.transaction((tx) => completeRow(tx, again, later));
    expect(await listPublishes(database.read, 9)).toEqual([
      { ...publish, queuedAt: at(60), ...later },
    ]);
  });

  test('never takes away the row of a change that came meanwhile', async () => {
    const old = await queue('a');
    const newer = await queue('a');
    expect(await database.transaction((tx) => completeRow(tx, old, done))).toBe(false);
    await database.transaction((tx) => failRow(tx, old, 'late', at(100)));
    expect(await listOutbox(database.read)).toEqual([newer]);
    expect(await listPublishes(database.read, 9)).toEqual([]);
  });

  test('is forgotten when the page has been removed', async () => {
    const row = await queue('a');
    await database.transaction((tx) => completeRow(tx, row, done));
    const removal = await queue('a', 'remove');
    await database.transaction((tx) => completeRow(tx, removal, done));
    expect(await listPublishes(database.read, 9)).toEqual([]);
    expect(await listOutbox(database.read)).toEqual([]);
  });

  test('is listed newest first', async () => {
    for (const [id, ms] of [
      ['a', 1],
      ['b', 3],
      ['c', 2],
    ] as const) {
      const row = await queue(id);
      await database.transaction((tx) => completeRow(tx, row, { renderMs: 1, liveAt: at(ms) }));
    }
    const ids = (await listPublishes(database.read, 2)).map((row) => row.postId);
    expect(ids).toEqual(['b', 'c']);
  });
});
