import type { Page } from '@playwright/test';
import { open, visitor } from './support/commenting.ts';
import { allPosts } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The elements that take part in a view transition to or from this page. */
const named = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).viewTransitionName === 'cover')
      .map((element) => element.className.split(' ')[0]),
  );
const clip = (page: Page) =>
  page
    .locator('.bar .mark-progress')
    .evaluate((path) => Number.parseFloat(getComputedStyle(path).clipPath.slice('inset('.length)));

test('only the cover of the chosen post moves to its page, and none with reduced motion', async ({
  page,
}) => {
  await page.goto('/');
  expect(await named(page)).toEqual([]);
  const link = page.locator('.post-lead a[href^="/post/"]');
  await link.focus();
  expect(await named(page)).toEqual(['post-card-cover']);
  await page.locator('.post-card a[href^="/post/"]').first().focus();
  expect(await named(page)).toEqual(['post-card-cover']);
  const href = await link.getAttribute('href');
  await page.goto(href ?? '');
  expect(await named(page)).toEqual(['post-hero']);
  await page.locator('.bar a').first().focus();
  expect(await named(page)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(href ?? '');
  expect(await named(page)).toEqual([]);
});

test('a window that is resized during the animation between two pages causes no error', {
  tag: '@long',
}, async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const width of [500, 600, 700]) {
    await page.setViewportSize({ width: 900, height: 700 });
    await page.goto('/');
    await page.evaluate(() => {
      window.location.href = '/about';
    });
    await page.waitForURL('**/about', { waitUntil: 'commit' });
    await page.setViewportSize({ width, height: 700 });
    await page.waitForLoadState('networkidle');
  }
  expect(errors).toEqual([]);
});

test('the mark in the bar fills while a post is read, and is full with reduced motion', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  await page.goto((await page.locator('.post-lead a').first().getAttribute('href')) ?? '');
  await expect.poll(() => clip(page)).toBeGreaterThan(90);
  await page.evaluate(() => document.querySelector('#comments')?.scrollIntoView());
  await expect.poll(() => clip(page)).toBeLessThan(5);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.locator('.bar .mark-progress')).toHaveCSS('clip-path', 'none');
});

test('the heart of a comment fills slowly, and at once with reduced motion', {
  tag: '@long',
}, async ({ browser, site }) => {
  const { page } = await visitor(browser, site, 'reader');
  /** Presses the heart, and returns the properties of it that change over time. */
  const press = () =>
    page
      .locator('.comment-actions [data-act="like"]')
      .first()
      .evaluate((button) => {
        button.ariaPressed = button.ariaPressed === 'true' ? 'false' : 'true';
        const heart = button.querySelector('svg');
        return heart?.getAnimations().map((one) => (one as CSSTransition).transitionProperty);
      });
  const [post] = (await allPosts(page.request)).filter(({ slug }) => slug.startsWith('welcome'));
  await open(page, `/post/${post?.slug}`);
  await expect(page.locator('.comment-actions [data-act="like"]').first()).toBeVisible();
  expect(await press()).toEqual(['fill']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await press()).toEqual([]);
  await page.context().close();
});

test('the theme spreads from its button, and changes at once with reduced motion', {
  tag: '@long',
}, async ({ page }) => {
  const html = page.locator('html');
  const toggle = page.getByRole('button', { name: 'Dark theme' });
  /** Notes the animations of the next view transition. */
  const watch = () =>
    page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        transition.ready.then(() => {
          const names = document.getAnimations().map((one) => (one as CSSAnimation).animationName);
          document.documentElement.dataset.animations = String(names.includes('spread'));
        });
        return transition;
      };
    });
  await page.goto('/about');
  await watch();
  await toggle.click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-animations', 'true');
  await expect(html).not.toHaveAttribute('data-drop');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await watch();
  await toggle.click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(html).toHaveAttribute('data-animations', 'false');
});
