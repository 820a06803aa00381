import { expectAccessible, expectSound } from './support/axe.ts';
import {
  act,
  comment,
  field,
  followRow,
  formatting,
  likes,
  newPost,
  open,
  openComment,
  section,
  submit,
  toasts,
  visitor,
  write,
} from './support/commenting.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend({ site: ({ writingSite }, use) => use(writingSite) });

test('keys and buttons format the text, and the preview shows it like the page', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  await field(page).focus();
  const bar = formatting(page);
  await expect(bar).toBeVisible();
  await page.keyboard.type('some words');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+B');
  await expect(field(page)).toHaveValue('**some words**');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(field(page)).toHaveValue('some words');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+I');
  await expect(field(page)).toHaveValue('*some words*');
  await field(page).fill('let x');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+E');
  await bar.getByRole('button', { name: 'Quote' }).click();
  await expect(field(page)).toHaveValue('> `let x`');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('\nSee ');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('example.com/talk');

  await bar.getByRole('button', { name: 'Preview' }).click();
  const preview = section(page).getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('link')).toHaveAttribute('href', 'https://example.com/talk');
  const shown = await preview.locator('.comment-text').innerHTML();
  await submit(page).click();
  const item = comment(page, 'See https://example.com/talk');
  await expect(item.getByText('just now')).toBeVisible();
  await expect(item.locator('blockquote code')).toHaveText('let x');
  expect(await item.locator('.comment-text').innerHTML()).toBe(shown);
});

test('the toolbar is one stop of the Tab key, and arrows move in it', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  await field(page).focus();
  const bar = formatting(page);
  await expect(bar).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(bar.getByRole('button', { name: 'Preview' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(bar.getByRole('button', { name: 'Italic' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(submit(page)).toBeFocused();
});

test('a reply quotes the selected words, survives Escape, and is sent once', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const id = await write(reader, post.id, 'Tea is better than coffee, says everyone');
  const { page } = await visitor(browser, site, 'reader', { width: 320 });
  await openComment(page, post.path, id);
  await followRow(page);
  const item = comment(page, 'Tea is better');
  await item.getByText('Tea is better').evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (text) getSelection()?.setBaseAndExtent(text, 0, text, 'Tea is better'.length);
  });
  await act(item, 'Reply').click();
  const reply = page.getByLabel(`Reply to ${reader.person?.username}`);
  await expect(reply).toHaveValue('> Tea is better\n\n');
  await expect(reply).toBeFocused();
  await page.keyboard.type('It depends');
  await page.keyboard.press('Escape');
  await expect(reply).toHaveCount(0);
  await expect(act(item, 'Reply')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(reply).toHaveValue('> Tea is better\n\nIt depends');

  const { promise: bothClicks, resolve: clicked } = Promise.withResolvers<void>();
  const calls: string[] = [];
  await page.route('**/api/comment/create', async (route) => {
    calls.push(route.request().url());
    await bothClicks;
    await route.continue();
  });
  await section(page).getByRole('button', { name: 'Reply', exact: true }).last().dblclick();
  clicked();
  const answer = comment(page, 'It depends');
  await expect(answer).toBeFocused();
  await expect(toasts(page)).toContainText('Your reply has been posted.');
  await expect(reply).toHaveCount(0);
  expect(calls).toHaveLength(1);
});

test('what was typed in a reply and an edit is there after a reload', async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const { page } = reader;
  const id = await write(reader, post.id, 'To be changed');
  await openComment(page, post.path, id);
  await followRow(page);
  await act(comment(page, 'To be changed'), 'Reply').click();
  await page.getByLabel(/^Reply to /).fill('Half a reply');
  await act(comment(page, 'To be changed'), 'Edit').click();
  await page.getByLabel('Edit comment').fill('To be changed, and changed');
  await page.reload();
  await expect(page.getByLabel(/^Reply to /)).toHaveValue('Half a reply');
  await expect(page.getByLabel('Edit comment')).toHaveValue('To be changed, and changed');
  await followRow(page);
  await section(page).getByRole('button', { name: 'Discard them' }).click();
  await expect(page.getByLabel('Edit comment')).toHaveValue('To be changed');
});

test('a comment that waits for approval says so, in the form and in the list', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const admin = await visitor(browser, site, 'admin');
  const word = `heldword${process.pid}`;
  const settings = { commentBlockList: [word] };
  const changed = await admin.context.request.put('/api/settings', { data: settings });
  expect(changed.status()).toBe(200);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  await field(page).fill(`Some ${word} here`);
  await submit(page).click();
  await expect(section(page).getByText('Your comment is waiting for approval.')).toBeVisible();
  await expect(comment(page, word).getByText('Waiting for approval')).toBeVisible();
  await expect(section(page).getByRole('heading', { name: 'Comments (0)' })).toBeVisible();
  await expect(field(page)).toHaveValue('');
});

test('comments closed in the meantime keep the text and say why', async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const admin = await visitor(browser, site, 'admin');
  await write(admin, post.id, 'Any questions?');
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  await expect(act(comment(page, 'Any questions?'), 'Reply')).toBeVisible();
  await field(page).fill('Too late');
  const closed = await admin.context.request.put(`/api/post/comments/${post.id}`, {
    data: { open: false },
  });
  expect(closed.status()).toBe(200);
  await submit(page).click();
  await expect(section(page).getByRole('alert')).toContainText(/closed/i);
  await expect(field(page)).toHaveValue('Too late');
  await open(page, '/');
  await open(page, post.path);
  await expect(likes(comment(page, 'Any questions?'))).toBeVisible();
  await expect(act(comment(page, 'Any questions?'), 'Reply')).toHaveCount(0);
});

test('a failed comment can be tried again with one click', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  let fails = true;
  await page.route('**/api/comment/create', (route) =>
    fails ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  );
  await field(page).fill('Second try');
  await submit(page).click();
  const alert = section(page).getByRole('alert');
  await expect(alert).toBeVisible();
  await expect(field(page)).toHaveValue('Second try');
  fails = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(comment(page, 'Second try').getByText('just now')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a member reports a comment once', async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const id = await write(reader, post.id, 'Buy my pills');
  const { page } = await visitor(browser, site, 'reader');
  await openComment(page, post.path, id);
  await followRow(page);
  const item = comment(page, 'Buy my pills');
  const dialog = page.getByRole('dialog', { name: 'Report this comment' });
  await act(item, 'Report').click();
  await dialog.getByLabel('Something else').check();
  await dialog.getByLabel(/^Note for the moderators/).fill('Sold here before');
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(toasts(page)).toContainText('Thank you.');
  await expect(act(item, 'Report')).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(toasts(page)).toContainText('You have already reported this comment.');
});

test('a text of any length and script stays text', { tag: '@long' }, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const { page } = await visitor(browser, site, 'reader');
  await open(page, post.path);
  const hostile = '<script>document.title = "gone"</script> **<img src=x onerror=alert(1)>**';
  await field(page).fill(`${hostile} \u0645\u0631\u062d\u0628\u0627 👨‍👩‍👧`);
  await section(page).getByRole('button', { name: 'Preview' }).click();
  const preview = section(page).getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('<img src=x onerror=alert(1)>');
  await expect(preview.locator('img, script')).toHaveCount(0);
  await field(page).evaluate((element: HTMLTextAreaElement) => {
    element.removeAttribute('maxlength');
  });
  await field(page).fill('**a*'.repeat(16_384));
  await expect(section(page).getByText('65336 characters too long')).toBeVisible();
  await submit(page).click();
  await expect(section(page).getByRole('article')).toHaveCount(0);
});

for (const width of [320, 1280]) {
  test(`the forms are accessible at ${width} px`, { tag: '@long' }, async ({ browser, site }) => {
    const post = await newPost(browser, site);
    const reader = await visitor(browser, site, 'reader', { width });
    const id = await write(reader, post.id, 'Something to answer');
    const { page } = reader;
    await openComment(page, post.path, id);
    await field(page).fill('**Bold** words');
    await section(page).getByRole('button', { name: 'Preview' }).click();
    const item = comment(page, 'Something to answer');
    await act(item, 'Reply').click();
    await page.getByLabel(/^Reply to /).fill('An answer');
    await act(item, 'Edit').click();
    await expect(page.getByLabel('Edit comment')).toBeFocused();
    await expectSound(page, '#comments');
    const guest = await visitor(browser, site, 'guest', { width });
    await openComment(guest.page, post.path, id);
    await field(guest.page).focus();
    await expect(formatting(guest.page)).toBeVisible();
    await expectSound(guest.page, '#comments');
  });
}
