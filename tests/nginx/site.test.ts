import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INDEX_FILE, INDEX_PATH } from '../../api/contract/search.ts';
import { ADMIN, freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { asker, type Question } from '../support/ask.ts';
import { expectValidRss, expectValidSitemap } from '../support/feeds.ts';
import { type Nginx, startNginx } from './nginx.ts';

const FAILURES_ALLOWED = 3;

let port: number;
let server: RunningServer;
let nginx: Nginx;
let cookie: string;
let ask: ReturnType<typeof asker>;

const signIn = (password: string, options: Question = {}) =>
  ask('/api/auth/signin', { ...options, method: 'POST', json: { email: ADMIN.email, password } });

async function publish(title: string, content = '<p>Read from disk.</p>'): Promise<string> {
  const json = { title, category: 'javascript', content };
  const headers = { Cookie: cookie };
  const created = await ask('/api/post/create', { method: 'POST', headers, json });
  expect(created.status, created.text).toBe(201);
  return (JSON.parse(created.text) as { slug: string }).slug;
}

/** Uploads a picture like the editor. Returns its address. */
async function upload(): Promise<string> {
  const background = { r: 1, g: 2, b: 3 };
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  const json = { kind: 'post', name: 'dot.png', type: 'image/png', size: bytes.length };
  const headers = { Cookie: cookie };
  const place = await ask('/api/upload', { method: 'POST', headers, json });
  const { method, url, publicUrl, ...more } = JSON.parse(place.text) as {
    method: string;
    url: string;
    publicUrl: string;
    headers: Record<string, string>;
  };
  const sent = await ask(URL.parse(url)?.pathname ?? url, {
    method,
    headers: { ...headers, ...more.headers },
    body: bytes,
  });
  expect(sent.status, sent.text).toBeLessThan(300);
  return URL.parse(publicUrl)?.pathname ?? publicUrl;
}

/** Starts Inkwell again, where nginx expects it. */
function startAgain(): Promise<RunningServer> {
  const { dataDir } = server;
  return startServer({ dataDir, port: Number(new URL(server.url).port), env: settings() });
}

const settings = () => ({
  SITE_URL: `http://localhost:${port}`,
  TRUST_PROXY: '1',
  RATE_LIMITS: `signInAccountAddress=${FAILURES_ALLOWED}/900`,
});

beforeAll(async () => {
  port = await freePort();
  ask = asker(port);
  server = await startServer({ env: settings() });
  const { dataDir } = server;
  const folder = join(dataDir, 'nginx');
  nginx = await startNginx({ port, upstream: new URL(server.url).host, dataDir, folder });
  const signedIn = await signIn(ADMIN.password);
  expect(signedIn.status, signedIn.text).toBe(200);
  cookie = (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
});

afterAll(async () => {
  await nginx?.stop();
  await server?.stop();
});

describe('nginx with our file', () => {
  test('serves precompressed pages from disk, with the headers of our server', async () => {
    const plain = await ask('/about');
    const br = await ask('/about', { headers: { 'Accept-Encoding': 'gzip, br' } });
    const gzip = await ask('/about', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);

    const ours = await fetch(`${server.url}/about`, { headers: { 'Accept-Encoding': 'br' } });
    for (const name of [
      ...['content-type', 'cache-control', 'content-security-policy', 'referrer-policy', 'vary'],
      ...['cross-origin-opener-policy', 'permissions-policy', 'x-content-type-options'],
    ]) {
      expect(br.headers[name], name).toBe(ours.headers.get(name));
    }
    const again = await ask('/about', { headers: { 'If-None-Match': plain.headers.etag ?? '' } });
    expect(again.status).toBe(304);
  });

  test('caches immutable files for a year and revalidates the rest', async () => {
    const home = await ask('/');
    const asset = /\/_assets\/[^"]+\.css/.exec(home.text)?.[0] ?? 'none';
    for (const path of ['/', asset, '/favicon.svg', '/rss.xml', '/manifest.webmanifest', '/gone']) {
      const ours = await fetch(`${server.url}${path}`);
      const theirs = await ask(path);
      expect(theirs.status, path).toBe(ours.status);
      for (const name of [
        ...['content-type', 'cache-control', 'x-content-type-options', 'content-security-policy'],
      ]) {
        expect(theirs.headers[name] ?? null, `${name} of ${path}`).toBe(ours.headers.get(name));
      }
    }
  });

  test('answers unknown and hidden addresses with the 404 page', async () => {
    const page = (await ask('/404.html')).text;
    expect(page).toContain('<h1');
    for (const path of ['/nothing', '/post/nothing', '/.release.json', '/index.html.br', '/post']) {
      const { status, text, headers } = await ask(path);
      expect(status, path).toBe(404);
      expect(text, path).toBe(page);
      expect(headers['cache-control'], path).toBe('no-store');
    }
  });

  test('users who may read the pages cannot read the database', async () => {
    const { mode } = await stat(join(server.dataDir, 'blog.db'));
    expect(mode & 0o077).toBe(0);
  });

  test('gives each page one address', async () => {
    const moved = async (path: string) => {
      const { status, headers } = await ask(path);
      return `${status} ${headers.location}`;
    };
    expect(await moved('/about/')).toBe('301 /about');
    expect(await moved('/about/index.html?a=b')).toBe('301 /about?a=b');
    expect(await moved('/index.html')).toBe('301 /');
    expect(await moved('//example.com/')).toBe('301 /example.com');
    expect(await moved('/uploads/')).toBe('301 /uploads');
    expect((await ask('/uploads')).status).toBe(404);
    expect(await moved('/a%0d%0aSet-Cookie:%20a=b/')).not.toContain('301');
  });

  test('passes on the API, the feed of comments and guarded pages', async () => {
    const slug = await publish('With a feed');
    const unknown = await ask('/api/nothing');
    expect(unknown.status).toBe(404);
    expect(JSON.parse(unknown.text)).toMatchObject({ success: false, statusCode: 404 });
    expect((await ask(`/post/${slug}/comments.xml`)).text).toContain('<rss');
    expect((await ask('/dashboard')).headers.location).toBe('/signin');
    expect((await ask('/dashboard', { headers: { Cookie: cookie } })).status).toBe(200);
  });

  test('years of the archive have a page; other years and parts of the sitemap are 404', async () => {
    await publish('In the archive');
    const year = new Date().getUTCFullYear();
    for (const path of [`/archive/${year}`, '/.well-known/security.txt']) {
      const ours = await fetch(`${server.url}${path}`);
      const { status, headers, text } = await ask(path);
      expect([status, text], path).toEqual([200, await ours.text()]);
      expect(headers['content-type']).toBe(ours.headers.get('content-type'));
    }
    expect((await ask(`/archive/${year}`)).text).toContain(`/archive/${year}/`);
    for (const path of [
      `/archive/${year + 1}`,
      '/sitemap-9.xml',
      '/sitemap-1.xml',
      '/sitemap-x.xml',
    ]) {
      const { status, text } = await ask(path);
      expect([status, text.includes('<h1')], path).toEqual([404, true]);
    }
  });

  test('feeds and sitemap are valid, whatever the posts and comments say', async () => {
    const site = `http://localhost:${port}`;
    const title = '</title>]]> <script>alert(1)</script> & 😀 \uD83D \u0007';
    const code =
      '<pre><code>&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; \uDC00 \u0000</code></pre>';
    const slug = await publish(title, `<p>&lt;script&gt;alert(1)&lt;/script&gt; 😀</p>${code}`);
    const found = await ask(`/api/post/getposts?slug=${slug}`);
    const { posts } = JSON.parse(found.text) as { posts: { _id: string; userId: string }[] };
    const json = { postId: posts[0]?._id, userId: posts[0]?.userId, content: `${title}\n<b>x</b>` };
    const headers = { Cookie: cookie };
    const created = await ask('/api/comment/create', { method: 'POST', headers, json });
    expect(created.status, created.text).toBe(201);

    const feed = (await ask('/rss.xml')).text;
    expectValidRss(feed, `${site}/rss.xml`);
    expect(feed).toContain('<description>&amp;lt;script&amp;gt;alert(1)');
    const comments = (await ask(`/post/${slug}/comments.xml`)).text;
    expectValidRss(comments, `${site}/post/${slug}/comments.xml`);
    const sitemap = (await ask('/sitemap.xml')).text;
    expectValidSitemap(sitemap, site);
    expect(sitemap).toContain(`<loc>${site}/post/${slug}</loc><lastmod>`);
  });

  test('a publish and a removal are visible at once', async () => {
    const slug = await publish('Seen at once');
    expect((await ask(`/post/${slug}`)).text).toContain('Seen at once');
    for (const path of ['/', '/rss.xml', '/sitemap.xml']) {
      expect((await ask(path)).text, path).toContain(slug);
    }
    const found = await ask(`/api/post/getposts?slug=${slug}`);
    const { posts } = JSON.parse(found.text) as { posts: { _id: string; userId: string }[] };
    const path = `/api/post/deletepost/${posts[0]?._id}/${posts[0]?.userId}`;
    const removed = await ask(path, { method: 'DELETE', headers: { Cookie: cookie } });
    expect(removed.status, removed.text).toBe(200);
    expect((await ask(`/post/${slug}`)).status).toBe(410);
    expect((await ask('/')).text).not.toContain(slug);
  });

  test('limits count the real address of the client, whatever headers it sends', async () => {
    const guess = (from: string, claimed: string) =>
      signIn('not the password', { from, headers: { 'X-Forwarded-For': claimed } });
    for (let n = 0; n < FAILURES_ALLOWED; n++) {
      expect((await guess('127.0.0.2', `203.0.113.${n}`)).status).toBe(401);
    }
    expect((await guess('127.0.0.2', '203.0.113.99')).status).toBe(429);
    expect((await guess('127.0.0.3', '203.0.113.0')).status).toBe(401);
  });

  test('the site can be read while Inkwell is stopped, and works fully when it is back', async () => {
    const slug = await publish('Still here');
    const picture = await upload();
    const before = await ask(picture);
    expect(before.status).toBe(200);
    await server.kill('SIGTERM');

    expect((await ask(`/post/${slug}`)).text).toContain('Still here');
    expect((await ask('/')).text).toContain(slug);
    expect((await ask('/search')).status).toBe(200);
    expect((await ask(`${INDEX_PATH}/${INDEX_FILE}`)).status).toBe(200);
    expect((await ask('/nothing')).status).toBe(404);
    const stored = await ask(picture);
    expect(stored.status).toBe(200);
    expect(stored.body.equals(before.body)).toBe(true);
    for (const name of [
      ...['content-type', 'cache-control', 'content-security-policy', 'content-disposition'],
      'x-content-type-options',
    ]) {
      expect(stored.headers[name], name).toBe(before.headers[name]);
    }
    expect((await ask('/uploads/../blog.db')).status).toBe(404);
    const refused = await ask('/api/post/getposts');
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'cache-control': 'no-store',
      'retry-after': '10',
    });
    expect(JSON.parse(refused.text)).toMatchObject({ success: false, statusCode: 503 });
    // The post may exist: a 404 would remove it from search engines.
    expect((await ask('/post/unknown')).status).toBe(503);
    expect((await ask('/dashboard')).status).toBe(503);

    server = { ...(await startAgain()), stop: server.stop };
    expect((await ask('/api/post/getposts')).status).toBe(200);
    expect(await publish('Written after the pause')).toBe('written-after-the-pause');
  });
});
