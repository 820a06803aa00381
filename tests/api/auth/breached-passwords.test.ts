import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { setSetting } from '../../../db/queries/settings.ts';
import { makeAccount, type TestApp, testApp } from '../../support/app.ts';

const PASSWORD = 'a rather long pass phrase';
const HASH = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase();
const ADA = { username: 'ada', email: 'ada@example.com', password: PASSWORD };

/** Answers in place of Have I Been Pwned. Returns the calls. */
function service(answer: () => Promise<Response>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
}

async function appWithLookup(): Promise<TestApp> {
  const app = await testApp();
  await app.database.transaction((tx) => setSetting(tx, 'owner:checkPwned', 'true'));
  return app;
}

const known = async () => new Response(`00000:1\r\n${HASH.slice(5)}:7\r\nFFFFF:0`);

afterEach(() => vi.restoreAllMocks());

test('a password known from a breach is refused at sign-up and as a new password', async () => {
  const { call, database } = await appWithLookup();
  const calls = service(known);
  const refused = await call('POST /api/auth/signup', { json: ADA });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toMatch(/^Password is known from a data breach/);
  const user = await makeAccount(database);
  const changed = await call(`PUT /api/user/update/${user.id}`, {
    as: user,
    json: { password: PASSWORD },
  });
  expect([changed.status, changed.body.message]).toEqual([400, refused.body.message]);
  const [url, init] = calls.mock.calls[0] ?? [];
  expect(url).toBe(`https://api.pwnedpasswords.com/range/${HASH.slice(0, 5)}`);
  expect(init?.headers).toEqual({ 'Add-Padding': 'true' });
});

test.each([
  ['is in no breach', async () => new Response('00000:1\r\nFFFFF:2')],
  ['is padding of the answer', async () => new Response(`${HASH.slice(5)}:0`)],
  ["can't be looked up", async () => new Response('', { status: 503 })],
  ["can't be looked up in time", () => Promise.reject(new DOMException('late', 'TimeoutError'))],
])('a password that %s is accepted', async (_what, answer) => {
  const { call } = await appWithLookup();
  service(answer);
  expect((await call('POST /api/auth/signup', { json: ADA })).status).toBe(201);
});

test('nothing is looked up unless the owner wants it', async () => {
  const { call } = await testApp();
  const calls = service(known);
  expect((await call('POST /api/auth/signup', { json: ADA })).status).toBe(201);
  expect(calls).not.toHaveBeenCalled();
});
