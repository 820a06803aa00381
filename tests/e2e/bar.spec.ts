import type { Page } from '@playwright/test';
import { expectFits } from './support/narrow.ts';
import { expect, test } from './support/test.ts';
import { setTextSize } from './support/text-size.ts';

/** The narrowest window, a zoom of 400 %, phones and a laptop, with the browser's text size. */
const SCREENS = [
  { width: 256, text: 16 },
  { width: 315, text: 16 },
  { width: 375, text: 20 },
  { width: 320, text: 32 },
  { width: 375, text: 32 },
  { width: 960, text: 16 },
  { width: 1280, text: 32 },
  { width: 1920, text: 32 },
];

/** Lists what is wrong with the controls that the bar shows. */
async function faultsOfBar(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const bar = document.querySelector('.bar-row');
    if (!bar) return ['no bar'];
    const frame = bar.getBoundingClientRect();
    // The button of the search dialog is inside the search box.
    const shown = [...bar.querySelectorAll<HTMLElement>('a, button, input')].filter(
      (one) =>
        one.checkVisibility() &&
        !one.matches('.sr-only, [data-search-open]') &&
        !one.closest('[popover]'),
    );
    const boxes = shown.map((one) => ({
      name: one.ariaLabel || one.textContent?.trim() || one.id,
      box: one.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ name, box }, index) => {
      const faults: string[] = [];
      if (box.left < 0 || box.right > document.documentElement.clientWidth) faults.push('outside');
      if (box.top < frame.top || box.bottom > frame.bottom) faults.push('taller than the bar');
      if (box.width < 44 || box.height < 44) faults.push('too small');
      const next = boxes[index + 1]?.box;
      if (next && next.left < box.right - 0.5) faults.push('covers the next one');
      return faults.map((fault) => `${name}: ${fault}`);
    });
  });
}

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const who of ['a guest', 'a writer'] as const) {
  test(`everything in the bar is within reach of ${who}, in any window and size of text`, async ({
    page,
    login,
  }) => {
    if (who === 'a writer') {
      const currentUser = { user: await login('admin') };
      const root = JSON.stringify({ version: 1, theme: 'light', currentUser });
      await page.addInitScript((stored) => localStorage.setItem('root', stored), root);
    }
    await page.goto('/about');
    if (who === 'a writer') await expect(page.locator('.bell')).toBeVisible();
    for (const { width, text } of SCREENS) {
      await page.setViewportSize({ width, height: 900 });
      await setTextSize(page, text);
      const screen = `${width} px wide, text of ${text} px`;
      expect(await faultsOfBar(page), screen).toEqual([]);
      expect(await sidewaysScroll(page), screen).toBe(0);
    }
  });
}

test('the menu opens in the narrowest window with large text, and all of it can be reached', async ({
  page,
}) => {
  await page.setViewportSize({ width: 256, height: 500 });
  await page.goto('/about');
  for (const text of [16, 32]) {
    await setTextSize(page, text);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const contact = page.locator('#site-menu').getByRole('link', { name: 'Contact' });
    await contact.scrollIntoViewIfNeeded();
    await expect(contact).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test('the bar scrolls away in a low window, and stays in others', async ({ page }) => {
  const bar = page.locator('.bar');
  await page.goto('/about');
  for (const [size, text, stays] of [
    [{ width: 375, height: 812 }, 16, true],
    // A zoom of 400 %, a phone on its side, and a laptop with large text.
    [{ width: 320, height: 256 }, 16, false],
    [{ width: 812, height: 375 }, 16, false],
    [{ width: 1280, height: 720 }, 32, false],
  ] as const) {
    await page.setViewportSize(size);
    await setTextSize(page, text);
    await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
    if (stays) await expect(bar).toBeInViewport();
    else await expect(bar).not.toBeInViewport();
  }
});

test('in a low window, the menu is below the bar and scrolls with the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const contact = page.locator('#site-menu').getByRole('link', { name: 'Contact' });
  await contact.scrollIntoViewIfNeeded();
  await expect(contact).toBeInViewport({ ratio: 1 });
  await contact.click();
  await expect(page).toHaveURL('/contact');
});

test('what the keyboard focuses is never below the bar', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 600 });
  await page.goto('/');
  const bar = await page.locator('.bar').boundingBox();
  // Backward from the end, where elements come in at the top.
  const links = page.getByRole('main').getByRole('link');
  await links.last().focus();
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused?.closest('main') ? focused.getBoundingClientRect().top : undefined;
    });
    if (top !== undefined) expect(top).toBeGreaterThanOrEqual(bar?.height ?? 0);
  }
});

test('the dashboard fits narrow windows and large text', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login('admin');
  for (const tab of ['dash', 'posts', 'media', 'users', 'comments', 'settings', 'profile']) {
    const path = `/dashboard?tab=${tab}`;
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectFits(page, path);
  }
  await page.setViewportSize({ width: 375, height: 812 });
  await setTextSize(page, 32);
  const account = page.getByRole('complementary', { name: 'Account' });
  const role = account.getByText('Administrator');
  const { height = 0 } = (await role.boundingBox()) ?? {};
  expect(height, 'the role has two lines at most').toBeLessThan(100);
  await expect(account.getByRole('button', { name: 'Sign Out' })).toBeInViewport();
});
