import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../../api/auth/cleanup.ts';
import { deleteUser, findUserByEmail, findUserById } from '../../../db/queries/users.ts';
import { comments, signInFlows } from '../../../db/schema.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';
import { googleApp, person, TestBrowser } from './support.ts';

const MINUTE = 60_000;

describe('POST /api/auth/google', () => {
  test('POST /api/auth/google signs in the identified person in this browser', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const ada = person(app.provider);
    const answer = await browser.signIn(ada);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: expect.any(String),
      user: {
        _id: expect.any(String),
        username: expect.stringMatching(/^reader-[a-z0-9]{6}$/),
        email: ada.email,
        profilePicture: expect.stringMatching(/^\/avatars\/r[a-z0-9]-\d\.svg$/),
        isAdmin: false,
        role: 'reader',
        emailVerified: true,
        pendingEmail: null,
        suspendedUntil: null,
        bio: '',
        links: [],
        createdAt: expect.any(String),
      },
      suggestedUsername: 'ada-lovelace',
    });
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toContainEqual(
      expect.stringMatching(/^inkwell_session=.*HttpOnly.*SameSite=Lax/),
    );
    expect(await browser.whoAmI()).toEqual(answer.body.user);
  });

  test('POST /api/auth/google accepts the email in any letter case', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const ada = person(app.provider, { email: 'Ada@Example.com' });
    await browser.popup(ada);
    const answer = await browser.redeem('aDA@example.COM');
    expect(answer.status).toBe(200);
    expect(answer.body.user.email).toBe('ada@example.com');
  });

  test('POST /api/auth/google uses the provider’s name and picture, not the body’s', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const ada = person(app.provider);
    await browser.popup(ada);
    const { body } = await browser.redeem(ada.email, {
      name: 'Somebody Else',
      profilePhoto: 'https://tracker.example.com/x.gif',
      isAdmin: true,
    });
    expect(body.suggestedUsername).toBe('ada-lovelace');
    expect(body.user).toMatchObject({
      profilePicture: expect.stringMatching(/^\/avatars\//),
      isAdmin: false,
    });
  });

  test('POST /api/auth/google refuses a browser without a proven identity', async () => {
    const app = await googleApp();
    const victim = await makeAccount(app.database);
    const answer = await new TestBrowser(app).redeem(victim.email);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ success: false, statusCode: 401 });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('POST /api/auth/google refuses a flow that hasn’t returned yet', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    await browser.start();
    expect((await browser.redeem('ada@example.com')).status).toBe(401);
  });

  test('POST /api/auth/google refuses another email, which uses up the proof', async () => {
    const app = await googleApp();
    const victim = await makeAccount(app.database);
    const browser = new TestBrowser(app);
    const eve = person(app.provider);
    await browser.popup(eve);
    expect((await browser.redeem(victim.email)).status).toBe(401);
    expect((await browser.redeem(eve.email)).status).toBe(401);
    expect(await browser.whoAmI()).toBe(null);
  });

  test('POST /api/auth/google works once', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const ada = person(app.provider);
    await browser.popup(ada);
    const cookie = { Cookie: browser.cookies.header };
    const call = () =>
      app.call('POST /api/auth/google', { json: { email: ada.email }, headers: cookie });
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test('POST /api/auth/google works for two minutes', async () => {
    const app = await googleApp();
    const [late, inTime] = [new TestBrowser(app), new TestBrowser(app)];
    const [ada, grace] = [person(app.provider), person(app.provider)];
    await late.popup(ada);
    app.pass(MINUTE);
    await inTime.popup(grace);
    app.pass(MINUTE);
    expect((await late.redeem(ada.email)).status).toBe(401);
    expect((await inTime.redeem(grace.email)).status).toBe(200);
  });

  test('POST /api/auth/google is refused with the cookie from before the callback', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const ada = person(app.provider);
    const target = await browser.start();
    const planted = browser.cookies.header;
    await browser.comeBack(await browser.choose(target, ada));
    const eve = await app.call('POST /api/auth/google', {
      json: { email: ada.email },
      headers: { Cookie: planted },
    });
    expect(eve.status).toBe(401);
    expect((await browser.redeem(ada.email)).status).toBe(200);
  });

  test('POST /api/auth/google refuses other sites and invalid bodies', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    await browser.popup(person(app.provider));
    const post = 'POST /api/auth/google';
    const json = { email: 'ada@example.com' };
    const foreign = await browser.call(post, { json, headers: { Origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect((await browser.call(post)).status).toBe(415);
    for (const bad of [{}, { email: 1 }, { email: ['a'] }, [], null]) {
      expect((await browser.call(post, { json: bad })).status).toBe(400);
    }
  });

  test('POST /api/auth/google ends the browser’s previous session', async () => {
    const app = await googleApp();
    const before = await makeAccount(app.database);
    const old = await app.signIn(before);
    const browser = new TestBrowser(app);
    browser.cookies.take(new Headers({ 'Set-Cookie': old }));
    const ada = person(app.provider);
    await browser.signIn(ada);
    expect((await browser.whoAmI()).email).toBe(ada.email);
    const { body } = await app.call('GET /api/auth/session', { headers: { Cookie: old } });
    expect(body.user).toBe(null);
  });

  test('POST /api/auth/google works when different processes on one database answer the steps', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    const browser = new TestBrowser(app);
    const elsewhere = async () => {
      const services = { database: app.database };
      return new TestBrowser(await testApp({ env: app.provider.env, services }), browser.cookies);
    };
    const back = await browser.choose(await browser.start(), ada);
    await (await elsewhere()).comeBack(back);
    expect((await (await elsewhere()).redeem(ada.email)).status).toBe(200);
    expect((await browser.whoAmI()).email).toBe(ada.email);
  });

  test('POST /api/auth/google is 401 when the account is deleted at that moment', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    const { id } = await makeAccount(app.database, { email: ada.email ?? '' });
    const database: typeof app.database = {
      ...app.database,
      async transaction(work) {
        const result = await app.database.transaction(work);
        const redeemed = result as { account?: { user?: { id: unknown } } } | undefined;
        if (redeemed?.account?.user?.id === id)
          await app.database.transaction((tx) => deleteUser(tx, id));
        return result;
      },
    };
    const unlucky = await testApp({ env: app.provider.env, services: { database } });
    const browser = new TestBrowser(unlucky);
    const answer = await browser.signIn(ada);
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('POST /api/auth/google creates a new account when the old one was deleted in between', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const ada = person(app.provider);
    const first = (await browser.signIn(ada)).body.user;
    await browser.popup(ada);
    const gone = await browser.call(`DELETE /api/user/delete/${first._id}`);
    expect(gone.status).toBe(200);
    const second = await browser.redeem(ada.email);
    expect(second.status).toBe(200);
    expect(second.body.user._id).not.toBe(first._id);
  });
});

test('a proof that was never redeemed is deleted from the database', async () => {
  const app = await googleApp();
  await new TestBrowser(app).popup(person(app.provider));
  await cleanUp(app.services);
  expect(await app.database.read.select().from(signInFlows)).toHaveLength(1);
  app.pass(2 * MINUTE);
  await cleanUp(app.services);
  expect(await app.database.read.select().from(signInFlows)).toEqual([]);
});

describe('a new account', () => {
  test('a new account has a proven email and no password', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    await new TestBrowser(app).signIn(ada);
    const row = await findUserByEmail(app.database.read, ada.email ?? '');
    expect(row).toMatchObject({ emailVerified: true, passwordHash: null, isAdmin: false });
  });

  test('a new account is found again the next time', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    const first = (await new TestBrowser(app).signIn(ada)).body.user;
    const second = (await new TestBrowser(app).signIn(ada)).body.user;
    expect(second).toEqual(first);
  });

  test('a new account has a generated picture when the provider sends none', async () => {
    const app = await googleApp();
    const { body } = await new TestBrowser(app).signIn(person(app.provider, { picture: '' }));
    expect(body.user.profilePicture).toMatch(/^\/avatars\/r[a-z0-9]-\d\.svg$/);
  });

  test.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ["Zoë O'Brien-Müller", 'zoe-obrien-muller'],
    ['Лев Толстой', 'lev-tolstoy'],
    ['  --Ada.. ', 'ada'],
    ['Al', undefined],
    ['', undefined],
    ['🦊🦊🦊', undefined],
    ['x'.repeat(80), 'x'.repeat(30)],
  ])('of "%s" is not called that, but gets the suggestion %s', async (name, username) => {
    const app = await googleApp();
    const { body } = await new TestBrowser(app).signIn(person(app.provider, { name }));
    expect(body.user.username).toMatch(/^reader-[a-z0-9]{6}$/);
    expect(body.suggestedUsername).toBe(username);
  });

  test('a new account gets the suggestion once, and other users never see the name', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    const browser = new TestBrowser(app);
    const { user } = (await browser.signIn(ada)).body;
    const profile = await app.call(`GET /api/user/${user._id}`);
    expect(JSON.stringify(profile.body).toLowerCase()).not.toContain('lovelace');
    expect((await browser.signIn(ada)).body).not.toHaveProperty('suggestedUsername');
  });

  test('a new account gets a suggested username that is free in any letter case', async () => {
    const app = await googleApp();
    await makeAccount(app.database, { username: 'Ada-Lovelace' });
    await makeAccount(app.database, { username: 'ADA-LOVELACE-2' });
    const { body } = await new TestBrowser(app).signIn(person(app.provider));
    expect(body.suggestedUsername).toBe('ada-lovelace-3');
  });

  test('a new account gets a suggestion for long and popular names too', async () => {
    const app = await googleApp();
    const name = 'y'.repeat(40);
    const usernames = new Set<string>();
    for (let i = 0; i < 12; i++) {
      const browser = new TestBrowser(app);
      const { suggestedUsername: username, user } = (
        await browser.signIn(person(app.provider, { name }))
      ).body;
      expect(username).toMatch(/^y{23,30}(-\d+)?$/);
      expect(username.length).toBeLessThanOrEqual(30);
      const line = `PUT /api/user/update/${user._id}`;
      expect((await browser.call(line, { json: { username } })).status).toBe(200);
      usernames.add(username);
    }
    expect(usernames.size).toBe(12);
  });
});

describe('an account with the same email', () => {
  async function existing(emailVerified: boolean) {
    const app = await googleApp();
    const ada = person(app.provider, { hd: 'example.com' });
    const account = await makeAccount(app.database, {
      email: ada.email ?? '',
      emailVerified,
    });
    const waiting = await app.signIn(account);
    const post = await makePost(app.database);
    const comment = await makeComment(app.database, { postId: post.id, userId: account.id });
    const browser = new TestBrowser(app);
    const answer = await browser.signIn(ada);
    const { call } = app;
    return {
      app,
      account,
      browser,
      answer,
      inside: async () =>
        (await call('GET /api/auth/session', { headers: { Cookie: waiting } })).body.user,
      byPassword: async () =>
        (await call('POST /api/auth/signin', { json: { email: ada.email, password: PASSWORD } }))
          .status,
      comments: async () => (await app.database.read.select().from(comments)).map(({ id }) => id),
      commentId: comment.id,
    };
  }

  test('an account with the same email that never proved it loses only its password and sessions', async () => {
    const { app, account, answer, browser, inside, byPassword, ...rest } = await existing(false);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      _id: account.id,
      username: account.username,
      profilePicture: account.profilePicture,
      isAdmin: false,
    });
    expect(await inside()).toBe(null);
    expect(await byPassword()).toBe(401);
    expect((await browser.whoAmI())._id).toBe(account.id);
    expect(await rest.comments()).toEqual([rest.commentId]);
    expect(await findUserById(app.database.read, account.id)).toMatchObject({
      emailVerified: true,
      passwordHash: null,
    });
  });

  test('an account with the same email that has proved it keeps both when the provider runs the email', async () => {
    const { account, answer, inside, byPassword } = await existing(true);
    expect(answer.body.user._id).toBe(account.id);
    expect((await inside())._id).toBe(account.id);
    expect(await byPassword()).toBe(200);
  });
});
