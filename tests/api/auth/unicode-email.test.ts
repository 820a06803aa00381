import { expect, test } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { createAccount, findAccount } from '../../../cli/accounts.ts';
import { findUserByEmail } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { lastMail, mailApp, queueOf } from '../mail/support.ts';

// Passwords are hashed here at their real cost.

const password = 'a rather long pass phrase';

test.each([
  ['user@例え.jp', 'user@xn--r8jz45g.jp'],
  ['  User@MÜNCHEN.de ', 'user@xn--mnchen-3ya.de'],
  ['user@mu\u0308nchen.de', 'user@xn--mnchen-3ya.de'],
  ['user@пример.рф', 'user@xn--e1afmkfd.xn--p1ai'],
  ['user@例え。jp', 'user@xn--r8jz45g.jp'],
  ['user@xn--r8jz45g.jp', 'user@xn--r8jz45g.jp'],
])('a user with the email %s signs up and in, and it is stored as %s', async (email, stored) => {
  const { call, database } = await testApp();
  const json = { username: 'ada', email, password };
  expect((await call('POST /api/auth/signup', { json })).status).toBe(201);
  expect((await findUserByEmail(database.read, stored))?.email).toBe(stored);
  for (const form of [email, stored, email.toUpperCase()]) {
    const answer = await call('POST /api/auth/signin', { json: { email: form, password } });
    expect([answer.status, answer.body.user.email]).toEqual([200, stored]);
  }
  const again = { ...json, username: 'bob', email: email.toLowerCase() };
  expect((await call('POST /api/auth/signup', { json: again })).status).toBe(409);
});

test.each(['用户@例え.jp', 'user@例え', 'user@', `user@${'ü'.repeat(300)}.de`, 'ü.de'])(
  'the email %s is refused',
  async (email) => {
    const { call } = await testApp();
    const json = { username: 'ada', email, password };
    expect((await call('POST /api/auth/signup', { json })).status).toBe(400);
  },
);

test('a user can change the email to one with a Unicode domain', async () => {
  const { call, database } = await testApp();
  const user = await makeAccount(database);
  const json = { email: 'new@münchen.de', currentPassword: PASSWORD };
  const { status, body } = await call(`PUT /api/user/update/${user.id}`, { json, as: user });
  expect([status, body.email]).toEqual([200, 'new@xn--mnchen-3ya.de']);
});

test('the command line and ADMIN_EMAIL accept a Unicode domain', async () => {
  const { database, services } = await testApp();
  const context = { database, now: services.now };
  const account = { username: 'ada', email: 'ada@münchen.de', role: 'author' } as const;
  await createAccount(context, account);
  expect((await findAccount(database.read, 'ADA@münchen.de')).username).toBe('ada');
  const { admin } = loadEnv({ ADMIN_EMAIL: ' Root@münchen.de' });
  expect(admin.email).toBe('root@xn--mnchen-3ya.de');
});

test('a user whose email has a Unicode domain can reset a forgotten password', async () => {
  const app = await mailApp();
  const stored = 'ada@xn--mnchen-3ya.de';
  const user = await makeAccount(app.database, { email: stored });
  const email = 'Ada@münchen.de';
  await app.call('POST /api/auth/forgot-password', { json: { email } });
  expect(await queueOf(app)).toMatchObject([{ kind: 'reset-password', to: stored }]);
  const { code } = await lastMail(app, 'reset-password');
  const json = { email, code, password };
  expect((await app.call('POST /api/auth/reset-password', { json })).status).toBe(200);
  expect((await findUserByEmail(app.database.read, email))?.id).toBe(user.id);
});
