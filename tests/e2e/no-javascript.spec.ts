import type { Locator, Page } from '@playwright/test';
import { DEFAULTS as config } from '../../api/site/read-site.ts';
import { allPosts, type ListedPost, MISSING_PAGE, PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

const PAGE_SIZE = 9;
const PREVIEW_LENGTH = 100;
const profile = (network: keyof typeof config.profiles) => config.profiles[network]?.href ?? '';

async function expectLink(page: Page, within: string, name: string, href: string) {
  const link = page.locator(within).getByRole('link', { name, exact: true }).first();
  await expect(link, `${name} in ${within}`).toBeVisible();
  await expect(link, `${name} in ${within}`).toHaveAttribute('href', href);
}

async function expectFrame(page: Page) {
  await expectLink(page, 'header nav', 'Home', '/');
  await expectLink(page, 'header nav', 'About', '/about');
  await expectLink(page, 'header nav', 'Contact', '/contact');
  await expectLink(page, 'header', 'Sign In', '/signin');
  await expect(page.locator('header a[href="/"]').first()).toBeVisible();
  await expect(page.getByPlaceholder('Search articles...')).toBeVisible();
  await expect(page.getByPlaceholder('Search...', { exact: true })).toHaveCount(1);

  const quick = 'footer nav[aria-label="Quick Links"]';
  await expectLink(page, quick, 'Home', '/');
  await expectLink(page, quick, 'About', '/about');
  await expectLink(page, quick, 'Contact', '/contact');
  await expectLink(page, quick, 'Dashboard', '/dashboard');
  const resources = 'footer nav[aria-label="Resources"]';
  for (const { label, href } of config.resources) await expectLink(page, resources, label, href);
  await expectLink(page, resources, 'Privacy Policy', '/privacy-policy');
  await expectLink(page, resources, 'Terms & Conditions', '/terms');
  for (const { label, href } of Object.values(config.profiles)) {
    await expectLink(page, 'footer', label, href);
  }
  const footer = page.locator('footer');
  await expect(footer).toContainText(config.footer.blurb);
  await expect(footer).toContainText(config.footer.credit);
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()}`);
}

const dates = (style: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: style,
    day: 'numeric',
    timeZone: 'UTC',
  });

test('every page answers 200 with the frame of the site', async ({ page }) => {
  for (const path of PUBLIC_PAGES) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    expect(response?.headers()['content-type'], path).toBe('text/html; charset=utf-8');
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expectFrame(page);
  }
});

test('the home page has the hero, buttons, banner and nine newest posts', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${config.name}`);
  await expect(page.getByText(config.tagline)).toBeVisible();
  await expectLink(page, 'main', 'Explore Posts', '/search');
  await expectLink(page, 'main', 'Learn More', '/about');
  await expectLink(page, 'main', config.connect.action, profile('professional'));
  await expect(page.getByRole('heading', { name: 'Recent Posts', exact: true })).toBeVisible();
  await expectLink(page, 'main', 'View all posts', '/search');

  const cards = page.getByRole('article');
  const link = (card: Locator) => card.getByRole('heading').getByRole('link');
  // A featured post leads.
  const first = await link(cards.first()).getAttribute('href');
  const all = await allPosts(page.request);
  const isFirst = ({ slug }: ListedPost) => first === `/post/${slug}`;
  const newest = all.slice(0, PAGE_SIZE).filter((post) => !isFirst(post));
  const posts = [...all.filter(isFirst), ...newest];
  await expect(cards).toHaveCount(posts.length);
  for (const [index, post] of posts.entries()) {
    const card = cards.nth(index);
    await expect(link(card)).toHaveText(post.title);
    await expect(link(card)).toHaveAttribute('href', `/post/${post.slug}`);
    await expect(card.locator('img, svg').first()).toBeVisible();
    await expect(card).toContainText(dates('short').format(new Date(post.createdAt)));
    await expect(card).toContainText(`${Math.max(1, Math.ceil(post.content.length / 1000))} min`);
    const preview = (await card.locator('p[class$="-preview"]').textContent()) ?? '';
    expect(preview.length).toBeGreaterThan(PREVIEW_LENGTH / 2);
    expect(preview.length).toBeLessThanOrEqual(PREVIEW_LENGTH + 1);
  }
});

test('the about page has its four cards and the block about the owner', async ({ page }) => {
  await page.goto('/about');
  for (const name of [
    'Our Mission',
    "What You'll Find",
    "Let's Connect",
    'Thank You',
    'Check the latest about me',
  ]) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  const block = page.getByRole('region', { name: 'Check the latest about me' });
  await expect(block.getByRole('link', { name: 'Explore Posts' })).toHaveAttribute(
    'href',
    '/search',
  );
});

test("the contact page has the owner's addresses", async ({ page }) => {
  await page.goto('/contact');
  const { email, privacyEmail, securityEmail } = config.contact;
  for (const address of [email, privacyEmail, securityEmail]) {
    await expectLink(page, 'main', address, `mailto:${address}`);
  }
  for (const { href } of Object.values(config.profiles)) {
    await expect(page.locator(`main a[href="${href}"]`)).toBeVisible();
  }
});

test('the legal pages describe what the software stores', async ({ page }) => {
  await page.goto('/privacy-policy');
  for (const word of [/account/i, /session/i, /comment/i, /cookie/i, /local ?storage/i]) {
    await expect(page.getByRole('main')).toContainText(word);
  }
  await page.goto('/terms');
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text.length, 'a real text').toBeGreaterThan(2000);
});

test('every post has all its parts, and its code has colors', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  const posts = await allPosts(page.request);
  expect(posts.length).toBeGreaterThanOrEqual(14);
  let highlighted = 0;
  for (const post of posts) {
    const response = await page.goto(`/post/${post.slug}`);
    expect(response?.status(), post.slug).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
    // Without a category, there is no label.
    const label = page.locator('.post-head .category');
    if (post.category === 'uncategorized') await expect(label).toHaveCount(0);
    else await expect(label).toHaveAttribute('href', `/search?category=${post.category}`);
    const main = page.getByRole('main');
    await expect(main).toContainText(dates('long').format(new Date(post.createdAt)));
    const minutes = Math.max(1, Math.round(post.content.length / 1000));
    await expect(main).toContainText(`${minutes} mins read`);
    const hero = page.locator('.post-hero img');
    await expect(hero).toHaveCount(post.image === '' ? 0 : 1);
    if (post.image !== '') {
      await expect(hero).toBeVisible();
      expect((await page.request.get(post.image)).headers()['content-type']).toMatch(/^image\//);
    }
    await expect(page.getByRole('region', { name: config.callToAction.title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Recent Stories', exact: true })).toBeVisible();
    const stories = page.getByRole('region', { name: 'Recent Stories' });
    await expect(stories.getByRole('article')).toHaveCount(3);
    if (!post.content.includes('<pre')) continue;
    highlighted += 1;
    await expect(page.locator('main pre code').first(), post.slug).toBeVisible();
    await expect(page.locator('main pre code span').first(), post.slug).toBeAttached();
  }
  expect(highlighted).toBeGreaterThan(5);
});

test('an unknown address answers 404 with a helpful page', async ({ page }) => {
  for (const path of [MISSING_PAGE, '/post/no-such-post', '/post/', '/about/nothing']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expectLink(page, 'main', 'Back to the home page', '/');
    await expectFrame(page);
  }
});

test('the search box opens the search page', async ({ page }) => {
  await page.goto('/about');
  await page.getByPlaceholder('Search articles...').fill('react');
  await page.getByPlaceholder('Search articles...').press('Enter');
  await expect(page).toHaveURL(/\/search\?searchTerm=react$/);
});

test('the mobile menu opens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu.getByRole('link', { name: 'Contact' })).toBeVisible();
});
