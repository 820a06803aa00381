/** What readers see of the owner's own pages: at their addresses, elsewhere, and without them. */
import type { APIRequestContext } from '@playwright/test';
import type { Document } from '../../api/contract/documents.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFits } from './support/narrow.ts';
import { watchForFaults } from './support/pages.ts';
import { draft, editorCall } from './support/publishing.ts';
import { ADMIN } from './support/server.ts';
import { test as base, expect, ownServer, type Person, signIn } from './support/test.ts';

const test = base.extend<{ admin: Person }>({
  ...ownServer({}),
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
});

const TEXT = '<h2>Reading</h2><p>A book about zeppelins.</p><pre><code>npm start</code></pre>';

/** Publishes a page, waits until it's there, and returns its document. */
async function publishPage(
  request: APIRequestContext,
  fields: { title: string; slug?: string },
): Promise<Document> {
  const { _id, revision } = await draft(request, { kind: 'page', content: TEXT, ...fields });
  const answer = await editorCall<{ document: Document }>(request, `publish/${_id}`, { revision });
  await expect.poll(textOf(request, `/${answer.document.slug}`)).toContain(fields.title);
  return answer.document;
}

const textOf = (request: APIRequestContext, path: string) => async () =>
  (await request.get(path)).text();

const statusOf = (request: APIRequestContext, path: string) => async () =>
  (await request.get(path, { maxRedirects: 0 })).status();

test('a page is at its address, in search and sitemap, and gone when unpublished', {
  tag: '@long',
}, async ({ page, site, admin: _ }) => {
  const { request } = page;
  const faults = await watchForFaults(page, site.url);
  const title = `What I do now: ${'Averyverylongword'.repeat(5)}`;
  const { _id, slug } = await publishPage(request, { title, slug: 'now' });
  expect(slug).toBe('now');
  await page.goto('/now');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('main')).toContainText('A book about zeppelins.');
  await expect(page.getByRole('main')).not.toContainText('min read');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/now$/);
  await expectAccessible(page);
  await expectFits(page, '/now');
  const otherCase = await request.get('/Now?a=b', { maxRedirects: 0 });
  expect([otherCase.status(), otherCase.headers().location]).toEqual([301, '/now?a=b']);
  const sitemap = textOf(request, '/sitemap.xml');
  await expect.poll(sitemap).toContain('/now</loc>');
  expect(await (await request.get('/rss.xml')).text()).not.toContain('zeppelins');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/search?searchTerm=zeppelins');
  const found = page.getByRole('main').getByRole('link', { name: /^What I do now/ });
  await expect(found).toHaveAttribute('href', '/now');
  const results = page.getByRole('main');
  await expect(results.getByRole('status')).toHaveText('1 result for “zeppelins”');
  await expect(results.getByRole('article')).toContainText('Page');
  await expect(results.getByRole('article').locator('time')).toBeHidden();
  await expect(results).not.toContainText('min read');
  expect(faults).toEqual([]);

  await editorCall(request, `unpublish/${_id}`, {});
  await expect.poll(statusOf(request, '/now')).toBe(404);
  await expect.poll(sitemap).not.toContain('/now</loc>');
});

test('a page that moves leads from its former address, until another page is there', async ({
  page: { request },
  admin: _,
}) => {
  const { _id } = await publishPage(request, { title: 'Uses' });
  const data = { revision: 1, slug: 'my-setup' };
  expect((await request.put(`/api/document/update/${_id}`, { data })).ok()).toBe(true);
  await editorCall(request, `publish/${_id}`, { revision: 2 });
  await expect.poll(statusOf(request, '/my-setup')).toBe(200);
  await expect.poll(statusOf(request, '/uses')).toBe(301);
  await expect.poll(textOf(request, '/_redirects')).toContain('/uses /my-setup 301');
  await publishPage(request, { title: 'Other uses', slug: 'uses' });
  await expect.poll(statusOf(request, '/uses')).toBe(200);
});

test('a page replaces the text of a screen, which has its own again without it', {
  tag: '@long',
}, async ({ page, site, admin: _ }) => {
  const { request } = page;
  const faults = await watchForFaults(page, site.url);
  const titles: Record<string, string> = {};
  const pages: Document[] = [];
  for (const slug of ['about', 'contact', 'privacy-policy', 'terms']) {
    await page.goto(`/${slug}`);
    titles[slug] = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    pages.push(await publishPage(request, { title: `Our ${slug}`, slug }));
    await page.goto(`/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Our ${slug}`);
    await expect(page.getByRole('main')).toContainText('A book about zeppelins.');
    await expectAccessible(page);
  }
  const sitemap = textOf(request, '/sitemap.xml');
  await expect.poll(async () => (await sitemap()).split('/about</loc>')).toHaveLength(2);
  for (const { _id, slug } of pages) {
    await editorCall(request, `trash/${_id}`, {});
    await expect.poll(textOf(request, `/${slug}`)).not.toContain(`Our ${slug}`);
    await page.goto(`/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[slug] ?? '');
  }
  expect(faults).toEqual([]);
});
