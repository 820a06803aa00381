import type { Page } from '@playwright/test';
import { holdScripts } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const toggle = (page: Page) => page.getByRole('button', { name: 'Dark theme' });

test.describe('theme', () => {
  test('is light until the visitor changes it, whatever the system prefers', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/');
    expect(await theme(page)).toBe('light');
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  });

  test('stays the same on every page and after a reload', async ({ page }) => {
    await page.goto('/');
    await toggle(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? ''))).toEqual({
      version: 1,
      theme: 'dark',
      currentUser: null,
    });
    await page.reload();
    expect(await theme(page)).toBe('dark');
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await toggle(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.reload();
    expect(await theme(page)).toBe('light');
  });

  test('changes even if the toggle is clicked before its script has loaded', {
    tag: '@long',
  }, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/about', { waitUntil: 'commit' });
    await toggle(page).click();
    release();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await toggle(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  test('is set before anything is painted', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    await toggle(page).click();
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (document.documentElement?.dataset.theme !== 'dark') return;
        performance.mark('dark');
        observer.disconnect();
      }).observe(document, { attributes: true, childList: true, subtree: true });
    });
    // Scripts and stylesheets are late. Setting the theme must not wait for them.
    await page.route(/\.(css|js)(\?|$)/, async (route) => {
      await new Promise((wait) => setTimeout(wait, 300));
      await route.continue();
    });
    await page.goto('/about');
    const at = await page.evaluate(() => ({
      dark: performance.getEntriesByName('dark')[0]?.startTime,
      painted: performance.getEntriesByName('first-paint')[0]?.startTime,
    }));
    expect(at.dark).toBeDefined();
    expect(at.painted).toBeDefined();
    expect(at.dark).toBeLessThanOrEqual(at.painted ?? 0);
  });

  test('changes in other tabs too', { tag: '@long' }, async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/about');
    await page.goto('/');
    await toggle(page).click();
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('survives a corrupt localStorage entry', { tag: '@long' }, async ({ page }) => {
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.addInitScript(() => localStorage.setItem('root', '{"version":1,"theme":'));
    await page.goto('/');
    expect(await theme(page)).toBe('light');
    await toggle(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(faults).toEqual([]);
  });
});

test.describe('search box', () => {
  const box = (page: Page) => page.getByPlaceholder('Search articles...');

  test('opens the search page with the term', async ({ page }) => {
    await page.goto('/');
    await box(page).fill('server & functions');
    await box(page).press('Enter');
    await expect(page).toHaveURL(/\/search\?/);
    expect(new URL(page.url()).searchParams.get('searchTerm')).toBe('server & functions');
  });

  test('keeps the other parameters and shows the term in the URL', async ({ page }) => {
    await page.goto('/about?category=reactjs&sort=asc&searchTerm=hooks');
    await expect(box(page)).toHaveValue('hooks');
    await box(page).fill('effects');
    await box(page).press('Enter');
    await expect(page).toHaveURL(/\/search\?/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      category: 'reactjs',
      sort: 'asc',
      searchTerm: 'effects',
    });
  });
});

test('only the link to the current page is highlighted', async ({ page }) => {
  for (const [path, name] of [
    ['/', 'Home'],
    ['/about', 'About'],
    ['/contact', 'Contact'],
  ] as const) {
    await page.goto(path);
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
    await expect(current).toHaveText([new RegExp(`^\\s*${name}\\s*$`)]);
    const colors = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).color));
    expect(new Set(colors).size, 'it looks different').toBe(2);
  }
  await page.goto('/terms');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]'),
  ).toHaveCount(0);
});

test('a new page starts at the top', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }));
  await page.locator('footer').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the bar stays in view', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }));
  const bar = await page.locator('header.bar').boundingBox();
  expect(bar?.y).toBe(0);
});

test.describe('by keyboard', () => {
  test('the first Tab offers to skip to the content, and does', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Explore Posts' }).first()).toBeFocused();
  });

  test('every focusable element on the home page shows its focus', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/');
    const count = await page.locator('a[href]:visible, button:visible, input:visible').count();
    expect(count).toBeGreaterThan(20);
    const hidden: string[] = [];
    const reached = new Set<string>();
    for (let step = 0; step < count; step++) {
      await page.keyboard.press('Tab');
      const [what, shown] = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const ringOf = (target: Element, pseudo?: string) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target, pseudo);
          return (
            (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
          );
        };
        // A card draws the ring around itself.
        const card = element.closest('.post-card');
        const ringed =
          ringOf(element) || ringOf(element, '::after') || (card !== null && ringOf(card));
        return [element.outerHTML.slice(0, 120), ringed] as const;
      });
      reached.add(what);
      if (!shown) hidden.push(what);
    }
    expect(hidden).toEqual([]);
    expect(reached.size).toBeGreaterThan(15);
  });

  test('the mobile menu opens, can be navigated, and closes', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 720 });
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    // The browser exposes the state of a button with `popovertarget`.
    await expect(button).not.toHaveAttribute('aria-expanded');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByPlaceholder('Search...', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Space');
    await menu.getByRole('link', { name: 'Contact' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/contact$/);
  });
});

test('touch targets are at least 44 pixels high on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const small = await page
    .locator('header :is(a, button):visible, main .btn:visible, footer a:visible')
    .evaluateAll((elements) =>
      elements
        .map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML }))
        .filter(({ box, html }) => !html.includes('sr-only') && (box.height < 44 || box.width < 24))
        .map(({ box, html }) => `${box.width}x${box.height} ${html.slice(0, 100)}`),
    );
  expect(small).toEqual([]);
});
