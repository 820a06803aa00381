import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { startStaticHost } from '../support/static-host.ts';
import { expectAccessible } from './support/axe.ts';
import {
  comment,
  field,
  likes,
  newPost,
  open,
  openComment,
  section,
  visitor,
  write,
} from './support/commenting.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend({ site: ({ writingSite }, use) => use(writingSite) });

/** Waits until the file of a post has a text. */
async function inFile(url: string, path: string, text: string): Promise<void> {
  await expect
    .poll(async () => (await fetch(`${url}${path}`)).text(), { timeout: 30_000 })
    .toContain(text);
}

test('a reader who only reads loads no React and no comment twice', async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  await write(reader, post.id, 'Read me **quietly**');
  // A page that shows comments without counting them asks for them again.
  await inFile(site.url, post.path, 'data-total="1"');
  const { page } = await visitor(browser, site, 'guest');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(post.path);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path.startsWith('/api/comment/'))).toEqual([]);
  expect(asked.filter((path) => /\/section\.|react/i.test(path))).toEqual([]);

  await section(page).scrollIntoViewIfNeeded();
  const item = comment(page, 'Read me quietly');
  await expect(likes(item)).toHaveText('0 likes');
  await expect(item.locator('strong')).toHaveText('quietly');
  expect(asked.filter((path) => path.startsWith('/api/comment/'))).toEqual([
    `/api/comment/getnumbers/${post.id}`,
  ]);
  expect(asked.filter((path) => /react/i.test(path))).toEqual([]);
  await field(page).focus();
  await expect(section(page).getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
});

test('numbers of likes that come late move no buttons', async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  await write(reader, post.id, 'Read me slowly');
  await inFile(site.url, post.path, 'slowly');
  const { page } = await visitor(browser, site, 'guest');
  const { promise: read, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/comment/getnumbers/**', async (route) => {
    await read;
    await route.continue();
  });
  await page.goto(post.path);
  await section(page).scrollIntoViewIfNeeded();
  const item = comment(page, 'Read me slowly');
  await expect(likes(item)).toHaveText('Like');
  const reply = item.getByRole('button', { name: 'Reply' });
  const before = await reply.boundingBox();
  answer();
  await expect(likes(item)).toHaveText('0 likes');
  expect(await reply.boundingBox()).toEqual(before);
});

test('a signed-in reader who only reads loads no React for the bell and the likes', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  await write(reader, post.id, 'Read me signed in');
  await inFile(site.url, post.path, 'signed in');
  const { page } = reader;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(post.path);
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await section(page).scrollIntoViewIfNeeded();
  await expect(likes(comment(page, 'Read me signed in'))).toHaveText('0 likes');
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /react/i.test(path))).toEqual([]);
});

for (const width of [320, 1280]) {
  test(`threads at ${width}: replies name whom they answer, more of them load, and a link finds any`, {
    tag: width === 320 ? [] : '@long',
  }, async ({ browser, site }) => {
    test.slow();
    const post = await newPost(browser, site);
    const reader = await visitor(browser, site, 'reader');
    const oldest = await write(reader, post.id, 'The oldest of all');
    const top = await write(reader, post.id, 'A long thread');
    const first = await write(reader, post.id, 'Reply 1 in it', top);
    const second = await write(reader, post.id, 'Reply 2 in it', first);
    for (let n = 3; n <= 12; n++) await write(reader, post.id, `Reply ${n} in it`, top);
    for (let n = 1; n <= 20; n++) await write(reader, post.id, `Remark ${n} about it`);
    await inFile(site.url, post.path, 'Remark 20 about it');

    const { page } = await visitor(browser, site, 'guest', { width });
    await page.goto(`${post.path}#comment-${second}`);
    const found = comment(page, 'Reply 2 in it');
    await expect(found).toBeFocused();
    await expect(found).toBeInViewport();
    await expect(found).toHaveAttribute('aria-current', 'true');
    await expect(found).toContainText(`in reply to ${reader.person?.username}`);
    const answered = found.getByRole('link', { name: reader.person?.username ?? '' });
    await expect(answered).toHaveAttribute('href', `#comment-${first}`);

    await page.getByRole('button', { name: '2 more replies' }).click();
    await expect(comment(page, 'Reply 11 in it')).toBeFocused();
    await expect(comment(page, 'Reply 12 in it')).toBeVisible();
    await expect(page.getByRole('button', { name: /more repl/ })).toBeHidden();

    await page.getByRole('button', { name: 'Show newer comments' }).click();
    await expect(comment(page, 'Remark 20 about it')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show newer comments' })).toBeHidden();

    await page.goto('/');
    await page.goto(`${post.path}#comments`);
    await expect(section(page).getByRole('heading', { name: 'Comments (34)' })).toBeVisible();
    await page.getByRole('button', { name: 'Show more comments' }).click();
    await expect(comment(page, 'A long thread')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Show more comments' })).toBeHidden();

    await page.getByLabel('Sort by').selectOption('Oldest');
    await expect(section(page).getByRole('article').first()).toContainText('The oldest of all');
    await page.evaluate((id) => {
      location.hash = `comment-${id}`;
    }, oldest);
    await expect(comment(page, 'The oldest of all')).toHaveAttribute('aria-current', 'true');
    await page.goBack();
    await expect(section(page).locator('[aria-current]')).toHaveCount(0);
    await expectAccessible(page, '#comments');
    const sideways = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);

    await page.evaluate(() => {
      location.hash = 'comment-nothing';
    });
    const gone = page.getByText('The comment that this link points to no longer exists.');
    await expect(gone).toBeVisible();
    await page.evaluate((id) => {
      location.hash = `comment-${id}`;
    }, oldest);
    await expect(gone).toBeHidden();
  });
}

test('new comments are offered, and what others change is shown in place', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const writer = await visitor(browser, site, 'reader');
  const kept = await write(writer, post.id, 'This one stays');
  const gone = await write(writer, post.id, 'This one goes');
  await inFile(site.url, post.path, 'This one goes');
  const { page } = await visitor(browser, site, 'guest');
  await page.clock.install();
  await open(page, post.path);
  await expect(likes(comment(page, 'This one stays'))).toHaveText('0 likes');
  await writer.context.request.put(`/api/comment/likeComment/${kept}`);
  await writer.context.request.delete(`/api/comment/deleteComment/${gone}`);
  await write(writer, post.id, 'Brand new');
  await write(writer, post.id, 'An answer to it', kept);
  await page.clock.runFor(31_000);
  await expect(page.getByRole('button', { name: '2 new comments' })).toBeVisible();
  await expect(comment(page, 'This one goes')).toHaveCount(0);
  await expect(likes(comment(page, 'This one stays'))).toHaveText('1 like');
  await expect(comment(page, 'Brand new')).toHaveCount(0);
  const status = async () => {
    const [response] = await Promise.all([
      page.waitForResponse('**/getthreads/**'),
      page.clock.runFor(31_000),
    ]);
    return response.status();
  };
  expect(await status()).toBe(304);
  await page.getByRole('button', { name: '2 new comments' }).click();
  await expect(comment(page, 'Brand new')).toBeFocused();
  await expect(comment(page, 'An answer to it')).toBeVisible();
  await expect(section(page).getByRole('heading', { name: 'Comments (3)' })).toBeVisible();
});

test('what the file has stays readable when scripts, the form or the server fail', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  await write(reader, post.id, 'Readable anyway');
  await inFile(site.url, post.path, 'Readable anyway');
  const { page } = await visitor(browser, site, 'guest');
  // Each key after a failure would load the form again. It fails after the last one.
  const typed = Promise.withResolvers<void>();
  await page.route(/\/_assets\/writing\..*js/, async (route) => {
    await typed.promise;
    await route.abort();
  });
  await page.route('**/api/comment/**', (route) => route.abort());
  await open(page, post.path);
  const item = comment(page, 'Readable anyway');
  await expect(item).toBeVisible();
  await expect(section(page).getByRole('alert')).toHaveCount(0);
  await field(page).pressSequentially('Not lost');
  typed.resolve();
  await expect(section(page).getByRole('alert')).toContainText("form couldn't be loaded");
  await expect(field(page)).toHaveValue('Not lost');
  await page.unroute(/\/_assets\/writing\..*js/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(section(page).getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await expect(field(page)).toHaveValue('Not lost');
  await page.evaluate(() => {
    location.hash = 'comment-elsewhere';
  });
  await expect(section(page).getByRole('alert')).toContainText("comment couldn't be loaded");
  await expect(item).toBeVisible();
});

test('a link to a long comment shows its beginning, and paper has no buttons', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const id = await write(reader, post.id, `The beginning${'\n'.repeat(90)}The end`);
  const { page } = await visitor(browser, site, 'guest');
  await openComment(page, post.path, id);
  const long = comment(page, 'The beginning');
  await expect(long).toBeFocused();
  await expect(long.getByRole('link')).toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  await expect(section(page).getByText('The end')).toBeVisible();
  await expect(section(page).getByRole('button')).toHaveCount(0);
});

test('a script that can’t load is mentioned to those who need it, and only to them', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const first = await write(reader, post.id, 'In the file');
  await write(reader, post.id, 'In the file, too');
  await inFile(site.url, post.path, 'In the file, too');
  const { page } = await visitor(browser, site, 'guest');
  const script = /\/_assets\/section\..*js/;
  await page.route(script, (route) => route.abort());
  const note = section(page).getByRole('alert');
  const failed = page.waitForEvent('requestfailed');
  await openComment(page, post.path, first);
  await failed;
  await expect(note).toHaveCount(0);
  await page.getByLabel('Sort by').selectOption('Oldest');
  await expect(note).toContainText("couldn't be loaded");
  await page.goto('/');
  await page.goto(`${post.path}#comment-elsewhere`);
  await expect(note).toContainText("couldn't be loaded");
  await page.unroute(script);
  // Scrolling would load it, too.
  await note.getByRole('button', { name: 'Try again' }).dispatchEvent('click');
  await expect(note).toContainText('no longer exists');
  await expect(likes(comment(page, 'In the file, too'))).toHaveText('0 likes');
});

test('what a reader presses before the scripts have loaded is done when they have', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  await write(reader, post.id, 'Here first');
  await write(reader, post.id, 'Here second');
  await inFile(site.url, post.path, 'Here second');
  const { page } = reader;
  const held: Array<() => void> = [];
  const hold = async (route: Route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  };
  const letGo = () => {
    for (const go of held.splice(0)) go();
  };
  await page.route(/\/_assets\/section\..*js/, hold);
  await page.goto(`${post.path}#comments`);
  await page.getByLabel('Sort by').selectOption('Oldest');
  await field(page).fill('Sent early');
  await section(page).getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => held).not.toEqual([]);
  letGo();
  await expect(comment(page, 'Sent early')).toBeVisible();
  await expect(comment(page, 'Here').first()).toContainText('Here first');
  await expect(field(page)).toHaveValue('');

  await page.unroute(/\/_assets\/section\..*js/);
  await page.route(/\/_assets\/writing\..*js/, hold);
  await page.goto('/');
  await open(page, post.path);
  await expect(likes(comment(page, 'Here first'))).toBeVisible();
  await field(page).fill('Kept before the form');
  await expect.poll(() => keptTexts(page)).toEqual(['Kept before the form']);
  const button = section(page).getByRole('button', { name: 'Submit' });
  await button.hover();
  await page.mouse.down();
  await expect.poll(() => held).not.toEqual([]);
  const loaded = page.waitForResponse(/\/_assets\/writing\..*js/);
  letGo();
  await loaded;
  await page.mouse.up();
  await expect(comment(page, 'Kept before the form')).toBeVisible();
  await expect.poll(() => keptTexts(page)).toEqual([]);
});

const keptTexts = (page: Page) => page.evaluate(() => Object.values(sessionStorage));

test('on a static copy, the comments of the file can be read', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  for (let n = 1; n <= 21; n++) await write(reader, post.id, `Copied **${n}** times`);
  await inFile(site.url, post.path, '<strong>21</strong>');
  const copy = await startStaticHost(join(site.dataDir, 'site'));
  try {
    const { page } = await visitor(browser, copy, 'guest');
    await open(page, post.path);
    await expect(section(page).getByText("Commenting isn't available on this copy")).toBeVisible();
    await expect(comment(page, 'Copied 21 times').locator('strong')).toHaveText('21');
    await expect(section(page).getByRole('article')).toHaveCount(20);
    await expect(section(page).getByRole('alert')).toHaveCount(0);
    await expect(field(page)).toBeHidden();
    await expect(section(page).getByRole('button')).toHaveText(['Show more comments']);
    await section(page).getByRole('button').click();
    await expect(section(page).getByRole('alert')).toContainText("aren't available on this copy");
    await expectAccessible(page, '#comments');
  } finally {
    await copy.stop();
  }
});

test('without JavaScript, the page has the comments, the sign-in link, and the feed', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const top = await write(reader, post.id, 'Plain *words*');
  await write(reader, post.id, 'A plain answer', top);
  await inFile(site.url, post.path, 'A plain answer');
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(post.path);
  await expect(section(page).getByRole('heading', { name: 'Comments (2)' })).toBeVisible();
  await expect(section(page).getByRole('article')).toHaveText([/Plain words/, /A plain answer/]);
  await expect(section(page).getByText('You must be signed in to comment.')).toBeVisible();
  await expect(section(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(section(page).getByRole('button')).toHaveCount(0);
  const feed = section(page).getByRole('link', { name: 'comments feed' });
  await expect(feed).toHaveAttribute('href', `${post.path}/comments.xml`);
  const announced = page.locator('head link[rel=alternate][title^=Comments]');
  await expect(announced).toHaveAttribute('href', `${post.path}/comments.xml`);
  const answer = await context.request.get(`${post.path}/comments.xml`);
  expect(answer.headers()['content-type']).toContain('application/xml');
  await page.emulateMedia({ media: 'print' });
  await expect(comment(page, 'A plain answer')).toBeVisible();
});
