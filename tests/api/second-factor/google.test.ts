import { expect, test } from 'vitest';
import { findUserByEmail } from '../../../db/queries/users.ts';
import { makeAccount } from '../../support/app.ts';
import { addPasskey, signInWith } from '../passkeys/support.ts';
import { googleApp, person, TestBrowser } from '../providers/support.ts';
import { codeOf, turnOn } from './support.ts';

async function makeSite() {
  const app = await googleApp();
  return { app, clock: { now: app.services.now, pass: app.pass } };
}

test('signing in with Google takes a code, too', async () => {
  const { app, clock } = await makeSite();
  const ada = person(app.provider);
  await new TestBrowser(app).signIn(ada);
  const user = await findUserByEmail(app.database.read, ada.email ?? '');
  if (!user) throw new Error('no account');
  const { secret } = await turnOn(app, user, clock);

  const browser = new TestBrowser(app);
  const asked = await browser.signIn(ada);
  expect([asked.status, asked.body.code]).toEqual([401, 'second_factor']);
  expect(await browser.whoAmI()).toBeNull();
  // The proof from Google is used up.
  expect((await browser.redeem(ada.email ?? '')).body.code).toBeUndefined();
  const json = { code: codeOf(secret, clock) };
  expect((await browser.call('POST /api/auth/second-factor', { json })).status).toBe(200);
  expect(await browser.whoAmI()).toMatchObject({ _id: user.id });
});

test("a stranger's passkeys and codes go when the owner of the email arrives", async () => {
  const { app, clock } = await makeSite();
  const ada = person(app.provider);
  const stranger = await makeAccount(app.database, { email: ada.email });
  const passkey = await addPasskey({ app, user: stranger });
  await turnOn(app, stranger, clock);
  expect((await signInWith(app, passkey)).status).toBe(200);

  const browser = new TestBrowser(app);
  const answer = await browser.signIn(ada);
  expect([answer.status, answer.body.user._id]).toEqual([200, stranger.id]);
  expect((await signInWith(app, passkey)).status).toBe(401);
  const { body } = await browser.call('GET /api/auth/second-factor');
  expect(body).toEqual({ totp: false, recoveryCodes: 0, passkeys: 0, missing: false });
});
