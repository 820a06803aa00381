import { expectAccessible } from './support/axe.ts';
import {
  comment,
  field,
  followRow,
  formatting,
  likes,
  newPost,
  open,
  section,
  submit,
  visitor,
  write,
} from './support/commenting.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend({ site: ({ writingSite }, use) => use(writingSite) });

test('readers can change their own comments, the administrator all of them', async ({
  browser,
  site,
}) => {
  // Three browsers on a machine that may be busy.
  test.slow();
  const post = await newPost(browser, site);
  const ada = await visitor(browser, site, 'reader');
  const bob = await visitor(browser, site, 'reader');
  const admin = await visitor(browser, site, 'admin');
  await open(ada.page, post.path);
  await expect(section(ada.page).getByText('No comments yet!')).toBeVisible();
  const profile = section(ada.page).getByRole('link', { name: `@${ada.person?.username}` });
  await expect(profile).toHaveAttribute('href', '/dashboard?tab=profile');

  await field(ada.page).fill('First!\n<b>See</b> https://example.com/a.');
  await expect(section(ada.page).getByText('160 characters remaining')).toBeVisible();
  await submit(ada.page).click();
  const hers = comment(ada.page, 'First!');
  await expect(hers.getByText('<b>See</b>')).toBeVisible();
  const link = hers.getByRole('link', { name: 'https://example.com/a' });
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
  await expect(link).toHaveAttribute('href', 'https://example.com/a');
  await expect(field(ada.page)).toHaveValue('');
  await expect(section(ada.page).getByRole('heading', { name: 'Comments (1)' })).toBeVisible();

  await open(bob.page, post.path);
  const seen = comment(bob.page, 'First!');
  // It has loaded what the file of the page may not have yet.
  await expect(likes(seen)).toHaveText('0 likes');
  await expect(seen.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(seen.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  // The page would show by itself what others change.
  await bob.page.route('**/getthreads/**', (route) => route.abort());
  await followRow(bob.page);
  await likes(seen).click();
  await expect(likes(seen)).toHaveText('1 like');
  await expect(likes(seen)).toHaveAttribute('aria-pressed', 'true');
  await field(bob.page).fill('Second');
  await submit(bob.page).click();
  const texts = section(bob.page).getByRole('article');
  await expect(texts).toHaveText([/Second/, /First!/]);

  await hers.getByRole('button', { name: 'Edit', exact: true }).click();
  await ada.page.getByLabel('Edit comment').fill('First, corrected');
  await ada.page.getByRole('button', { name: 'Save' }).click();
  await expect(comment(ada.page, 'First, corrected').getByText('(edited)')).toBeVisible();

  await open(admin.page, post.path);
  const judged = comment(admin.page, 'First, corrected');
  await expect(likes(judged)).toHaveText('1 like');
  await expect(judged.getByRole('button', { name: 'Edit' })).toBeVisible();
  await followRow(admin.page);
  await judged.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'No, cancel' }).click();
  await expect(judged.getByRole('button', { name: 'Delete' })).toBeFocused();
  await judged.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(judged).toHaveCount(0);
  await expect(section(admin.page).getByRole('heading', { name: 'Comments (1)' })).toBeFocused();
  await field(admin.page).fill('Tidied up');
  await submit(admin.page).click();
  await expect(comment(admin.page, 'Tidied up').getByText('Admin', { exact: true })).toBeVisible();

  // Deleted in the meantime, but Bob's page still shows it.
  await likes(seen).click();
  await expect(bob.page.getByText('This comment no longer exists.')).toBeVisible();
  await expect(seen).toHaveCount(0);
});

test('a guest can read, and signs in and returns for everything else', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const id = await write(reader, post.id, 'Hello');
  const { page } = await visitor(browser, site, 'guest');
  await open(page, post.path);
  await expect(section(page).getByText('You must be signed in to comment.')).toBeVisible();
  await expect(field(page)).toBeVisible();
  await section(page).getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/signin');
  await page.goBack();
  await likes(comment(page, 'Hello')).click();
  await expect(page).toHaveURL('/signin');
  await page.getByLabel('Email').fill(reader.person?.email ?? '');
  await page.getByLabel('Password').fill('a good long phrase');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`${post.path}#comment-${id}`);
});

test('signed-in users see the comments of a long post load without scrolling', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await page.goto('/');
  await page.locator(`main article a[href="${post.path}"]`).first().click();
  await expect(page).toHaveURL(post.path);
  await expect(field(page)).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('offline, the text stays, the like is reverted, and both work later', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page, context, person } = await visitor(browser, site, 'reader');
  await write({ page, context, person }, post.id, 'Before');
  await open(page, post.path);
  await expect(comment(page, 'Before').getByRole('button', { name: 'Edit' })).toBeVisible();
  // The form loads when it's first used.
  await field(page).focus();
  await expect(section(page).getByRole('toolbar')).toBeVisible();
  await context.setOffline(true);
  await field(page).fill('Written in a tunnel');
  await submit(page).click();
  await expect(section(page).getByRole('alert')).toContainText("couldn't be reached");
  await expect(field(page)).toHaveValue('Written in a tunnel');
  await expect(comment(page, 'Written in a tunnel')).toHaveCount(0);
  await likes(comment(page, 'Before')).click();
  await expect(page.getByText(/couldn't be reached/)).toHaveCount(2);
  await expect(likes(comment(page, 'Before'))).toHaveText('0 likes');
  await comment(page, 'Before').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit comment').fill('After');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Edit comment')).toHaveValue('After');

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(comment(page, 'After')).toBeVisible();
  await submit(page).click();
  await expect(comment(page, 'Written in a tunnel')).toBeVisible();
  await expect(section(page).getByRole('alert')).toHaveCount(0);
});

test('a lost response does not create a comment twice', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  await page.route('**/api/comment/create', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await field(page).fill('Did it work?');
  await submit(page).click();
  await expect(section(page).getByRole('alert')).toBeVisible();
  await page.unroute('**/api/comment/create');
  await submit(page).click();
  await expect(comment(page, 'Did it work?')).toHaveCount(1);
  await expect(section(page).getByRole('alert')).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
});

test('on a slow server, comments and likes appear right away, and a double click likes once', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  const answers: (() => void)[] = [];
  const calls: string[] = [];
  await page.route('**/api/comment/*{create,likeComment/*}', async (route) => {
    calls.push(route.request().url());
    await new Promise<void>((answer) => answers.push(answer));
    await route.continue();
  });
  await field(page).fill('Patience');
  await submit(page).click();
  const item = comment(page, 'Patience');
  await expect(item.getByText('Posting...')).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await field(page).press('Control+Enter');
  answers.pop()?.();
  await expect(item.getByText('just now')).toBeVisible();
  expect(calls).toHaveLength(1);

  await likes(item).dblclick();
  await expect(likes(item)).toHaveText('1 like');
  await expect.poll(() => calls.length).toBe(2);
  answers.pop()?.();
  await expect(likes(item)).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/api/comment/*{create,likeComment/*}');
  await open(page, '/');
  await open(page, post.path);
  await expect(likes(comment(page, 'Patience'))).toHaveText('1 like');
});

test('a rejected comment shows the reason and keeps the text; a draft survives a reload', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  await submit(page).click();
  await expect(section(page).getByRole('alert')).toHaveText('Please write a comment.');
  const links = 'http://a.example http://b.example http://c.example';
  await field(page).fill(links);
  await submit(page).click();
  await expect(section(page).getByRole('alert')).toContainText('at most 2 links');
  await expect(field(page)).toHaveValue(links);
  await expect(section(page).getByRole('article')).toHaveCount(0);
  await page.reload();
  await expect(field(page)).toHaveValue(links);

  await field(page).fill('');
  await field(page).pressSequentially('x'.repeat(203));
  await expect(field(page)).toHaveValue('x'.repeat(200));
  await expect(section(page).getByText('0 characters remaining', { exact: true })).toBeVisible();
});

test('a paste that doesn’t fit is cut after a whole character, and can be undone', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const { page, context } = await visitor(browser, site, 'reader');
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await open(page, post.path);
  await field(page).focus();
  await expect(formatting(page)).toBeVisible();
  await field(page).fill('ab');
  await page.evaluate((text) => navigator.clipboard.writeText(text), '👨‍👩‍👧'.repeat(30));
  await field(page).press('ArrowLeft');
  await field(page).press('ControlOrMeta+V');
  await expect(field(page)).toHaveValue(`a${'👨‍👩‍👧'.repeat(24)}b`);
  await field(page).press('ControlOrMeta+Z');
  await expect(field(page)).toHaveValue('ab');
});

test('undo removes what was typed before the form had loaded', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  const { promise: isTyped, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/_assets\/writing\..*js/, async (route) => {
    await isTyped;
    await route.continue();
  });
  await open(page, post.path);
  await field(page).pressSequentially('Typed\nearly');
  await field(page).press('Home');
  letGo();
  await expect(formatting(page)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('+');
  await expect(field(page)).toHaveValue('Typed\n+early');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(field(page)).toHaveValue('Typed\nearly');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(field(page)).toHaveValue('Typed\nearly');
});

test('a comment keeps the indentation of its lines', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  await write(reader, post.id, '  if (ok) {\n    go();\n\tstop();\n  }');
  await open(reader.page, post.path);
  const text = comment(reader.page, 'go()').getByText('go()');
  await expect(text).toHaveText('  if (ok) {\n    go();\n\tstop();\n  }', {
    useInnerText: true,
  });
  await expect(text).toHaveCSS('white-space-collapse', 'preserve');
});

test('after the session ends, the text is kept while the user signs in again', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page, context } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  await field(page).fill('Still here');
  await context.clearCookies();
  await submit(page).click();
  const alert = section(page).getByRole('alert');
  await expect(alert.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    `/signin?returnTo=${encodeURIComponent(`${post.path}#comments`)}`,
  );
  await expect(field(page)).toHaveValue('Still here');
});

test('everything works with the keyboard, and the focus is never lost', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  await field(page).focus();
  await page.keyboard.type('By hand');
  await page.keyboard.press('Control+Enter');
  const item = comment(page, 'By hand');
  await expect(likes(item)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(section(page).getByText('Your comment has been posted.')).toBeAttached();

  // Submit, follow, mute, the time (a link to the comment), like.
  await expect(section(page).getByRole('button', { name: 'Mute' })).toBeVisible();
  for (let i = 0; i < 5; i++) await page.keyboard.press('Tab');
  await expect(likes(item)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(likes(item)).toHaveText('1 like');
  // Reply, edit.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Edit comment')).toBeFocused();
  await page.keyboard.type(', changed');
  await page.keyboard.press('Escape');
  await expect(item.getByRole('button', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Control+Enter');
  await expect(comment(page, 'By keyboard').getByRole('button', { name: 'Edit' })).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /Are you sure/ });
  await expect(dialog.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(comment(page, 'By keyboard').getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(section(page).getByText('No comments yet!')).toBeVisible();
  await expect(section(page).getByRole('heading', { name: 'Comments (0)' })).toBeFocused();
});

test('is accessible at 320 px in both themes, without horizontal scrolling', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const admin = await visitor(browser, site, 'admin', { width: 320 });
  await write(admin, post.id, `${'w'.repeat(150)} \u0645\u0631\u062d\u0628\u0627`);
  const { page } = admin;
  await open(page, post.path);
  const item = section(page).getByRole('article', { name: 'Comment by admin' });
  await expect(likes(item)).toHaveAccessibleName('Like the comment by admin, 0 likes');
  await expect(item.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription('admin');
  await expect(item.locator('time')).toHaveAttribute('title', / at .* UTC$/);
  await expect(field(page)).toHaveAccessibleDescription('200 characters remaining');
  await expectAccessible(page, '#comments');
  await item.getByRole('button', { name: 'Edit' }).click();
  await submit(page).click();
  await expectAccessible(page, '#comments');
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await sideways()).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await item.getByRole('button', { name: 'Delete' }).click();
  await expectAccessible(page, 'dialog');
  expect(await sideways()).toBeLessThanOrEqual(0);
});
