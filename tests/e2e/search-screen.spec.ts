import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { holdScripts, searchApi } from './support/pages.ts';
import { test } from './support/test.ts';

const PHONE = { width: 375, height: 667 };
const API = '**/api/post/**';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const said = (page: Page) => page.getByRole('main').getByRole('status');
const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ });
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filters' });

async function total(request: APIRequestContext, query = ''): Promise<number> {
  return (await searchApi(request, `limit=1&${query}`)).totalPosts;
}

test.describe('search on a phone', () => {
  test.use({ viewport: PHONE });

  test('shows the first result within 400 px', async ({ page }) => {
    await page.goto('/search');
    await expect(cards(page)).toHaveCount(9);
    await expect(page.getByLabel('Search Term')).toBeVisible();
    await expect(page.getByLabel('Sort By')).toBeHidden();
    expect((await cards(page).first().boundingBox())?.y).toBeLessThanOrEqual(400);
  });

  test('folds the filters into a button with the number of active ones', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/search?category=reactjs&sort=asc&searchTerm=react');
    await expect(filters(page)).toHaveText('Filters (2)');
    await expect(filters(page)).toHaveAttribute('aria-expanded', 'false');
    await filters(page).press('Enter');
    await expect(filters(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('heading', { name: 'Filter Posts' })).toBeInViewport();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Sort By')).toBeFocused();
    await page.getByLabel('Sort By').selectOption('Latest');
    await expect(filters(page)).toHaveText('Filters (1)');
    await page.getByLabel('Category').selectOption('All Categories');
    await expect(filters(page)).toHaveText('Filters');
    await apply(page).press('Enter');
    await expect(page).toHaveURL('/search?searchTerm=react&sort=desc&category=uncategorized');
    await expect(apply(page)).toBeHidden();
    await expect(filters(page)).toBeFocused();
    await filters(page).click();
    await filters(page).click();
    await expect(page.getByLabel('Sort By')).toBeHidden();
  });

  test('has no button to press until the script has loaded', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/search', { waitUntil: 'commit' });
    await expect(filters(page)).toBeDisabled();
    release();
    await filters(page).click();
    await expect(page.getByLabel('Sort By')).toBeVisible();
  });

  test('keeps the focus in the term when Enter is pressed there', async ({ page }) => {
    await page.goto('/search');
    await expect(cards(page)).toHaveCount(9);
    await page.getByLabel('Search Term').fill('cache');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/searchTerm=cache/);
    await expect(page.getByLabel('Search Term')).toBeFocused();
  });

  test('has titles as wide as their excerpts, because there are no pictures', async ({ page }) => {
    await page.goto('/search?searchTerm=ink');
    const widthOf = async (part: string) =>
      (await cards(page).locator(part).first().boundingBox())?.width;
    await expect(cards(page)).toHaveCount(9);
    expect(await widthOf('.post-row-head')).toBe(await widthOf('.post-row-preview'));
  });

  test('has touch targets of 44 px and fits into 320 px', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto('/search?sort=asc&category=reactjs');
    await filters(page).click();
    for (const control of [
      filters(page),
      apply(page),
      page.getByLabel('Search Term'),
      page.getByLabel('Sort By'),
      page.getByLabel('Category'),
    ]) {
      const box = await control.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(300);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test('matches are readable in forced colors', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/search?searchTerm=state');
  const mark = page.getByRole('main').locator('mark').first();
  await expect(mark).toBeVisible();
  const { color, ground } = await mark.evaluate((one) => {
    const { color, backgroundColor: ground } = getComputedStyle(one);
    return { color, ground };
  });
  expect(ground).not.toBe('rgba(0, 0, 0, 0)');
  expect(ground).not.toBe(color);
});

test('on a wide screen, all filters are in view, without the button', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/search');
  await expect(filters(page)).toBeHidden();
  for (const label of ['Search Term', 'Sort By', 'Category']) {
    await expect(page.getByLabel(label)).toBeInViewport();
  }
  await expect(cards(page)).toHaveCount(9);
  await apply(page).press('Enter');
  await expect(apply(page)).toBeFocused();
});

test('the page has its first heading first', async ({ page }) => {
  await page.goto('/search');
  await expect(cards(page)).toHaveCount(9);
  const levels = await page
    .locator('main :is(h1, h2, h3)')
    .evaluateAll((all) => all.slice(0, 3).map((heading) => heading.textContent));
  expect(levels.slice(0, 2)).toEqual(['Search Results', 'Filter Posts']);
});

test.describe('the number of results', () => {
  test('counts all matches, not only those that are shown', async ({ page, request }) => {
    await page.goto('/search');
    await expect(said(page)).toHaveText(`${await total(request)} posts`);
    await page.getByLabel('Search Term').fill('the');
    await expect(said(page)).toHaveText(
      `${await total(request, 'searchTerm=the')} results for “the”`,
    );
    await page.getByLabel('Category').selectOption('reactjs');
    const inReact = await total(request, 'searchTerm=the&category=reactjs');
    await expect(said(page)).toHaveText(`${inReact} results for “the” in React.js`);
    await page.getByLabel('Search Term').fill('sqlite production');
    await page.getByLabel('Category').selectOption('uncategorized');
    const both = await total(request, 'searchTerm=sqlite%20production');
    await expect(said(page)).toHaveText(`${both} results for “sqlite production”`);
  });

  test('needs no server, and comes from the API without an index', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const count = await total(request, 'searchTerm=the');
    await page.route(API, (route) => route.abort());
    await page.goto('/search?searchTerm=the');
    await expect(said(page)).toHaveText(`${count} results for “the”`);
    await page.unroute(API);
    await page.route('**/search/v*/**', (route) => route.abort());
    await page.goto('/search?searchTerm=the');
    await expect(said(page)).toHaveText(`${count} results for “the”`);
  });
});
