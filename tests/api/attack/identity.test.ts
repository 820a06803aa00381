import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../../api/passwords/password-hash.ts';
import { findUserById, updateUser } from '../../../db/queries/users.ts';
import { identities } from '../../../db/schema.ts';
import { makeAccount, PASSWORD } from '../../support/app.ts';
import type { ProviderAccount } from '../../support/openid-provider.ts';
import { tally } from '../../support/tally.ts';
import { type GoogleApp, googleApp, person, TestBrowser } from '../providers/support.ts';

const attempt = tally();
const KIND = "sign-ins with Google to another user's account";
const MINUTE = 60_000;

/** The call is refused, the browser isn't signed in, and no identity was linked. */
async function expectKeptOut(app: GoogleApp, person: ProviderAccount, code: string) {
  const browser = new TestBrowser(app);
  const answer = await browser.signIn(person);
  expect([answer.status, answer.body.code]).toEqual([403, code]);
  expect(await browser.whoAmI()).toBe(null);
  const subjects = await app.database.read.select().from(identities);
  expect(subjects.map(({ subject }) => subject)).not.toContain(person.sub);
  return browser;
}

describe('the same email with another subject (a reassigned address)', () => {
  test.each([
    ['an address at gmail.com', { email: 'ada@gmail.com' }],
    ['an address of a hosted domain', { email: 'ada@school.example', hd: 'school.example' }],
    ['any other address', { email: 'ada@outlook.example' }],
  ])('does not sign in to an account linked before: %s', (_what, claims) =>
    attempt(KIND, async () => {
      const app = await googleApp();
      const first = person(app.provider, claims);
      const { _id } = (await new TestBrowser(app).signIn(first)).body.user;
      await expectKeptOut(app, person(app.provider, claims), 'no_password');
      expect((await new TestBrowser(app).signIn(first)).body.user._id).toBe(_id);
    }),
  );

  test('requires the password if there is one', () =>
    attempt(KIND, async () => {
      const app = await googleApp();
      const claims = { email: 'ada@school.example', hd: 'school.example' };
      await makeAccount(app.database, { email: claims.email, emailVerified: true });
      expect((await new TestBrowser(app).signIn(person(app.provider, claims))).status).toBe(200);
      await expectKeptOut(app, person(app.provider, claims), 'password_required');
    }));

  test('doesn’t sign in to the account of a user who changed to that email', () =>
    attempt(KIND, async () => {
      const app = await googleApp();
      const ada = person(app.provider);
      const { _id } = (await new TestBrowser(app).signIn(ada)).body.user;
      await app.database.transaction((tx) =>
        updateUser(tx, _id, { email: 'moved@example.com' }, new Date()),
      );
      await expectKeptOut(app, person(app.provider, { email: 'moved@example.com' }), 'no_password');
    }));
});

describe('an address that the provider doesn’t run', () => {
  test.each([
    ['no hosted domain', {}],
    ['another hosted domain', { hd: 'evil.example' }],
    ['a domain above it', { hd: 'example' }],
    ['a domain below it', { hd: 'mail.example.com' }],
    ['an empty one', { hd: '' }],
  ])('does not sign in to an account that has proven it: %s', (_what, claims) =>
    attempt(KIND, async () => {
      const app = await googleApp();
      const ada = await makeAccount(app.database, { emailVerified: true });
      const eve = person(app.provider, { email: ada.email, ...claims });
      await expectKeptOut(app, eve, 'password_required');
      expect(await findUserById(app.database.read, ada.id)).toEqual(ada);
    }),
  );

  test.each([
    'ada@notgmail.com',
    'ada@gmail.com.evil.example',
    'gmail.com@evil.example',
    'ada@mail.gmail.com',
  ])('is not taken for one at Gmail: %s', (email) =>
    attempt(KIND, async () => {
      const app = await googleApp();
      await makeAccount(app.database, { email, emailVerified: true });
      await expectKeptOut(app, person(app.provider, { email }), 'password_required');
    }),
  );
});

test('a person who registered another’s email with their own Google account loses access', () =>
  attempt(KIND, async () => {
    const app = await googleApp();
    const eve = person(app.provider);
    const inside = new TestBrowser(app);
    const { _id } = (await inside.signIn(eve)).body.user;
    const ada = person(app.provider);
    const moved = await inside.call(`PUT /api/user/update/${_id}`, { json: { email: ada.email } });
    expect(moved.status).toBe(200);
    const browser = new TestBrowser(app);
    expect((await browser.signIn(ada)).body.user._id).toBe(_id);
    expect(await inside.whoAmI()).toBe(null);
    const again = await new TestBrowser(app).signIn(eve);
    expect(again.body.user._id).not.toBe(_id);
  }));

describe('the request for the password', () => {
  async function asked() {
    const app = await googleApp({ limits: { signInAccountAddress: { points: 3, duration: 60 } } });
    const account = await makeAccount(app.database, { emailVerified: true });
    const ada = person(app.provider, { email: account.email });
    const browser = await expectKeptOut(app, ada, 'password_required');
    return { app, account, ada, browser };
  }

  test('appears once: afterwards, issuer and subject find the account', async () => {
    const { app, account, ada, browser } = await asked();
    const answer = await browser.redeem(ada.email, { password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body.user._id).toBe(account.id);
    expect((await browser.whoAmI())._id).toBe(account.id);
    expect((await new TestBrowser(app).signIn(ada)).body.user._id).toBe(account.id);
    // The account keeps its password: only its owner used it.
    const json = { email: account.email, password: PASSWORD };
    expect((await app.call('POST /api/auth/signin', { json })).status).toBe(200);
  });

  test('the request for the password counts wrong answers as failed sign-ins', () =>
    attempt('guesses of the password', async () => {
      const { app, account, ada, browser } = await asked();
      const guesses = [];
      for (let i = 0; i < 4; i++) {
        guesses.push(await browser.redeem(ada.email, { password: `a wrong guess ${i}` }));
      }
      expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
      expect(guesses[0]?.body.code).toBe('password_required');
      expect(Number(guesses[3]?.headers.get('Retry-After'))).toBeGreaterThan(0);
      const right = await browser.redeem(ada.email, { password: PASSWORD });
      expect(right.status).toBe(429);
      const json = { email: account.email, password: PASSWORD };
      expect((await app.call('POST /api/auth/signin', { json })).status).toBe(429);
      expect(await browser.whoAmI()).toBe(null);
    }));

  test('the request for the password doesn’t check passwords for a browser without a proof', () =>
    attempt('guesses of the password', async () => {
      const { app, account } = await asked();
      const answer = await new TestBrowser(app).redeem(account.email, { password: PASSWORD });
      expect(answer.status).toBe(401);
    }));

  test('the request for the password doesn’t accept the password of another account', () =>
    attempt('guesses of the password', async () => {
      const { app, ada, browser } = await asked();
      const eve = await makeAccount(app.database, {
        emailVerified: true,
        password: 'eve has this one',
      });
      const own = await browser.redeem(ada.email, { password: 'eve has this one' });
      expect(own.status).toBe(403);
      const other = await browser.redeem(eve.email, { password: 'eve has this one' });
      expect(other.status).toBe(401);
      expect(await browser.whoAmI()).toBe(null);
    }));

  test('the request for the password can be answered once, and for eight minutes', async () => {
    const { app, ada, browser } = await asked();
    app.pass(7 * MINUTE);
    const cookie = { Cookie: browser.cookies.header };
    const json = { email: ada.email, password: PASSWORD };
    const call = () => app.call('POST /api/auth/google', { json, headers: cookie });
    const answers = await Promise.all([call(), call()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const late = await asked();
    late.app.pass(7 * MINUTE);
    // Asking again doesn't extend the time.
    expect((await late.browser.redeem(late.ada.email)).body.code).toBe('password_required');
    late.app.pass(MINUTE);
    expect((await late.browser.redeem(late.ada.email, { password: PASSWORD })).status).toBe(401);
  });

  test('the request for the password doesn’t accept a password that was changed during the check', () =>
    attempt('guesses of the password', async () => {
      const { app, account, ada, browser } = await asked();
      const passwordHash = await hashPassword('the password of somebody else');
      const answer = browser.redeem(ada.email, { password: PASSWORD });
      await app.database.transaction((tx) =>
        updateUser(tx, account.id, { passwordHash }, new Date()),
      );
      expect((await answer).status).toBe(403);
    }));
});

describe('an account found by issuer and subject', () => {
  test('stays the same when the email changes at the provider', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    const { user } = (await new TestBrowser(app).signIn(ada)).body;
    const renamed = person(app.provider, { sub: ada.sub, email: 'married@example.com' });
    const answer = await new TestBrowser(app).signIn(renamed);
    expect(answer.body.user).toEqual(user);
  });

  test('takes precedence over the account with that email', () =>
    attempt(KIND, async () => {
      const app = await googleApp();
      const eve = person(app.provider);
      const { _id } = (await new TestBrowser(app).signIn(eve)).body.user;
      const victim = await makeAccount(app.database);
      const renamed = person(app.provider, { sub: eve.sub, email: victim.email });
      expect((await new TestBrowser(app).signIn(renamed)).body.user._id).toBe(_id);
      expect(await findUserById(app.database.read, victim.id)).toEqual(victim);
    }));

  test('an account found by issuer and subject is a different one for another issuer', () =>
    attempt(KIND, async () => {
      const app = await googleApp();
      const ada = await makeAccount(app.database, { emailVerified: true });
      const eve = person(app.provider, { email: 'eve@example.com' });
      await app.database.transaction((tx) =>
        tx.insert(identities).values({
          issuer: 'https://accounts.google.com',
          subject: eve.sub,
          userId: ada.id,
          createdAt: new Date(),
        }),
      );
      const answer = await new TestBrowser(app).signIn(eve);
      expect(answer.body.user._id).not.toBe(ada.id);
    }));

  test('an account found by issuer and subject is unlinked when the account is deleted', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    const browser = new TestBrowser(app);
    const { _id } = (await browser.signIn(ada)).body.user;
    await browser.call(`DELETE /api/user/delete/${_id}`);
    expect(await app.database.read.select().from(identities)).toEqual([]);
    expect((await browser.signIn(ada)).body.user._id).not.toBe(_id);
  });
});

describe('no password is needed when the provider runs the email', () => {
  test.each([
    ['an address at gmail.com', { email: 'ada@gmail.com' }],
    ['an address at googlemail.com', { email: 'Ada@GoogleMail.com' }],
    ['an address of a hosted domain', { email: 'ada@school.example', hd: 'School.example' }],
  ])('%s', async (_what, claims) => {
    const app = await googleApp();
    const account = await makeAccount(app.database, { email: claims.email, emailVerified: true });
    const answer = await new TestBrowser(app).signIn(person(app.provider, claims));
    expect(answer.status).toBe(200);
    expect(answer.body.user._id).toBe(account.id);
    const after = await findUserById(app.database.read, account.id);
    expect(after?.passwordHash).toBe(account.passwordHash);
  });
});

describe('reauthentication with Google', () => {
  const HOUR = 60 * MINUTE;
  const google = { json: { google: true } };

  /** A user who signed in with Google an hour ago. */
  async function stale() {
    const app = await googleApp();
    const ada = person(app.provider);
    const browser = new TestBrowser(app);
    const { user } = (await browser.signIn(ada)).body;
    app.pass(HOUR);
    const change = () =>
      browser.call(`PUT /api/user/update/${user._id}`, {
        json: { password: `the new password ${Math.random()}` },
      });
    expect((await change()).body.code).toBe('reauthenticate');
    return { app, ada, browser, change };
  }

  test('makes the session fresh, once per popup', async () => {
    const { app, ada, browser, change } = await stale();
    await browser.popup(ada);
    expect((await browser.call('POST /api/auth/reauthenticate', google)).status).toBe(200);
    expect((await change()).status).toBe(200);
    app.pass(HOUR);
    expect((await browser.call('POST /api/auth/reauthenticate', google)).status).toBe(403);
    expect((await change()).body.code).toBe('reauthenticate');
  });

  test('reauthenticating with Google is refused without a popup, and for another person', () =>
    attempt('reauthentication by another user', async () => {
      const { app, ada, browser, change } = await stale();
      const reauthenticate = () => browser.call('POST /api/auth/reauthenticate', google);
      expect((await reauthenticate()).status).toBe(403);
      const others = [
        person(app.provider),
        // Has the same email, but is another person.
        person(app.provider, { email: ada.email ?? '' }),
      ];
      for (const other of others) {
        await new TestBrowser(app, browser.cookies).popup(other);
        expect((await reauthenticate()).status).toBe(403);
        // Used up, and no way in either.
        expect((await browser.redeem(other.email)).status).toBe(401);
      }
      await browser.start();
      expect((await reauthenticate()).status).toBe(403);
      for (const json of [{ google: false }, { google: 'true' }, {}, { password: '' }]) {
        expect((await browser.call('POST /api/auth/reauthenticate', { json })).status).toBe(400);
      }
      expect((await change()).body.code).toBe('reauthenticate');
    }));

  test('reauthenticating with Google is refused with the popup of another browser', () =>
    attempt('reauthentication by another user', async () => {
      const { app, ada, browser, change } = await stale();
      await new TestBrowser(app).popup(ada);
      expect((await browser.call('POST /api/auth/reauthenticate', google)).status).toBe(403);
      expect((await change()).body.code).toBe('reauthenticate');
    }));
});
