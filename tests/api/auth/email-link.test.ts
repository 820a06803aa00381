import { describe, expect, test } from 'vitest';
import { updateUser } from '../../../db/queries/users.ts';
import { devices, mail, sessions, signInLinks, users } from '../../../db/schema.ts';
import { makeAccount, testApp } from '../../support/app.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { lastMail, mailApp, queueOf } from '../mail/support.ts';
import { addPasskey, signInWith } from '../passkeys/support.ts';
import { codeOf, enterCode, enterPassword, testClock, turnOn } from '../second-factor/support.ts';
import { ask, check, linkTo, proven, redeem, whoIs } from './email-link-support.ts';

const NEW = 'another quite long pass phrase';

describe('asking for a link', () => {
  test('known and unknown addresses get the same answer, the same mail and the same record', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const suspended = await proven(app, { suspendedUntil: new Date('2099-01-01T00:00:00Z') });
    const emails = [user.email.toUpperCase(), 'nobody@example.com', suspended.email];
    const answers = [];
    for (const email of emails) answers.push(await ask(app, email));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        message: 'A link is on its way. If it takes long, look in your spam folder.',
      });
    }
    const rows = await app.database.read.select().from(mail);
    const contents = rows.map(({ kind, lane, payload }) => [kind, lane, payload.length]);
    expect(contents).toEqual(Array(3).fill(contents[0]));
    expect(rows.map(({ to }) => to).sort()).toEqual(emails.map((to) => to.toLowerCase()).sort());
    expect(await app.database.read.$count(signInLinks)).toBe(3);
  });

  test('sends three mails an hour to one address, with the same answer beyond', async () => {
    const app = await mailApp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(app, 'a@example.com')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await queueOf(app)).toHaveLength(3);
  });

  test('an address has one link that works, also after two requests at once', async () => {
    const app = await mailApp();
    const { email } = await proven(app);
    await Promise.all([ask(app, email), ask(app, email.toUpperCase())]);
    const tokens = (await queueOf(app)).map(({ token }) => token ?? '');
    const answers = [];
    for (const token of tokens) answers.push((await check(app, token)).status);
    expect(answers.sort()).toEqual([200, 400]);
  });

  test('counts one client address', async () => {
    const app = await mailApp({ limits: { mailAddress: { points: 2, duration: 60 } } });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await ask(app, `a${n}@example.com`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('needs an email, and a site that sends mail', async () => {
    const app = await mailApp();
    expect((await ask(app, ' ')).body.message).toBe('Please enter your email.');
    expect((await ask(app, 'no-address')).status).toBe(400);
    const { status, body, headers } = await ask(await testApp(), 'a@example.com');
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'no_mail' });
    expect(headers.get('Retry-After')).toBeNull();
  });

  test('mails no one at the addresses of the demo content', async () => {
    const app = await mailApp();
    const demo = await makeAccount(app.database, { isDemo: true });
    expect((await ask(app, demo.email)).status).toBe(200);
    expect(await queueOf(app)).toEqual([]);
  });

  test.each([
    ['/post/x?a=b#comments', '/post/x?a=b#comments'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('leads to a page of this site: %s', async (next, expected) => {
    const app = await mailApp();
    const { email } = await proven(app);
    const token = await linkTo(app, email, { next });
    expect((await check(app, token)).body.next).toBe(expected);
    expect((await redeem(app, token)).body.next).toBe(expected);
  });

  test('a path that is too long or no text is refused', async () => {
    const app = await mailApp();
    for (const next of ['/'.padEnd(1001, 'x'), 5, null]) {
      expect((await ask(app, 'a@example.com', { next })).status).toBe(400);
    }
  });
});

describe('a link to an account', () => {
  test('signs in once, on any device, like any sign-in', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const token = await linkTo(app, user.email);
    const info = { email: user.email, next: '/', username: user.username, removesPassword: false };
    for (let n = 0; n < 3; n++) expect((await check(app, token)).body).toEqual(info);

    const answer = await redeem(app, token);
    expect(answer).toMatchObject({ status: 200, body: { user: { _id: user.id }, next: '/' } });
    expect(await whoIs(app, cookiesOf(answer))).toBe(user.email);
    expect((await enterPassword(app, user)).status).toBe(200);
    expect(await app.database.read.$count(devices)).toBe(2);
    const event = app.logged().find((line) => line.event === 'signin.success');
    expect(event).toMatchObject({ userId: user.id });

    const again = await redeem(app, token);
    expect(again.body).toMatchObject({
      statusCode: 400,
      code: 'bad_token',
      message: 'This link was already used.',
    });
    expect((await check(app, token)).body.code).toBe('bad_token');
  });

  test('only one of many attempts at once uses it', async () => {
    const app = await mailApp();
    const token = await linkTo(app, (await proven(app)).email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(app, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await app.database.read.$count(sessions)).toBe(1);
  });

  test('ignores a username', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const { body } = await redeem(app, await linkTo(app, user.email), 'another-name');
    expect(body.user).toMatchObject({ _id: user.id, username: user.username });
  });

  test('ends the session that the browser had', async () => {
    const app = await mailApp();
    const [before, user] = [await proven(app), await proven(app)];
    const token = await linkTo(app, user.email);
    const cookie = await app.signIn(before);
    const json = { token };
    const headers = { Cookie: cookie };
    const answer = await app.call('POST /api/auth/emaillink/redeem', { json, headers });
    expect(await whoIs(app, cookie)).toBeNull();
    expect(await whoIs(app, cookiesOf(cookie, answer))).toBe(user.email);
  });

  test('ends when it expires, or when a newer one is sent', async () => {
    const clock = testClock();
    const app = await mailApp({ services: { now: clock.now } });
    const { email } = await proven(app);
    const first = await linkTo(app, email);
    clock.pass(1);
    const second = await linkTo(app, email);
    expect((await redeem(app, first)).body.message).toMatch(/a newer one replaced it/);
    clock.pass(31 * 60_000);
    expect((await redeem(app, second)).body.message).toBe('This link has expired.');
    expect(await app.database.read.$count(sessions)).toBe(0);
  });

  test('ends with another password', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const token = await linkTo(app, user.email);
    const line = `PUT /api/user/update/${user.id}`;
    expect((await app.call(line, { json: { password: NEW }, as: user })).status).toBe(200);
    expect((await redeem(app, token)).body.code).toBe('bad_token');
  });

  test('ends with a reset of the password', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const link = await linkTo(app, user.email);
    await app.call('POST /api/auth/forgot-password', { json: { email: user.email } });
    const { token } = await lastMail(app, 'reset-password');
    await app.call('POST /api/auth/reset-password', { json: { token, password: NEW } });
    expect((await redeem(app, link)).body.code).toBe('bad_token');
  });

  test('ends with the account, and creates no other one', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const token = await linkTo(app, user.email);
    await app.call(`DELETE /api/user/delete/${user.id}`, { as: user });
    expect((await redeem(app, token, 'someone-else')).body.code).toBe('bad_token');
    expect(await app.database.read.$count(users)).toBe(0);
    expect(await app.database.read.$count(signInLinks)).toBe(0);
    expect(await queueOf(app)).toEqual([]);
  });

  test('opens no suspended account, and says so only to the owner of the mailbox', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const token = await linkTo(app, user.email);
    const suspension = {
      suspendedUntil: new Date('2099-01-01T00:00:00Z'),
      suspendedReason: 'Spam',
    };
    await app.database.transaction((tx) => updateUser(tx, user.id, suspension, new Date()));
    const { status, body } = await redeem(app, token);
    expect([status, body.code]).toEqual([403, 'suspended']);
    expect(body.message).toContain('Reason: Spam');
    expect(await app.database.read.$count(sessions)).toBe(0);
  });

  test('takes the code of an account with two-step verification', async () => {
    const clock = testClock();
    const app = await mailApp({ services: { now: clock.now } });
    const user = await proven(app);
    const { secret } = await turnOn(app, user, clock);
    const token = await linkTo(app, user.email);
    const asked = await redeem(app, token);
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor']);
    expect(await whoIs(app, cookiesOf(asked))).toBeNull();
    expect((await redeem(app, token)).body.code).toBe('bad_token');
    const entered = await enterCode(app, codeOf(secret, clock), asked);
    expect(await whoIs(app, cookiesOf(asked, entered))).toBe(user.email);
  });

  test.each(['author', 'editor', 'administrator'] as const)(
    'doesn’t sign in an %s with a passkey, and signs in one without',
    async (role) => {
      const app = await mailApp();
      const user = await proven(app, { role, emailVerified: false });
      const passkey = await addPasskey({ app, user });
      const token = await linkTo(app, user.email);
      const refused = await redeem(app, token);
      expect([refused.status, refused.body.code]).toEqual([401, 'passkey_required']);
      expect((await signInWith(app, passkey)).status).toBe(200);
      const other = await proven(app, { role, emailVerified: false });
      const { body } = await redeem(app, await linkTo(app, other.email));
      expect(body.user).toMatchObject({ _id: other.id, emailVerified: true });
      // An administrator chose these users, so no stranger has the password.
      expect((await enterPassword(app, other)).status).toBe(200);
    },
  );

  test('signs in a reader with a passkey, as a password does', async () => {
    const app = await mailApp();
    const user = await proven(app);
    await addPasskey({ app, user });
    expect((await redeem(app, await linkTo(app, user.email))).status).toBe(200);
  });

  test('works for every form of an address', async () => {
    const app = await mailApp();
    const user = await proven(app, { email: 'ada@xn--mnchen-3ya.de' });
    const token = await linkTo(app, ' Ada@MÜNCHEN.de ');
    expect((await lastMail(app, 'sign-in-link')).to).toBe(user.email);
    expect((await redeem(app, token)).body.user._id).toBe(user.id);
  });

  test('wrong links of one client are limited', async () => {
    const app = await mailApp({ limits: { token: { points: 3, duration: 60 } } });
    const statuses: number[] = [];
    for (let n = 0; n < 2; n++) statuses.push((await redeem(app, `guess-${n}`)).status);
    for (let n = 0; n < 2; n++) statuses.push((await check(app, 'x'.repeat(5000))).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  test('is no link of another kind', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const token = await linkTo(app, user.email);
    const json = { token, password: NEW };
    expect((await app.call('POST /api/auth/reset-password', { json })).body.code).toBe('bad_token');
    await app.call('POST /api/auth/forgot-password', { json: { email: user.email } });
    const reset = await lastMail(app, 'reset-password');
    expect((await redeem(app, reset.token)).body.code).toBe('bad_token');
  });
});
