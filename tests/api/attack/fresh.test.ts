import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { tally } from '../../support/tally.ts';
import { testClock } from '../second-factor/support.ts';
import { ACCESS } from './access.ts';
import { makeCast } from './access-cast.ts';

/** The calls that can take over or copy an account, so they need a proof of identity. */
const NEEDS_PROOF = [
  'DELETE /api/auth/identities/:id',
  'DELETE /api/auth/passkeys/:id',
  'DELETE /api/auth/second-factor/totp',
  'DELETE /api/user/delete/:userId',
  'GET /api/backups/:name',
  'GET /api/user/export',
  'POST /api/auth/identities',
  'POST /api/auth/passkeys',
  'POST /api/auth/passkeys/begin',
  'POST /api/auth/second-factor/recovery-codes',
  'POST /api/auth/second-factor/totp',
  'POST /api/auth/second-factor/totp/begin',
  'POST /api/imports',
  'POST /api/imports/publish',
  'POST /api/user/invite',
  'POST /api/user/invite/:id',
  'PUT /api/user/role/:userId',
  'PUT /api/user/update/:userId',
];
const attempt = tally();
const MANY = { points: 100_000, duration: 60 };
const GOOGLE = {
  GOOGLE_CLIENT_ID: 'tests',
  GOOGLE_CLIENT_SECRET: 'a secret of the tests',
  GOOGLE_ISSUER: 'http://localhost:9',
};

const clock = testClock();
let app: TestApp;
beforeAll(async () => {
  const limits = { signUp: MANY, upload: MANY, token: MANY };
  const services = { now: clock.now, lookupTxt: async () => [] };
  app = await testApp({ services, cleanUp: afterAll, env: GOOGLE, limits });
});

/** As if the browser had asked for a new passkey. */
const ASKED = `inkwell_passkey_add=${'x'.repeat(43)}`;

/** Makes a call with a session whose proof of identity is too old. */
async function callLate(
  row: (typeof ACCESS)[number],
  who: 'user' | 'administrator',
  more?: object,
) {
  const cast = await makeCast(app, who, row.route);
  const Cookie = await app.signIn(cast[who]);
  clock.pass(31 * 60_000);
  const [path, json] = row.call(cast);
  const given: Record<string, unknown> = {
    // A change of the name needs no proof.
    'PUT /api/user/update/:userId': { email: `${cast.fresh}@example.com` },
    'POST /api/auth/second-factor/totp': { code: '123456' },
  };
  const sent = given[row.route] ?? json;
  const all = more ? { ...(sent as object), ...more } : sent;
  const [method] = row.route.split(' ');
  return await app.call(`${method} ${path}`, {
    json: all,
    headers: { Cookie: `${Cookie}; ${ASKED}` },
  });
}

test('exactly these calls need a proof of identity', async () => {
  const asked = new Set<string>();
  for (const row of ACCESS) {
    if (row.route.includes('/github')) continue;
    for (const who of ['user', 'administrator'] as const) {
      const { body } = await callLate(row, who);
      if (body?.code === 'reauthenticate') asked.add(row.route);
    }
  }
  expect([...asked].sort()).toEqual(NEEDS_PROOF);
});

const WRITES = NEEDS_PROOF.filter((route) => !route.startsWith('GET'));
test.each(WRITES)('%s takes the current password, and refuses a wrong one', (route) =>
  attempt('calls without a proof of identity', async () => {
    const rows = ACCESS.filter((row) => row.route === route);
    for (const row of rows) {
      for (const who of ['user', 'administrator'] as const) {
        const late = await callLate(row, who);
        if (late.body?.code !== 'reauthenticate') continue;
        const wrong = await callLate(row, who, { currentPassword: 'not the password' });
        expect([wrong.status, wrong.body.message]).toEqual([403, expect.stringContaining('wrong')]);
        const right = await callLate(row, who, { currentPassword: PASSWORD });
        expect([200, 201, 202, 400, 401, 404, 409]).toContain(right.status);
        expect(right.body.code).not.toBe('reauthenticate');
      }
    }
  }),
);
