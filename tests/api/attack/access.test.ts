import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSetting } from '../../../db/queries/settings.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { tally } from '../../support/tally.ts';
import { ACCESS } from './access.ts';
import { CALLERS, type Cast, castFor, expectedStatus, makeCast } from './access-cast.ts';

/** Popups need a provider. None is there, so no request leaves this machine. */
const SETTINGS = {
  SMTP_URL: 'smtp://localhost:9',
  MAIL_FROM: 'noreply@example.com',
  GOOGLE_CLIENT_ID: 'tests',
  GOOGLE_CLIENT_SECRET: 'a secret of the tests',
  GOOGLE_ISSUER: 'http://localhost:9',
  GITHUB_CLIENT_ID: 'tests',
  GITHUB_CLIENT_SECRET: 'a secret of the tests',
  GITHUB_URL: 'http://localhost:9',
};
const attempt = tally();
const MANY = { points: 100_000, duration: 60 };

let app: TestApp;
/** For calls that only read. */
let unchanged: Cast;
beforeAll(async () => {
  const limits = {
    signUp: MANY,
    signUpUnchecked: MANY,
    google: MANY,
    upload: MANY,
    comment: MANY,
    token: MANY,
  };
  const services = { lookupTxt: async () => [] };
  app = await testApp({ services, cleanUp: afterAll, env: SETTINGS, limits });
  await app.database.transaction(async (tx) => {
    await setSetting(tx, 'owner:requireSecondFactor', 'true');
    await setSetting(tx, 'owner:verifyBeforeComment', 'true');
  });
  unchanged = await makeCast(app, 'administrator');
});

describe.each(ACCESS)('to $what ($route)', (row) => {
  const { route, call } = row;
  test.each(CALLERS.map((caller) => [caller, expectedStatus(row, caller)] as const))(
    'as %s returns %i',
    (caller, status) =>
      attempt('calls in every role', async () => {
        const [method] = route.split(' ');
        const isRead = method === 'GET';
        const cast = isRead ? castFor(unchanged, caller) : await makeCast(app, caller, route);
        const [path, json] = call(cast);
        const as = caller === 'guest' ? undefined : cast[caller];
        const answer = await app.call(`${method} ${path}`, { json, as });
        expect(answer.status, JSON.stringify(answer.body)).toBe(status);
        const isPage = answer.headers.get('Content-Type')?.startsWith('text/html');
        if (status >= 400 && !isPage) {
          const { code, ...shape } = answer.body;
          const error = { success: false, statusCode: status, message: expect.any(String) };
          expect(shape).toEqual(error);
          expect(['undefined', 'string']).toContain(typeof code);
        }
      }),
  );
});

test('the table has every route of the API, and each write refuses other sites', async () => {
  const routes = app.app.routes.filter(({ method }) => method !== 'ALL');
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  expect([...new Set(ACCESS.map(({ route }) => route))].sort()).toEqual([...known].sort());
  const cast = await makeCast(app, 'administrator');
  for (const { route, call } of ACCESS) {
    const [method] = route.split(' ');
    if (method === 'GET') continue;
    const [path, json] = call(cast);
    const headers = { Origin: 'https://evil.example' };
    await attempt('changes requested by another site', async () => {
      const as = cast.administrator;
      const { status } = await app.call(`${method} ${path}`, { json, headers, as });
      expect([route, status]).toEqual([route, 403]);
    });
  }
});
