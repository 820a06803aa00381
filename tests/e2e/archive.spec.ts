import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test.describe('a year of the archive', () => {
  test('lists its months, and is one step up from each of them', async ({ page }) => {
    await page.goto('/archive');
    const year = page.getByRole('main').getByRole('heading', { level: 2 }).first();
    const name = (await year.textContent()) ?? '';
    const months = page.getByRole('main').locator(`a[href^="/archive/${name}/"]`);
    const all = await months.evaluateAll((links) => links.map(({ textContent }) => textContent));

    const response = await page.goto(`/archive/${name}`);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(`Articles from ${name} – Inkwell`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Articles from ${name}`);
    await expect(months).toHaveText(all.map((text) => text ?? ''));
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`/archive/${name}$`),
    );

    await months.first().click();
    await page.getByRole('link', { name: `All of ${name}` }).click();
    await expect(page).toHaveURL(`/archive/${name}`);
    await page.getByRole('link', { name: 'All months' }).click();
    await expect(page).toHaveURL('/archive');
  });

  test('has no axe findings in light and dark, and fits on the narrowest phone', {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { year } = await newestMonth(page.request);
    await page.goto(`/archive/${year}`);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  });

  test('shows the posts of a month with their beginning and a small picture', async ({ page }) => {
    const found = await page.request.get('/api/post/getposts?limit=1');
    const { posts } = (await found.json()) as { posts: { createdAt: string; title: string }[] };
    const [{ createdAt, title } = { createdAt: '', title: '' }] = posts;
    await page.goto(`/archive/${createdAt.slice(0, 7).replace('-', '/')}`);
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first();
    await expect(row.getByRole('heading', { level: 2 })).toHaveCSS('font-size', '22px');
    await expect(row.locator('.post-row-preview')).not.toBeEmpty();
    await expect(row.locator('time')).toHaveAttribute('datetime', createdAt);
    const cover = await row.locator('.post-row-cover').boundingBox();
    expect(cover?.width).toBeGreaterThan(80);
    expect(cover?.width).toBeLessThan(200);
  });

  test('without posts is 404, like a part of the sitemap without posts', async ({ page }) => {
    for (const path of ['/archive/1999', '/archive/20260', '/archive/x', '/sitemap-9.xml']) {
      const response = await page.request.get(path);
      expect(response.status(), path).toBe(404);
      expect(await response.text(), path).toContain('<h1');
    }
  });
});

async function newestMonth(request: { get(path: string): Promise<{ json(): Promise<unknown> }> }) {
  const found = await request.get('/api/post/getposts?limit=1');
  const { posts } = (await found.json()) as { posts: { createdAt: string }[] };
  return { year: new Date(posts[0]?.createdAt ?? 0).getUTCFullYear() };
}
