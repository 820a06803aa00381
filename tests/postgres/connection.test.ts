import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { withDatabaseBudget } from '../../db/deadline.ts';
import { asUnavailable, DatabaseUnavailableError } from '../../db/errors.ts';
import { allRows, runSql } from '../../db/queries/query.ts';
import { getSetting, setSetting } from '../../db/queries/settings.ts';
import { insertUser } from '../../db/queries/users.ts';
import { testDatabase } from '../support/database.ts';
import { expectWithin } from '../support/timing.ts';
import { type Postgres, query, startPostgres } from './server.ts';

describe('a database server that stops answering', () => {
  let postgres: Postgres;
  let database: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase(await postgres.createDatabase('blog'));
    await database.migrate();
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  /** Runs calls at once. Returns their errors, and how long the last one took. */
  async function calls(count: number) {
    const start = performance.now();
    const errors = await Promise.all(
      Array.from({ length: count }, () =>
        withDatabaseBudget(async () => await getSetting(database.read, 'a')).then(
          () => undefined,
          (error: unknown) => asUnavailable(error)?.message ?? error,
        ),
      ),
    );
    return { errors, ms: performance.now() - start };
  }

  /** Resolves when a call succeeds. */
  async function untilBack(): Promise<void> {
    const start = performance.now();
    while ((await calls(1)).errors[0] !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expectWithin(performance.now() - start, 10_000);
  }

  test('paused: calls end within the deadline, and work again after it', async () => {
    await calls(10);
    postgres.pause();
    onTestFinished(() => postgres.resume());
    for (let round = 0; round < 2; round++) {
      const { errors, ms } = await calls(15);
      expect(errors).not.toContain(undefined);
      expect(errors.every((error) => typeof error === 'string')).toBe(true);
      expect(ms).toBeGreaterThan(2_500);
      expectWithin(ms, 10_000);
    }
    postgres.resume();
    await untilBack();
    expect((await calls(20)).errors).toEqual(Array(20).fill(undefined));
  });

  test.each(['fast', 'immediate'] as const)(
    'shut down (%s): refused at once, back at once',
    async (mode) => {
      await calls(10);
      await postgres.shutDown(mode);
      const { errors, ms } = await calls(5);
      expect(errors.every((error) => typeof error === 'string')).toBe(true);
      expect(errors.join()).not.toContain('not-a-secret');
      expectWithin(ms, 10_000);
      await postgres.start();
      await untilBack();
    },
  );
});

/**
 * Passes connections on to the port of `url`. Ends the first one in the same packet in which the
 * server says that the connection is ready. Returns the URL to use instead.
 */
async function endFirstWhenReady(url: string): Promise<string> {
  const target = new URL(url);
  const port = Number(target.port);
  let isFirst = true;
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    const endsIt = isFirst;
    isFirst = false;
    server.on('data', (data) => {
      const isReady = endsIt && data.subarray(-READY.length).equals(READY);
      if (isReady) client.end(Buffer.concat([data, SHUTDOWN]));
      else client.write(data);
    });
    client.pipe(server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  target.port = String((proxy.address() as AddressInfo).port);
  return target.href;
}

/** See https://www.postgresql.org/docs/current/protocol-message-formats.html */
const message = (type: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};
const READY = message('Z', 'I');
const SHUTDOWN = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

test('a connection that ends as soon as it is ready is replaced', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const database = await openDatabase(
    await endFirstWhenReady(await postgres.createDatabase('blog')),
  );
  onTestFinished(() => database.close());
  await database.ping();
});

test('a transaction that waits for a lock ends with the budget, and the next one works', async () => {
  const database = await testDatabase();
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = database.transaction(async (tx) => {
    await setSetting(tx, 'a', 'first');
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const waiting = withDatabaseBudget(
    () => database.transaction((tx) => setSetting(tx, 'a', 'second')),
    300,
  );
  await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailableError);
  held.resolve();
  await holder;
  await database.transaction((tx) => setSetting(tx, 'b', 'third'));
  expect(await getSetting(database.read, 'a')).toBe('first');
  expect(await getSetting(database.read, 'b')).toBe('third');
});

test("an owner's tool that reads in an open transaction, as pg_dump does, blocks no write", async () => {
  const database = await testDatabase();
  const tool = await openDatabase(database.url, { readOnly: true });
  onTestFinished(() => tool.close());
  await tool.atOneInstant(async (db) => {
    expect(await getSetting(db, 'a')).toBeUndefined();
    await withDatabaseBudget(
      () => database.transaction((tx) => setSetting(tx, 'a', 'written')),
      8_000,
    );
    expect(await getSetting(db, 'a'), 'what the tool sees').toBeUndefined();
  });
  expect(await getSetting(database.read, 'a')).toBe('written');
});

test('waiting for a connection counts, and the connection is not lost', async () => {
  const database = await testDatabase();
  const held = Promise.withResolvers<void>();
  const holders = Array.from({ length: 10 }, () =>
    database.transaction(async (tx) => {
      await getSetting(tx, 'a');
      await held.promise;
    }),
  );
  const waiting = withDatabaseBudget(() => getSetting(database.read, 'a'), 200);
  await expect(waiting).rejects.toSatisfy((error) => asUnavailable(error) !== undefined);
  held.resolve();
  await Promise.all(holders);
  expect(
    await Promise.all(Array.from({ length: 20 }, () => getSetting(database.read, 'a'))),
  ).toEqual(Array(20).fill(undefined));
});

test('statements after the end of a failed transaction do not run', async () => {
  const database = await testDatabase();
  let late: Promise<unknown> | undefined;
  const failing = database.transaction(async (tx) => {
    late = new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
      setSetting(tx, 'late', 'x'),
    );
    late.catch(() => undefined);
    throw new Error('Stop');
  });
  await expect(failing).rejects.toThrow('Stop');
  await expect(late).rejects.toThrow();
  expect(await getSetting(database.read, 'late')).toBeUndefined();
});

test('a transaction with a failed statement throws, even if its error is ignored', async () => {
  const database = await testDatabase();
  const careless = database.transaction(async (tx) => {
    await setSetting(tx, 'a', 'x');
    await runSql(tx, sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(careless).rejects.toThrow('nothing was written');
  expect(await getSetting(database.read, 'a')).toBeUndefined();
});

test('work runs again after a conflict, and sees what the other has written', async () => {
  const database = await testDatabase();
  let runs = 0;
  const increments = Array.from({ length: 5 }, () =>
    database.transaction(async (tx) => {
      runs++;
      const known = await getSetting(tx, 'counter');
      if (known !== undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
      await runSql(tx, sql`insert into settings values ('counter', '1')`);
    }),
  );
  await Promise.all(increments);
  expect(runs).toBeGreaterThan(5);
});

test('errors have neither the values of a statement nor the password', async () => {
  const database = await testDatabase();
  const now = new Date();
  const user = { username: 'ann', email: 'ann@secret.example', createdAt: now, updatedAt: now };
  await database.transaction((tx) => insertUser(tx, user));
  const errors = await Promise.all([
    database.transaction((tx) => insertUser(tx, user)).catch((error) => error),
    allRows(database.read, sql`select ${'ann@secret.example'}::int`).catch((error) => error),
    openDatabase(database.url.replace('postgres:', 'mysql:')).catch((error) => error),
  ]);
  for (const error of errors) {
    expect(error).toBeInstanceOf(Error);
    const parts = [];
    for (let at = error; at instanceof Error; at = at.cause) parts.push(at.stack, { ...at });
    const shown = JSON.stringify(parts);
    expect(shown).not.toContain('not-a-secret');
    expect(shown.match(/secret\.example/g)?.length ?? 0).toBeLessThanOrEqual(
      // PostgreSQL quotes a value that it can't convert.
      error === errors[1] ? 4 : 0,
    );
  }
});

test('connections have an application name', async () => {
  const database = await testDatabase();
  await database.ping();
  const names = await query<{ name: string }>(
    database.url,
    'select application_name as name from pg_stat_activity where datname = current_database()',
  );
  expect(names.map(({ name }) => name)).toContain('inkwell');
});

test("the server's default isolation level does not matter", async () => {
  const database = await testDatabase();
  const { pathname } = new URL(database.url);
  await query(
    database.url,
    `alter database "${pathname.slice(1)}" set default_transaction_isolation = serializable`,
  );
  const levels = await database.transaction((tx) =>
    allRows<{ transaction_isolation: string }>(tx, sql`show transaction_isolation`),
  );
  expect(levels).toEqual([{ transaction_isolation: 'read committed' }]);
});

test('the server ends a transaction whose process stands still', async () => {
  const database = await testDatabase();
  const limits = await database.transaction((tx) =>
    allRows(tx, sql`select current_setting('idle_in_transaction_session_timeout') as idle`),
  );
  expect(limits).toEqual([{ idle: '10s' }]);
});

describe('connections that the server has closed', () => {
  /** Ends all connections of a database but the one that asks, and waits up to 10 s for each. */
  const closeAll = ({ url }: { url: string }) =>
    query(
      url,
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

  test('connections that the server has closed are replaced: the next reads and writes succeed', async () => {
    const database = await testDatabase();
    for (let n = 0; n < 10; n++) {
      await Promise.all(Array.from({ length: 10 }, () => database.ping()));
      await closeAll(database);
      const write = database.transaction((tx) => setSetting(tx, 'round', String(n)));
      const reads = Array.from({ length: 5 }, () => getSetting(database.read, 'round'));
      await Promise.all([write, ...reads]);
      expect(await getSetting(database.read, 'round')).toBe(String(n));
    }
  });

  test('a transaction whose connection the server closes runs again, once', async () => {
    const database = await testDatabase();
    let runs = 0;
    await database.transaction(async (tx) => {
      runs++;
      await setSetting(tx, `run ${runs}`, 'written');
      if (runs === 1) await closeAll(database);
      await setSetting(tx, 'end', 'written');
    });
    expect(runs).toBe(2);
    expect(await getSetting(database.read, 'run 1')).toBeUndefined();
    expect(await getSetting(database.read, 'run 2')).toBe('written');
  });
});
