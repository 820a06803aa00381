import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { isFullRun } from '../support/full-run.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts';
import { ADDRESS_PAYLOADS, HTML_PAYLOADS, TEXT_PAYLOADS } from '../support/payloads.ts';
import { record } from '../support/record.ts';
import { openSignInAsGuest } from './support/accounts.ts';
import { type Canary, hostileParts, provoke, setCanary } from './support/canary.ts';
import { type HostileSite, makeHostile } from './support/hostile-site.ts';
import { MISSING_PAGE, PUBLIC_PAGES, searchApi } from './support/pages.ts';
import { ADMIN, freePort } from './support/server.ts';
import { test as base, expect, ownServer } from './support/test.ts';

/**
 * Cross-site scripting, request forgery and framing in a real browser. Every payload of
 * tests/support/payloads.ts ends in `alert(1)`, which must never be called. Because the
 * sanitizer removes all payloads, the content security policy must have nothing to block.
 */

/** `npm run test:all` tries all payloads. `npm test` samples those that each need a page load. */
const some = <T>(all: readonly T[], every: number): T[] =>
  all.filter((_, i) => isFullRun || i % every === 0);

interface Fixtures {
  provider: OpenIdProvider;
  /** The site, full of payloads. */
  hostile: HostileSite;
  canary: Canary;
}

let provider: OpenIdProvider;
let hostile: HostileSite | undefined;

const test = base.extend<Fixtures>({
  ...ownServer(async () => {
    const port = await freePort();
    provider = await startOpenIdProvider(`http://127.0.0.1:${port}/api/auth/google/callback`);
    const RATE_LIMITS = 'comment=100000/60,signUp=1000/60';
    return { port, env: { ...provider.env, RATE_LIMITS } };
  }),
  // It starts with the site.
  provider: async ({ site: _ }, use) => use(provider),
  hostile: [
    async ({ site, playwright }, use) => {
      if (!hostile) {
        const request = await playwright.request.newContext();
        hostile = await makeHostile(site, request);
        await request.dispose();
      }
      await use(hostile);
    },
    { scope: 'test', timeout: 240_000 },
  ],
  canary: async ({ context, site }, use) => {
    const canary = await setCanary(context, site.url);
    await use(canary);
    expect(canary.calls, 'payloads that ran').toEqual([]);
  },
});

test.afterAll(() => provider?.stop());

const GUARDED = ['/dashboard', '/create-post', '/update-post/x'];

/**
 * Records attacks for docs/reliability.md. Call it at the end of a test, when none has succeeded.
 */
function tried(what: string, count: number): void {
  const { file, titlePath } = test.info();
  record({ file, test: titlePath.slice(1).join(' > '), what, tried: count, succeeded: 0 });
}

/** Opens a page like a visitor, and does everything that could trigger a payload. */
async function expectHarmless(page: Page): Promise<void> {
  await provoke(page);
  expect(await hostileParts(page), page.url()).toEqual([]);
}

/** Scrolls to the comments, which load when they become visible. */
async function openThread(page: Page): Promise<void> {
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await expect(page.locator('article[id^="comment-"]').first()).toBeVisible();
}

test('payloads in titles, contents, comments and names never run on a page', async ({
  page,
  canary,
  hostile,
}) => {
  test.setTimeout(isFullRun ? 600_000 : 240_000);
  for (const path of hostile.pages) {
    await page.goto(path);
    await openThread(page);
    await expectHarmless(page);
  }
  for (const path of ['/', '/archive', '/search', ...hostile.single]) {
    await page.goto(path);
    if (path === '/search') await expect(page.locator('main .post-row').first()).toBeVisible();
    await expectHarmless(page);
  }
  expect(canary.stopped, 'what the policy had to stop').toEqual([]);
  expect(canary.escapes, 'requests to other sites').toEqual([]);
  for (const [where, count] of Object.entries(hostile.sent)) {
    tried(`cross-site scripting through ${where}`, count);
  }
});

test('payloads never run in the dashboard or in the editor', { tag: '@long' }, async ({
  page,
  canary,
  hostile: _,
  login,
}) => {
  test.setTimeout(isFullRun ? 300_000 : 90_000);
  await login('admin');
  for (const tab of ['dash', 'posts', 'users', 'comments', 'profile', ...some(TEXT_PAYLOADS, 25)]) {
    await page.goto(`/dashboard?tab=${encodeURIComponent(tab)}`);
    await expect(page.locator('main h1, main h2').first()).toBeVisible();
    const more = page.getByRole('button', { name: /^Load More/ });
    for (let i = 0; i < (isFullRun ? 12 : 2) && (await more.count()) > 0; i++) {
      const items = page.locator('main article, main li');
      const before = await items.count();
      await more.click();
      // If the last page is full, there is one more page, and it's empty.
      await expect
        .poll(async () => (await items.count()) !== before || (await more.count()) === 0)
        .toBe(true);
    }
    await expectHarmless(page);
  }
  tried('cross-site scripting through dashboard tabs', some(TEXT_PAYLOADS, 25).length);
  // The editor opens stored payloads and receives pasted ones.
  const { posts } = (await (await page.request.get('/api/post/getposts?limit=20')).json()) as {
    posts: { _id: string }[];
  };
  await page.goto(`/update-post/${posts[0]?._id}`);
  const text = page.getByRole('textbox', { name: 'Content' });
  await expect(text).not.toHaveText('');
  const pasted = some(Object.values(HTML_PAYLOADS).flat(), 8);
  for (const html of pasted) {
    await text.evaluate((element, markup) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', markup);
      const options = { clipboardData, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent('paste', options));
    }, html);
  }
  await expectHarmless(page);
  // Handlers, styles and bases are reported even in the inert document that parses the clipboard.
  const lifeless = /^(?:script-src-attr|style-src|base-uri)/;
  expect(canary.stopped.filter(({ what }) => !lifeless.test(what))).toEqual([]);
  tried('cross-site scripting through pasted content', pasted.length);
});

test('payloads in URLs, in localStorage and in searches never run', { tag: '@long' }, async ({
  page,
  canary,
  hostile: _,
}) => {
  test.setTimeout(isFullRun ? 600_000 : 90_000);
  for (const text of some(TEXT_PAYLOADS, 12)) {
    const part = encodeURIComponent(text);
    await page.goto(`/search?searchTerm=${part}&category=${part}&sort=${part}&startIndex=${part}`);
    await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible();
    await expectHarmless(page);
    await page.goto(`/post/${part}?x=${part}#${part}`);
    await expectHarmless(page);
  }
  // All typed into the same page.
  await page.goto('/search');
  const box = page.getByLabel('Search Term');
  for (const text of TEXT_PAYLOADS) {
    await box.fill(text.slice(0, 200));
    await box.press('Enter');
  }
  await expectHarmless(page);
  for (const text of some(TEXT_PAYLOADS, 20)) {
    await page.evaluate((value) => {
      const user = {
        _id: value,
        username: value,
        email: value,
        profilePicture: value,
        isAdmin: true,
      };
      const root = { version: 1, theme: value, currentUser: { user } };
      localStorage.setItem('root', JSON.stringify(root));
    }, text);
    await page.goto('/about');
    await expectHarmless(page);
  }
  expect(canary.stopped).toEqual([]);
  expect(canary.escapes).toEqual([]);
  tried('cross-site scripting through URLs', some(TEXT_PAYLOADS, 12).length * 2);
  tried('cross-site scripting through typed searches', TEXT_PAYLOADS.length);
  tried('cross-site scripting through local storage', some(TEXT_PAYLOADS, 20).length);
});

test('the return path after signing in never leads to another site', async ({
  page,
  canary,
  site,
}) => {
  for (const target of some(ADDRESS_PAYLOADS, 11)) {
    await page.context().clearCookies();
    await page.goto(`/signin?returnTo=${encodeURIComponent(target)}`);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page).not.toHaveURL(/\/signin/);
    expect(new URL(page.url()).origin, target).toBe(site.url);
  }
  expect(canary.escapes).toEqual([]);
  tried('a redirect to another site after signing in', some(ADDRESS_PAYLOADS, 11).length);
});

test('payloads in the claims of an identity provider never run', { tag: '@long' }, async ({
  page,
  canary,
  provider,
  site,
}) => {
  test.setTimeout(isFullRun ? 180_000 : 60_000);
  // Each needs a sign-in, so only a few are tested.
  const claims = TEXT_PAYLOADS.filter((text) => text.includes('alert')).filter(
    (_, i) => i % (isFullRun ? 4 : 20) === 0,
  );
  for (const [i, name] of claims.entries()) {
    const person = {
      sub: `hostile-${i}`,
      name,
      email: `hostile-${i}@example.com`,
      email_verified: true,
      picture: `https://127.0.0.1/${name}`,
    };
    provider.accounts.clear();
    provider.accounts.set(person.sub, person);
    await openSignInAsGuest(page);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: /Google/ }).click();
    const popup = await opened;
    await popup.getByRole('button').first().click();
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect(page).toHaveURL(`${site.url}/`);
    await page.waitForLoadState();
    await page.goto('/dashboard');
    await expect(page.getByLabel('Username')).toHaveValue(/^[A-Za-z0-9_.-]{3,30}$/);
    await expectHarmless(page);
  }
  expect(canary.stopped).toEqual([]);
  tried('cross-site scripting through claims of an identity provider', claims.length);
});

test('every page has a strict content security policy, which the browser enforces', {
  tag: '@long',
}, async ({ page, login, hostile }) => {
  await login('admin');
  const paths = [...PUBLIC_PAGES, ...GUARDED, MISSING_PAGE, hostile.pages[0] ?? '', '/archive'];
  for (const path of paths) {
    const html = await (await page.request.get(path)).text();
    const policy = /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1];
    const directives = new Map(
      (policy ?? '').split(';').map((line) => {
        const [name = '', ...values] = line.trim().split(/\s+/);
        return [name, values.join(' ').replaceAll('&#39;', "'")];
      }),
    );
    const scripts = directives.get('script-src') ?? directives.get('default-src') ?? '*';
    expect(scripts, path).not.toMatch(
      /unsafe-inline|'unsafe-eval'|unsafe-hashes|https?:|data:|blob:|\*/,
    );
    expect([path, directives.get('default-src')]).toEqual([path, "'self'"]);
    expect([path, directives.get('object-src')]).toEqual([path, "'none'"]);
    expect([path, directives.get('base-uri')]).toEqual([path, "'none'"]);
    expect([path, directives.get('form-action')]).toEqual([path, "'self'"]);
    expect([path, directives.get('require-trusted-types-for')]).toEqual([path, "'script'"]);
    const showsPages = /^\/(create|update)-post|^\/dashboard/.test(path);
    const policies = showsPages ? 'default' : "'none'";
    expect([path, directives.get('trusted-types')]).toEqual([path, policies]);
  }
  const settings = '/dashboard?tab=settings';
  const opened = ['/', '/search', '/dashboard', settings, hostile.pages[0] ?? '', '/create-post'];
  for (const path of opened) {
    await page.goto(path);
    if (path === settings) {
      await page.getByRole('button', { name: 'Show preview' }).click();
      await expect(page.locator('iframe[title="Preview of the site"]')).toBeVisible();
    }
    if (path === '/create-post')
      await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
    expect([path, await page.evaluate(tryEverySink)]).toEqual([path, []]);
  }
  tried('pages without a strict policy', paths.length);
  tried('ways to run text as code on a page', 13 * opened.length);
});

/** Runs in the browser: tries everything that runs text as code. Returns what worked. */
async function tryEverySink(): Promise<string[]> {
  const worked: string[] = [];
  const ran = window as unknown as { ran?: string };
  const attempt = async (name: string, work: () => void) => {
    delete ran.ran;
    try {
      work();
    } catch {}
    await new Promise((wait) => setTimeout(wait, 30));
    if (ran.ran !== undefined) worked.push(name);
  };
  const host = document.body.appendChild(document.createElement('div'));
  const code = 'window.ran = 1';
  await attempt('an inline script', () => {
    const script = document.createElement('script');
    script.append(code);
    host.append(script);
  });
  await attempt('a script of data', () => {
    const script = document.createElement('script');
    script.setAttribute('src', `data:text/javascript,${code}`);
    host.append(script);
  });
  await attempt('a script of a blob', () => {
    const script = document.createElement('script');
    script.src = URL.createObjectURL(new Blob([code]));
    host.append(script);
  });
  await attempt('innerHTML', () => {
    host.innerHTML = `<img src=x onerror="${code}">`;
  });
  await attempt('insertAdjacentHTML', () => {
    host.insertAdjacentHTML('beforeend', `<img src=x onerror="${code}">`);
  });
  await attempt('srcdoc', () => {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<script>parent.ran = 1</script>`;
    host.append(frame);
  });
  await attempt('an attribute', () => {
    host.setAttribute('onclick', code);
    host.click();
  });
  await attempt('a javascript: link', () => {
    const link = document.createElement('a');
    link.href = `javascript:void (${code})`;
    host.append(link);
    link.click();
  });
  await attempt('a javascript: frame', () => {
    const frame = document.createElement('iframe');
    frame.src = 'javascript:void (parent.ran = 1)';
    host.append(frame);
  });
  // biome-ignore lint/security/noGlobalEval: it must not work
  await attempt('eval', () => globalThis.eval(code));
  await attempt('Function', () => new Function(code)());
  await attempt('a timer of text', () => void setTimeout(code as unknown as () => void));
  await attempt('a worker', () => {
    new Worker(URL.createObjectURL(new Blob([code])));
    ran.ran = 'a worker';
  });
  host.remove();
  return worked;
}

test('the policy alone stops payloads that bypass the sanitizer; without both, they run', {
  tag: '@long',
}, async ({ page, context, site }) => {
  // Not the fixture, because payloads are expected to run here.
  const canary = await setCanary(context, site.url);
  const about = await (await page.request.get('/about')).text();
  const [head = '', rest = ''] = about.split(/(?<=<main[^>]*>)/);
  const bare = head.replace(/<meta http-equiv="content-security-policy"[^>]*>/i, '');
  expect(bare.length).toBeLessThan(head.length);
  let body = '';
  await page.route('**/attacked', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  );
  const classes = Object.values(HTML_PAYLOADS);
  const open = async (start: string, payloads: readonly string[]) => {
    body = `${start}${payloads.join('\n')}${rest}`;
    await page.goto('/attacked');
    await provoke(page);
  };
  for (const payloads of classes) await open(head, payloads);
  expect(canary.calls, 'with the policy').toEqual([]);
  expect(canary.stopped.length).toBeGreaterThan(100);
  const stopped = canary.stopped.length;

  for (const payloads of classes) await open(bare, payloads).catch(() => undefined);
  expect(canary.calls.length, 'without it').toBeGreaterThan(100);
  tried('payloads against the content security policy alone', classes.flat().length);
  const value = `${stopped} violations stopped; without the policy ${canary.calls.length} payloads ran`;
  record({ file: test.info().file, figure: 'Content security policy alone, in a browser', value });
});

test('a page of another site changes nothing, reads nothing and frames nothing', async ({
  page,
  canary,
  login,
  site,
}) => {
  const admin = await login('admin');
  const calls = [
    ['POST', '/api/user/signout'],
    ['PUT', `/api/user/update/${admin._id}`],
    ['DELETE', `/api/user/delete/${admin._id}`],
    ['POST', '/api/post/create'],
    ['POST', '/api/comment/create'],
    ['POST', '/api/upload'],
    ['POST', '/api/demo/remove'],
    ['POST', '/api/auth/signin'],
    ['POST', '/api/auth/google'],
  ] as const;
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
  const attacker = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Another site</title><iframe name="hidden"></iframe>');
  }).listen(0, '127.0.0.1');
  await once(attacker, 'listening');
  const { port } = attacker.address() as AddressInfo;
  const before = await (await page.request.get('/api/user/getusers')).text();
  // This machine has two names: one is the site, the other counts as another site.
  await page.goto(`http://localhost:${port}/`);
  const outcome = await page.evaluate(
    async ({ url, calls, forms }) => {
      const readable: string[] = [];
      const body = JSON.stringify({
        username: 'forged',
        title: 'forged',
        category: 'x',
        content: 'x',
      });
      for (const [method, path] of calls) {
        for (const mode of ['cors', 'no-cors'] as const) {
          for (const type of ['application/json', 'text/plain']) {
            const headers = { 'Content-Type': type };
            const options = { method, mode, headers, body, credentials: 'include' as const };
            await fetch(url + path, options).then(
              (response) => response.type !== 'opaque' && readable.push(`${method} ${path}`),
              () => undefined,
            );
          }
        }
        if (method !== 'POST') continue;
        for (const enctype of forms) {
          const form = document.createElement('form');
          Object.assign(form, { method, action: url + path, enctype, target: 'hidden' });
          const field = document.createElement('input');
          field.name = '{"username":"forged","x":"';
          field.value = '"}';
          form.append(field);
          document.body.append(form);
          form.submit();
          await new Promise((sent) => setTimeout(sent, 60));
        }
      }
      for (const path of ['/api/auth/session', '/api/user/getusers', '/api/publish/status']) {
        await fetch(url + path, { credentials: 'include' }).then(
          () => readable.push(path),
          () => undefined,
        );
      }
      const framed: string[] = [];
      for (const path of ['/', '/dashboard', '/signin', '/api/auth/session']) {
        const frame = document.createElement('iframe');
        const loaded = new Promise((done) => frame.addEventListener('load', done));
        frame.src = url + path;
        document.body.append(frame);
        await loaded;
        // A blocked frame shows an error page with an opaque origin. Frames of the site are also
        // cross-origin, so the test inspects them from outside.
        framed.push(path);
      }
      return { readable, framed };
    },
    { url: site.url, calls, forms },
  );
  expect(outcome.readable).toEqual([]);
  const texts = await Promise.all(
    page
      .frames()
      .slice(2)
      .map((frame) => frame.evaluate(() => document.body.textContent).catch(() => '')),
  );
  expect(texts.join(''), 'what frames show').not.toMatch(/Sign In|Dashboard|"user"/);

  const after = await page.request.get('/api/user/getusers');
  expect(after.status(), 'still signed in').toBe(200);
  expect(await after.text()).toBe(before);
  const { totalPosts } = await searchApi(page.request, 'searchTerm=forged');
  expect(totalPosts).toBe(0);
  canary.escapes.length = 0;
  const asForm = calls.filter(([method]) => method === 'POST').length;
  tried('request forgery by a page of another site', calls.length * 4 + asForm * forms.length + 7);
  await new Promise((closed) => {
    attacker.closeAllConnections();
    attacker.close(closed);
  });
});

test('a profile picture on another site is loaded only by its owner’s browser', {
  tag: '@long',
}, async ({ page, site, login, playwright }) => {
  let loaded = 0;
  const tracker = createServer((_, response) => {
    loaded += 1;
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(tracker, 'listening');
  const { port } = tracker.address() as AddressInfo;
  const pictures = [
    `http://127.0.0.1:${port}/pixel.gif`,
    `http://127.0.0.1:${port}/uploads/1700000000000-me.webp`,
    `${site.url}/api/auth/google/start`,
  ];

  const admin = await login('admin');
  const category = 'uncategorized';
  const data = { title: 'Tracked', content: '<p>Read by many</p>', category };
  const post = await (await page.request.post('/api/post/create', { data })).json();
  const member = await login('reader');
  for (const [i, profilePicture] of pictures.entries()) {
    await page.request.put(`/api/user/update/${member._id}`, { data: { profilePicture } });
    const comment = { content: `Look ${i}`, postId: post._id, userId: member._id };
    expect((await page.request.post('/api/comment/create', { data: comment })).status()).toBe(201);
    const reader = await playwright.request.newContext({ baseURL: site.url });
    expect(await (await reader.get(`/api/user/${member._id}`)).text()).toContain('/avatars/');
    await reader.dispose();
    if (i > 0 && !isFullRun) continue;

    await page.context().clearCookies();
    await page.goto(`/post/${post.slug}`);
    await openThread(page);
    await login('admin');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const tab of ['dash', 'users', 'comments']) {
      await page.goto(`/dashboard?tab=${tab}`);
      await expect(page.getByText(member.username).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    expect(asked.filter((url) => url === profilePicture)).toEqual([]);
    expect(loaded, profilePicture).toBe(0);
    await login('reader');
  }
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('inkwell_google');

  // Their own browser shows their picture, but even there no sign-in flow starts.
  await page.goto('/dashboard?tab=profile');
  const refused = page.waitForResponse(pictures[2] ?? '');
  await page.reload();
  expect((await refused).status()).toBe(403);
  tried('tracking readers by a profile picture', isFullRun ? pictures.length * 4 : 6);
  await page.request.delete(`/api/user/delete/${member._id}`);
  await login('admin');
  await page.request.delete(`/api/post/deletepost/${post._id}/${admin._id}`);
  await new Promise((closed) => tracker.close(closed));
});
