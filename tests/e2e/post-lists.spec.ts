/** What readers see of tags, series, authors, previews and removed posts. */
import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { watchForFaults } from './support/pages.ts';
import { draft, editorCall, publish } from './support/publishing.ts';
import { expect, ownWorld, type Person } from './support/test.ts';

const LONG = `${'Averyverylongwordwithoutaspace'.repeat(3)} and then some`;
const ARABIC = 'كيف تكتب الواجهات من اليمين إلى اليسار (2026)';

interface World {
  draftId: string;
  previewPath: string;
}

const test = ownWorld(makeWorld);

async function makeWorld(request: APIRequestContext, me: Person): Promise<World> {
  const tags = ['Web Design', LONG.slice(0, 40)];
  const part = (position: number, title: string, featured = false) =>
    publish(request, { title, tags, featured, series: { title: 'A long way', position } });
  await part(1, 'First steps');
  await part(2, LONG);
  await part(3, ARABIC, true);
  const removed = await publish(request, { title: 'Removed', tags });
  await editorCall(request, `trash/${removed._id}`, {});
  const links = ['https://example.com/a/very/long/address/that/does/not/fit/on/a/phone/at/all'];
  const data = { bio: `Writes. ${LONG}`, links };
  expect((await request.put(`/api/user/update/${me._id}`, { data })).ok()).toBe(true);
  const { _id: draftId } = await draft(request, { title: 'Not public yet', tags });
  const { url } = await editorCall<{ url: string }>(request, `previewlink/${draftId}`, { days: 1 });
  return { draftId, previewPath: new URL(url).pathname };
}

const pathsOf = ({ previewPath }: World) => [
  ...['/', '/tag/web-design', '/series/a-long-way', '/author/admin', '/search?tag=web-design'],
  ...['/post/first-steps', '/post/removed', '/preview/nothing', previewPath],
];

test('they are accessible in both themes, and fit a small phone', { tag: '@long' }, async ({
  page,
  world,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of pathsOf(world)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Other tests check the home page and the search page with axe.
    if (!/^\/(search.*)?$/.test(path)) await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBe(320);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a series shows its parts in order, each with its number and its neighbors', async ({
    page,
    site,
    world: _,
  }) => {
    const faults = await watchForFaults(page, site.url);
    await page.goto('/series/a-long-way');
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(3);
    await expect(cards.nth(0)).toContainText('Part 1');
    await expect(cards.nth(2)).toContainText('Part 3');
    await cards.nth(0).getByRole('link').click();
    const nav = page.getByRole('navigation', { name: 'Series' });
    await expect(nav).toContainText('Part 1 of 3 in the series A long way');
    await nav.getByRole('link', { name: /^Avery/ }).click();
    await nav.getByRole('link', { name: ARABIC }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ARABIC);
    await page
      .getByRole('list', { name: 'Tags' })
      .getByRole('link', { name: 'Web Design' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Web Design');
    await page.goBack();
    await page.getByRole('article').first().getByRole('link', { name: 'admin' }).first().click();
    await expect(page).toHaveURL(/\/author\/admin$/);
    await expect(page.getByRole('list', { name: 'Links' }).getByRole('link')).toHaveCount(1);
    expect(faults).toEqual([]);
  });

  test('a title in Arabic reads from right to left', async ({ page, world: _ }) => {
    await page.goto('/series/a-long-way');
    await expect(page.getByRole('heading', { level: 2, name: ARABIC })).toHaveCSS(
      'direction',
      'rtl',
    );
    await page.getByRole('link', { name: LONG }).click();
    const next = page
      .getByRole('navigation', { name: 'Series' })
      .getByRole('link', { name: ARABIC });
    await expect(next).toHaveCSS('direction', 'rtl');
    // As its label is.
    await expect(next).toHaveCSS('text-align', 'right');
    const date = await page.locator('main time').first().getAttribute('datetime');
    const [year, month] = date?.split('-') ?? [];
    await page.goto(`/archive/${year}/${month}`);
    await expect(page.getByRole('link', { name: ARABIC })).toHaveCSS('direction', 'rtl');
  });
});

test('a preview says that it is one, and an ended link says so', async ({ page, world }) => {
  await page.goto(world.previewPath);
  await expect(page.getByRole('note')).toContainText("This version isn't public.");
  expect((await page.goto('/preview/nothing'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This preview has ended');
  await expect(page.getByRole('main')).toContainText('ask its author for a new link');
});

test('the search names its tag as the author wrote it', async ({ page, world: _ }) => {
  await page.goto('/search?tag=web-design');
  await expect(page.getByRole('status').first()).toHaveText('3 posts tagged “Web Design”');
});
