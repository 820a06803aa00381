import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { storageFault } from '../../../api/http/errors.ts';
import { testApp } from '../../support/app.ts';

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error(`it went wrong at /secret/path`, { cause }), { code });

test.each([
  ['SQLITE_BUSY', 503],
  ['SQLITE_BUSY_SNAPSHOT', 503],
  ['SQLITE_LOCKED', 503],
  ['SQLITE_FULL', 507],
  ['ENOSPC', 507],
  ['EDQUOT', 507],
  ['SQLITE_READONLY', 503],
  ['SQLITE_IOERR_WRITE', 503],
  ['EROFS', 503],
  ['EACCES', 503],
])('%s is a %i, wrapped or not', (code, status) => {
  expect(storageFault(withCode(code))?.statusCode).toBe(status);
  const wrapped = new Error('Failed query', { cause: new Error('x', { cause: withCode(code) }) });
  expect(storageFault(wrapped)?.statusCode).toBe(status);
});

test.each([undefined, 'text', new Error('x'), withCode('ENOENT'), withCode('SQLITE_CONSTRAINT')])(
  'other errors are not storage faults: %s',
  (error) => {
    expect(storageFault(error)).toBeUndefined();
  },
);

test('a full database refuses with a message, and calls work again once there is space', async () => {
  const { services, call, logged } = await testApp();
  const { transaction } = services.database;
  services.database.transaction = () => {
    const full = new SQLite(':memory:');
    full.exec('create table t (x)');
    full.pragma('max_page_count = 2');
    // SQLite's own error, wrapped as Drizzle wraps it.
    try {
      full.prepare('insert into t values (zeroblob(100000))').run();
    } catch (cause) {
      return Promise.reject(new Error('Failed query: insert into users', { cause }));
    } finally {
      full.close();
    }
    throw new Error('It was not full');
  };
  const json = { username: 'ada', email: 'ada@example.com', password: 'a rather long pass phrase' };
  const { status, body } = await call('POST /api/auth/signup', { json });
  expect([status, body.message]).toEqual([507, expect.stringMatching(/^There is no space left/)]);
  expect(JSON.stringify(logged())).toContain('database or disk is full');
  services.database.transaction = transaction;
  expect((await call('POST /api/auth/signup', { json })).status).toBe(201);
});
