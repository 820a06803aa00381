import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { signInFlows } from '../../../db/schema.ts';
import { testApp } from '../../support/app.ts';
import type { Misbehavior } from '../../support/openid-provider.ts';
import { CALLBACK, googleApp, person, readResult, TestBrowser } from './support.ts';

const MINUTE = 60_000;

describe('the start of the popup', () => {
  test('the start of the popup redirects to the provider with code, PKCE, state, nonce and the account picker', async () => {
    const app = await googleApp();
    const target = await new TestBrowser(app).start();
    expect(target.origin).toBe(app.provider.issuer);
    expect(Object.fromEntries(target.searchParams)).toEqual({
      client_id: app.provider.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('binds the flow to the browser with an HttpOnly cookie for ten minutes', async () => {
    const app = await googleApp();
    const { headers } = await app.call('GET /api/auth/google/start');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^inkwell_google=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test('the start of the popup uses a __Host- cookie with TLS', async () => {
    const app = await googleApp({ env: { SITE_URL: 'https://blog.example.com' } });
    const { headers } = await app.call('GET /api/auth/google/start');
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-inkwell_google=.*; Secure/);
  });

  test('the start of the popup stores nothing in the database that could hijack a flow', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const target = await browser.start();
    const stored = JSON.stringify(await app.database.read.select().from(signInFlows));
    const secret = browser.cookies.header.split('=')[1] ?? '';
    const { state, nonce } = Object.fromEntries(target.searchParams);
    for (const value of [secret, state, nonce]) expect(stored).not.toContain(value);
    expect(stored).toContain(createHash('sha256').update(secret).digest('hex'));
  });

  test('the start of the popup reports a failure while the provider is down, and works again afterwards', async () => {
    const app = await googleApp();
    app.provider.down = true;
    const answer = await app.call('GET /api/auth/google/start?attempt=attempt-1');
    expect(answer.status).toBe(502);
    expect(readResult(answer)).toEqual({ ok: false, attempt: 'attempt-1' });
    expect(app.logged()).toContainEqual(expect.objectContaining({ msg: 'google sign-in failed' }));
    app.provider.down = false;
    expect((await app.call('GET /api/auth/google/start')).status).toBe(302);
  });

  test('the start of the popup uses the cached configuration when the provider can’t be reached', async () => {
    const app = await googleApp();
    await app.call('GET /api/auth/google/start');
    app.provider.down = true;
    app.pass(2 * 60 * MINUTE);
    expect((await app.call('GET /api/auth/google/start')).status).toBe(302);
  });

  test('the start of the popup is limited per address', async () => {
    const app = await googleApp({ limits: { google: { points: 2, duration: 60 } } });
    const start = () => app.call('GET /api/auth/google/start');
    expect([(await start()).status, (await start()).status]).toEqual([302, 302]);
    const held = await start();
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(readResult(held).ok).toBe(false);
    const forged = await app.call('POST /api/auth/google', { json: { email: 'a@example.com' } });
    expect(forged.status).toBe(429);
  });
});

describe('the return of the popup', () => {
  test('passes name, email and picture to the page, and runs no other script', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    const { answer, result } = await new TestBrowser(app).popup(ada);
    expect(answer.status).toBe(200);
    expect(result).toEqual({
      ok: true,
      attempt: 'attempt-1',
      name: ada.name,
      email: ada.email,
      profilePhoto: ada.picture,
    });
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const script = /<script>([\s\S]*?)<\/script>/.exec(answer.body)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(answer.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
  });

  test('the return of the popup treats everything from the provider as data', async () => {
    const app = await googleApp();
    const name = `"><script>alert(1)</script>&'</body>`;
    const { answer, result } = await new TestBrowser(app).popup(person(app.provider, { name }));
    expect(result.name).toBe(name);
    expect(answer.body).not.toContain('<script>alert');
  });

  test('the return of the popup accepts a picture only over https', async () => {
    const app = await googleApp();
    for (const picture of ['http://example.com/a.png', 'javascript:alert(1)', 'data:,x', 'no']) {
      const { result } = await new TestBrowser(app).popup(person(app.provider, { picture }));
      expect(result.profilePhoto).toBe('');
    }
  });

  test('the return of the popup reports without an error that the user declined', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const { answer, result } = await browser.popup(undefined);
    expect(answer.status).toBe(200);
    expect(result).toEqual({ ok: false, attempt: 'attempt-1' });
    expect(browser.cookies.header).toBe('');
  });

  const now = Math.floor(Date.now() / 1000);
  const wrongs: [string, Misbehavior][] = [
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    [
      'several audiences and another authorized party',
      { claims: { aud: ['inkwell-tests', 'b'], azp: 'b' } },
    ],
    ['another issuer', { claims: { iss: 'https://accounts.example.com' } }],
    ['its time over', { claims: { iat: now - 7200, exp: now - 3600 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['a strange signature', { signature: 'strange' }],
    ['no signature', { signature: 'none' }],
    ['an email that is not verified', { claims: { email_verified: false } }],
    ['an email verified only in words', { claims: { email_verified: 'true' } }],
    ['nothing about the email being verified', { claims: { email_verified: undefined } }],
    ['no email', { claims: { email: undefined } }],
    ['no valid email', { claims: { email: 'ada' } }],
  ];

  test.each(wrongs)('refuses an ID token with %s', async (_what, misbehavior) => {
    const app = await googleApp();
    app.provider.misbehavior = misbehavior;
    const browser = new TestBrowser(app);
    const ada = person(app.provider);
    const { answer, result } = await browser.popup(ada);
    expect(answer.status).toBe(401);
    expect(result).toEqual({ ok: false, attempt: 'attempt-1' });
    expect((await browser.redeem(ada.email)).status).toBe(401);
    expect(await browser.whoAmI()).toBe(null);
  });

  test('the return of the popup accepts an ID token that was signed again without changes', async () => {
    const app = await googleApp();
    app.provider.misbehavior = {};
    const { result } = await new TestBrowser(app).popup(person(app.provider));
    expect(result.ok).toBe(true);
  });

  test('the return of the popup works once: the same URL again is refused, and the proof stays valid', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const ada = person(app.provider);
    const back = await browser.choose(await browser.start(), ada);
    const secret = browser.cookies.header;
    expect((await browser.comeBack(back)).result.ok).toBe(true);
    const again = await app.call(`GET ${back.pathname}${back.search}`, {
      headers: { Cookie: secret },
    });
    expect(again.status).toBe(400);
    expect(readResult(again).ok).toBe(false);
    expect((await browser.comeBack(back)).answer.status).toBe(400);
    expect((await browser.redeem(ada.email)).status).toBe(200);
  });

  test('the return of the popup refuses a code that was issued for another flow', async () => {
    const app = await googleApp();
    const eve = new TestBrowser(app);
    const stolen = await eve.choose(await eve.start(), person(app.provider));
    const browser = new TestBrowser(app);
    const target = await browser.start();
    const injected = new URL(stolen);
    injected.searchParams.set('state', target.searchParams.get('state') ?? '');
    const { answer, result } = await browser.comeBack(injected);
    expect(answer.status).toBe(401);
    expect(result.ok).toBe(false);
  });

  test('the return of the popup refuses the callback in another browser and keeps this browser’s flow', async () => {
    const app = await googleApp();
    const eve = new TestBrowser(app);
    const planted = await eve.choose(await eve.start(), person(app.provider));
    const browser = new TestBrowser(app);
    expect((await browser.comeBack(planted)).answer.status).toBe(400);
    const ada = person(app.provider);
    const target = await browser.start();
    expect((await browser.comeBack(planted)).answer.status).toBe(400);
    const own = await browser.comeBack(await browser.choose(target, ada));
    expect(own.result).toMatchObject({ ok: true, email: ada.email });
  });

  test('the return of the popup refuses a flow after ten minutes', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    const back = await browser.choose(await browser.start(), person(app.provider));
    app.pass(10 * MINUTE);
    expect((await browser.comeBack(back)).answer.status).toBe(400);
  });

  test('the return of the popup echoes nothing from its URL', async () => {
    const app = await googleApp();
    for (const path of ['start', 'callback']) {
      const { body } = await app.call(
        `GET /api/auth/google/${path}?attempt=%3Cmark%3E&state=%3Cmark%3E&error=%3Cmark%3E&next=https://mark.example`,
      );
      expect(body).not.toContain('mark');
    }
  });

  test('the return of the popup logs no codes, tokens or emails', async () => {
    const app = await googleApp();
    const browser = new TestBrowser(app);
    app.provider.misbehavior = { claims: { nonce: 'another' } };
    const ada = person(app.provider);
    const back = await browser.choose(await browser.start(), ada);
    await browser.comeBack(back);
    const log = JSON.stringify(app.logged());
    expect(log).toContain('google sign-in failed');
    for (const secret of [back.searchParams.get('code') ?? '?', ada.email ?? '?', 'eyJ']) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('without Google sign-in', () => {
  test.each([
    'GET /api/auth/google/start',
    'GET /api/auth/google/callback',
    'POST /api/auth/google',
  ])('%s is 404', async (line) => {
    const { call } = await testApp();
    const json = line.startsWith('POST') ? { email: 'ada@example.com' } : undefined;
    const answer = await call(line, { json });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ success: false, statusCode: 404 });
  });
});

test('an issuer without TLS is accepted only on this machine', () => {
  const load = (GOOGLE_ISSUER: string) => loadEnv({ GOOGLE_ISSUER });
  for (const own of ['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000']) {
    expect(() => load(own)).not.toThrow();
  }
  for (const far of ['http://accounts.example.com', 'http://localhost.example.com']) {
    expect(() => load(far)).toThrow('GOOGLE_ISSUER');
  }
});
