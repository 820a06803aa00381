import { describe, expect, test } from 'vitest';
import { ensureAdmin } from '../../../api/auth/ensure-admin.ts';
import { countAdmins, findUserByEmail } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { makeUser } from '../../support/database.ts';

async function setUp(env: Record<string, string> = {}) {
  const app = await testApp({ env });
  const signIn = async (email: string, password: string) =>
    (await app.call('POST /api/auth/signin', { json: { email, password } })).body;
  return { ...app, begin: app.signIn, signIn, ensure: () => ensureAdmin(app.services) };
}

describe('at the first start', () => {
  test('without ADMIN_* admin@example.com is made, with a random password that is told once', async () => {
    const { ensure, signIn } = await setUp();
    const first = await ensure();
    expect(first?.email).toBe('admin@example.com');
    expect(first?.password).toMatch(/^[\w-]{22}$/);
    const { user } = await signIn('admin@example.com', first?.password ?? '');
    expect(user).toMatchObject({ username: 'admin', isAdmin: true });
    expect(await ensure()).toBeNull();
    expect((await (await setUp()).ensure())?.password).not.toBe(first?.password);
  });

  test('the administrator of ADMIN_* is made, and nothing is told', async () => {
    const { ensure, signIn } = await setUp({
      ADMIN_EMAIL: 'Owner@Example.com',
      ADMIN_PASSWORD: PASSWORD,
      ADMIN_USERNAME: 'owner',
    });
    expect(await ensure()).toBeNull();
    const { user } = await signIn('owner@example.com', PASSWORD);
    expect(user).toMatchObject({ username: 'owner', email: 'owner@example.com', isAdmin: true });
  });

  test('a name that is taken gets a number', async () => {
    const { ensure, signIn, database } = await setUp();
    await makeUser(database, { username: 'Admin' });
    const { user } = await signIn('admin@example.com', (await ensure())?.password ?? '');
    expect(user.username).toBe('admin-2');
  });
});

describe('with accounts but no administrator', () => {
  test('the account of ADMIN_EMAIL is promoted and keeps its password', async () => {
    const { ensure, signIn, database } = await setUp({ ADMIN_EMAIL: 'owner@example.com' });
    const owner = await makeAccount(database, { email: 'owner@example.com' });
    expect(await ensure()).toBeNull();
    const { user } = await signIn('owner@example.com', PASSWORD);
    expect(user).toMatchObject({ _id: owner.id, isAdmin: true });
  });

  test('with ADMIN_PASSWORD whoever registered that email before is out', async () => {
    const { ensure, signIn, call, begin, database } = await setUp({
      ADMIN_EMAIL: 'owner@example.com',
      ADMIN_PASSWORD: 'only the owner knows this',
    });
    const squatter = await makeAccount(database, { email: 'owner@example.com' });
    const Cookie = await begin(squatter);
    await ensure();
    expect((await call('GET /api/auth/session', { headers: { Cookie } })).body.user).toBeNull();
    expect((await signIn('owner@example.com', PASSWORD)).statusCode).toBe(401);
    const { user } = await signIn('owner@example.com', 'only the owner knows this');
    expect(user.isAdmin).toBe(true);
  });

  test('an account that only signs in with Google gets a password, which is told', async () => {
    const { ensure, signIn, database } = await setUp({ ADMIN_EMAIL: 'owner@example.com' });
    await makeUser(database, { email: 'owner@example.com', passwordHash: null });
    const first = await ensure();
    expect((await signIn('owner@example.com', first?.password ?? '')).user.isAdmin).toBe(true);
  });

  test('somebody else’s admin@example.com is not left with the old password', async () => {
    const { ensure, signIn, database } = await setUp();
    await makeAccount(database, { email: 'admin@example.com' });
    const first = await ensure();
    expect((await signIn('admin@example.com', PASSWORD)).statusCode).toBe(401);
    expect((await signIn('admin@example.com', first?.password ?? '')).user.isAdmin).toBe(true);
  });
});

test('with an administrator nothing is made or changed', async () => {
  const { ensure, database } = await setUp({
    ADMIN_EMAIL: 'other@example.com',
    ADMIN_PASSWORD: PASSWORD,
  });
  await makeUser(database, { isAdmin: true });
  expect(await ensure()).toBeNull();
  expect(await countAdmins(database.read)).toBe(1);
  expect(await findUserByEmail(database.read, 'other@example.com')).toBeUndefined();
});
