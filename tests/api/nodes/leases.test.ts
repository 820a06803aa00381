import { sql } from 'drizzle-orm';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../../api/http/log.ts';
import { Node } from '../../../api/nodes/node.ts';
import { type Database, openDatabase } from '../../../db/client.ts';
import { LostLeaseError } from '../../../db/queries/leases.ts';
import { runSql } from '../../../db/queries/query.ts';
import { getSetting, setSetting } from '../../../db/queries/settings.ts';
import { testDatabase } from '../../support/database.ts';

afterEach(() => vi.restoreAllMocks());

const log = createLogger('silent');

/** Two nodes, with a connection of their own to one database. */
async function twoNodes(): Promise<{ a: Node; b: Node; database: Database }> {
  const database = await testDatabase();
  const other = await openDatabase(database.url);
  const a = new Node({ database, id: 'node-a', role: 'all', log });
  const b = new Node({ database: other, id: 'node-b', role: 'all', log });
  onTestFinished(async () => {
    await a.stop();
    await b.stop();
    await other.close();
  });
  return { a, b, database };
}

/** As if the holder had been suspended until all its leases expired. */
function expireLeases(database: Database) {
  return database.transaction((tx) => runSql(tx, sql`update leases set expires_at = 0`));
}

const holder = () => ({ onGained: vi.fn(), onLost: vi.fn(async () => undefined) });
const noteOf = (database: Database) => getSetting(database.read, 'note');

test('only one node at a time does work under a lease, and the next one after it', async () => {
  const { a, b } = await twoNodes();
  const work = vi.fn(async () => 'done');
  const outcome = await a.leases.withLease('work', async () => {
    expect(await b.leases.withLease('work', work)).toBeUndefined();
    expect(await a.leases.withLease('work', work), 'not twice on one node').toBeUndefined();
    return 'first';
  });
  expect(outcome).toBe('first');
  expect(work).not.toHaveBeenCalled();
  expect(await b.leases.withLease('work', work)).toBe('done');
});

test('a holder that was suspended has its writes refused, and overwrites nothing', async () => {
  const { a, b, database } = await twoNodes();
  const write = (on: Database, text: string) =>
    on.transaction((tx) => setSetting(tx, 'note', text));
  await a.leases.withLease('work', async (lease) => {
    await write(lease.database, 'before');
    await expireLeases(database);
    await b.leases.withLease('work', async (taken) => {
      expect(taken.token).toBeGreaterThan(lease.token);
      await expect(write(lease.database, 'stale')).rejects.toThrow(LostLeaseError);
      await write(taken.database, 'by the next holder');
    });
    await expect(write(lease.database, 'stale'), 'for good').rejects.toThrow(LostLeaseError);
  });
  expect(await noteOf(database)).toBe('by the next holder');
});

test('work that lost its lease ends without a result', async () => {
  const { a, b, database } = await twoNodes();
  const outcome = await a.leases.withLease('work', async (lease) => {
    await expireLeases(database);
    await b.leases.acquire('work');
    return await lease.database.transaction(async () => 'written');
  });
  expect(outcome).toBeUndefined();
  const held = b.leases.withLease('work', async () => 'twice');
  expect(await held, 'the loser did not release it').toBeUndefined();
});

test('a node that stops releases its leases', async () => {
  const { a, b } = await twoNodes();
  const lease = await a.leases.acquire('work');
  expect(await b.leases.acquire('work')).toBeUndefined();
  await a.stop();
  expect(lease?.isHeld()).toBe(false);
  expect(await b.leases.acquire('work')).toBeDefined();
});

test('a heartbeat renews leases, and finds out which are lost', async () => {
  const { a, b, database } = await twoNodes();
  const lease = await a.leases.acquire('work');
  await expireLeases(database);
  await a.beat();
  expect(await b.leases.acquire('work'), 'renewed by the heartbeat').toBeUndefined();

  await expireLeases(database);
  expect(await b.leases.acquire('work')).toBeDefined();
  expect(lease?.isHeld()).toBe(true);
  await a.beat();
  expect(lease?.isHeld()).toBe(false);
});

test('without a database, a lease expires on its holder when it expires for the others', async () => {
  const { a, database } = await twoNodes();
  const lease = await a.leases.acquire('work');
  const { transaction } = database;
  database.transaction = () => Promise.reject(new Error('gone'));
  await a.beat();
  expect(lease?.isHeld()).toBe(true);
  const start = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => start + 16_000);
  expect(lease?.isHeld(), 'even before the next heartbeat').toBe(false);
  await a.beat();
  database.transaction = transaction;
  expect(await a.leases.acquire('work'), 'no longer held').toBeDefined();
});

test('a lease that a node keeps goes to the next one when that node stops', async () => {
  const { a, b } = await twoNodes();
  const [first, second] = [holder(), holder()];
  a.hold('mail', first);
  await a.beat();
  b.hold('mail', second);
  await b.beat();
  expect([first.onGained.mock.calls.length, second.onGained.mock.calls.length]).toEqual([1, 0]);
  await a.stop();
  expect(first.onLost).toHaveBeenCalledOnce();
  await b.beat();
  expect(second.onGained).toHaveBeenCalledOnce();
});

test('a node that was suspended learns that another one took the lease it kept', async () => {
  const { a, b, database } = await twoNodes();
  const [first, second] = [holder(), holder()];
  a.hold('mail', first);
  await a.beat();
  await expireLeases(database);
  b.hold('mail', second);
  await b.beat();
  expect(second.onGained).toHaveBeenCalledOnce();
  await a.beat();
  expect(first.onLost).toHaveBeenCalledOnce();
  expect(first.onGained.mock.calls[0]?.[0].isHeld()).toBe(false);
});

test('a restarted node takes its own lease at once', async () => {
  const { a, database } = await twoNodes();
  const lease = await a.leases.acquire('work');
  const restarted = new Node({ database, id: 'node-a', role: 'all', log });
  onTestFinished(() => restarted.stop());
  expect((await restarted.leases.acquire('work'))?.token).toBe((lease?.token ?? 0) + 1);
});
