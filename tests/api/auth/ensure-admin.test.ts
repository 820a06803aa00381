import { describe, expect, test } from 'vitest';
import { createFirstPassword, ensureAdmin } from '../../../api/auth/ensure-admin.ts';
import { countAdmins, findUserByEmail } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { makeUser } from '../../support/database.ts';

async function setUp(env: Record<string, string> = {}) {
  const app = await testApp({ env });
  const signIn = async (email: string, password: string) =>
    (await app.call('POST /api/auth/signin', { json: { email, password } })).body;
  const ensure = async () => {
    await ensureAdmin(app.services);
    return await createFirstPassword(app.services);
  };
  return { ...app, begin: app.signIn, signIn, ensure };
}

describe('at the first start', () => {
  test('the first start without ADMIN_* creates admin@example.com and returns its random password once', async () => {
    const { ensure, signIn } = await setUp();
    const first = await ensure();
    expect(first?.email).toBe('admin@example.com');
    expect(first?.password).toMatch(/^[\w-]{22}$/);
    const { user } = await signIn('admin@example.com', first?.password ?? '');
    expect(user).toMatchObject({ username: 'admin', isAdmin: true });
    expect(await ensure()).toBeNull();
    expect((await (await setUp()).ensure())?.password).not.toBe(first?.password);
  });

  test('generates the password in the next start if the first one was killed before that', async () => {
    const { services, ensure, signIn } = await setUp();
    await ensureAdmin(services);
    const second = await ensure();
    const { user } = await signIn('admin@example.com', second?.password ?? '');
    expect(user.isAdmin).toBe(true);
    expect(await ensure()).toBeNull();
  });

  test('the first start with ADMIN_* creates that administrator and returns no password', async () => {
    const { ensure, signIn } = await setUp({
      ADMIN_EMAIL: 'Owner@Example.com',
      ADMIN_PASSWORD: PASSWORD,
      ADMIN_USERNAME: 'owner',
    });
    expect(await ensure()).toBeNull();
    const { user } = await signIn('owner@example.com', PASSWORD);
    expect(user).toMatchObject({ username: 'owner', email: 'owner@example.com', isAdmin: true });
  });

  test('adds a number to a username that is taken', async () => {
    const { ensure, signIn, database } = await setUp();
    await makeUser(database, { username: 'Admin' });
    const { user } = await signIn('admin@example.com', (await ensure())?.password ?? '');
    expect(user.username).toBe('admin-2');
  });
});

describe('with accounts but no administrator', () => {
  test('promotes the account of ADMIN_EMAIL, which keeps its password', async () => {
    const { ensure, signIn, database } = await setUp({ ADMIN_EMAIL: 'owner@example.com' });
    const owner = await makeAccount(database, { email: 'owner@example.com' });
    expect(await ensure()).toBeNull();
    const { user } = await signIn('owner@example.com', PASSWORD);
    expect(user).toMatchObject({ _id: owner.id, isAdmin: true });
  });

  test('a start with ADMIN_PASSWORD locks out the person who registered that email before', async () => {
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

  test('gives an account that only signs in with Google a password, and returns it', async () => {
    const { ensure, signIn, database } = await setUp({ ADMIN_EMAIL: 'owner@example.com' });
    await makeUser(database, { email: 'owner@example.com', passwordHash: null });
    const first = await ensure();
    expect((await signIn('owner@example.com', first?.password ?? '')).user.isAdmin).toBe(true);
  });

  test('replaces the password of another person’s admin@example.com', async () => {
    const { ensure, signIn, database } = await setUp();
    await makeAccount(database, { email: 'admin@example.com' });
    const first = await ensure();
    expect((await signIn('admin@example.com', PASSWORD)).statusCode).toBe(401);
    expect((await signIn('admin@example.com', first?.password ?? '')).user.isAdmin).toBe(true);
  });
});

test('changes nothing when there is an administrator', async () => {
  const { ensure, database } = await setUp({
    ADMIN_EMAIL: 'other@example.com',
    ADMIN_PASSWORD: PASSWORD,
  });
  await makeAccount(database, { role: 'administrator' });
  expect(await ensure()).toBeNull();
  expect(await countAdmins(database.read)).toBe(1);
  expect(await findUserByEmail(database.read, 'other@example.com')).toBeUndefined();
});
