import { mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Elsewhere } from '../../../api/static/site.ts';
import { type Answer, startSite, type TestSite, writePage } from './support.ts';

let t: TestSite;

async function restart(options: Parameters<typeof startSite>[0]): Promise<void> {
  await t.close();
  t = await startSite(options);
  writePage(join(t.folder, 'release/404.html'), 'the page for 404');
}

beforeEach(async () => {
  t = await startSite();
  const release = join(t.folder, 'release');
  writePage(join(release, 'index.html'), 'home');
  writePage(join(release, 'about/index.html'), 'about');
  writePage(join(release, 'post/hello/index.html'), 'hello '.repeat(300));
  writePage(join(release, '404.html'), 'the page for 404');
});
afterEach(() => t.close());

describe('addresses', () => {
  it('serves the index page of a folder at its clean address, from disk and then from memory', async () => {
    for (let i = 0; i < 2; i += 1) {
      const { status, headers, body } = await t.get('/about');
      expect([status, body.toString()]).toEqual([200, 'about']);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-length']).toBe('5');
    }
    expect((await t.get('/')).body.toString()).toBe('home');
    expect((await t.get('/?utm=1')).body.toString()).toBe('home');
    expect((await t.get('/%61bout')).body.toString()).toBe('about');
    expect((await t.get('http://example.com/about')).body.toString()).toBe('about');
  });

  it.each([
    ['/About', '/about'],
    ['/POST/Hello?a=b', '/post/hello?a=b'],
    ['/tag/CAF%C3%89', '/tag/caf%C3%A9'],
    ['/feed', '/rss.xml'],
    ['/Feed.xml', '/rss.xml'],
    ['/rss', '/rss.xml'],
    ['/atom.xml', '/rss.xml'],
    ['/index.xml', '/rss.xml'],
  ])('%s leads to the page at %s', async (target, location) => {
    const release = join(t.folder, 'release');
    writePage(join(release, 'tag/café/index.html'), 'café');
    writePage(join(release, 'rss.xml'), '<rss/>');
    const { status, headers } = await t.get(target);
    expect([status, headers.location]).toEqual([301, location]);
  });

  it.each([
    '/Missing',
    '/POST/missing',
    '/API',
    '/API/health',
    '/Uploads/a.png',
    '/feed',
    '/_ASSETS/A.js',
  ])('%s leads nowhere, because there is no page', async (target) => {
    const { status, headers } = await t.get(target);
    expect([status, headers.location]).toEqual([404, undefined]);
  });

  it('leads where the owner says, only if there is no page, and what leads nowhere is noted', async () => {
    const missing: unknown[] = [];
    const found: Record<string, Elsewhere> = {
      '/about': { status: 301, location: '/never' },
      '/old': { status: 302, location: 'https://example.com/' },
      '/Feed': { status: 301, location: '/post/hello?x=y' },
      '/past': 'gone',
      '/api/x': { status: 301, location: '/never' },
    };
    await restart({
      redirects: {
        find: async (path) => found[path],
        findAtHome: async () => undefined,
        noteMissing: (...args) => void missing.push(args),
      },
    });
    writePage(join(t.folder, 'release/about/index.html'), 'about');
    const get = async (target: string, headers = {}) => {
      const { status, headers: answered } = await t.get(target, headers);
      return [status, answered.location];
    };
    expect(await get('/about')).toEqual([200, undefined]);
    expect(await get('/old?a=b')).toEqual([302, 'https://example.com/']);
    expect(await get('/Feed?a=b')).toEqual([301, '/post/hello?x=y']);
    expect(await get('/past')).toEqual([410, undefined]);
    // In one step, with a final slash and double ones.
    expect(await get('/old/?a=b')).toEqual([302, 'https://example.com/']);
    expect(await get('//old//')).toEqual([302, 'https://example.com/']);
    expect(await get('/past/')).toEqual([410, undefined]);
    expect(await get('/about/')).toEqual([301, '/about']);
    expect(await get('//about')).toEqual([404, undefined]);
    expect(await get('/.git')).toEqual([404, undefined]);
    expect(missing).toEqual([]);
    expect(await get('/nothing?a=b', { referer: 'https://example.com/' })).toEqual([
      404,
      undefined,
    ]);
    expect(missing).toEqual([['/nothing', 'https://example.com/']]);
  });

  it('leads from the home page where the owner says, by its exact query', async () => {
    const asked: string[] = [];
    await restart({
      redirects: {
        find: async (path, query) =>
          query === '?p=12' ? { status: 301, location: `/post/of${path}` } : undefined,
        findAtHome: async (query) => {
          asked.push(query);
          if (query === '?p=13') return 'gone';
          return query === '?p=12' ? { status: 301, location: '/post/hello' } : undefined;
        },
        noteMissing: () => undefined,
      },
    });
    writePage(join(t.folder, 'release/index.html'), 'home');
    writePage(join(t.folder, 'release/about/index.html'), 'about');
    const get = async (target: string) => {
      const { status, headers } = await t.get(target);
      return [status, headers.location];
    };
    expect(await get('/?p=12')).toEqual([301, '/post/hello']);
    expect(await get('/?p=13')).toEqual([410, undefined]);
    expect(await get('/?utm_source=x%20y')).toEqual([200, undefined]);
    expect(await get('/?')).toEqual([200, undefined]);
    expect(await get('/')).toEqual([200, undefined]);
    expect(await get('/about?p=12')).toEqual([200, undefined]);
    expect(await get('/index.php?p=12')).toEqual([301, '/post/of/index.php']);
    expect(asked).toEqual(['?p=12', '?p=13', '?utm_source=x%20y']);
  });

  it('has a page in capital letters of its own', async () => {
    writePage(join(t.folder, 'release/About/index.html'), 'another');
    expect((await t.get('/About')).body.toString()).toBe('another');
  });

  it.each([
    ['/about/', '/about'],
    ['/about/?a=1&b=//c', '/about?a=1&b=//c'],
    ['/post/hello/', '/post/hello'],
    ['/index.html', '/'],
    ['/about/index.html?x', '/about?x'],
    ['/index.html/', '/'],
    ['/caf%C3%A9/', '/caf%C3%A9'],
    ['/a%0d%0aSet-Cookie:x=1', undefined],
    ['//evil.com/', undefined],
    ['//evil.com/index.html', undefined],
    ['/%2fevil.com/', undefined],
    ['/\\evil.com/', undefined],
    ['/%5cevil.com/', undefined],
    ['/https:%2f%2fevil.com/', undefined],
  ])('%s redirects to %s', async (target, location) => {
    const { status, headers } = await t.get(target);
    expect(headers.location).toBe(location);
    expect(status).toBe(location === undefined ? 404 : 301);
  });

  it.each([
    '/../secret.txt',
    '/about/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2E%2E%2Fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%252e%252e/secret.txt',
    '/..\\secret.txt',
    '/....//secret.txt',
    '/uploads/../secret.txt',
    '/uploads/%2e%2e/secret.txt',
    '/uploads/..%2fsecret.txt',
    '/_assets/../../secret.txt',
    '/secret.txt%00.html',
    '/about%00',
    '/.env',
    '/post/.hidden',
    '/%2eenv',
    '/about//',
    '//about',
    '/about/.',
    '/linked.txt',
    '/linked-folder/secret.txt',
    '/about/index.html.br',
    '/404.html',
    '/404',
    `/${'a'.repeat(300)}`,
    '/a/'.repeat(20),
    '/index.html.1b9d.tmp',
  ])('%s is the 404 page', async (target) => {
    t.write('.env', 'secret');
    t.write('index.html.1b9d.tmp', 'half');
    t.write('post/.hidden', 'secret');
    symlinkSync(join(t.folder, 'secret.txt'), join(t.folder, 'release/linked.txt'));
    symlinkSync(t.folder, join(t.folder, 'release/linked-folder'));
    for (const accept of ['text/html', '*/*']) {
      const { status, headers, body } = await t.get(target, { accept });
      expect([status, body.toString()]).toEqual([404, 'the page for 404']);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.etag).toBeUndefined();
    }
  });

  it.each(['/%', '/%zz', '/%c3%28', '/%ff'])('%s is malformed: 400', async (target) => {
    expect((await t.get(target)).status).toBe(400);
  });

  it('follows a link that stays inside the site', async () => {
    symlinkSync(join(t.folder, 'release/about'), join(t.folder, 'release/me'));
    expect((await t.get('/me')).body.toString()).toBe('about');
  });

  it('leaves the API alone, and only the API', async () => {
    for (const target of ['/api', '/api/health', '/api?x', 'http://localhost/api/health']) {
      expect((await t.get(target)).body.toString()).toBe('the api');
    }
    expect((await t.get('/apis')).status).toBe(404);
  });

  it('refuses every method but GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await t.get('/about', {}, method);
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const { headers, body } = await t.get('/about', {}, 'HEAD');
    expect([headers['content-length'], body.length]).toEqual(['5', 0]);
    expect((await t.get('/nothing', {}, 'HEAD')).status).toBe(404);
  });
});

describe('representations', () => {
  it('sends the compressed variant that the browser accepts, each with a different ETag', async () => {
    const plain = await t.get('/post/hello');
    const br = await t.get('/post/hello', { 'accept-encoding': 'gzip, br' });
    const gzip = await t.get('/post/hello', { 'accept-encoding': 'gzip, br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(br.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    const tags = [plain, br, gzip].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const { headers } of [plain, br, gzip]) {
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers.etag).toMatch(/^"[^"]+"$/);
    }
  });

  it('answers 304 with its validators to a browser that already has the page', async () => {
    const first = await t.get('/about', { 'accept-encoding': 'br' });
    const { etag = '', vary } = first.headers;
    const again = await t.get('/about', {
      'accept-encoding': 'br',
      'if-none-match': `"x", W/${etag}`,
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({
      etag,
      vary,
      'cache-control': first.headers['cache-control'],
    });
    const since = { 'if-modified-since': first.headers['last-modified'] ?? '' };
    expect((await t.get('/about', since)).status).toBe(304);
    expect((await t.get('/about', { 'if-none-match': etag })).status).toBe(200);
    expect((await t.get('/about', { 'if-none-match': '"x"', ...since })).status).toBe(200);
    expect((await t.get('/nothing', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('serves the files of Pagefind as bytes, never compressed', async () => {
    t.write('pagefind/en.pf_meta', 'x');
    t.write('pagefind/en.pf_meta.gz', 'y');
    const { headers, body } = await t.get('/pagefind/en.pf_meta', { 'accept-encoding': 'gzip' });
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe('x');
  });

  it.each([
    ['rss.xml', 'application/xml; charset=utf-8', 'public, max-age=0, must-revalidate'],
    ['feed.json', 'application/json; charset=utf-8', 'public, max-age=0, must-revalidate'],
    ['tag/web/rss.xml', 'application/xml; charset=utf-8', 'public, max-age=0, must-revalidate'],
    ['sitemap.xml', 'application/xml; charset=utf-8', 'public, max-age=0, must-revalidate'],
    ['.well-known/security.txt', 'text/plain; charset=utf-8', 'public, max-age=0, must-revalidate'],
    ['robots.txt', 'text/plain; charset=utf-8', 'public, max-age=0, must-revalidate'],
    [
      'site.webmanifest',
      'application/manifest+json; charset=utf-8',
      'public, max-age=0, must-revalidate',
    ],
    ['_assets/a.B1.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['_assets/a.B1.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['_assets/a.B1.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    ['favicon.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=86400'],
    ['favicon.ico', 'image/x-icon', 'public, max-age=86400'],
    ['og/hello/0123456789ab.png', 'image/png', 'public, max-age=86400'],
    ['avatars/ada.webp', 'image/webp', 'public, max-age=86400'],
    ['about/index.html', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
  ])('%s is %s, cached "%s"', async (name, type, cacheControl) => {
    t.write(name, 'x');
    const { headers } = await t.get(`/${name.replace('/index.html', '')}`);
    expect([headers['content-type'], headers['cache-control']]).toEqual([type, cacheControl]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('protects pages with headers, and asks for https only where the site is https', async () => {
    const { headers } = await t.get('/about');
    expect(headers).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    await restart({ https: true });
    expect((await t.get('/x')).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('forbids scripts in feeds, which browsers show as pages', async () => {
    for (const name of ['rss.xml', 'tag/a/rss.xml']) t.write(name, '<rss/>');
    for (const path of ['/rss.xml', '/tag/a/rss.xml']) {
      const policy = (await t.get(path)).headers['content-security-policy'];
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('script-src');
    }
  });

  it('finds the assets of earlier releases for tabs that are still open', async () => {
    writeFileSync(join(t.folder, 'earlier/_assets/old.A1.js'), 'old');
    expect((await t.get('/_assets/old.A1.js')).body.toString()).toBe('old');
    writeFileSync(join(t.folder, 'earlier/old.html'), 'old');
    expect((await t.get('/old.html')).status).toBe(404);
  });
});

describe('uploads and large files', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  const large = Buffer.alloc(3 * 1024 * 1024, 'large file ');

  it('serves uploads with their own type, sandboxed and immutable', async () => {
    writeFileSync(join(t.folder, 'uploads/1-a b.png'), bytes);
    const { status, headers, body } = await t.get('/uploads/1-a%20b.png');
    expect([status, body]).toEqual([200, bytes]);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('no longer serves a deleted upload, whichever process deleted it', async () => {
    const file = join(t.folder, 'uploads/1-gone.png');
    writeFileSync(file, bytes);
    const { headers } = await t.get('/uploads/1-gone.png');
    expect((await t.get('/uploads/1-gone.png')).status).toBe(200);
    rmSync(file);
    const conditions: Record<string, string>[] = [
      {},
      { 'if-none-match': headers.etag ?? '' },
      { range: 'bytes=0-1' },
    ];
    for (const asked of conditions) {
      expect((await t.get('/uploads/1-gone.png', asked)).status).toBe(404);
    }
    expect((await t.get('/%75ploads/1-gone.png')).status).toBe(404);
  });

  it('never shows an upload that could run something', async () => {
    for (const name of ['a.svg', 'a.html', 'a.pdf', 'a']) {
      writeFileSync(join(t.folder, 'uploads', name), '<script>alert(1)</script>');
      const { headers } = await t.get(`/uploads/${name}`);
      expect(headers['content-disposition']).toBe('attachment');
      expect(headers['content-security-policy']).toContain('sandbox');
    }
  });

  it('sends ranges of media', async () => {
    writeFileSync(join(t.folder, 'uploads/a.png'), bytes);
    const whole = await t.get('/uploads/a.png');
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const part = await t.get('/uploads/a.png', { range: 'bytes=10-19' });
    expect([part.status, part.body]).toEqual([206, bytes.subarray(10, 20)]);
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 10-19/256',
      'content-length': '10',
      'content-type': 'image/png',
    });
    const beyond = await t.get('/uploads/a.png', { range: 'bytes=256-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */256']);
    const changed = await t.get('/uploads/a.png', { range: 'bytes=0-1', 'if-range': '"old"' });
    expect([changed.status, changed.body.length]).toEqual([200, 256]);
    const head = await t.get('/uploads/a.png', { range: 'bytes=0-1' }, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, '256']);
  });

  it('streams large files and ranges of them without caching them', async () => {
    writeFileSync(join(t.folder, 'uploads/large.gif'), large);
    const whole = await t.get('/uploads/large.gif');
    expect(whole.body.equals(large)).toBe(true);
    const part = await t.get('/uploads/large.gif', { range: 'bytes=-7' });
    expect([part.status, part.body]).toEqual([206, large.subarray(-7)]);
    const etag = whole.headers.etag ?? '';
    expect((await t.get('/uploads/large.gif', { 'if-none-match': etag })).status).toBe(304);
    expect((await t.get('/uploads/large.gif', {}, 'HEAD')).body.length).toBe(0);
    expect(t.site.cachedBytes).toBe(0);
  });

  it('streams the compressed variant of a large page', async () => {
    const page = 'large page '.repeat(200_000);
    writePage(join(t.folder, 'release/post/large/index.html'), page);
    const { headers, body } = await t.get('/post/large', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(body).toString()).toBe(page);
  });
});

describe('pages without a file', () => {
  const page = (status: number, body: string) => ({
    status,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(body),
  });

  it('renders a post without a file, once for concurrent requests', async () => {
    let calls = 0;
    await restart({
      render: async (path) => {
        calls += 1;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return page(200, `rendered ${path}`);
      },
    });
    const answers = await Promise.all([1, 2, 3].map(() => t.get('/post/fresh')));
    for (const { status, body, headers } of answers) {
      expect([status, body.toString()]).toEqual([200, 'rendered /post/fresh']);
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
    expect(calls).toBe(1);
    writePage(join(t.folder, 'release/post/fresh/index.html'), 'the file');
    expect((await t.get('/post/fresh')).body.toString()).toBe('the file');
  });

  it('shows the 404 page when there is no such post', async () => {
    const { status, body } = await t.get('/post/unknown');
    expect([status, body.toString()]).toEqual([404, 'the page for 404']);
    expect(t.rendered).toEqual(['/post/unknown']);
  });

  it('asks the renderer only for pages that depend on posts, and own pages', async () => {
    const targets = ['/post/a/b', '/post/%3Cscript%3E', '/any/thing', '/tags', '/wp-login.php'];
    for (const target of targets) expect((await t.get(target)).status).toBe(404);
    expect(t.rendered).toEqual([]);
    for (const target of ['/sitemap.xml', '/sitemap-2.xml', '/sitemap-made-up.xml']) {
      expect((await t.get(target)).status).toBe(404);
    }
    expect(t.rendered).toEqual([]);
    const made = ['/rss.xml', '/post/a', '/now', '/og/a/0123456789ab.png'];
    for (const target of made) await t.get(target);
    expect(t.rendered).toEqual(made);
  });

  it('renders for another address after the pages that are being rendered', async () => {
    const gates: (() => void)[] = [];
    const asked: string[] = [];
    await restart({
      trustProxy: 1,
      render: (path) => {
        asked.push(path);
        return new Promise((resolve) => gates.push(() => resolve(page(200, 'ok'))));
      },
    });
    const get = (path: string, from: string) => t.get(path, { 'X-Forwarded-For': from });
    const flood = Array.from({ length: 20 }, (_, n) => get(`/post/flood-${n}`, '192.0.2.1'));
    await vi.waitFor(() => expect(asked).toHaveLength(4), 60_000);
    const other = get('/post/other', '192.0.2.2');
    await get('/tags', '192.0.2.2');
    gates[0]?.();
    await vi.waitFor(() => expect(asked).toHaveLength(5), 60_000);
    expect(asked[4]).toBe('/post/other');
    const answers = Promise.all([...flood, other]);
    for (let done = 1; done < 21; done++) {
      await vi.waitFor(() => expect(gates.length).toBeGreaterThan(done), 60_000);
      gates[done]?.();
    }
    for (const { status } of await answers) expect(status).toBe(200);
  });

  it('renders pages while share pictures take long', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await restart({
      render: async (path) => {
        if (path.startsWith('/og/')) await promise;
        return page(200, 'ok');
      },
    });
    const pictures = Array.from({ length: 10 }, (_, n) => t.get(`/og/a${n}/0123456789ab.png`));
    await t.get('/tags');
    expect((await t.get('/post/a')).status).toBe(200);
    resolve();
    for (const { status } of await Promise.all(pictures)) expect(status).toBe(200);
  });

  it('answers 503 when too many pages wait for the renderer, and recovers', async () => {
    let release = () => {};
    const gate = new Promise<void>((open) => {
      release = open;
    });
    let running = 0;
    let most = 0;
    await restart({
      render: async () => {
        running += 1;
        most = Math.max(most, running);
        await gate;
        running -= 1;
        return page(200, 'ok');
      },
    });
    const answers = Array.from({ length: 110 }, (_, i) => t.get(`/post/p${i}`));
    const early: Answer[] = [];
    await new Promise<void>((enough) => {
      for (const answer of answers) {
        answer.then((refused) => early.push(refused) === 6 && enough());
      }
    });
    expect(early.map(({ status }) => status)).toEqual(Array(6).fill(503));
    expect(early[0]?.headers['retry-after']).toBe('1');
    release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(104);
    expect(most).toBe(4);
    expect((await t.get('/post/after')).status).toBe(200);
  });

  it('answers 500 with a plain message when rendering fails, and logs the reason', async () => {
    await restart({ render: () => Promise.reject(new Error('secret detail')) });
    const { status, body, headers } = await t.get('/post/broken');
    expect(status).toBe(500);
    expect(body.toString()).not.toContain('secret detail');
    expect(headers['cache-control']).toBe('no-store');
    expect(t.logs.some(({ err }) => (err as Error | undefined)?.message === 'secret detail')).toBe(
      true,
    );
  });

  it('pages without a file has a plain 404 page when the site has none', async () => {
    unlinkSync(join(t.folder, 'release/404.html'));
    expect((await t.get('/nothing')).status).toBe(404);
  });
});

describe('guarded pages', () => {
  it('asks the guard each time, redirects other visitors, and forbids storing the page', async () => {
    const asked: unknown[] = [];
    await restart({
      guard: async (path, cookie, target) => {
        asked.push([path, cookie]);
        return cookie === 'session=good'
          ? null
          : { location: '/signin', cookie: `return_to=${encodeURIComponent(target)}` };
      },
    });
    for (const name of ['dashboard', 'create-post', 'update-post']) {
      writePage(join(t.folder, `release/${name}/index.html`), name);
    }
    const targets = [
      '/dashboard?tab=posts',
      '/create-post',
      '/update-post/42',
      '/update-post/x%20y',
    ];
    for (const target of targets) {
      const stranger = await t.get(target);
      expect([stranger.status, stranger.headers.location]).toEqual([302, '/signin']);
      expect(stranger.headers['set-cookie']).toEqual([`return_to=${encodeURIComponent(target)}`]);
      const { status, headers, body } = await t.get(target, { cookie: 'session=good' });
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(target.startsWith(`/${body}`)).toBe(true);
      expect((await t.get(target)).status).toBe(302);
    }
    expect(asked).toHaveLength(12);
    expect(asked).toContainEqual(['/update-post/x y', 'session=good']);
    const memory = t.site.cachedBytes;
    for (let i = 0; i < 20; i += 1) await t.get(`/update-post/${i}`, { cookie: 'session=good' });
    expect(t.site.cachedBytes).toBe(memory);
  });

  it('guarded pages has no way around the guard', async () => {
    await restart({ guard: async () => ({ location: '/signin' }) });
    writePage(join(t.folder, 'release/dashboard/index.html'), 'secret');
    for (const target of [
      '/dashboard',
      '/%64ashboard',
      '/dashboard/index.html',
      '/dashboard/',
      '/dashboard/x',
    ]) {
      const { body } = await t.get(target);
      expect(body.toString()).not.toContain('secret');
    }
  });
});

describe('memory', () => {
  it('shows a changed file after `invalidate`, and only then', async () => {
    expect((await t.get('/about')).body.toString()).toBe('about');
    writePage(join(t.folder, 'release/about/index.html'), 'changed');
    expect((await t.get('/about')).body.toString()).toBe('about');
    t.site.invalidate(['/about']);
    expect((await t.get('/about')).body.toString()).toBe('changed');
  });

  it('does not cache a page that changed while it was being read', async () => {
    for (let i = 0; i < 30; i += 1) {
      const reading = t.get('/about');
      await new Promise((resolve) => setTimeout(resolve, i % 5));
      writePage(join(t.folder, 'release/about/index.html'), `version ${i}`);
      t.site.invalidate(['/about']);
      const after = await t.get('/about');
      await reading;
      expect(after.body.toString()).toBe(`version ${i}`);
      expect((await t.get('/about')).body.toString()).toBe(`version ${i}`);
    }
  });

  it('switches to a new release after `clear`', async () => {
    await t.get('/about');
    await t.get('/nothing');
    writePage(join(t.folder, 'next/about/index.html'), 'next about');
    writePage(join(t.folder, 'next/404.html'), 'next 404');
    unlinkSync(join(t.folder, 'site'));
    symlinkSync(join(t.folder, 'next'), join(t.folder, 'site'));
    t.site.clear();
    expect((await t.get('/about')).body.toString()).toBe('next about');
    expect((await t.get('/nothing')).body.toString()).toBe('next 404');
  });

  it('stays within its size, however many pages are read', async () => {
    await restart({ cacheBytes: 100_000 });
    for (let i = 0; i < 60; i += 1) {
      t.write(`p${i}.txt`, 'x'.repeat(5000));
      expect((await t.get(`/p${i}.txt`)).status).toBe(200);
      expect(t.site.cachedBytes).toBeLessThanOrEqual(100_000);
    }
    expect(t.site.cachedBytes).toBeGreaterThan(50_000);
  });

  it('memory is not filled by made-up addresses', async () => {
    await t.get('/nothing');
    await t.get('/about');
    const before = t.site.cachedBytes;
    for (let i = 0; i < 50; i += 1) {
      await t.get(`/made-up-${i}`);
      await t.get(`/about?${i}`);
      await t.get(`/post/made-up-${i}`);
    }
    expect(t.site.cachedBytes).toBe(before);
  });

  it('does not confuse an address with an encoded one', async () => {
    t.write('100%41.txt', 'percent');
    t.write('100A.txt', 'letter');
    for (let i = 0; i < 2; i += 1) {
      expect((await t.get('/100%2541.txt')).body.toString()).toBe('percent');
      expect((await t.get('/100%41.txt')).body.toString()).toBe('letter');
    }
  });
});

it('logs no secret of a preview link or a mail, however its address is written', async () => {
  for (const target of [
    '/preview/secret/',
    '//preview/secret',
    '/preview/x/secret',
    '/%70review/secret/',
    'http://example.com/PREVIEW/secret',
    '/verify-email%3Ftoken=secret',
  ]) {
    await t.get(target);
  }
  expect(t.logs).toHaveLength(6);
  expect(JSON.stringify(t.logs)).not.toContain('secret');
});

it('logs one line a request, without the query', async () => {
  await t.get('/about?email=ada@example.com');
  await t.get('/about?email=ada@example.com');
  await t.get('/nothing');
  expect(t.logs).toHaveLength(3);
  for (const line of t.logs.slice(0, 2)) {
    expect(line).toMatchObject({ method: 'GET', path: '/about', status: 200, bytes: 5 });
    expect(line.ms).toBeTypeOf('number');
  }
  expect(t.logs[2]).toMatchObject({ path: '/nothing', status: 404 });
});

it('answers 404 for a folder without an index page', async () => {
  mkdirSync(join(t.folder, 'release/empty'));
  expect((await t.get('/empty')).status).toBe(404);
});
