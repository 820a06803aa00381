import { describe, expect, test } from 'vitest';
import { findOrCreateAccount } from '../../../api/auth/providers/find-or-create-account.ts';
import { resetPassword } from '../../../cli/accounts.ts';
import { findUserById } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, SITE, type TestApp, testApp } from '../../support/app.ts';
import { lastMail, mailApp, queueOf } from '../mail/support.ts';

const verify = (app: TestApp, token: string) =>
  app.call('POST /api/auth/verify-email', { json: { token } });
const undo = (app: TestApp, token: string) =>
  app.call('POST /api/auth/undo-email-change', { json: { token } });

async function signedUp(app: TestApp) {
  const json = {
    username: 'new-member',
    email: "o'brien+blog@mail.example.com",
    password: PASSWORD,
  };
  expect((await app.call('POST /api/auth/signup', { json })).status).toBe(201);
  const mail = await lastMail(app, 'verify-email');
  const { body } = await app.call('POST /api/auth/signin', { json });
  return { json, mail, id: String(body.user._id) };
}

/** A member with a proven email who has asked for another one. */
async function changing(app: TestApp, newEmail = 'new@example.com') {
  const user = await makeAccount(app.database, { emailVerified: true });
  const line = `PUT /api/user/update/${user.id}`;
  const { body, status } = await app.call(line, { json: { email: newEmail }, as: user });
  expect(status).toBe(200);
  return { user, body, newEmail, line };
}

const current = (app: TestApp, id: string) => findUserById(app.database.read, id);

describe('after a sign-up', () => {
  test('a mail asks to confirm the email, and its link works once', async () => {
    const app = await mailApp();
    const { json, mail, id } = await signedUp(app);
    expect(mail).toMatchObject({ to: json.email, username: json.username });
    expect((await verify(app, mail.token)).status).toBe(200);
    expect(await current(app, id)).toMatchObject({ emailVerified: true });
    expect((await verify(app, mail.token)).body).toMatchObject({
      code: 'bad_token',
      message: 'This link was already used.',
    });
  });

  test('a sign-up without mail queues nothing, and everything works as before', async () => {
    const app = await testApp();
    const json = { username: 'member', email: 'member@example.com', password: PASSWORD };
    const { body } = await app.call('POST /api/auth/signup', { json });
    expect(body).toEqual({ success: true, message: 'Account created. Please sign in.' });
    expect(await queueOf(app)).toEqual([]);
    const user = await makeAccount(app.database);
    const line = `PUT /api/user/update/${user.id}`;
    const changed = await app.call(line, { json: { email: 'next@example.com' }, as: user });
    expect(changed.body).toMatchObject({ email: 'next@example.com', pendingEmail: null });
    const { status, body: refusal } = await app.call('POST /api/auth/verify-email/send', {
      as: user,
    });
    expect({ status, code: refusal.code }).toEqual({ status: 503, code: 'no_mail' });
  });

  test('the link can be sent again, three times an hour, and not once it is confirmed', async () => {
    const app = await mailApp();
    const { id } = await signedUp(app);
    const as = await current(app, id);
    for (let n = 0; n < 5; n++) {
      expect((await app.call('POST /api/auth/verify-email/send', { as })).status).toBe(202);
    }
    expect(await queueOf(app)).toHaveLength(3);
    await verify(app, (await lastMail(app, 'verify-email')).token);
    expect((await app.call('POST /api/auth/verify-email/send', { as })).status).toBe(409);
    expect((await app.call('POST /api/auth/verify-email/send')).status).toBe(401);
  });
});

describe('a change of the email', () => {
  test('waits for its proof, and the old address is told at once', async () => {
    const app = await mailApp();
    const { user, body, newEmail } = await changing(app);
    expect(body).toMatchObject({ email: user.email, pendingEmail: newEmail, emailVerified: true });
    expect(await queueOf(app)).toMatchObject([
      { kind: 'email-change', to: user.email, newEmail },
      { kind: 'confirm-new-email', to: newEmail },
    ]);
    const { token } = await lastMail(app, 'confirm-new-email');
    expect((await verify(app, token)).status).toBe(200);
    expect(await current(app, user.id)).toMatchObject({
      email: newEmail,
      emailVerified: true,
      pendingEmail: null,
    });
  });

  test('a change of the email can be canceled, which ends its link', async () => {
    const app = await mailApp();
    const { user, line } = await changing(app);
    const { token } = await lastMail(app, 'confirm-new-email');
    const { body } = await app.call(line, { json: { pendingEmail: null }, as: user });
    expect(body).toMatchObject({ email: user.email, pendingEmail: null });
    expect((await verify(app, token)).body.code).toBe('bad_token');
  });

  test('a change of the email is refused at the end when someone else has the address by then', async () => {
    const app = await mailApp();
    const { user, newEmail } = await changing(app);
    const { token } = await lastMail(app, 'confirm-new-email');
    await makeAccount(app.database, { email: newEmail });
    expect((await verify(app, token)).status).toBe(409);
    expect(await current(app, user.id)).toMatchObject({ email: user.email });
  });

  test('a change of the email can be undone before the proof: sessions and password end', async () => {
    const app = await mailApp();
    const { user } = await changing(app);
    const cookie = await app.signIn(user);
    const { token } = await lastMail(app, 'email-change');
    const proof = await lastMail(app, 'confirm-new-email');
    expect((await undo(app, token)).status).toBe(200);
    expect(await current(app, user.id)).toMatchObject({
      email: user.email,
      pendingEmail: null,
      passwordHash: null,
    });
    const { body } = await app.call('GET /api/auth/session', { headers: { Cookie: cookie } });
    expect(body.user).toBeNull();
    expect((await verify(app, proof.token)).body.code).toBe('bad_token');
    expect((await undo(app, token)).body.message).toBe('This link was already used.');
  });

  test('a change of the email can be undone for 7 days after it, and the thief cannot undo the undoing', async () => {
    let now = new Date();
    const app = await mailApp({ services: { now: () => now } });
    const { user, line } = await changing(app, 'thief@example.com');
    const { token } = await lastMail(app, 'email-change');
    await verify(app, (await lastMail(app, 'confirm-new-email')).token);
    const changed = await current(app, user.id);
    await app.call(line, { json: { email: 'thief2@example.com' }, as: changed });
    const second = await lastMail(app, 'email-change');
    expect(second.to).toBe('thief@example.com');
    now = new Date(now.getTime() + 6 * 24 * 60 * 60_000);
    expect((await undo(app, token)).status).toBe(200);
    expect(await current(app, user.id)).toMatchObject({ email: user.email, passwordHash: null });
    expect((await undo(app, second.token)).body.code).toBe('bad_token');
    expect(await current(app, user.id)).toMatchObject({ email: user.email });
  });

  test('a thief can’t end the owner’s link by undoing a change of their own', async () => {
    const app = await mailApp();
    const { user, line } = await changing(app, 'thief@example.com');
    const owner = await lastMail(app, 'email-change');
    await verify(app, (await lastMail(app, 'confirm-new-email')).token);
    const json = { email: 'thief2@example.com' };
    await app.call(line, { json, as: await current(app, user.id) });
    const thief = await lastMail(app, 'email-change');
    expect(thief.to).toBe('thief@example.com');
    expect((await undo(app, thief.token)).status).toBe(200);
    expect(await current(app, user.id)).toMatchObject({ email: 'thief@example.com' });
    expect((await undo(app, owner.token)).status).toBe(200);
    expect(await current(app, user.id)).toMatchObject({ email: user.email, passwordHash: null });
  });

  test('an older link ends all younger ones, also of changes within the same millisecond', async () => {
    const at = new Date();
    const app = await mailApp({ services: { now: () => at } });
    const { user, line } = await changing(app, 'first@example.com');
    const tokens = [await lastMail(app, 'email-change')];
    for (const email of ['second@example.com', 'third@example.com']) {
      await app.call(line, { json: { email }, as: user });
      tokens.push(await lastMail(app, 'email-change'));
    }
    const codes: unknown[] = [];
    for (const n of [1, 2, 0]) codes.push((await undo(app, tokens[n]?.token ?? '')).body.code);
    expect(codes).toEqual([undefined, 'bad_token', undefined]);
  });

  test.each(['a reset by mail', 'a reset on the terminal', 'a sign-in with a provider'])(
    '%s of an account that never proved its email keeps links that undo a change',
    async (how) => {
      const app = await mailApp();
      const user = await makeAccount(app.database);
      const line = `PUT /api/user/update/${user.id}`;
      await app.call(line, { json: { email: 'new@example.com' }, as: user });
      const { token } = await lastMail(app, 'email-change');
      if (how === 'a reset by mail') {
        await app.call('POST /api/auth/forgot-password', { json: { email: user.email } });
        const json = {
          ...(await lastMail(app, 'reset-password')),
          password: 'a third pass phrase',
        };
        expect((await app.call('POST /api/auth/reset-password', { json })).status).toBe(200);
      } else if (how === 'a reset on the terminal') {
        await resetPassword(app.services, user.username);
      } else {
        const { email } = user;
        const identity = { issuer: 'https://id.example.com', subject: 's', email, name: '' };
        await app.database.transaction((tx) =>
          findOrCreateAccount(tx, {
            identity: { ...identity, picture: '', vouched: true },
            owner: undefined,
            siteUrl: SITE,
            at: new Date(),
            provider: 'ID',
          }),
        );
      }
      expect((await undo(app, token)).status).toBe(200);
    },
  );

  test('a link to undo expires after 7 days', async () => {
    let now = new Date();
    const app = await mailApp({ services: { now: () => now } });
    await changing(app);
    const { token } = await lastMail(app, 'email-change');
    now = new Date(now.getTime() + 7 * 24 * 60 * 60_000 + 1000);
    expect((await undo(app, token)).body.message).toBe('This link has expired.');
  });

  test('no one else can take the old address while the change can be undone', async () => {
    const app = await mailApp();
    const { user } = await changing(app);
    await verify(app, (await lastMail(app, 'confirm-new-email')).token);
    const json = { username: 'squatter', email: user.email, password: PASSWORD };
    expect((await app.call('POST /api/auth/signup', { json })).status).toBe(409);
  });

  test('a change of the email is limited', async () => {
    const app = await mailApp({ limits: { emailChange: { points: 2, duration: 60 } } });
    const user = await makeAccount(app.database);
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) {
      const json = { email: `new-${n}@example.com` };
      const line = `PUT /api/user/update/${user.id}`;
      statuses.push((await app.call(line, { json, as: user })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('notices', () => {
  test('a changed password', async () => {
    const app = await mailApp();
    const user = await makeAccount(app.database);
    const json = { password: 'a brand new pass phrase' };
    await app.call(`PUT /api/user/update/${user.id}`, { json, as: user });
    expect(await queueOf(app)).toMatchObject([{ kind: 'password-changed', to: user.email }]);
  });

  test('a sign-in from a browser that the account does not know, but not the first one', async () => {
    const app = await mailApp();
    const { email } = await makeAccount(app.database, { emailVerified: true });
    const json = { email, password: PASSWORD };
    const line = 'POST /api/auth/signin';
    const first = await app.call(line, { json });
    expect(await queueOf(app)).toEqual([]);
    const Cookie = first.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    await app.call(line, { json, headers: { Cookie } });
    expect(await queueOf(app)).toEqual([]);
    const headers = {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    for (let n = 0; n < 3; n++) await app.call(line, { json, headers, from: '198.51.100.7' });
    expect(await queueOf(app)).toMatchObject([
      { kind: 'new-browser', to: email, browser: 'Firefox on Linux' },
    ]);
  });
});

describe('unverified members', () => {
  test('unverified members may comment by default, and not when the owner asks for a confirmed email', async () => {
    const app = await mailApp();
    const { makeComment, makePost } = await import('../../support/database.ts');
    const { setSetting } = await import('../../../db/queries/settings.ts');
    const post = await makePost(app.database);
    const user = await makeAccount(app.database);
    const comment = (content: string) => {
      const json = { content, postId: post.id, userId: user.id };
      return app.call('POST /api/comment/create', { json, as: user });
    };
    expect((await comment('One')).status).toBe(201);
    await app.database.transaction((tx) => setSetting(tx, 'owner:verifyBeforeComment', 'true'));
    const refused = await comment('Two');
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 403,
      code: 'verify_email',
    });
    const { id } = await makeComment(app.database, { postId: post.id, userId: user.id });
    const report = { json: { reason: 'spam' }, as: user };
    const answer = await app.call(`POST /api/comment/report/${id}`, report);
    expect(answer.body.code).toBe('verify_email');
  });
});
