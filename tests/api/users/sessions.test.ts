import { beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../../api/contract/users.ts';
import { insertSession } from '../../../db/queries/sessions.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const MINUTE_MS = 60_000;

let app: TestApp;
let user: UserRow;
let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  app = await testApp({ services: { now: () => new Date(Date.now() + ahead) } });
  user = await makeAccount(app.database);
});

/** Signs in for real. Returns the `Cookie` header. */
async function signIn(from = '192.0.2.77', userAgent = FIREFOX, who = user): Promise<string> {
  const json = { email: who.email, password: PASSWORD };
  const headers = { 'User-Agent': userAgent };
  const answer = await app.call('POST /api/auth/signin', { json, headers, from });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const list = async (Cookie: string, from = '192.0.2.77'): Promise<Session[]> =>
  (await app.call('GET /api/user/sessions', { headers: { Cookie }, from })).body.sessions;
const isSignedIn = async (Cookie: string) =>
  (await app.call('GET /api/auth/session', { headers: { Cookie } })).body.user !== null;

describe('GET /api/user/sessions', () => {
  test('GET /api/user/sessions lists browser, range of the address and times, this session first', async () => {
    const own = await signIn();
    ahead = 1000;
    await signIn('2001:db8:1:2::3', 'curl/8.0');
    const sessions = await list(own);
    expect(sessions).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        current: true,
        browser: 'Firefox on Linux',
        network: '192.0.2.0/24',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
      expect.objectContaining({ current: false, network: '2001:db8:1::/48' }),
    ]);
  });

  test('GET /api/user/sessions shows one time for the start and the first use of a session', async () => {
    let time = Date.now();
    app = await testApp({ services: { now: () => new Date(time++) } });
    user = await makeAccount(app.database);
    const [session] = await list(await signIn());
    expect(session?.lastUsedAt).toBe(session?.createdAt);
  });

  test('GET /api/user/sessions has neither the secret of a session nor its hash', async () => {
    const own = await signIn();
    const text = JSON.stringify(await list(own));
    expect(text).not.toContain(own.split('=')[1]);
    expect(Object.keys((await list(own))[0] ?? {})).not.toContain('idHash');
  });

  test('GET /api/user/sessions records the last use every 15 minutes, from where it was', async () => {
    const own = await signIn();
    const [before] = await list(own);
    ahead = 14 * MINUTE_MS;
    expect(await list(own, '198.51.100.9')).toEqual([before]);
    ahead = 16 * MINUTE_MS;
    const [after] = await list(own, '198.51.100.9');
    expect(after?.network).toBe('198.51.100.0/24');
    expect(Date.parse(after?.lastUsedAt ?? '')).toBeGreaterThan(
      Date.parse(before?.lastUsedAt ?? '') + 15 * MINUTE_MS,
    );
  });

  test('GET /api/user/sessions leaves out sessions that have expired, and those of others', async () => {
    await signIn('192.0.2.1', FIREFOX, await makeAccount(app.database));
    const own = await signIn();
    const at = new Date(Date.now() - MINUTE_MS);
    const expired = { idHash: 'x', userId: user.id, expiresAt: at, provenAt: at, createdAt: at };
    await app.database.transaction((tx) => insertSession(tx, expired));
    expect(await list(own)).toHaveLength(1);
  });
});

describe('DELETE /api/user/sessions/{id}', () => {
  test('ends another session of one’s own at once, and records it', async () => {
    const [own, other] = [await signIn(), await signIn()];
    const target = (await list(own)).find(({ current }) => !current);
    const headers = { Cookie: own };
    const answer = await app.call(`DELETE /api/user/sessions/${target?._id}`, { headers });
    expect([answer.status, answer.body.message]).toEqual([200, 'The session has ended.']);
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
    const { body } = await app.call('GET /api/user/events', { headers });
    expect(body.events).toMatchObject([
      { action: 'session.end', subject: user.id, details: { browser: 'Firefox on Linux' } },
    ]);
  });

  test('signs out with the current one', async () => {
    const own = await signIn();
    const [current] = await list(own);
    const headers = { Cookie: own };
    const answer = await app.call(`DELETE /api/user/sessions/${current?._id}`, { headers });
    expect(answer.headers.get('Set-Cookie')).toContain('Max-Age=0');
    expect(await isSignedIn(own)).toBe(false);
  });

  test('finds neither sessions of others nor hashes: 404', async () => {
    const stranger = await makeAccount(app.database);
    const theirs = await signIn('192.0.2.1', FIREFOX, stranger);
    const [session] = await list(theirs);
    const headers = { Cookie: await signIn() };
    for (const id of [session?._id, '']) {
      const { status } = await app.call(`DELETE /api/user/sessions/${id || '%20'}`, { headers });
      expect(status).toBe(404);
    }
    expect(await isSignedIn(theirs)).toBe(true);
  });
});

test('DELETE /api/user/sessions ends all sessions but this one', async () => {
  const others = [await signIn(), await signIn()];
  const own = await signIn();
  const answer = await app.call('DELETE /api/user/sessions', { headers: { Cookie: own } });
  expect(answer.body).toMatchObject({ success: true, ended: 2 });
  expect(await Promise.all([own, ...others].map(isSignedIn))).toEqual([true, false, false]);
});
