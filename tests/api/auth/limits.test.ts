import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';

// Hundreds of passwords are hashed here, at their real cost.

const HOME = '192.0.2.1';
const MINUTE = 60_000;

/** Advances the clock without waiting. */
function pass(ms: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

afterEach(() => {
  vi.useRealTimers();
});

async function setUp() {
  const app = await testApp();
  await makeAccount(app.database, { email: 'ada@example.com' });
  return app;
}

const attempt = (
  { call }: TestApp,
  password: string,
  { from = HOME, email = 'ada@example.com' } = {},
) => call('POST /api/auth/signin', { json: { email, password }, from });

async function fail(app: TestApp, times: number, options: { from?: string; email?: string } = {}) {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await attempt(app, `wrong ${i}`, options)).status);
  return seen;
}

describe('failed sign-ins', () => {
  test('ten in 15 minutes are answered; then even the right password gets 429 with the time to wait', async () => {
    const app = await setUp();
    expect(await fail(app, 10)).toEqual(Array(10).fill(401));
    const held = await attempt(app, PASSWORD);
    expect(held.status).toBe(429);
    expect(held.body.message).toMatch(
      /^Too many failed sign-ins\. Please try again in 1[45] minutes\.$/,
    );
    const seconds = Number(held.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    pass(seconds * 1000);
    expect((await attempt(app, PASSWORD)).status).toBe(200);
  });

  test('failed sign-ins of one account don’t limit another account or another address', async () => {
    const app = await setUp();
    await makeAccount(app.database, { email: 'grace@example.com' });
    await fail(app, 10);
    expect((await attempt(app, PASSWORD, { email: 'grace@example.com' })).status).toBe(200);
    expect((await attempt(app, PASSWORD, { from: '198.51.100.7' })).status).toBe(200);
  });

  test('count for an unknown email too', async () => {
    const app = await setUp();
    const eve = { email: 'eve@example.com' };
    expect(await fail(app, 10, eve)).toEqual(Array(10).fill(401));
    expect((await attempt(app, PASSWORD, eve)).status).toBe(429);
    expect((await attempt(app, PASSWORD, { email: ' EVE@Example.com' })).status).toBe(429);
  });

  test('50 from one address limit it for every account', async () => {
    const app = await setUp();
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => fail(app, 1, { email: `nobody${i}@example.com` })),
    );
    expect((await attempt(app, PASSWORD)).status).toBe(429);
    expect((await attempt(app, PASSWORD, { from: '198.51.100.7' })).status).toBe(200);
  });

  test('100 in an hour from anywhere close the account to unknown browsers', async () => {
    const app = await setUp();
    const { headers } = await attempt(app, PASSWORD);
    const device = headers.getSetCookie()[1]?.split(';')[0] ?? '';
    await Promise.all(
      Array.from({ length: 99 }, (_, i) => fail(app, 1, { from: `198.51.100.${i}` })),
    );
    const clean = { from: '203.0.113.9' };
    expect((await attempt(app, PASSWORD, clean)).status).toBe(200);
    await fail(app, 1, { from: '198.51.100.99' });
    expect((await attempt(app, PASSWORD, clean)).status).toBe(429);
    const known = await app.call('POST /api/auth/signin', {
      json: { email: 'ada@example.com', password: PASSWORD },
      headers: { Cookie: device },
      from: '198.51.100.3',
    });
    expect(known.status).toBe(200);
    pass(61 * MINUTE);
    expect((await attempt(app, PASSWORD, clean)).status).toBe(200);
  });

  test('failed sign-ins are reset by the right password', async () => {
    const app = await setUp();
    for (let round = 0; round < 3; round++) {
      expect(await fail(app, 9)).toEqual(Array(9).fill(401));
      expect((await attempt(app, PASSWORD)).status).toBe(200);
    }
  });

  test('double the wait each time, up to an hour', async () => {
    const app = await setUp();
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      await fail(app, 10);
      const held = await attempt(app, PASSWORD);
      const seconds = Number(held.headers.get('Retry-After'));
      waits.push(Math.ceil((seconds / MINUTE) * 1000));
      pass(seconds * 1000 + 1000);
    }
    expect(waits).toEqual([15, 30, 60, 60]);
    expect((await attempt(app, PASSWORD)).status).toBe(200);
  });

  test('a burst of 200 at once gets ten answers', async () => {
    const app = await setUp();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => attempt(app, `wrong ${i}`)),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([10, 190]);
    expect(
      answers.every(({ status, headers }) => status !== 429 || headers.has('Retry-After')),
    ).toBe(true);
  });

  test('right passwords all get in, even many at once', async () => {
    const app = await setUp();
    const answers = await Promise.all(Array.from({ length: 60 }, () => attempt(app, PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
  });

  test('failed sign-ins get 503 at once when the queue is full', async () => {
    const app = await setUp();
    const answers = await Promise.all(Array.from({ length: 300 }, () => attempt(app, PASSWORD)));
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]?.headers.get('Retry-After')).toBe('2');
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300 - busy.length);
    expect((await attempt(app, PASSWORD)).status).toBe(200);
  });

  test('failed sign-ins are counted in the database without emails', async () => {
    const app = await setUp();
    await fail(app, 1);
    const rows = await app.database.read.query.rateLimits.findMany();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('ada');
  });
});

describe('the client address', () => {
  const forwarded = (app: TestApp, header: string) =>
    app.call('POST /api/auth/signin', {
      json: { email: 'ada@example.com', password: 'wrong' },
      headers: { 'X-Forwarded-For': header },
    });
  const limits = { signInAccountAddress: { points: 1, duration: 60 } };

  test('the client address is the socket’s; X-Forwarded-For is ignored without a trusted proxy', async () => {
    const app = await testApp({ limits });
    expect((await forwarded(app, '203.0.113.1')).status).toBe(401);
    expect((await forwarded(app, '203.0.113.2')).status).toBe(429);
  });

  test('the client address is the entry of the outermost trusted proxy; entries to the left are ignored', async () => {
    const app = await testApp({ limits, env: { TRUST_PROXY: '2' } });
    expect((await forwarded(app, '1.1.1.1, 203.0.113.1, 10.0.0.1')).status).toBe(401);
    expect((await forwarded(app, '2.2.2.2, 203.0.113.1, 10.0.0.1')).status).toBe(429);
    expect((await forwarded(app, '1.1.1.1, 203.0.113.2:4711, 10.0.0.1')).status).toBe(401);
    expect((await forwarded(app, '203.0.113.2, 10.0.0.9')).status).toBe(429);
  });

  test('the client address is the /64 network of an IPv6 address', async () => {
    const app = await testApp({ limits });
    const from = (address: string) => attempt(app, 'wrong', { from: address });
    expect((await from('2001:db8:1:2::1')).status).toBe(401);
    expect((await from('2001:db8:1:2:ffff:1:2:3')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(401);
    expect((await from('::ffff:203.0.113.5')).status).toBe(401);
    expect((await from('203.0.113.5')).status).toBe(429);
  });
});
