import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const term = (page: Page) => dialog(page).getByRole('combobox');
const options = (page: Page) => dialog(page).getByRole('option');
const said = (page: Page) => dialog(page).getByRole('status');

/** The script of the bar takes over from the one that keeps early clicks. */
const barIsReady = (page: Page) => page.waitForFunction(() => document.onclick === null);

async function open(page: Page, path = '/about'): Promise<void> {
  await page.goto(path);
  await barIsReady(page);
  await page.keyboard.press('/');
  await expect(term(page)).toBeFocused();
}

test.describe('the search dialog', () => {
  test('opens with a key and a button, and gives the focus back', async ({ page }) => {
    await open(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(term(page)).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toBeHidden();
    const button = page.getByRole('banner').getByRole('button', { name: 'Quick find' });
    await button.first().click();
    await expect(term(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button.first()).toBeFocused();
  });

  test('opens with a key right after it was closed', async ({ page }) => {
    await open(page);
    // At once: the browser removes the focus from a closed dialog when it draws the page again.
    await dialog(page).evaluate((element: HTMLDialogElement) => {
      element.close();
      const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await expect(dialog(page)).toBeVisible();
    await expect(term(page)).toBeFocused();
  });

  test('has what was typed before it opened', async ({ page }) => {
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    await page.route(/search-dialog[^/]*\.js/, async (route) => {
      await loaded;
      await route.continue();
    });
    await page.goto('/about');
    await barIsReady(page);
    await page.keyboard.press('/');
    await page.keyboard.type('sqli');
    await page.keyboard.press('Backspace');
    load();
    await expect(term(page)).toBeFocused();
    await page.keyboard.type('ite');
    await expect(term(page)).toHaveValue('sqlite');
    await expect(options(page).first()).toContainText('SQLite');
  });

  test('types a slash in a field', async ({ page }) => {
    await page.goto('/about');
    await barIsReady(page);
    const box = page.getByPlaceholder('Search articles...');
    await box.pressSequentially('a/b');
    await expect(box).toHaveValue('a/b');
    await expect(dialog(page)).toBeHidden();
  });

  test('finds posts while typing; arrows and Enter open one', async ({ page }) => {
    await open(page);
    // All at once: between two letters, the posts of the first ones would be shown.
    await page.keyboard.insertText('sqlite');
    await expect(options(page).first()).toContainText('SQLite');
    await expect(dialog(page).locator('mark').first()).toHaveText('SQLite');
    await expect(term(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    const first = options(page).first();
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expect(term(page)).toHaveAttribute(
      'aria-activedescendant',
      (await first.getAttribute('id')) ?? '',
    );
    const address = (await first.getAttribute('href')) ?? '';
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  });

  test('keeps a post that was chosen while more letters were searched', async ({ page }) => {
    await open(page);
    await page.keyboard.insertText('sqlit');
    await expect(options(page).first()).toContainText('SQLite');
    const { promise: chosen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/post/**', async (route) => {
      await chosen;
      await route.continue();
    });
    await page.keyboard.type('e');
    await page.keyboard.press('ArrowDown');
    const id = await options(page).first().getAttribute('href');
    const answered = page.waitForResponse('**/api/post/**');
    goOn();
    await answered;
    await expect(said(page)).toHaveText(/result/);
    await expect(page.locator(`[role=option][href="${id}"]`)).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.type('x');
    await expect(options(page).and(page.locator('[aria-selected=true]'))).toHaveCount(0);
  });

  test('leads to all results', async ({ page }) => {
    await open(page);
    await page.keyboard.insertText('reac');
    await expect(options(page).first()).toBeVisible();
    await page.route('**/api/post/**', () => undefined);
    await page.keyboard.type('t');
    await dialog(page).getByRole('link', { name: 'See all results' }).click();
    await expect(page).toHaveURL('/search?searchTerm=react');
    await page.unroute('**/api/post/**');
    await open(page);
    await page.keyboard.type('react');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?searchTerm=react');
  });

  test('suggests another spelling', async ({ page }) => {
    await open(page);
    await page.keyboard.type('sqlitte');
    await expect(said(page)).toHaveText('No posts found. Did you mean sqlite?');
    await said(page).getByRole('button', { name: 'sqlite' }).click();
    await expect(term(page)).toHaveValue('sqlite');
    await expect(options(page).first()).toContainText('SQLite');
  });

  test('works without the API, also for other spellings', async ({ page }) => {
    await page.route('**/api/post/**', (route) => route.abort());
    await open(page);
    await page.keyboard.type('sqlite');
    await expect(options(page).first()).toContainText('SQLite');
    await term(page).fill('sqlitte');
    await expect(said(page)).toHaveText('No posts found. Did you mean sqlite?');
  });

  test('says when neither the API nor the index answers', async ({ page }) => {
    for (const path of ['**/api/post/**', '**/search/v*/**']) {
      await page.route(path, (route) => route.abort());
    }
    await open(page);
    await page.keyboard.type('sqlite');
    await expect(said(page)).toHaveText("Search isn't available right now. Please try again.");
    await page.unrouteAll();
    await page.keyboard.press('Backspace');
    await expect(options(page).first()).toContainText('SQLite');
  });

  test('is accessible, and fits into 320 px', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await open(page);
    await page.keyboard.type('react');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page);
    expect(await dialog(page).evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(320);
    const close = dialog(page).getByRole('button', { name: 'Close' });
    expect((await close.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});
