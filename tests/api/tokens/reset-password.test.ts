import { describe, expect, test } from 'vitest';
import { insertIdentity } from '../../../db/queries/identities.ts';
import { deleteUser, findUserById } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { lastMail, mailApp, queueOf } from '../mail/support.ts';

const NEW = 'another quite long pass phrase';
const SENT = 'If there is an account with this email, a link and a code are on their way.';

const forgot = (app: TestApp, email: string, from?: string) =>
  app.call('POST /api/auth/forgot-password', { json: { email }, ...(from && { from }) });
const reset = (app: TestApp, json: object, from?: string) =>
  app.call('POST /api/auth/reset-password', { json, ...(from && { from }) });
const signIn = (app: TestApp, email: string, password: string) =>
  app.call('POST /api/auth/signin', { json: { email, password } });

async function asked(app: TestApp) {
  const user = await makeAccount(app.database);
  await forgot(app, user.email);
  return { user, ...(await lastMail(app, 'reset-password')) };
}

describe('forgot-password', () => {
  test('answers the same for known and unknown addresses, and mails only the known one', async () => {
    const app = await mailApp();
    const user = await makeAccount(app.database);
    const answers = [
      await forgot(app, user.email.toUpperCase()),
      await forgot(app, 'nobody@example.com'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(202);
      expect(body).toEqual({ success: true, message: SENT });
    }
    expect(await queueOf(app)).toMatchObject([{ kind: 'reset-password', to: user.email }]);
  });

  test('sends three mails an hour to one address, with the same answer beyond', async () => {
    const app = await mailApp({ limits: { mailAddress: { points: 1000, duration: 60 } } });
    const user = await makeAccount(app.database);
    const answers = await Promise.all(Array.from({ length: 40 }, () => forgot(app, user.email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(202));
    expect(await queueOf(app)).toHaveLength(3);
  });

  test('counts one client address', async () => {
    const app = await mailApp({ limits: { mailAddress: { points: 2, duration: 60 } } });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await forgot(app, `a${n}@example.com`)).status);
    expect(statuses).toEqual([202, 202, 429]);
  });

  test('needs an email, and a site that sends mail', async () => {
    const app = await mailApp();
    expect((await forgot(app, '')).body.message).toBe('Please enter your email.');
    expect((await forgot(app, 'no-address')).status).toBe(400);
    const silent = await testApp();
    const { status, body, headers } = await forgot(silent, 'a@example.com');
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'no_mail' });
    expect(headers.get('Retry-After')).toBeNull();
  });

  test('mails no one at the addresses of the demo content', async () => {
    const app = await mailApp();
    const demo = await makeAccount(app.database, { isDemo: true });
    expect((await forgot(app, demo.email)).status).toBe(202);
    expect(await queueOf(app)).toEqual([]);
  });
});

describe('reset-password', () => {
  test('sets the password once, ends every session and proves the address', async () => {
    const app = await mailApp();
    const { user, token } = await asked(app);
    const cookie = await app.signIn(user);
    expect((await reset(app, { token, password: NEW })).status).toBe(200);
    const session = await app.call('GET /api/auth/session', { headers: { Cookie: cookie } });
    expect(session.body.user).toBeNull();
    expect((await signIn(app, user.email, PASSWORD)).status).toBe(401);
    const { body } = await signIn(app, user.email, NEW);
    expect(body.user).toMatchObject({ emailVerified: true });
    expect(await lastMail(app, 'password-changed')).toMatchObject({ to: user.email });
    const again = await reset(app, { token, password: 'a third long pass phrase' });
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({ code: 'bad_token', message: 'This link was already used.' });
  });

  test('a bad password uses nothing up', async () => {
    const app = await mailApp();
    const { user, token } = await asked(app);
    for (const password of ['short', user.username, `${user.username} and more`]) {
      const { status, body } = await reset(app, { token, password });
      expect({ status, code: body.code }).toEqual({ status: 400, code: undefined });
    }
    expect((await reset(app, { token, password: NEW })).status).toBe(200);
  });

  test('says why a link is no good: unknown, expired, of another kind, of a deleted user', async () => {
    let now = new Date();
    const app = await mailApp({ services: { now: () => now } });
    const { user, token } = await asked(app);
    const refusal = async (value: string) =>
      (await reset(app, { token: value, password: NEW })).body;
    expect(await refusal('x'.repeat(43))).toMatchObject({ code: 'bad_token' });
    expect(await refusal('x'.repeat(5000))).toMatchObject({ code: 'bad_token' });
    const json = { username: 'someone-new', email: 'someone@example.com', password: PASSWORD };
    expect((await app.call('POST /api/auth/signup', { json })).status).toBe(201);
    const other = await lastMail(app, 'verify-email');
    expect(await refusal(other.token)).toMatchObject({ code: 'bad_token' });
    now = new Date(now.getTime() + 31 * 60_000);
    expect((await refusal(token)).message).toBe('This link has expired.');
    await app.database.transaction((tx) => deleteUser(tx, user.id));
    expect((await refusal(token)).message).toMatch(/isn't valid/);
  });

  test('only one of many attempts at once uses a link', async () => {
    const app = await mailApp();
    const { token } = await asked(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => reset(app, { token, password: NEW })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('the code works on another device, without the link', async () => {
    const app = await mailApp();
    const { user, code } = await asked(app);
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    const { status } = await reset(app, { email: user.email, code: spaced, password: NEW });
    expect(status).toBe(200);
    expect((await signIn(app, user.email, NEW)).status).toBe(200);
  });

  test('a code dies after ten wrong tries; the link does not', async () => {
    const app = await mailApp();
    const { user, code, token } = await asked(app);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let n = 0; n < 10; n++) {
      const { body } = await reset(app, { email: user.email, code: wrong, password: NEW });
      expect(body).toMatchObject({
        code: 'bad_token',
        message: 'This code is wrong or has expired.',
      });
    }
    expect((await reset(app, { email: user.email, code, password: NEW })).status).toBe(400);
    expect((await reset(app, { token, password: NEW })).status).toBe(200);
  });

  test('many guesses at once count, too', async () => {
    const app = await mailApp();
    const { user, code } = await asked(app);
    const wrong = code === '000000' ? '111111' : '000000';
    await Promise.all(
      Array.from({ length: 10 }, () =>
        reset(app, { email: user.email, code: wrong, password: NEW }),
      ),
    );
    expect((await reset(app, { email: user.email, code, password: NEW })).status).toBe(400);
  });

  test('a newer mail ends the code of the one before, and keeps its link', async () => {
    const app = await mailApp();
    const { user, code, token } = await asked(app);
    await forgot(app, user.email);
    expect((await reset(app, { email: user.email, code, password: NEW })).status).toBe(400);
    expect((await reset(app, { token, password: NEW })).status).toBe(200);
  });

  test('an unknown email and a wrong code get the same answer', async () => {
    const app = await mailApp();
    const { user } = await asked(app);
    const json = { code: '123456', password: NEW };
    const [known, unknown] = await Promise.all([
      reset(app, { ...json, email: user.email, code: '999999' }),
      reset(app, { ...json, email: 'nobody@example.com' }),
    ]);
    expect(unknown).toMatchObject({ status: known?.status, body: known?.body });
  });

  test('wrong links and codes of one client are limited', async () => {
    const app = await mailApp({ limits: { token: { points: 3, duration: 60 } } });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      statuses.push((await reset(app, { token: `guess-${n}`, password: NEW })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await reset(app, { token: 'x', password: NEW }, '192.0.2.99')).status).toBe(400);
  });

  test('the stranger in a pre-registered account is out', async () => {
    const app = await mailApp();
    const json = { username: 'stranger-1', email: 'victim@example.com', password: PASSWORD };
    await app.call('POST /api/auth/signup', { json });
    const { body, headers } = await signIn(app, json.email, PASSWORD);
    const stranger = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const at = new Date();
    const identity = { issuer: 'https://id.example.com', subject: 'stranger' };
    await app.database.transaction((tx) => insertIdentity(tx, identity, body.user._id, at));
    await forgot(app, json.email);
    const { token } = await lastMail(app, 'reset-password');
    expect((await reset(app, { token, password: NEW })).status).toBe(200);
    const session = await app.call('GET /api/auth/session', { headers: { Cookie: stranger } });
    expect(session.body.user).toBeNull();
    expect((await signIn(app, json.email, PASSWORD)).status).toBe(401);
    const { identities } = await import('../../../db/schema.ts');
    expect(await app.database.read.select().from(identities)).toEqual([]);
  });

  test('a password change ends links that were mailed before', async () => {
    const app = await mailApp();
    const { user, token } = await asked(app);
    const line = `PUT /api/user/update/${user.id}`;
    expect((await app.call(line, { json: { password: NEW }, as: user })).status).toBe(200);
    expect((await reset(app, { token, password: PASSWORD })).body.code).toBe('bad_token');
  });
});

describe('check-token', () => {
  const check = (app: TestApp, kind: string, token: string) =>
    app.call('POST /api/auth/check-token', { json: { kind, token } });

  test('names the account and uses nothing up, however often it is called', async () => {
    const app = await mailApp();
    const { user, token } = await asked(app);
    for (let n = 0; n < 3; n++) {
      const { body } = await check(app, 'reset-password', token);
      expect(body).toEqual({ username: user.username, email: user.email });
    }
    expect((await reset(app, { token, password: NEW })).status).toBe(200);
    expect((await check(app, 'reset-password', token)).body.code).toBe('bad_token');
  });

  test('knows a link only as what it is', async () => {
    const app = await mailApp();
    const { token, user } = await asked(app);
    for (const kind of ['verify-email', 'undo-email-change']) {
      expect((await check(app, kind, token)).body.code).toBe('bad_token');
    }
    for (const path of ['verify-email', 'undo-email-change']) {
      const { body } = await app.call(`POST /api/auth/${path}`, { json: { token } });
      expect(body.code).toBe('bad_token');
    }
    expect(await findUserById(app.database.read, user.id)).toMatchObject({ emailVerified: false });
  });
});
