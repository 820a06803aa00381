import { afterEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../../api/ratelimit/limits.ts';
import { type Answer, makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { tally } from '../../support/tally.ts';

// Hundreds of passwords are hashed here, at their real cost.

const attack = tally();
const EMAIL = 'ada@example.com';
const TEN = { points: 10, duration: 3600 };
const HOME = '2001:db8:aaaa::1';

afterEach(() => {
  vi.useRealTimers();
});

async function setUp(limits = {}) {
  const app = await testApp({ limits });
  const user = await makeAccount(app.database, { email: EMAIL });
  return { app, user };
}

interface Attempt {
  password?: string;
  email?: string;
  from?: string;
  cookie?: string;
}

function signIn(app: TestApp, { password = PASSWORD, email = EMAIL, from, cookie }: Attempt) {
  return app.call('POST /api/auth/signin', {
    json: { email, password },
    headers: cookie === undefined ? {} : { Cookie: cookie },
    from: from ?? HOME,
  });
}

/** Signs in like a browser. Returns the cookie that it keeps at sign-out. */
async function browserOf(app: TestApp, from = HOME, email = EMAIL): Promise<string> {
  const { status, headers } = await signIn(app, { from, email });
  expect(status).toBe(200);
  return deviceCookie(headers);
}

function deviceCookie(headers: Headers): string {
  const cookie = headers.getSetCookie().find((line) => line.startsWith('inkwell_device='));
  return cookie?.split(';')[0] ?? '';
}

/** `count` /64 networks, each in its own /48. */
const networks = (count: number) =>
  Array.from({ length: count }, (_, n) => `2001:db8:${(n + 1).toString(16)}:1::1`);

async function flood(app: TestApp, sources: string[], email: string | ((n: number) => string)) {
  const wrong = (from: string, n: number) =>
    signIn(app, {
      from,
      password: `wrong ${n}`,
      email: typeof email === 'string' ? email : email(n),
    });
  const answers: Answer[] = [];
  // In portions: the hashing queue has room for 256.
  for (let n = 0; n < sources.length; n += 130) {
    const portion = sources.slice(n, n + 130);
    answers.push(...(await Promise.all(portion.map((from, at) => wrong(from, n + at)))));
  }
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  return { looked: count(401), refused: count(429), answers };
}

describe('260 wrong passwords from 260 IPv6 networks', () => {
  test.each([
    ['an account', EMAIL, 100, {}],
    ['an unknown email', 'nobody@example.com', 10, { signInAccount: TEN }],
  ])(
    'for %s: only the first are looked at, and the others get a 429',
    (_what, email, max, limits) =>
      attack(
        'wrong passwords of one account from many networks',
        async () => {
          const { app } = await setUp(limits);
          const { looked, refused, answers } = await flood(app, networks(260), email);
          expect([looked, refused]).toEqual([max, 260 - max]);
          const held = answers.find(({ status }) => status === 429);
          expect(held?.body.message).toMatch(
            /^Too many failed sign-ins\. Please try again in (60|59) minutes\.$/,
          );
          // Right or wrong, from any network: a browser that never signed in to the account waits.
          const stranger = await signIn(app, { from: '203.0.113.9', email });
          expect(stranger.status).toBe(429);
          expect(stranger.headers.get('Set-Cookie')).toBeNull();
        },
        260,
      ),
  );

  test('leave the owner’s browser its own budget', () =>
    attack('lockouts of the owner by other people’s failures', async () => {
      const { app } = await setUp({ signInAccount: TEN });
      const cookie = await browserOf(app);
      await flood(app, networks(30), EMAIL);
      expect((await signIn(app, { cookie, password: 'a typo' })).status).toBe(401);
      const entered = await signIn(app, { cookie });
      expect(entered.status).toBe(200);
      // From another network too, and with the cookie that it has now.
      const later = { cookie: deviceCookie(entered.headers), from: '198.51.100.77' };
      expect((await signIn(app, later)).status).toBe(200);
      // Its budget is limited too, which doesn't affect other browsers.
      for (let n = 0; n < 10; n++) await signIn(app, { ...later, password: `typo ${n}` });
      expect((await signIn(app, later)).status).toBe(429);
    }));

  test('don’t stop a signed-in owner from reauthenticating', () =>
    attack('lockouts of the owner by other people’s failures', async () => {
      const { app, user } = await setUp({ signInAccount: { points: 3, duration: 3600 } });
      await flood(app, networks(4), EMAIL);
      const json = { password: PASSWORD };
      const confirmed = await app.call('POST /api/auth/reauthenticate', { as: user, json });
      expect(confirmed.status).toBe(200);
    }));

  test('wrong passwords from 260 IPv6 networks are checked again after an hour', async () => {
    const { app } = await setUp({ signInAccount: { points: 2, duration: 3600 } });
    await flood(app, networks(3), EMAIL);
    const from = '203.0.113.9';
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * 60_000 });
    expect((await signIn(app, { from })).status).toBe(429);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
    expect((await signIn(app, { from })).status).toBe(200);
  });
});

describe('a device cookie', () => {
  const few = { signInAccount: { points: 1, duration: 3600 } };

  test('a device cookie is HttpOnly, lasts a year, is set at every sign-in and kept at sign-out', async () => {
    const { app } = await setUp();
    const { headers } = await signIn(app, {});
    const [session, device] = headers.getSetCookie();
    expect(session).toMatch(/^inkwell_session=/);
    expect(device).toMatch(/^inkwell_device=[\w-]{43}; /);
    const parts = device?.split('; ') ?? [];
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=31536000']) {
      expect(parts).toContain(part);
    }
    expect(parts).not.toContain('Secure');
    const Cookie = `${session?.split(';')[0]}; ${device?.split(';')[0]}`;
    const out = await app.call('POST /api/user/signout', { headers: { Cookie } });
    expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(/^inkwell_session=;/)]);
    const rows = await app.database.read.query.devices.findMany();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(deviceCookie(headers).split('=')[1]);
  });

  test('over https is Secure', async () => {
    const app = await testApp({ env: { SITE_URL: 'https://blog.example.com' } });
    await makeAccount(app.database, { email: EMAIL });
    const { headers } = await signIn(app, {});
    expect(headers.getSetCookie()[1]).toMatch(/^inkwell_device=.*; Secure/);
  });

  test('a device cookie of one account doesn’t open another one', () =>
    attack('device cookies of other accounts', async () => {
      const { app } = await setUp(few);
      await makeAccount(app.database, { email: 'eve@example.com' });
      const cookie = await browserOf(app, HOME, 'eve@example.com');
      await flood(app, networks(1), EMAIL);
      expect((await signIn(app, { cookie })).status).toBe(429);
      expect((await signIn(app, { cookie: 'inkwell_device=made-up' })).status).toBe(429);
      expect((await signIn(app, { cookie, email: 'eve@example.com' })).status).toBe(200);
    }));

  test('a device cookie that an attacker planted in the owner’s browser is useless', () =>
    attack('planted device cookies', async () => {
      const { app } = await setUp(few);
      await makeAccount(app.database, { email: 'eve@example.com' });
      const planted = await browserOf(app, HOME, 'eve@example.com');
      const owners = deviceCookie((await signIn(app, { cookie: planted })).headers);
      expect(owners).not.toBe(planted);
      await flood(app, networks(1), EMAIL);
      expect((await signIn(app, { cookie: planted })).status).toBe(429);
      // One browser knows several accounts.
      expect((await signIn(app, { cookie: owners })).status).toBe(200);
      expect((await signIn(app, { cookie: owners, email: 'eve@example.com' })).status).toBe(200);
    }));

  test('a device cookie that has expired but wasn’t cleaned up yet is replaced', async () => {
    const { app } = await setUp();
    const cookie = await browserOf(app);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 366 * 24 * 3600_000 });
    const answer = await signIn(app, { cookie });
    expect(answer.status).toBe(200);
    expect(deviceCookie(answer.headers)).toMatch(/^inkwell_device=[\w-]{43}$/);
    expect(deviceCookie(answer.headers)).not.toBe(cookie);
    expect(await app.database.read.query.devices.findMany()).toHaveLength(1);
  });

  test('a device cookie lasts a year after the last sign-in', async () => {
    const { app } = await setUp(few);
    const cookie = await browserOf(app);
    const day = 24 * 3600_000;
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + 300 * day });
    await flood(app, networks(1), EMAIL);
    expect((await signIn(app, { cookie })).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: start + 600 * day });
    await flood(app, networks(1), EMAIL);
    expect((await signIn(app, { cookie })).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: start + 966 * day });
    await flood(app, networks(1), EMAIL);
    expect((await signIn(app, { cookie })).status).toBe(429);
  });
});

describe('IPv6 networks of one owner', () => {
  test('IPv6 networks of one owner can fail 150 times an hour per /56 and 300 times per /48', () => {
    expect(DEFAULT_LIMITS.signInNetwork56).toEqual({ points: 150, duration: 3600 });
    expect(DEFAULT_LIMITS.signInNetwork48).toEqual({ points: 300, duration: 3600 });
  });

  const nobody = (n: number) => `nobody-${n}@example.com`;

  test.each([
    ['/56', 15, (n: number) => `2001:db8:7:${(0x4200 + n).toString(16)}::1`, '4300'],
    ['/48', 30, (n: number) => `2001:db8:7:${(n * 0x333).toString(16)}::1`, 'ffff'],
  ])('of a %s count together', (size, limit, addressOf, other) =>
    attack(
      `wrong passwords of many accounts from one ${size}`,
      async () => {
        const { app } = await setUp({
          signInNetwork56: { points: 15, duration: 3600 },
          signInNetwork48: { points: 30, duration: 3600 },
        });
        const sources = Array.from({ length: limit + 20 }, (_, n) => addressOf(n));
        const { looked, refused } = await flood(app, sources, nobody);
        expect([looked, refused]).toEqual([limit, 20]);
        const neighbor = await signIn(app, { from: `2001:db8:7:${other}::1` });
        expect(neighbor.status).toBe(size === '/56' ? 200 : 429);
        expect((await signIn(app, { from: '2001:db8:8::1' })).status).toBe(200);
      },
      limit + 20,
    ),
  );
});
