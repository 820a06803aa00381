/** The page of a post: contents, notes in the margin, pictures, its end, and paper. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { Body } from '../../src/lib/api-types.ts';
import { expectAccessible } from './support/axe.ts';
import { watchForFaults } from './support/pages.ts';
import { publish } from './support/publishing.ts';
import { ADMIN } from './support/server.ts';
import { expect, ownWorld, type Person, signIn } from './support/test.ts';

const LONG_LINE = `const answer = await fetch('https://example.com/${'a-long-address/'.repeat(12)}end-of-line');`;
const MANY_WORDS = 'Reading on paper has a calm that screens rarely have. '.repeat(12);
const CELLS = Array.from({ length: 9 }, (_, n) => `<td>Column number ${n}</td>`).join('');
const ICON = '/icon-192.png';
const DARK_ICON = '/icon-512.png';

const CONTENT = `<p>The first paragraph of the post.</p>
<h2>Notes</h2><p>One<span data-footnote>${'The first note is long. '.repeat(6)}</span> and two<span data-footnote>The second note.</span>. ${MANY_WORDS}</p>
<p>See <a href="https://example.com/reference">the reference</a>.</p>
<h2>Figures</h2>
<figure><img src="${ICON}#dark=${DARK_ICON}" alt="The first picture"><figcaption>A caption for it</figcaption></figure>
<p>${MANY_WORDS}</p>
<p><img src="/apple-touch-icon.png" alt="The second picture"></p>
<h3>Code</h3><pre data-language="javascript"><code>${LONG_LINE}</code></pre>
<table><caption>Wide</caption><tr>${CELLS}</tr></table>
<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="A talk about paper"></iframe>
<p>${MANY_WORDS}</p>`;

const ARABIC =
  '<p>الصفحة وعد: ما تراه هو كل شيء.</p><h2>القسم الأول</h2><p>نص<span data-footnote>حاشية</span> ثم يستمر.</p>' +
  '<h2>القسم الثاني</h2><p>نص.</p><h2>القسم الثالث</h2><p>النهاية.</p>';

interface World {
  slugs: Record<'alone' | 'first' | 'second' | 'arabic' | 'plain', string>;
}

const test = ownWorld(makeWorld);

async function makeWorld(request: APIRequestContext, me: Person): Promise<World> {
  const bio = 'Writes about paper.';
  expect((await request.put(`/api/user/update/${me._id}`, { data: { bio } })).ok()).toBe(true);
  const series = { title: 'On paper' };
  const slugOf = async (data: Body<'POST /api/document/create'>) =>
    (await publish(request, { content: CONTENT, ...data })).slug;
  const slugs = {
    alone: await slugOf({ title: 'Alone', category: 'uncategorized', content: '<p>Short.</p>' }),
    first: await slugOf({
      title: 'Part one',
      tags: ['Paper'],
      series: { ...series, position: 1 },
    }),
    second: await slugOf({
      title: 'Part two',
      tags: ['Paper'],
      series: { ...series, position: 2 },
    }),
    arabic: await slugOf({
      title: 'وعد الصفحة',
      language: 'ar',
      content: ARABIC,
      tags: ['Paper'],
    }),
    plain: await slugOf({ title: 'Ink', tags: ['Paper', 'Ink'], content: '<p>About ink.</p>' }),
  };
  return { slugs };
}

const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 800 });
const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox();
  if (!found) throw new Error(`${selector} is not shown`);
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
};

test('the contents stay in the margin and mark the section that is read', async ({
  page,
  world,
}) => {
  await wide(page);
  await page.goto(`/post/${world.slugs.first}`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link')).toHaveText(['Notes', 'Figures', 'Code']);
  await expect(
    page.getByText('Contents', { exact: true }).and(page.locator('summary')),
  ).toBeHidden();
  await contents.getByRole('link', { name: 'Code' }).click();
  await expect(page).toHaveURL(/#h-code$/);
  await expect(contents.getByRole('link', { name: 'Code' })).toBeInViewport();
  // The heading stands closely below the bar.
  const bar = await box(page, '.bar');
  await expect.poll(async () => (await box(page, '#h-code')).y - bar.bottom).toBeLessThan(60);
  expect((await box(page, '#h-code')).y).toBeGreaterThan(bar.bottom);
  const colorOf = (name: string) =>
    contents.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).color);
  await expect.poll(async () => (await colorOf('Code')) !== (await colorOf('Notes'))).toBe(true);
  const [list, text] = [await box(page, '.toc a'), await box(page, '.prose')];
  expect(list.right).toBeLessThan(text.x);
});

test('notes and captions are in the margin next to what they belong to', async ({
  page,
  world,
}) => {
  await wide(page);
  await page.goto(`/post/${world.slugs.first}`);
  const text = await box(page, '.prose');
  const [first, second] = [await box(page, '#fn-1'), await box(page, '#fn-2')];
  const mark = await box(page, '#fn-1-mark');
  expect(first.x).toBeGreaterThan(text.right);
  expect(Math.abs(first.y - mark.y)).toBeLessThan(30);
  expect(second.y, 'notes do not overlap').toBeGreaterThanOrEqual(first.bottom);
  const [caption, figure] = [await box(page, 'figcaption'), await box(page, '.prose figure')];
  expect(caption.x).toBeGreaterThan(figure.right);
  expect(caption.right).toBeLessThanOrEqual(1280);
  await page.setViewportSize({ width: 800, height: 800 });
  expect((await box(page, '#fn-1')).y).toBeGreaterThan(
    (await box(page, '.prose > p:last-of-type')).y,
  );
  expect((await box(page, 'figcaption')).y).toBeGreaterThan(
    (await box(page, '.picture-open')).bottom,
  );
});

test('a post that reads from right to left is a mirror of the others', async ({ page, world }) => {
  await wide(page);
  await page.goto(`/post/${world.slugs.arabic}`);
  const [text, list, note] = [
    await box(page, '.prose'),
    await box(page, '.toc a'),
    await box(page, '#fn-1'),
  ];
  expect(list.x).toBeGreaterThan(text.right);
  expect(note.right).toBeLessThan(text.x);
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((one) => getComputedStyle(one).textAlign)).toMatch(/start|right/);
});

test('lines have at most 75 characters, and on a phone about 38', async ({ page, world }) => {
  await page.goto(`/post/${world.slugs.first}`);
  const paragraph = page.locator('.prose > p', { hasText: /^Reading on paper/ }).first();
  const perLine = () =>
    paragraph.evaluate((one) => {
      const lines = Math.round(
        one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
      );
      return (one.textContent ?? '').length / lines;
    });
  for (const width of [768, 1100, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await perLine(), `${width}`).toBeLessThanOrEqual(75);
  }
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await perLine()).toBeGreaterThan(37);
});

test('pictures open large, with the keyboard and at their actual size', async ({ page, world }) => {
  await page.goto(`/post/${world.slugs.first}`);
  const first = page.getByRole('link', { name: 'Enlarge picture: The first picture' });
  const second = page.getByRole('link', { name: 'Enlarge picture: The second picture' });
  await first.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'The first picture' });
  await expect(dialog.getByRole('img')).toHaveAttribute('src', new RegExp(`${ICON}$`));
  await expect(dialog.getByRole('button', { name: 'Previous picture' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Actual size' }).click();
  const image = dialog.getByRole('img');
  await expect.poll(() => image.evaluate((one) => one.clientWidth)).toBe(192);
  await dialog.getByRole('button', { name: 'Fit to screen' }).click();
  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('dialog', { name: 'The second picture' });
  await expect(next).toBeVisible();
  await expectAccessible(page, '.picture-dialog');
  await page.keyboard.press('Escape');
  await expect(next).toBeHidden();
  await expect(second).toBeFocused();
  expect(new URL(page.url()).pathname).toBe(`/post/${world.slugs.first}`);
});

test('the dark theme shows the dark version of a figure, also large', async ({ page, world }) => {
  await page.goto(`/post/${world.slugs.first}`);
  const figure = page.locator('.prose figure');
  await expect(figure.locator('.for-light')).toBeVisible();
  await expect(figure.locator('.for-dark')).toBeHidden();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(figure.locator('.for-dark')).toBeVisible();
  await expect(figure.locator('.for-light')).toBeHidden();
  await figure.getByRole('link').click();
  const large = page.getByRole('dialog', { name: 'The first picture' }).getByRole('img');
  await expect(large).toHaveAttribute('src', DARK_ICON);
});

test('wide code and tables show that they scroll, and do so with the keyboard', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(`/post/${world.slugs.first}`);
  for (const [role, name] of [
    ['group', 'Code: JavaScript'],
    ['region', 'Table 1: Wide'],
  ] as const) {
    const region = page.getByRole(role, { name, exact: true });
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
    const style = await region.evaluate((one) => getComputedStyle(one).backgroundAttachment);
    // Shadows at the edges, and grounds that cover them at the ends.
    expect(style).toMatch(/^local, local, scroll, scroll/);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test('the end of a post leads on: tags, author, series, share links and related posts', async ({
  page,
  site,
  world,
}) => {
  const series = page.getByRole('navigation', { name: 'Series' });
  // Its page was written before the next part was published, and follows soon.
  await expect(async () => {
    await page.goto(`/post/${world.slugs.first}`);
    await expect(series.getByRole('link', { name: 'Part two' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const author = page.getByRole('region', { name: 'About the author' });
  await expect(author).toContainText('Writes about paper.');
  await expect(author.getByRole('link', { name: 'admin' })).toHaveAttribute(
    'href',
    '/author/admin',
  );
  await expect(author).toContainText(/\d posts? on this site/);
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText(['Paper']);
  await expect(series.getByRole('link', { name: 'Part two' })).toHaveAttribute('rel', 'next');
  const share = page.getByRole('group', { name: 'Share this post' });
  await expect(share.getByRole('link')).toHaveText([
    'Email',
    'Mastodon',
    'Bluesky',
    'LinkedIn',
    'X',
  ]);
  const address = encodeURIComponent(`${site.url}/post/${world.slugs.first}`);
  for (const link of await share.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toContain(address);
  }
  const related = page.getByRole('region', { name: 'Related Posts' });
  await expect(related.getByRole('article')).not.toHaveCount(0);
  await expect(related.getByRole('link', { name: 'Part two' }), 'it is the next part').toHaveCount(
    0,
  );
});

test('the link of a post can be copied', async ({ page, context, site, world }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/post/${world.slugs.first}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${site.url}/post/${world.slugs.first}`);
});

test('posts outside of a series lead to the ones before and after them, with the next publish', {
  tag: '@long',
}, async ({ page, request, site, world }) => {
  await signIn(request, site.url, ADMIN);
  await page.goto(`/post/${world.slugs.plain}`);
  const around = page.getByRole('navigation', { name: 'Previous and next' });
  await expect(around.getByRole('link', { name: 'وعد الصفحة' })).toHaveAttribute('rel', 'prev');
  const latest = { title: 'The latest', content: '<p>More about ink.</p>', tags: ['Paper', 'Ink'] };
  const { _id, userId } = await publish(request, latest);
  const file = async () => (await request.get(`/post/${world.slugs.plain}`)).text();
  await expect.poll(file).toMatch(/rel="next"[^>]*>\s*The latest/);
  await expect.poll(file).toMatch(/Related Posts.*The latest/s);
  await request.delete(`/api/post/deletepost/${_id}/${userId}`);
  await expect.poll(file).not.toContain('The latest');
});

test('a post without anything in common with others has no related posts', async ({
  page,
  world,
}) => {
  await page.goto(`/post/${world.slugs.alone}`);
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Related Posts' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Contents' })).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 700 } });

  test('contents unfold below the title, and pictures open as files', async ({
    page,
    site,
    world,
  }) => {
    const faults = await watchForFaults(page, site.url);
    await page.goto(`/post/${world.slugs.first}`);
    const fold = page.locator('.toc-fold');
    await expect(fold.getByRole('link', { name: 'Figures' })).toBeHidden();
    await fold.locator('summary').click();
    await fold.getByRole('link', { name: 'Figures' }).click();
    await expect(page).toHaveURL(/#h-figures$/);
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden();
    expect(faults).toEqual([]);
    await page.getByRole('link', { name: 'Enlarge picture: The first picture' }).click();
    await expect(page).toHaveURL(new RegExp(`${ICON}$`));
  });
});

/** Returns the text of the page without what is hidden. */
async function shownText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn't count
  return await page.getByRole('main').innerText();
}

test('on paper, a post of the dark theme is black on white, whole, and says where it is from', async ({
  page,
  site,
  world,
}) => {
  await page.goto(`/post/${world.slugs.first}`);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['body', 'main', '.prose p', '.post-facts', 'h1', '.prose a', 'pre']) {
    const colors = await page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const style = getComputedStyle(one);
        return { color: style.color, ground: style.backgroundColor };
      });
    expect(colors.color, selector).toMatch(/^rgb\((0, 0, 0|51, 51, 51)\)$/);
    expect(colors.ground, selector).toMatch(/^(rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\))$/);
  }
  for (const name of [
    '.share',
    '.btn',
    '.code-copy',
    '.related',
    '.toc',
    '.heading-link',
    '.for-dark',
  ]) {
    await expect(page.locator(name).first(), name).toBeHidden();
  }
  expect(await page.locator('pre').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  const after = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one, '::after').content);
  expect(await after('.prose a[href$="/reference"]')).toContain('https://example.com/reference');
  expect(await after('.video-link')).toContain('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  const joined = (await shownText(page)).replace(/\s+/g, ' ');
  expect(joined).toContain('A talk about paper');
  expect(joined).toContain('end-of-line');
  expect(joined).toContain(`Inkwell · ${site.url}/post/${world.slugs.first} · `);
  expect(joined).not.toMatch(/Explore Posts|Copy link|\bCopy\b|Related Posts/);
});

test('three clicks from the home page lead to a third post, from any post', {
  tag: '@long',
}, async ({ page, world }) => {
  for (const slug of Object.values(world.slugs)) {
    await page.goto('/');
    await page.getByRole('main').locator(`a[href="/post/${slug}"]`).first().click();
    await page.waitForURL(`**/post/${slug}`);
    const onward = page.locator(`:is(.neighbors li a, .related h3 a):not([href="/post/${slug}"])`);
    const second = await onward.first().getAttribute('href');
    await onward.first().click();
    await page.waitForURL(`**${second}`);
    const third = await onward.first().getAttribute('href');
    await onward.first().click();
    await page.waitForURL(`**${third}`);
    expect(new Set([`/post/${slug}`, second, third]).size, slug).toBe(3);
  }
});
