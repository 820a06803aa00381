import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../../db/client.ts';
import { insertIdentity, listIdentities } from '../../db/queries/identities.ts';
import { insertPasskey } from '../../db/queries/passkeys.ts';
import { deleteUserSessions, listUserSessions } from '../../db/queries/sessions.ts';
import { countWaysIn, deleteWaysIn } from '../../db/queries/sign-in-methods.ts';
import { findUserByEmail, lockUser, type UserRow } from '../../db/queries/users.ts';
import { type GoogleApp, googleApp, person, TestBrowser } from '../api/providers/support.ts';
import { makeAccount } from '../support/app.ts';

let app: GoogleApp;
beforeEach(async () => {
  app = await googleApp();
});

/** A browser that is signed in to an account. */
async function browserOf(user: UserRow): Promise<TestBrowser> {
  const browser = new TestBrowser(app);
  const [name, value] = (await app.signIn(user)).split('=');
  browser.cookies.take(new Headers({ 'Set-Cookie': `${name}=${value}` }));
  return browser;
}

const link = (userId: string, subject: string) =>
  app.database.transaction((tx) =>
    insertIdentity(tx, { issuer: app.provider.issuer, subject }, userId, new Date()),
  );

async function givePasskey(userId: string) {
  const row = { userId, name: 'Key', counter: 0, transports: '[]', isBackedUp: false };
  const key = { credentialId: userId, publicKey: 'key', createdAt: new Date() };
  return (await app.database.transaction((tx) => insertPasskey(tx, { ...row, ...key }))).id;
}

test('removing all ways to sign in at once leaves one', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await makeAccount(app.database, { passwordHash: null });
    await Promise.all([link(user.id, `a${round}`), link(user.id, `b${round}`)]);
    const passkey = await givePasskey(user.id);
    const { body } = await app.call('GET /api/auth/identities', { as: user });
    const identities = body.identities.map(({ _id }: { _id: string }) => `identities/${_id}`);
    const lines = [...identities, `passkeys/${passkey}`];
    const calls = lines.map((what) => app.call(`DELETE /api/auth/${what}`, { as: user }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 409]);
    expect(await countWaysIn(app.database.read, user.id, [app.provider.issuer])).toBe(1);
  }
});

test('of two accounts that link the same person at once, one gets the link', async () => {
  const ada = person(app.provider);
  const users = [await makeAccount(app.database), await makeAccount(app.database)];
  const browsers = await Promise.all(users.map(browserOf));
  for (const browser of browsers) await browser.popup(ada);
  const json = { provider: 'google' };
  const answers = browsers.map((browser) => browser.call('POST /api/auth/identities', { json }));
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
  const linked = await Promise.all(users.map(({ id }) => listIdentities(app.database.read, id)));
  expect(linked.flat()).toHaveLength(1);
});

test('several first sign-ins of a person at once create one account', async () => {
  for (let round = 0; round < 8; round++) {
    const ada = person(app.provider);
    const browsers = Array.from({ length: 4 }, () => new TestBrowser(app));
    for (const browser of browsers) await browser.popup(ada);
    const answers = await Promise.all(
      browsers.map(async (browser, n) => {
        // The later ones read while the first one writes.
        await wait(n * round);
        return await browser.redeem(ada.email);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.user._id)).size).toBe(1);
  }
});

test('an account is unlinked while its owner signs in with it: no call fails with 500', async () => {
  for (let round = 0; round < 5; round++) {
    const ada = person(app.provider);
    const first = new TestBrowser(app);
    const { user } = (await first.signIn(ada)).body;
    await link(user._id, `second-${round}`);
    const { identities } = (await first.call('GET /api/auth/identities')).body;
    const second = new TestBrowser(app);
    await second.popup(ada);
    const answers = await Promise.all([
      second.redeem(ada.email),
      ...identities.map(({ _id }: { _id: string }) =>
        first.call(`DELETE /api/auth/identities/${_id}`),
      ),
    ]);
    for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status);
    expect(await countWaysIn(app.database.read, user._id, [app.provider.issuer])).toBe(1);
  }
});

/** Runs `call` while a transaction does `work`; what `call` locks waits for the end of it. */
async function during<T>(work: (tx: Db) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const blocking = app.database.transaction(async (tx) => {
    await work(tx);
    begun.resolve();
    await mayEnd.promise;
  });
  await begun.promise;
  const answer = call();
  await wait(300);
  mayEnd.resolve();
  await blocking;
  return await answer;
}

test('someone whose linked account is just being removed by a reset stays out', async () => {
  const stranger = person(app.provider);
  const browser = new TestBrowser(app);
  await browser.signIn(stranger);
  const user = await findUserByEmail(app.database.read, stranger.email ?? '');
  const id = user?.id ?? '';
  await browser.popup(stranger);
  const answer = await during(
    async (tx) => {
      await lockUser(tx, id);
      await deleteUserSessions(tx, id);
      await deleteWaysIn(tx, id);
    },
    () => browser.redeem(stranger.email),
  );
  expect(answer.status).toBe(401);
  expect(await listUserSessions(app.database.read, id)).toEqual([]);
});
