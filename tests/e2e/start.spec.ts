import { access, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type APIRequestContext, request as requests } from '@playwright/test';
import { ADMIN, type RunningServer, startServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';

/** From an empty folder to a site with posts and back, on a separate server and in this order. */
test.describe.configure({ mode: 'serial' });

let own: RunningServer;
let api: APIRequestContext;
let adminId: string;
let post: { _id: string; slug: string; title: string };

const DRAFT = {
  title: 'Ink & paper: <b>notes</b> “on” publishing',
  category: 'JavaScript',
  content: '<h2>First part</h2><p>Everything a visitor reads is a file.</p><pre>const a = 1;</pre>',
  image: '',
};

const fileOf = (name: string) => join(own.dataDir, 'site', name);
const postFile = () => fileOf(`post/${post.slug}/index.html`);
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
const text = async (path: string) => (await api.get(path)).text();

/** Returns the file, after checking that its compressed variants match. */
async function wholeFile(file: string): Promise<string> {
  const plain = await readFile(file);
  expect(brotliDecompressSync(await readFile(`${file}.br`)).equals(plain), '.br').toBe(true);
  expect(gunzipSync(await readFile(`${file}.gz`)).equals(plain), '.gz').toBe(true);
  return plain.toString();
}

test.beforeAll(async () => {
  own = await startServer();
  api = await requests.newContext({ baseURL: own.url });
  adminId = (await signIn(api, own.url, ADMIN))._id;
});

test.afterAll(async () => {
  await api?.dispose();
  await own?.stop();
});

test('an empty site shows an empty state and has all its pages', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`${own.url}/`);
  await expect(page.getByText('No posts yet')).toBeVisible();
  await page.goto(`${own.url}/search`);
  await expect(page.getByText('No posts found.')).toBeVisible();
  await expect(page.getByText('This site has no posts yet.')).toBeVisible();
  const showAll = page.getByRole('button', { name: 'Show all posts' });
  await expect(showAll).toHaveCount(0);
  // Only a search without results offers this button.
  await page.getByLabel('Search Term').fill('x');
  await expect(showAll).toBeVisible();
  await showAll.click();
  await expect(showAll).toHaveCount(0);
  await page.close();
  for (const name of ['index.html', 'about/index.html', '404.html', 'rss.xml', 'sitemap.xml']) {
    await wholeFile(fileOf(name));
  }
});

test('a created post has its file and is on the home page and in the feeds before the call returns', async () => {
  const created = await api.post('/api/post/create', { data: DRAFT });
  // Immediately, before any request could have rendered it.
  post = await created.json();
  const html = await readFile(postFile(), 'utf8');
  const { slug } = post;
  expect(created.status()).toBe(201);
  expect(slug).toMatch(/^ink-[a-z0-9-]*publishing$/);
  expect(html).toContain('Everything a visitor reads is a file.');
  expect(html).toContain('Ink &amp; paper: &lt;b&gt;notes&lt;/b&gt;');
  expect(html.endsWith('</html>')).toBe(true);
  await wholeFile(postFile());
  for (const name of ['index.html', 'rss.xml']) {
    expect(await wholeFile(fileOf(name)), name).toContain(`/post/${slug}`);
  }
  // Pages that only list posts may be written a moment later, but are never served stale.
  for (const path of ['/', '/rss.xml', '/sitemap.xml']) {
    expect(await text(path), path).toContain(`/post/${slug}`);
  }
  // For web servers that read the files themselves.
  await expect.poll(() => wholeFile(fileOf('sitemap.xml'))).toContain(`/post/${slug}`);
  expect((await api.get(`/post/${slug}`)).status()).toBe(200);
});

test('a page is sent compressed, and only once while it stays the same', async () => {
  const path = `/post/${post.slug}`;
  const plain = await readFile(postFile(), 'utf8');
  for (const encoding of ['br', 'gzip']) {
    const response = await api.get(path, { headers: { 'Accept-Encoding': encoding } });
    expect(response.headers()['content-encoding']).toBe(encoding);
    expect(response.headers().vary).toContain('Accept-Encoding');
    expect(await response.text()).toBe(plain);
  }
  const first = await api.get(path);
  const etag = first.headers().etag ?? '';
  expect(etag).not.toBe('');
  expect(first.headers()['cache-control']).toContain('must-revalidate');
  const again = await api.get(path, { headers: { 'If-None-Match': etag } });
  expect(again.status()).toBe(304);
  expect((await again.body()).length).toBe(0);
});

test('assets are cached for a year, under a name with a hash of the content', async () => {
  const asset = /\/_assets\/[^"']+\.(?:css|js)/.exec(await text('/'))?.[0] ?? '';
  const response = await api.get(asset);
  expect(response.status()).toBe(200);
  expect(response.headers()['cache-control']).toContain('immutable');
});

test('an update keeps the URL and is live everywhere at once', async () => {
  const before = (await api.get(`/post/${post.slug}`)).headers().etag;
  const updated = await api.put(`/api/post/updatepost/${post._id}/${adminId}`, {
    data: { title: 'Another title', category: 'nextjs', content: '<p>Rewritten.</p>', image: '' },
  });
  const html = await readFile(postFile(), 'utf8');
  expect(updated.status()).toBe(200);
  expect((await updated.json()).updatedPost).toMatchObject({ slug: post.slug });
  expect(html).toContain('Another title');
  expect(html).toContain('Rewritten.');
  expect(html).not.toContain('Everything a visitor reads');
  const page = await api.get(`/post/${post.slug}`, { headers: { 'If-None-Match': before ?? '' } });
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain('Rewritten.');
  for (const path of ['/', '/rss.xml']) expect(await text(path), path).toContain('Another title');
  await wholeFile(postFile());
});

test('a post with a missing file is rendered on request', async () => {
  const second = await api.post('/api/post/create', {
    data: { ...DRAFT, title: 'Lost and found' },
  });
  const { _id, slug } = (await second.json()) as { _id: string; slug: string };
  await rm(fileOf(`post/${slug}`), { recursive: true });
  const page = await api.get(`/post/${slug}`);
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain('Lost and found');
  await api.delete(`/api/post/deletepost/${_id}/${adminId}`);
});

test('only administrators see what is live and how long it took', async () => {
  const status = await (await api.get('/api/publish/status')).json();
  expect(status).toMatchObject({ queued: [], rendering: [], failed: [] });
  expect(status.live[0]).toMatchObject({ postId: post._id, slug: post.slug });
  expect(status.live[0].totalMs).toBeGreaterThanOrEqual(0);
  const guest = await requests.newContext({ baseURL: own.url });
  expect((await guest.get('/api/publish/status')).status()).toBe(401);
  await guest.dispose();
});

test('a deleted post is removed: file, home page, feeds, URL', async () => {
  const deleted = await api.delete(`/api/post/deletepost/${post._id}/${adminId}`);
  expect(await exists(postFile())).toBe(false);
  expect(deleted.status()).toBe(200);
  expect(await exists(`${postFile()}.br`)).toBe(false);
  for (const path of ['/', '/rss.xml', '/sitemap.xml']) {
    expect(await text(path), path).not.toContain(post.slug);
  }
  const page = await api.get(`/post/${post.slug}`);
  expect(page.status()).toBe(410);
  expect(await page.text()).toContain('Page not found');
});
