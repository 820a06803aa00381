import { beforeEach, describe, expect, test } from 'vitest';
import { setSetting } from '../../../db/queries/settings.ts';
import type { Answer } from '../../../src/lib/api-types.ts';
import { type SolvedChallenge, solveChallenge } from '../../../src/lib/puzzle.ts';
import { makeAccount, type TestApp, type TestAppOptions, testApp } from '../../support/app.ts';

type App = TestApp & { clock: { advance(ms: number): void } };
const PASSWORD = 'a rather long pass phrase';
const account = (name: string) => ({
  username: name,
  email: `${name}@example.com`,
  password: PASSWORD,
});

async function solved({ call }: App): Promise<SolvedChallenge> {
  const { status, body } = await call('POST /api/auth/signup-challenge');
  expect(status).toBe(200);
  return await solveChallenge(body as Answer<'POST /api/auth/signup-challenge'>, () => {});
}

async function appWithClock(options: TestAppOptions = {}): Promise<App> {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const app = await testApp({ ...options, services: { now } });
  const advance = (ms: number) => {
    aheadMs += ms;
  };
  return { ...app, clock: { advance } };
}

async function alwaysChecked(): Promise<App> {
  const app = await appWithClock();
  await app.database.transaction((tx) => setSetting(tx, 'owner:signUpCheck', '"always"'));
  return app;
}

const signUp = ({ call }: App, name: string, check?: unknown) =>
  call('POST /api/auth/signup', { json: { ...account(name), check } });

describe('the check of sign-ups', () => {
  let app: App;
  beforeEach(async () => {
    app = await alwaysChecked();
  });

  test('the check of sign-ups asks for a solution with status 428, and accepts it', async () => {
    const refused = await signUp(app, 'ada');
    expect(refused.status).toBe(428);
    expect(refused.body).toMatchObject({ success: false, code: 'check_required' });
    expect((await signUp(app, 'ada', await solved(app))).status).toBe(201);
  });

  test('the check of sign-ups accepts a solution once', async () => {
    const check = await solved(app);
    const answers = await Promise.all(
      ['ada', 'bob', 'cleo'].map((name) => signUp(app, name, check)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 428, 428]);
  });

  test('the check of sign-ups uses up the solution of a sign-up with a name that is taken', async () => {
    await makeAccount(app.database, { username: 'ada' });
    const check = await solved(app);
    expect((await signUp(app, 'ada', check)).status).toBe(409);
    expect((await signUp(app, 'bob', check)).status).toBe(428);
  });

  test('the check of sign-ups keeps the solution when the fields are wrong', async () => {
    const check = await solved(app);
    const json = { ...account('ada'), password: 'short', check };
    expect((await app.call('POST /api/auth/signup', { json })).status).toBe(400);
    expect((await signUp(app, 'ada', check)).status).toBe(201);
  });

  test('the check of sign-ups refuses a solution that expired', async () => {
    const check = await solved(app);
    app.clock.advance(10 * 60 * 1000);
    expect((await signUp(app, 'ada', check)).status).toBe(428);
  });

  test('the check of sign-ups refuses wrong solutions and changed challenges', async () => {
    const { challenge, solution } = await solved(app);
    const { parameters } = challenge as unknown as { parameters: Record<string, unknown> };
    const forgeries = [
      { challenge, solution: { ...solution, derivedKey: `00${solution.derivedKey.slice(2)}` } },
      { challenge, solution: { counter: 0, derivedKey: '' } },
      { challenge: { ...challenge, signature: '00' }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      {
        challenge: { ...challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } },
        solution,
      },
    ];
    for (const forgery of forgeries) {
      const { status } = await signUp(app, 'ada', forgery);
      expect([status, forgery]).toEqual([428, forgery]);
    }
  });

  test('the check of sign-ups refuses the solution of another site', async () => {
    const check = await solved(await alwaysChecked());
    await app.call('POST /api/auth/signup-challenge');
    expect((await signUp(app, 'ada', check)).status).toBe(428);
  });

  test.each([[42], ['text'], [{}], [{ challenge: {}, solution: {} }]])(
    'refuses what is no solution: %j',
    async (check) => {
      expect((await signUp(app, 'ada', check)).status).toBe(400);
    },
  );
});

test('sign-ups are checked only after many in an hour', async () => {
  const app = await appWithClock({ limits: { signUpUnchecked: { points: 2, duration: 3600 } } });
  expect((await signUp(app, 'ada')).status).toBe(201);
  expect((await signUp(app, 'bob')).status).toBe(201);
  expect((await signUp(app, 'cleo')).status).toBe(428);
  app.clock.advance(3600 * 1000 + 1);
  expect((await signUp(app, 'cleo')).status).toBe(201);
});

test('the number without a check follows the limit of one address', async () => {
  const app = await appWithClock({ limits: { signUp: { points: 1, duration: 60 } } });
  const from = (n: number) => ({ json: account(`member-${n}`), from: `192.0.2.${n}` });
  for (let n = 1; n <= 5; n++) {
    expect((await app.call('POST /api/auth/signup', from(n))).status).toBe(201);
  }
  const sixth = from(6);
  expect((await app.call('POST /api/auth/signup', sixth)).status).toBe(428);
  app.clock.advance(60_001);
  expect((await app.call('POST /api/auth/signup', sixth)).status).toBe(201);
});

test('challenges are limited per address', async () => {
  const { call } = await testApp({ limits: { signUpChallenge: { points: 1, duration: 3600 } } });
  expect((await call('POST /api/auth/signup-challenge')).status).toBe(200);
  expect((await call('POST /api/auth/signup-challenge')).status).toBe(429);
});
