import { expect, test } from 'vitest';
import { createSessions } from '../../../api/access/sessions.ts';
import { pageGuard } from '../../../api/auth/page-guard.ts';
import type { Db } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { makeAccount, type TestApp, testApp } from '../../support/app.ts';

const SECRET = 'postgres://inkwell:hunter2@db.internal/blog';

/** As Drizzle wraps it: the message has the SQL and its values. */
function refused(): Error {
  const cause = Object.assign(new Error('connect ECONNREFUSED 192.0.2.7:5432'), {
    code: 'ECONNREFUSED',
  });
  return new Error(`Failed query: select * from sessions\nparams: secret-hash,${SECRET}`, {
    cause,
  });
}

/** From now on, every use of the database fails. Returns the number of uses so far. */
function loseDatabase({ services: { database } }: TestApp, error: () => Error = refused) {
  let uses = 0;
  const fail = () => {
    uses++;
    throw error();
  };
  database.read = new Proxy(database.read, { get: fail }) as Db;
  database.transaction = async () => fail();
  database.ping = async () => fail();
  return () => uses;
}

const CALLS = [
  'GET /api/health',
  'GET /api/auth/session',
  'GET /api/post/getposts',
  'GET /api/comment/getPostComments/0123456789abcdef01234567',
  'GET /api/user/0123456789abcdef01234567',
  'GET /api/stats',
  'GET /api/publish/status',
  'POST /api/auth/signin',
  'PUT /api/comment/likeComment/0123456789abcdef01234567',
  'GET /post/a-post/comments.xml',
];

test.each(CALLS)('%s is 503 with Retry-After while the database is gone', async (line) => {
  const app = await testApp();
  const cookie = await app.signIn(await makeAccount(app.database, { role: 'administrator' }));
  loseDatabase(app);
  const answer = await app.call(line, {
    headers: { Cookie: cookie },
    ...(line.startsWith('POST') && { json: { email: 'ada@example.com', password: 'a password' } }),
  });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(JSON.stringify(answer.body)).toContain('Please try again in a moment.');
  expect(JSON.stringify(answer.body)).not.toMatch(/select|hunter2|ECONNREFUSED/);
});

test.each([
  ['refused', refused],
  ['over its deadline', () => new DatabaseUnavailableError('The database did not answer in time')],
  [
    'restarting',
    () => Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  ],
  ['kept by another process', () => Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })],
])('a database that is %s is a 503', async (_how, error) => {
  const app = await testApp();
  loseDatabase(app, error);
  expect((await app.call('GET /api/post/getposts')).status).toBe(503);
});

test('one error line a second counts the others, and holds no SQL and no values', async () => {
  const app = await testApp();
  await new Promise((wait) => setTimeout(wait, 1100));
  loseDatabase(app);
  const errors = () => app.logged().filter(({ level }) => level === 50);
  const start = performance.now();
  for (let n = 0; n < 20; n++) await app.call('GET /api/post/getposts');
  await new Promise((wait) => setTimeout(wait, 1100));
  await app.call('GET /api/post/getposts');
  const seconds = (performance.now() - start) / 1000;
  expect(errors().length).toBeGreaterThan(1);
  expect(errors().length).toBeLessThanOrEqual(1 + seconds);
  const reason = expect.stringContaining('ECONN');
  expect(errors()).toEqual(errors().map(() => expect.objectContaining({ reason })));
  // The first line counts those of earlier tests.
  const [, ...later] = errors();
  const suppressed = later.reduce((sum, line) => sum + Number(line.suppressed), 0);
  expect(errors().length + suppressed).toBe(21);
  expect(JSON.stringify(app.logged())).not.toMatch(/select|secret-hash|hunter2/);
  const requests = app.logged().filter(({ msg }) => msg === 'request');
  expect(requests).toHaveLength(21);
});

test('a call without a session cookie asks for no session, and health asks once', async () => {
  const app = await testApp();
  const uses = loseDatabase(app);
  expect((await app.call('GET /api/auth/session')).body).toEqual({ user: null });
  expect(uses()).toBe(0);
  await app.call('GET /api/health', { headers: { Cookie: 'inkwell_session=x' } });
  expect(uses()).toBe(1);
});

test('a guarded page is refused too, and not taken for one of a guest', async () => {
  const app = await testApp();
  const cookie = await app.signIn(await makeAccount(app.database));
  loseDatabase(app);
  const guard = pageGuard(createSessions(app.services), { https: false });
  await expect(guard('/dashboard', cookie, '/dashboard')).rejects.toThrow();
  expect(await guard('/dashboard', undefined, '/dashboard')).toMatchObject({ location: '/signin' });
});

test('health is 503 while the pages are more than 30 seconds behind, and says so', async () => {
  const app = await testApp();
  app.publisher.behindMs = () => 30_000;
  expect((await app.call('GET /api/health')).status).toBe(200);
  app.publisher.behindMs = () => 42_400;
  const { status, body, headers } = await app.call('GET /api/health');
  expect([status, headers.has('Retry-After')]).toEqual([503, true]);
  expect(body.message).toBe('The pages of this server are 42 seconds behind.');
});
