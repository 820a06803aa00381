import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const CONTENT = '<p>A text about type.</p>';
/** Its slug is `b-onclick-alert-1-web-b`. */
const HOSTILE = '<b onclick=alert(1)>Web & "</b>';

/** Creates posts through the API, and deletes them at the end. */
async function withPosts(
  page: Page,
  adminId: string,
  work: (create: (fields: object) => Promise<{ _id: string; slug: string }>) => Promise<void>,
): Promise<void> {
  const ids: string[] = [];
  try {
    await work(async (fields) => {
      const data = { title: 'The shape of a letter', content: CONTENT, ...fields };
      const response = await page.request.post('/api/post/create', { data });
      expect(response.status()).toBe(201);
      const post = (await response.json()) as { _id: string; slug: string };
      ids.push(post._id);
      return post;
    });
  } finally {
    for (const id of ids) await page.request.delete(`/api/post/deletepost/${id}/${adminId}`);
  }
}

test('a category is shown as it was typed, and has its slug in addresses', async ({
  page,
  login,
}) => {
  const admin = await login('admin');
  const label = 'Web Design';
  await withPosts(page, admin._id, async (create) => {
    const post = await create({ category: 'web-design', categoryLabel: label });
    await page.goto(`/post/${post.slug}`);
    const chip = page.getByRole('article').first().getByRole('link', { name: label });
    await expect(chip).toHaveAttribute('href', '/search?category=web-design');
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(data.join()).toContain(`"articleSection":"${label}"`);

    await page.goto('/');
    await expect(page.getByRole('article').filter({ hasText: label })).toHaveCount(1);
    await page.goto('/search?category=web-design');
    await expect(page.locator('.post-row', { hasText: label })).toHaveCount(1);
    await expect(page.getByLabel('Category').locator('option:checked')).toHaveText(label);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(`1 post in ${label}`);
    await page.goto('/dashboard?tab=posts');
    await expect(page.getByRole('main')).toContainText(label);

    const feed = await (await page.request.get('/rss.xml')).text();
    expect(feed).toContain(`<category>${label}</category>`);
    const month = `/archive/${new Date().toISOString().slice(0, 7).replace('-', '/')}`;
    expect(await (await page.request.get(month)).text()).toContain(label);
  });
});

test('a new category is found without the API, under its label', { tag: '@long' }, async ({
  page,
  login,
}) => {
  const admin = await login('admin');
  await withPosts(page, admin._id, async (create) => {
    await create({ category: 'lettering', categoryLabel: 'LetterIng' });
    await page.route('**/api/post/**', (route) => route.abort());
    await page.goto('/search?searchTerm=shape+of+a+letter');
    await expect(page.locator('.post-row', { hasText: 'LetterIng' })).toHaveCount(1);
    await page.getByLabel('Category').selectOption('LetterIng');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      '1 result for “shape of a letter” in LetterIng',
    );
  });
});

test('posts without a label show the first one that is typed', { tag: '@long' }, async ({
  page,
  login,
}) => {
  const admin = await login('admin');
  await withPosts(page, admin._id, async (create) => {
    const older = await create({ category: 'type-design' });
    const chip = page.locator('.post-head .category');
    await page.goto(`/post/${older.slug}`);
    await expect(chip).toHaveText('type-design');
    await create({ category: 'type-design', categoryLabel: 'Type Design' });
    await expect(async () => {
      await page.goto(`/post/${older.slug}`);
      await expect(chip).toHaveText('Type Design', { timeout: 500 });
      await page.goto('/search?category=type-design');
      await expect(page.locator('.post-row .category')).toHaveText(['Type Design', 'Type Design']);
    }).toPass();
  });
});

test('the longest label fits into 320 px', { tag: '@long' }, async ({ page, login }) => {
  const admin = await login('admin');
  const slug = 'w'.repeat(40);
  await withPosts(page, admin._id, async (create) => {
    const post = await create({ category: slug, categoryLabel: slug.toUpperCase() });
    await page.setViewportSize({ width: 320, height: 640 });
    const month = `/archive/${new Date().toISOString().slice(0, 7).replace('-', '/')}`;
    for (const path of [`/post/${post.slug}`, '/', `/search?category=${slug}`, month]) {
      await page.goto(path);
      const label = page.getByText(slug.toUpperCase()).filter({ visible: true });
      await expect(label.first()).toBeVisible();
      const edges = await label.evaluateAll((labels) =>
        labels.map((one) => Math.ceil(one.getBoundingClientRect().right)),
      );
      for (const edge of edges) expect(edge, path).toBeLessThanOrEqual(320);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    }
  });
});

test('a label is plain text everywhere', { tag: '@long' }, async ({ page, login }) => {
  const admin = await login('admin');
  await withPosts(page, admin._id, async (create) => {
    const slug = 'b-onclick-alert-1-web-b';
    const post = await create({ category: slug, categoryLabel: HOSTILE });
    for (const path of [`/post/${post.slug}`, '/', `/search?category=${slug}`]) {
      await page.goto(path);
      await expect(page.locator('.category', { hasText: HOSTILE }).first()).toBeVisible();
    }
    await expect(page.locator('[onclick]')).toHaveCount(0);
    const feed = await (await page.request.get('/rss.xml')).text();
    expect(feed).toContain('<category>&lt;b onclick=alert(1)&gt;Web &amp; ');
  });
});
