import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { insertDevice } from '../../../db/queries/devices.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { tally } from '../../support/tally.ts';

// Passwords are hashed here at their real cost.

const attack = tally();
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('320 password changes of one user at once: two run, and others can sign in', () =>
  attack(
    'password changes that fill the hashing queue',
    async () => {
      const { call, database, signIn } = await testApp();
      const eve = await makeAccount(database);
      const ada = await makeAccount(database);
      const headers = { Cookie: await signIn(eve) };
      const changes = Array.from({ length: 320 }, (_, n) =>
        call(`PUT /api/user/update/${eve.id}`, {
          headers,
          json: { password: `long and new ${n}` },
        }),
      );
      const confirmations = Array.from({ length: 20 }, () =>
        call('POST /api/auth/reauthenticate', { headers, json: { password: PASSWORD } }),
      );
      const entries = Array.from({ length: 5 }, () =>
        call('POST /api/auth/signin', { json: { email: ada.email, password: PASSWORD } }),
      );
      expect(count(await Promise.all(entries), 200)).toBe(5);
      const answers = await Promise.all([...changes, ...confirmations]);
      expect(count(answers, 503)).toBe(0);
      expect(count(answers, 200)).toBeLessThanOrEqual(4);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('Retry-After'))).toBe(2);
    },
    340,
  ));

test('300 sign-ins from one address: another address waits for one of them', () =>
  attack(
    'sign-ins from one network that fill the hashing queue',
    async () => {
      const { call, database } = await testApp();
      await makeAccount(database, { email: 'ada@example.com' });
      const json = { email: 'ada@example.com', password: PASSWORD };
      let done = 0;
      // Networks of one /48, which is one place in the queue.
      const many = Array.from({ length: 300 }, async (_, n) => {
        const from = `2001:db8:1:${n.toString(16)}::1`;
        const { status } = await call('POST /api/auth/signin', { json, from });
        if (status === 200) done++;
        return status;
      });
      const honest = await call('POST /api/auth/signin', { json, from: '203.0.113.9' });
      expect(honest.status).toBe(200);
      expect(done).toBeLessThan(50);
      const statuses = await Promise.all(many);
      expect(new Set(statuses)).toEqual(new Set([200, 503]));
    },
    300,
  ));

test(
  'sign-ins from more networks than fit the queue: a known browser gets in',
  { tags: 'long' },
  () =>
    attack(
      'sign-ins from many networks that fill the hashing queue',
      async () => {
        const { call, database } = await testApp();
        await makeAccount(database, { email: 'ada@example.com' });
        const json = { email: 'ada@example.com', password: PASSWORD };
        const { headers } = await call('POST /api/auth/signin', { json });
        const Cookie = headers.getSetCookie()[1]?.split(';')[0] ?? '';
        const strangers = Array.from({ length: 300 }, (_, n) =>
          call('POST /api/auth/signin', {
            json: { email: `nobody-${n}@example.com`, password: PASSWORD },
            from: `198.51.${n >> 8}.${n & 255}`,
          }),
        );
        const known = await call('POST /api/auth/signin', { json, headers: { Cookie } });
        expect(known.status).toBe(200);
        expect(count(await Promise.all(strangers), 503)).toBeGreaterThan(0);
      },
      300,
    ),
);

test(
  'many browsers of a few accounts: another account’s known browser gets in',
  { tags: 'long' },
  () =>
    attack(
      'sign-ins of known browsers that fill the hashing queue',
      async () => {
        const app = await testApp();
        const attackers = await Promise.all(
          Array.from({ length: 6 }, () => makeAccount(app.database)),
        );
        const owner = await makeAccount(app.database);
        const signIn = (user: { email: string }, Cookie = '') =>
          app.call('POST /api/auth/signin', {
            json: { email: user.email, password: PASSWORD },
            headers: { Cookie },
          });
        const device = async (user: { email: string }) =>
          (await signIn(user)).headers.getSetCookie()[1]?.split(';')[0] ?? '';
        const own = await device(owner);
        // As many devices as an account may have, without the time to sign in with each.
        const flood = attackers.flatMap((user) =>
          Array.from({ length: 50 }, async () => {
            const id = randomBytes(32).toString('base64url');
            const idHash = createHash('sha256').update(id).digest('hex');
            const expiresAt = new Date(Date.now() + 60_000);
            const row = { idHash, userId: user.id, expiresAt, createdAt: new Date() };
            await app.database.transaction((tx) => insertDevice(tx, row));
            return signIn(user, `inkwell_device=${id}`);
          }),
        );
        await wait(200);
        expect((await signIn(owner, own)).status).toBe(200);
        await Promise.all(flood);
      },
      300,
    ),
);

test('a password can be changed 20 times an hour', () =>
  attack(
    'password changes of one user in an hour',
    async () => {
      const { call, database, signIn } = await testApp({
        limits: { passwordChange: { points: 2, duration: 3600 } },
      });
      const user = await makeAccount(database);
      const headers = { Cookie: await signIn(user) };
      const change = (n: number) =>
        call(`PUT /api/user/update/${user.id}`, {
          headers,
          json: { password: `long and new ${n}` },
        });
      expect([(await change(1)).status, (await change(2)).status]).toEqual([200, 200]);
      const held = await change(3);
      expect(held.status).toBe(429);
      expect(held.body.message).toBe('Too many password changes. Please try again in 60 minutes.');
      // Everything else of the account can still be changed.
      const renamed = await call(`PUT /api/user/update/${user.id}`, {
        headers,
        json: { username: 'renamed' },
      });
      expect(renamed.status).toBe(200);
    },
    3,
  ));
