import type { BrowserContext, Page } from '@playwright/test';
import type { DocumentList } from '../../api/contract/documents.ts';
import type { Draft } from '../../src/stores/post-drafts.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const CALLS = /\/api\/document\/(?:create|update)\b/;

/** Puts drafts into the browser, as earlier versions of the site stored them. */
async function keep(page: Page, drafts: Partial<Draft>[], owner: string): Promise<void> {
  await page.goto('/about');
  await page.evaluate(
    async ([all, user]) => {
      const opened = indexedDB.open('inkwell-drafts');
      opened.onupgradeneeded = () => opened.result.createObjectStore('drafts');
      await new Promise((done) => {
        opened.onsuccess = done;
      });
      const store = opened.result.transaction('drafts', 'readwrite').objectStore('drafts');
      for (const draft of all) {
        store.put({ owner: user, target: 'new', category: '', image: '', ...draft }, draft.id);
      }
      await new Promise((done) => {
        store.transaction.oncomplete = done;
      });
      opened.result.close();
    },
    [drafts, owner] as const,
  );
}

const keptIds = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('inkwell-drafts');
    await new Promise((done) => {
      opened.onsuccess = done;
    });
    const asked = opened.result.transaction('drafts').objectStore('drafts').getAllKeys();
    await new Promise((done) => {
      asked.onsuccess = done;
    });
    opened.result.close();
    return asked.result;
  });

/** Returns the titles of the drafts on the server that contain a word. */
async function titles(page: Page, word: string): Promise<string[]> {
  const answer = await page.request.get('/api/document/getdocuments?status=draft&limit=100');
  const { documents } = (await answer.json()) as DocumentList;
  return documents.map(({ title }) => title).filter((title) => title.includes(word));
}

const words = (text: string) => [
  { insert: text },
  { insert: '\n', attributes: { header: 2 } },
  { insert: { image: '/icon-192.png' } },
  { insert: '\n' },
];
const stopCalls = (context: BrowserContext) => context.route(CALLS, (route) => route.abort());

async function makeDraft(page: Page): Promise<{ _id: string }> {
  const data = { title: 'Another one', content: '<p>Words</p>' };
  return await (await page.request.post('/api/document/create', { data })).json();
}

test.describe('drafts that only this browser has', () => {
  test('are announced above the list of posts until the editor has saved them', async ({
    page,
    login,
  }) => {
    const user = await login('admin');
    const post = await page.request.post('/api/post/create', {
      data: { title: 'Public', category: 'javascript', content: '<p>As published.</p>' },
    });
    const { _id: target, updatedAt: startedFrom } = (await post.json()) as Record<string, string>;
    await keep(
      page,
      [
        { id: 'a', title: 'New one listed', keptAt: 1, ops: words('Of the new one') },
        { id: 'b', title: 'Kept privately', keptAt: 2, ops: words('Private'), target, startedFrom },
        { id: 'c', title: 'Newest listed', keptAt: 3, ops: words('Of the newest') },
      ],
      user._id,
    );
    await page.goto('/dashboard?tab=posts');
    const notice = page.getByRole('region', { name: 'Drafts in this browser' });
    await expect(notice).toContainText('3 drafts are saved only in this browser.');
    await expect(notice.getByRole('link', { name: 'Kept privately' })).toHaveAttribute(
      'href',
      `/update-post/${target}`,
    );
    await notice.getByRole('link', { name: 'Newest listed' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Newest listed');
    await expect(page.getByText('2 drafts from this browser are now saved')).toBeVisible();
    await expect.poll(() => keptIds(page)).toEqual([]);
    await page.goto('/dashboard?tab=posts');
    const row = page.getByRole('row').filter({ hasText: 'Kept privately' });
    await expect(row).toContainText('Published · unpublished changes');
    await expect(notice).toHaveCount(0);
    expect((await titles(page, 'listed')).sort()).toEqual(['New one listed', 'Newest listed']);
    await row.getByRole('link', { name: 'Edit' }).click();
    const content = page.getByRole('textbox', { name: 'Content' });
    await expect(content.getByRole('heading', { level: 2 })).toHaveText('Private');
    await expect(content.getByRole('img')).toHaveAttribute('src', /icon-192/);
  });

  test('are saved when the editor opens, which shows the newest of them', { tag: '@long' }, async ({
    page,
    login,
  }) => {
    const user = await login('admin');
    const drafts = ['Older edited', 'Newest edited'].map((title, n) => ({
      id: title,
      title,
      keptAt: n,
      ops: words(`Words of ${title}`),
    }));
    await keep(page, drafts, user._id);
    await page.goto('/create-post');
    await expect(page.getByLabel('Title')).toHaveValue('Newest edited');
    await page.getByText('Continue a draft').click();
    await expect(page.locator('.recent-drafts').getByRole('link', { name: /Older/ })).toBeVisible();
    await expect(page.locator('[data-sync="saved"]')).toBeVisible();
    await expect.poll(() => keptIds(page)).toEqual([]);
    expect((await titles(page, 'edited')).sort()).toEqual(['Newest edited', 'Older edited']);
    await expect(page.getByRole('group', { name: 'Unsaved draft' })).toHaveCount(0);
  });

  test('stay in the browser until the server has them, and become one document each', async ({
    page,
    context,
    login,
  }) => {
    const user = await login('admin');
    const { _id: target } = await makeDraft(page);
    await keep(page, [{ id: 'a', title: 'Stays', keptAt: 1, ops: words('W') }], user._id);
    await stopCalls(context);
    const asked = page.waitForRequest(CALLS);
    // The editor of another draft.
    await page.goto(`/update-post/${target}`);
    await asked;
    expect(await keptIds(page)).toEqual(['a']);
    await context.unroute(CALLS);
    // The server saves it, but its answer is lost.
    await context.route(CALLS, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const lost = page.waitForEvent('requestfailed', (request) => CALLS.test(request.url()));
    await page.reload();
    await lost;
    expect(await keptIds(page)).toEqual(['a']);
    await context.unroute(CALLS);
    await page.reload();
    await expect.poll(() => keptIds(page)).toEqual([]);
    expect(await titles(page, 'Stays')).toEqual(['Stays']);
  });

  test('of other accounts stay where they are', { tag: '@long' }, async ({ page, login }) => {
    const user = await login('admin');
    await keep(page, [{ id: 'a', title: 'Not mine', keptAt: 1, ops: words('W') }], 'someone');
    await keep(page, [{ id: 'b', title: 'Mine', keptAt: 1, ops: words('W') }], user._id);
    await page.goto('/create-post');
    await expect(page.getByLabel('Title')).toHaveValue('Mine');
    await expect.poll(() => keptIds(page)).toEqual(['a']);
    expect(await titles(page, 'ine')).not.toContain('Not mine');
  });
});
