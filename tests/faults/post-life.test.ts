import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../../api/contract/documents.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { expectWithin } from '../support/timing.ts';
import { call, PASSWORD, UNLIMITED, type Visitor, visit } from './support/site.ts';

let server: RunningServer;
let admin: Visitor;

beforeAll(async () => {
  server = await startServer({ env: { ...UNLIMITED, LOG_LEVEL: 'info' } });
  admin = await visit(server);
});

afterAll(() => server.stop());

const get = (path: string) => call(server.url, 'GET', path);
const text = async (path: string) => (await get(path)).text;
const inSite = (path: string) => join(server.dataDir, 'site', path);

async function api<T>(method: string, path: string, json?: unknown): Promise<T> {
  const answer = await admin.call(method, `/api/document/${path}`, json);
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text) as T;
}

async function publish(fields: object): Promise<Document> {
  const base = { category: 'javascript', content: '<p>Some text of a post.</p>' };
  const { _id, revision } = await api<Document>('POST', 'create', { ...base, ...fields });
  return (await api<{ document: Document }>('POST', `publish/${_id}`, { revision })).document;
}

async function change(document: Document, fields: object): Promise<Document> {
  const { _id, revision } = document;
  const saved = await api<Document>('PUT', `update/${_id}`, { revision, ...fields });
  const published = await api<{ document: Document }>('POST', `publish/${_id}`, {
    revision: saved.revision,
  });
  return published.document;
}

describe('the address of a post', () => {
  it('moves with a redirect, in the server and for static hosts', async () => {
    const first = await publish({ title: 'Where it was' });
    expect((await get('/post/where-it-was')).status).toBe(200);
    const moved = await change(first, { slug: 'where-it-is' });
    const old = await get('/post/where-it-was?a=b');
    expect(old.status).toBe(301);
    expect(old.headers.get('location')).toBe('/post/where-it-is?a=b');
    expect(old.headers.get('cache-control')).toBe('no-cache');
    expect(await text('/post/where-it-is')).toContain('Where it was</h1>');
    expect(existsSync(inSite('post/where-it-was/index.html'))).toBe(false);
    const stub = await readFile(inSite('post/where-it-was.html'), 'utf8');
    const url = `${server.url}/post/where-it-is`;
    expect(stub).toContain(`<link rel="canonical" href="${url}">`);
    expect(stub).toContain(`content="0; url=${url}"`);
    expect(await text('/rss.xml')).toContain(
      `<guid isPermaLink="true">${server.url}/post/where-it-was</guid>`,
    );
    await expect
      .poll(() => readFile(inSite('_redirects'), 'utf8'))
      .toContain('/post/where-it-was /post/where-it-is 301\n');
    const feed = await get('/post/where-it-was/comments.xml');
    expect(feed.headers.get('location')).toBe('/post/where-it-is/comments.xml');

    // A second move leads directly to the new address; moving back ends the redirect.
    const again = await change(moved, { slug: 'third-place' });
    expect((await get('/post/where-it-was')).headers.get('location')).toBe('/post/third-place');
    expect((await get('/post/where-it-is')).headers.get('location')).toBe('/post/third-place');
    await change(again, { slug: 'where-it-was' });
    expect((await get('/post/where-it-was')).status).toBe(200);
    expect((await get('/post/third-place')).headers.get('location')).toBe('/post/where-it-was');
    expect(existsSync(inSite('post/where-it-was.html'))).toBe(false);
  });

  it('answers 410 while the post is unpublished or in the trash', async () => {
    const post = await publish({ title: 'Comes and goes' });
    await change(post, { slug: 'goes' });
    for (const [hide, show] of [
      ['unpublish', 'publish'],
      ['trash', 'restore'],
    ]) {
      await api('POST', `${hide}/${post._id}`);
      for (const path of ['/post/goes', '/post/comes-and-goes']) {
        const gone = await get(path);
        expect(gone.status, `${hide} ${path}`).toBe(410);
        expect(gone.text).toContain('Page not found');
      }
      expect((await get('/post/goes/comments.xml')).status).toBe(410);
      expect(await text('/')).not.toContain('Comes and goes');
      await api('POST', `${show}/${post._id}`, { revision: 2 });
      expect((await get('/post/goes')).status).toBe(200);
      expect((await get('/post/comes-and-goes')).status).toBe(301);
    }
    await api('POST', `trash/${post._id}`);
    await api('DELETE', `delete/${post._id}`);
    expect((await get('/post/goes')).status).toBe(404);
  });
});

describe('tags, series and authors', () => {
  it('tags, series and authors have pages and feeds, which follow the posts', async () => {
    const tags = ['Web Design', 'C++'];
    const one = await publish({ title: 'First part', tags, series: { title: 'Ten steps' } });
    const two = await publish({
      title: 'Second part',
      tags: ['C++'],
      series: { title: 'Ten steps' },
    });
    const page = await text('/tag/web-design');
    expect(page).toContain('Web Design</h1>');
    expect(page).toContain('First part');
    expect(page).not.toContain('Second part');
    expect(await text('/tag/c-plus-plus')).toContain('Second part');
    const feed = await text('/tag/c-plus-plus/rss.xml');
    expect(new XMLParser().parse(feed).rss.channel.item).toHaveLength(2);
    expect(await text('/series/ten-steps')).toMatch(/First part[\s\S]*Second part/);
    expect((await get('/series/ten-steps/rss.xml')).status).toBe(200);
    expect(await text('/author/admin')).toContain('Second part');
    expect(await text('/author/admin/rss.xml')).toContain('Second part');
    const post = await text('/post/first-part');
    expect(post).toContain('Part 1 of 2');
    expect(post).toContain('href="/post/second-part"');
    expect(post).toContain('href="/tag/c-plus-plus"');
    expect(post).toContain('href="/author/admin"');
    await expect.poll(() => text('/sitemap.xml')).toContain('/tag/web-design');

    await change(one, { tags: ['C++'], series: null });
    expect((await get('/tag/web-design')).status).toBe(404);
    await expect.poll(() => text('/post/second-part')).toContain('Part 1 of 1');
    await api('POST', `trash/${two._id}`);
    expect(await text('/tag/c-plus-plus')).not.toContain('Second part');
    expect((await get('/series/ten-steps')).status).toBe(404);
    expect((await get('/tag/nothing')).status).toBe(404);
    expect((await get('/author/nobody')).status).toBe(404);
  });

  it('follow an author with a dot in the name, who is renamed and deleted', async () => {
    const person = { username: 'Ada.Love', email: 'ada@example.com', password: PASSWORD };
    expect((await call(server.url, 'POST', '/api/auth/signup', { json: person })).status).toBe(201);
    const ada = await visit(server, person);
    const role = await admin.call('PUT', `/api/user/role/${ada.userId}`, { role: 'author' });
    expect(role.status, role.text).toBe(200);
    const post = { title: 'Notes', category: 'javascript', content: '<p>Notes of an author.</p>' };
    expect((await ada.call('POST', '/api/post/create', post)).status).toBe(201);
    expect((await get('/author/ada.love')).status).toBe(200);
    expect((await get('/author/ada.love/rss.xml')).status).toBe(200);
    await expect.poll(() => existsSync(inSite('author/ada.love/index.html'))).toBe(true);
    await expect.poll(() => existsSync(inSite('author/ada.love/rss.xml'))).toBe(true);

    const changes = { username: 'Countess', bio: 'Writes about engines.' };
    await ada.call('PUT', `/api/user/update/${ada.userId}`, changes);
    await expect.poll(() => text('/author/countess')).toContain('Writes about engines.');
    await expect.poll(() => existsSync(inSite('author/ada.love'))).toBe(false);
    await expect.poll(async () => (await get('/author/ada.love')).status).toBe(404);
    await expect.poll(() => text('/post/notes')).toContain('href="/author/countess"');

    expect((await ada.call('DELETE', `/api/user/delete/${ada.userId}`)).status).toBe(200);
    await expect.poll(() => existsSync(inSite('author/countess'))).toBe(false);
    await expect.poll(async () => (await get('/author/countess')).status).toBe(404);
    await expect.poll(() => text('/post/notes')).not.toContain('/author/countess');
    expect((await get('/author/admin')).status).toBe(200);
  });

  it('tags, series and authors are paged, and a new post changes the first page only', {
    tags: 'long',
  }, async () => {
    for (let n = 1; n <= 50; n++) await publish({ title: `Paged ${n}`, tags: ['Many'] });
    const first = await text('/tag/many');
    expect(first).toContain('50 posts with this tag.');
    expect(first).toContain('Paged 50<');
    expect(first).not.toContain('Paged 24<');
    expect(first).toContain('href="/tag/many/1"');
    const older = await text('/tag/many/1');
    expect(older).toContain('Paged 24<');
    expect(older).toContain('Paged 1<');
    expect(older).not.toContain('Paged 25<');
    expect((await get('/tag/many/2')).status).toBe(404);
    expect((await get('/tag/many/x')).status).toBe(404);
  });
});

it('what search engines show can be set, and a post can be left out', async () => {
  const seo = {
    title: 'Title for engines',
    description: 'Description for engines',
    canonical: 'https://example.com/original',
    noindex: true,
    image: '/uploads/1-share.png',
  };
  await publish({ title: 'Own title', seo });
  const page = await text('/post/own-title');
  expect(page).toContain('<title>Title for engines – ');
  expect(page).toContain('<link rel="canonical" href="https://example.com/original"');
  expect(page).toContain('content="Description for engines"');
  expect(page).toContain('<meta name="robots" content="noindex, follow"');
  expect(page).toContain(`<meta property="og:image" content="${server.url}/uploads/1-share.png"`);
  expect(page).toContain('Own title</h1>');
  expect(await text('/sitemap.xml')).not.toContain('own-title');
});

it('featured posts come first on the home page, and once', async () => {
  const { _id, revision } = await publish({ title: 'Best of all', featured: true });
  expect(await text('/')).toMatch(/Featured\s*<\/h2>[\s\S]*Best of all[\s\S]*Recent Posts/);
  expect((await text('/')).split('Best of all</a>')).toHaveLength(2);
  await api('PUT', `update/${_id}`, { revision, featured: false });
  expect(await text('/')).toMatch(/Featured\s*<\/h2>/);
  await api('POST', `publish/${_id}`, { revision: revision + 1 });
  expect(await text('/')).not.toContain('Featured');
});

it('a preview link shows the draft', async () => {
  const { _id } = await api<Document>('POST', 'create', {
    title: 'Secret draft',
    content: '<p>Words</p>',
  });
  const { url } = await api<{ url: string }>('POST', `previewlink/${_id}`, {});
  const page = await get(new URL(url).pathname);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Secret draft</h1>');
  expect(page.text).toContain('Preview.');
  expect(page.headers.get('cache-control')).toBe('no-store');
  const gone = await get('/preview/unknown');
  expect(gone.status).toBe(404);
  expect(gone.text).toContain('This preview has ended');
  await expect.poll(() => server.output()).toContain('/preview/-');
  expect(server.output()).not.toContain(new URL(url).pathname);
});

it('a scheduled post goes live in its second', async () => {
  const { _id, revision } = await api<Document>('POST', 'create', {
    title: 'On time',
    category: 'javascript',
    content: '<p>Text</p>',
  });
  const at = new Date(Date.now() + 10_000);
  await api('POST', `publish/${_id}`, { revision, at: at.toISOString() });
  expect((await get('/post/on-time')).status).toBe(404);
  await expect.poll(async () => (await get('/post/on-time')).status, { interval: 20 }).toBe(200);
  const lateMs = Date.now() - at.getTime();
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expectWithin(lateMs, 1000);
  const { text: json } = await get(`/api/post/getposts?postId=${_id}`);
  expect(JSON.parse(json).posts[0].createdAt).toBe(at.toISOString());
});
