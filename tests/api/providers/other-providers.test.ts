import { describe, expect, onTestFinished, test } from 'vitest';
import { listIdentities } from '../../../db/queries/identities.ts';
import { findUserById } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, SITE, type TestApp, testApp } from '../../support/app.ts';
import { type FakeGitHub, type GitHubAccount, startGitHub } from '../../support/github.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../support/openid-provider.ts';
import { person, TestBrowser } from './support.ts';

const ACME = '/api/auth/provider/acme';
const GITHUB = '/api/auth/provider/github';

interface Site extends TestApp {
  acme: OpenIdProvider;
  github: FakeGitHub;
}

/** A site with an OpenID provider and GitHub. */
async function site(): Promise<Site> {
  const acme = await startOpenIdProvider(`${SITE}${ACME}/callback`);
  const github = await startGitHub();
  onTestFinished(() => acme.stop());
  onTestFinished(() => github.stop());
  const env = {
    ...github.env,
    OIDC_PROVIDERS: 'acme',
    OIDC_ACME_NAME: 'Acme',
    OIDC_ACME_ISSUER: acme.issuer,
    OIDC_ACME_CLIENT_ID: acme.clientId,
    OIDC_ACME_CLIENT_SECRET: acme.clientSecret,
  };
  return { ...(await testApp({ env })), acme, github };
}

const ADA: GitHubAccount = {
  id: 4711,
  login: 'ada',
  name: 'Ada Lovelace',
  avatar_url: 'https://avatars.githubusercontent.com/u/4711',
  emails: [
    { email: 'other@example.com', primary: false, verified: true },
    { email: 'Ada@Example.com', primary: true, verified: true },
  ],
};

/** A browser at GitHub, or at Acme. */
const at = (app: TestApp, path: string) => new TestBrowser(app, undefined, path);

describe('signing in with another OpenID provider', () => {
  test('creates an account, and finds it by issuer and subject from then on', async () => {
    const app = await site();
    const ada = person(app.acme);
    const first = await at(app, ACME).signIn(ada);
    expect(first.status).toBe(200);
    expect(first.body.user).toMatchObject({ email: ada.email, emailVerified: true });
    ada.email = 'new-address@example.com';
    const second = await at(app, ACME).signIn(ada);
    expect(second.body.user._id).toBe(first.body.user._id);
    expect(await listIdentities(app.database.read, first.body.user._id)).toMatchObject([
      { issuer: app.acme.issuer, subject: ada.sub },
    ]);
  });

  test('takes over an account that never proved the email', async () => {
    const app = await site();
    const ada = person(app.acme);
    const stranger = await makeAccount(app.database, { email: ada.email ?? '' });
    const { body } = await at(app, ACME).signIn(ada);
    expect(body.user._id).toBe(stranger.id);
    expect((await findUserById(app.database.read, stranger.id))?.passwordHash).toBeNull();
  });

  test('asks for the password of an account that proved the email, even at gmail.com', async () => {
    const app = await site();
    const ada = person(app.acme, { email: 'ada@gmail.com', hd: 'gmail.com' });
    await makeAccount(app.database, { email: 'ada@gmail.com', emailVerified: true });
    const browser = at(app, ACME);
    const asked = await browser.signIn(ada);
    expect([asked.status, asked.body.code]).toEqual([403, 'password_required']);
    expect(asked.body.message).toContain('link it to Acme');
    expect((await browser.redeem(ada.email, { password: PASSWORD })).status).toBe(200);
  });

  test('signing in with another OpenID provider is refused without a verified email', async () => {
    const app = await site();
    const { answer } = await at(app, ACME).popup(person(app.acme, { email_verified: false }));
    expect(answer.status).toBe(401);
  });

  test('signing in with another OpenID provider can’t be continued at another provider', async () => {
    const app = await site();
    const browser = at(app, ACME);
    const ada = person(app.acme);
    await browser.popup(ada);
    const json = { name: '', email: ada.email, profilePhoto: '' };
    expect((await browser.call(`POST ${GITHUB}`, { json })).status).toBe(401);
    expect((await browser.redeem(ada.email)).status).toBe(200);
  });

  test('an unknown provider is not found', async () => {
    const { call } = await site();
    expect((await call('GET /api/auth/provider/nobody/start')).status).toBe(404);
    expect((await call('GET /api/auth/google/start')).status).toBe(404);
  });
});

describe('signing in with GitHub', () => {
  const signIn = async (app: Site, account: GitHubAccount) => {
    app.github.account = account;
    const browser = at(app, GITHUB);
    const { answer, result } = await browser.popup(undefined);
    return { answer, result, browser };
  };

  test('uses the verified primary email, and the number as subject', async () => {
    const app = await site();
    const { result, browser } = await signIn(app, ADA);
    expect(result).toMatchObject({ ok: true, email: 'ada@example.com', name: 'Ada Lovelace' });
    const { body } = await browser.redeem(result.email);
    expect(body.user).toMatchObject({ email: 'ada@example.com' });
    expect(body.suggestedUsername).toBe('ada-lovelace');
    expect(await listIdentities(app.database.read, body.user._id)).toMatchObject([
      { issuer: app.github.env.GITHUB_URL, subject: '4711' },
    ]);
  });

  test('signing in with GitHub is refused when the primary email is unverified or missing', async () => {
    const app = await site();
    for (const emails of [[], [{ email: 'ada@example.com', primary: true, verified: false }]]) {
      const { answer, result } = await signIn(app, { ...ADA, emails });
      expect([answer.status, result.ok]).toEqual([401, false]);
    }
  });

  test('asks for the password of an account that proved the email', async () => {
    const app = await site();
    await makeAccount(app.database, { email: 'ada@example.com', emailVerified: true });
    const { browser } = await signIn(app, ADA);
    const asked = await browser.redeem('ada@example.com');
    expect([asked.status, asked.body.code]).toEqual([403, 'password_required']);
  });

  test('ends quietly when the person declines', async () => {
    const app = await site();
    const { answer, result } = await at(app, GITHUB).popup(undefined);
    expect([answer.status, result.ok]).toEqual([200, false]);
  });
});

describe('linked accounts', () => {
  /** A browser that is signed in by password, and has just signed in at GitHub, too. */
  async function withProof(app: Site, email: string) {
    const browser = at(app, GITHUB);
    await browser.call('POST /api/auth/signin', { json: { email, password: PASSWORD } });
    app.github.account = ADA;
    await browser.popup(undefined);
    return browser;
  }
  const link = { json: { provider: 'github' } };

  test('accounts are linked with a proof, once, and listed', async () => {
    const app = await site();
    const user = await makeAccount(app.database);
    const browser = await withProof(app, user.email);
    expect((await browser.call('GET /api/auth/identities')).body).toEqual({
      identities: [],
      providers: [
        { id: 'github', name: 'GitHub' },
        { id: 'acme', name: 'Acme' },
      ],
    });
    expect((await browser.call('POST /api/auth/identities', link)).status).toBe(200);
    expect((await browser.call('POST /api/auth/identities', link)).status).toBe(401);
    const { body } = await browser.call('GET /api/auth/identities');
    expect(body.identities).toMatchObject([{ provider: 'github', name: 'GitHub' }]);
    expect(body.providers).toEqual([{ id: 'acme', name: 'Acme' }]);
    const other = at(app, GITHUB);
    await other.popup(undefined);
    expect((await other.redeem('ada@example.com')).body.user._id).toBe(user.id);
    const events = (await browser.call('GET /api/user/events')).body.events;
    expect(events.map(({ action }: { action: string }) => action)).toContain('identity.link');
  });

  test('the account of someone else can’t be linked', async () => {
    const app = await site();
    const [first, second] = [await makeAccount(app.database), await makeAccount(app.database)];
    await (await withProof(app, first.email)).call('POST /api/auth/identities', link);
    const refused = await (await withProof(app, second.email)).call(
      'POST /api/auth/identities',
      link,
    );
    expect(refused.status).toBe(409);
    expect(await listIdentities(app.database.read, second.id)).toEqual([]);
  });

  test('accounts are unlinked, but not the last way to sign in', async () => {
    const app = await site();
    const browser = at(app, GITHUB);
    app.github.account = ADA;
    await browser.popup(undefined);
    const { user } = (await browser.redeem('ada@example.com')).body;
    const [{ _id }] = (await browser.call('GET /api/auth/identities')).body.identities;
    const refused = await browser.call(`DELETE /api/auth/identities/${_id}`);
    expect(refused.status).toBe(409);
    const json = { password: 'another long pass phrase' };
    expect((await browser.call(`PUT /api/user/update/${user._id}`, { json })).status).toBe(200);
    expect((await browser.call(`DELETE /api/auth/identities/${_id}`)).status).toBe(200);
    expect((await browser.call(`DELETE /api/auth/identities/${_id}`)).status).toBe(404);
    expect(await listIdentities(app.database.read, user._id)).toEqual([]);
  });

  test('linked accounts of a provider that the site no longer has are no way to sign in', async () => {
    const app = await site();
    const browser = at(app, GITHUB);
    app.github.account = ADA;
    await browser.popup(undefined);
    await browser.redeem('ada@example.com');
    const acme = new TestBrowser(app, browser.cookies, ACME);
    await acme.popup(person(app.acme));
    await acme.call('POST /api/auth/identities', { json: { provider: 'acme' } });
    app.services.env.providers.splice(1, 1);
    const { identities } = (await browser.call('GET /api/auth/identities')).body;
    const github = identities.find(({ provider }: { provider: string }) => provider === 'github');
    expect(identities).toContainEqual(expect.objectContaining({ provider: null }));
    expect((await browser.call(`DELETE /api/auth/identities/${github._id}`)).status).toBe(409);
  });

  test('confirm that it’s the owner', async () => {
    const app = await site();
    const user = await makeAccount(app.database);
    const browser = await withProof(app, user.email);
    const proof = { json: { provider: 'github' } };
    expect((await browser.call('POST /api/auth/reauthenticate', proof)).status).toBe(403);
    await browser.popup(undefined);
    await browser.call('POST /api/auth/identities', link);
    await browser.popup(undefined);
    expect((await browser.call('POST /api/auth/reauthenticate', proof)).status).toBe(200);
  });

  test('need a session', async () => {
    const { call } = await site();
    expect((await call('GET /api/auth/identities')).status).toBe(401);
    expect((await call('POST /api/auth/identities', link)).status).toBe(401);
    expect((await call('DELETE /api/auth/identities/1')).status).toBe(401);
  });
});
