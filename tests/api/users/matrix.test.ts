import { describe, expect, test } from 'vitest';
import type { UserRow } from '../../../db/queries/users.ts';
import { type Answer, makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';

/** Who calls. The calls that name an account name the one of `user`, or of the administrator. */
const CALLERS = ['guest', 'user', 'otherUser', 'administrator', 'otherAdministrator'] as const;
type Caller = (typeof CALLERS)[number];
type People = Record<Exclude<Caller, 'guest'>, UserRow>;

interface Row {
  what: string;
  call: (people: People) => [line: string, json?: unknown];
  /** One status a caller, in the order of CALLERS. */
  expected: [number, number, number, number, number];
}

const fresh = { username: 'newcomer', email: 'newcomer@example.com', password: PASSWORD };

const MATRIX: Row[] = [
  {
    what: 'sign up',
    call: () => ['POST /api/auth/signup', fresh],
    expected: [201, 201, 201, 201, 201],
  },
  {
    what: 'sign in',
    call: ({ user }) => ['POST /api/auth/signin', { email: user.email, password: PASSWORD }],
    expected: [200, 200, 200, 200, 200],
  },
  {
    what: 'ask who is signed in',
    call: () => ['GET /api/auth/session'],
    expected: [200, 200, 200, 200, 200],
  },
  {
    what: 'sign out',
    call: () => ['POST /api/user/signout'],
    expected: [200, 200, 200, 200, 200],
  },
  {
    what: 'see a user',
    call: ({ user }) => [`GET /api/user/${user.id}`],
    expected: [200, 200, 200, 200, 200],
  },
  {
    what: 'see nobody',
    call: () => ['GET /api/user/nobody'],
    expected: [404, 404, 404, 404, 404],
  },
  {
    what: 'change a user',
    call: ({ user }) => [`PUT /api/user/update/${user.id}`, { username: 'changed' }],
    expected: [401, 200, 403, 403, 403],
  },
  {
    what: 'change a user with what is not allowed',
    call: ({ user }) => [`PUT /api/user/update/${user.id}`, { username: '<script>' }],
    expected: [401, 400, 403, 403, 403],
  },
  {
    what: 'change an administrator',
    call: ({ administrator }) => [
      `PUT /api/user/update/${administrator.id}`,
      { username: 'changed' },
    ],
    expected: [401, 403, 403, 200, 403],
  },
  {
    what: 'change nobody',
    call: () => ['PUT /api/user/update/nobody', { username: 'changed' }],
    expected: [401, 403, 403, 403, 403],
  },
  {
    what: 'delete a user',
    call: ({ user }) => [`DELETE /api/user/delete/${user.id}`],
    expected: [401, 200, 403, 200, 200],
  },
  {
    what: 'delete an administrator',
    call: ({ administrator }) => [`DELETE /api/user/delete/${administrator.id}`],
    expected: [401, 403, 403, 200, 403],
  },
  {
    what: 'delete nobody',
    call: () => ['DELETE /api/user/delete/nobody'],
    expected: [401, 403, 403, 404, 404],
  },
  {
    what: 'list the users',
    call: () => ['GET /api/user/getusers'],
    expected: [401, 403, 403, 200, 200],
  },
  {
    what: 'list the users with a bad number',
    call: () => ['GET /api/user/getusers?limit=many'],
    expected: [401, 403, 403, 400, 400],
  },
];

async function people({ database }: TestApp): Promise<People> {
  return {
    user: await makeAccount(database),
    otherUser: await makeAccount(database),
    administrator: await makeAccount(database, { isAdmin: true }),
    otherAdministrator: await makeAccount(database, { isAdmin: true }),
  };
}

describe.each(MATRIX)('to $what', ({ call, expected }) => {
  test.each(CALLERS.map((caller, i) => [caller, expected[i]] as const))(
    'as %s gives %i',
    async (caller, status) => {
      const app = await testApp();
      const all = await people(app);
      const [line, json] = call(all);
      const answer: Answer = await app.call(line, {
        json,
        as: caller === 'guest' ? undefined : all[caller],
      });
      expect(answer.status).toBe(status);
      if (answer.status >= 400) {
        expect(answer.body).toEqual({
          success: false,
          statusCode: answer.status,
          message: expect.any(String),
        });
      }
    },
  );
});

test('a guest gets 401 before any other check but that of the origin', async () => {
  const { call } = await testApp();
  const huge = 'x'.repeat(3 * 1024 * 1024);
  const type = { 'Content-Type': 'application/json' };
  const line = 'PUT /api/user/update/nobody';
  expect((await call(line, { body: 'not json' })).status).toBe(401);
  expect((await call(line, { body: '{', headers: type })).status).toBe(401);
  expect((await call(line, { body: huge, headers: type })).status).toBe(401);
  expect((await call(line, { json: {}, headers: { Origin: 'null' } })).status).toBe(403);
  expect((await call('GET /api/user/getusers?startIndex=-1')).status).toBe(401);
});
