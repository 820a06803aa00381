/** The layout of the home page, with the demo content and with few posts. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { ADMIN } from './support/server.ts';
import { test as demo, expect, ownServer, signIn } from './support/test.ts';

const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? { x: 0, y: 0, width: Number.NaN, height: Number.NaN };

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

const SCREENS = [
  { width: 1280, height: 800, masthead: 200 },
  { width: 375, height: 812, masthead: 140 },
];

for (const { width, height, masthead } of SCREENS) {
  demo(`at ${width} × ${height}, the lead is in view below a low masthead`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await page.evaluate(() => document.fonts.ready);
    expect((await boxOf(page.locator('.masthead'))).height).toBeLessThanOrEqual(masthead);
    const lead = page.getByRole('article').first();
    const title = lead.getByRole('heading');
    for (const part of [title, lead.locator('.post-card-cover'), lead.locator('time')]) {
      const { y, height: own } = await boxOf(part);
      expect(y + own).toBeLessThanOrEqual(height);
    }
    if (width < 1000) return;
    const whole = await boxOf(lead);
    const cover = await boxOf(lead.locator('.post-card-cover'));
    expect(cover.width / whole.width).toBeGreaterThan(0.5);
    expect(cover.width / whole.width).toBeLessThan(0.6);
    await expect(title).toHaveCSS('font-size', '44px');
  });
}

demo(
  'the buttons share a line at 320 px, and no line of facts begins or ends with a dot',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/');
    const [explore, learn] = await page.locator('.masthead .btn').all();
    expect((await boxOf(learn as Locator)).y).toBe((await boxOf(explore as Locator)).y);
    await page.setViewportSize({ width: 256, height: 640 });
    const facts = page.locator('.post-meta');
    await facts.evaluateAll((lines) => {
      for (const line of lines) (line as HTMLElement).style.width = '9rem';
    });
    const wrapped = await facts.evaluateAll((lines) =>
      lines.flatMap((line) => {
        const { clientWidth: width, offsetLeft } = line as HTMLElement;
        return [...line.children].map((fact) => ({
          start: (fact as HTMLElement).offsetLeft - offsetLeft,
          // Where the dot is, from the start of the line. Anything outside is cut off.
          dot: Number.parseFloat(getComputedStyle(fact, '::before').insetInlineStart),
          after: getComputedStyle(fact, '::after').content,
          cuts: getComputedStyle(line).overflowX === 'clip' && width > 0,
        }));
      }),
    );
    const starting = wrapped.filter(({ start }) => start === 0);
    expect(starting.length).toBeGreaterThan(await facts.count());
    for (const { dot, after, cuts } of starting) {
      expect({ after, cuts }).toEqual({ after: 'none', cuts: true });
      if (!Number.isNaN(dot)) expect(dot).toBeLessThan(-6);
    }
  },
);

demo('the connect banner follows the first rows, and topics end the page', async ({ page }) => {
  await page.goto('/');
  const recent = page.getByRole('region', { name: 'Recent Posts' });
  const rows = recent.locator('.post-rows').getByRole('article');
  const banner = await boxOf(recent.getByRole('complementary'));
  const third = await boxOf(rows.nth(2));
  expect(third.y + third.height).toBeLessThanOrEqual(banner.y);
  expect((await boxOf(rows.nth(3))).y).toBeGreaterThanOrEqual(banner.y + banner.height);
  // Two halves, side by side.
  const [left, right] = await recent.locator('.post-card').all();
  expect((await boxOf(left as Locator)).y).toBe((await boxOf(right as Locator)).y);
  // The date is in the margin, left of the title.
  const row = rows.first();
  const date = await boxOf(row.locator('time'));
  expect(date.x + date.width).toBeLessThan((await boxOf(row.getByRole('heading'))).x);
});

demo(
  'the titles of the two halves line up, though only one has a category',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    const cards = page.locator('.post-card');
    await expect(cards).toHaveCount(2);
    await expect(cards.locator('.category')).toHaveCount(1);
    const titleOf = (card: Locator) => boxOf(card.getByRole('heading'));
    expect((await titleOf(cards.last())).y).toBe((await titleOf(cards.first())).y);
    // Below each other, none has an empty line.
    await page.setViewportSize({ width: 375, height: 812 });
    const bare = cards.filter({ hasNot: page.locator('.category') });
    const cover = await boxOf(bare.locator('.post-card-cover'));
    expect((await titleOf(bare)).y - cover.y - cover.height).toBeLessThan(20);
  },
);

const own = demo.extend(ownServer({}, 'serial'));

async function publish(request: APIRequestContext, data: object): Promise<void> {
  const answer = await request.post('/api/post/create', {
    data: { content: '<p>A few words about ink.</p>', category: 'uncategorized', ...data },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** The titles of the posts in the page, in order. */
const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();

own(
  'a site without posts, and with its first ones, has a whole home page',
  { tag: '@long' },
  async ({ page, context, site }) => {
    await signIn(context.request, site.url, ADMIN);
    const published: string[] = [];
    for (const title of ['', 'First', 'Second', 'Third', 'Fourth']) {
      if (title !== '') {
        await publish(context.request, { title });
        published.unshift(title);
      }
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('heading', { level: 2, name: 'Recent Posts' })).toBeVisible();
        await expect(page.getByText('No posts yet')).toBeVisible({ visible: title === '' });
        expect(await titles(page)).toEqual(published);
        expect(await widthOf(page)).toBeLessThanOrEqual(width);
        // Nothing says that these posts have no category.
        await expect(page.getByRole('article').getByText('Uncategorized')).toHaveCount(0);
      }
    }
  },
);

own(
  'a featured post leads, once, and the others keep their order',
  async ({ page, context, site }) => {
    await signIn(context.request, site.url, ADMIN);
    await page.goto('/');
    const before = await titles(page);
    const create = await context.request.post('/api/document/create', {
      data: {
        title: 'Chosen',
        content: '<p>Ink.</p>',
        category: 'uncategorized',
        featured: true,
        tags: ['Ink'],
      },
    });
    const { _id, revision } = await create.json();
    const data = { revision };
    expect((await context.request.post(`/api/document/publish/${_id}`, { data })).ok()).toBe(true);
    await publish(context.request, { title: 'Newest' });
    await page.goto('/');
    expect(await titles(page)).toEqual(['Chosen', 'Newest', ...before]);
    const featured = page.getByRole('region', { name: 'Featured' });
    await expect(featured.getByRole('link', { name: 'Chosen' })).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Tags' }).getByRole('link')).toHaveText([
      'Ink',
      'All tags',
    ]);
  },
);
