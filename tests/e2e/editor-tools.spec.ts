import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectStored, wouldStore } from './support/editing.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' });
const menu = (page: Page) => page.getByRole('listbox', { name: 'Insert' });
const option = (page: Page, name: string) => menu(page).getByRole('option', { name, exact: true });
const bubble = (page: Page) => page.getByRole('toolbar', { name: 'Selected text' });

async function open(page: Page): Promise<void> {
  await page.goto('/create-post');
  await content(page).click();
}

/** Removes all text. */
async function clear(page: Page): Promise<void> {
  await content(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(content(page)).toHaveText('');
}

/** Presses keys such as "Enter" or "Control+b", and types everything else. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (
      /^(Enter|Tab|Escape|Home|End|Backspace|F3|Arrow\w+|(Shift|Alt|ControlOrMeta)\+.+)$/.test(key)
    )
      await page.keyboard.press(key);
    else await page.keyboard.type(key);
  }
}

async function boxOf(locator: ReturnType<typeof menu>) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Not shown');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test('a slash opens a menu of all blocks, which typing filters', async ({ page }) => {
  await open(page);
  await press(page, '/');
  await expect(menu(page)).toBeVisible();
  await expect(content(page)).toBeFocused();
  await expect(content(page)).toHaveAttribute('aria-haspopup', 'listbox');
  const status = page.locator('.slash-menu').getByRole('status');
  await expect(status).toHaveText(/^\d\d matches$/);
  await expectAccessible(page, '.slash-menu');
  await expectAccessible(page, '.ql-editor');
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp');
  await expect(option(page, 'Heading 2')).toHaveAttribute('aria-selected', 'true');
  const active = await option(page, 'Heading 2').getAttribute('id');
  await expect(content(page)).toHaveAttribute('aria-activedescendant', active ?? '');
  await press(page, 'ArrowUp', 'ArrowUp');
  await expect(option(page, 'Heading 6')).toHaveAttribute('aria-selected', 'true');
  await expect(option(page, 'Heading 6')).toBeInViewport();
  // Phones send text without keys.
  await page.keyboard.insertText('quo');
  await expect(status).toHaveText('1 match');
  await press(page, 'Enter');
  await expect(menu(page)).toBeHidden();
  await expect(content(page)).not.toHaveAttribute('aria-activedescendant');
  await press(page, 'said');
  await expectStored(page, '<blockquote>said</blockquote>');

  // One undo step removes the format, and brings back what was typed.
  await clear(page);
  await press(page, 'text /h3', 'Tab');
  await expectStored(page, '<h3>text </h3>');
  await press(page, 'ControlOrMeta+z');
  await expectStored(page, '<p>text /h3</p>');
  await expect(menu(page)).toBeHidden();
  await press(page, 'ControlOrMeta+y');
  await expectStored(page, '<h3>text </h3>');
  await press(page, '/paragraph', 'Enter');
  await expectStored(page, '<p>text </p>');
  await clear(page);
  await press(page, '- a', 'Enter', '/plain', 'Enter', 'b');
  await expectStored(page, '<ul><li>a</li></ul><p>b</p>');

  await clear(page);
  await press(page, 'above', 'Enter', '/line', 'Enter', 'below');
  await expectStored(page, '<p>above</p><hr><p>below</p>');
  await press(page, 'ControlOrMeta+z', 'ControlOrMeta+z');
  await expect(content(page).locator('hr')).toHaveCount(0);
  await expect(content(page)).toHaveText('above');

  // The pointer chooses without taking the focus.
  await clear(page);
  await press(page, '/');
  await option(page, 'Bulleted list').click();
  await press(page, 'item');
  await expectStored(page, '<ul><li>item</li></ul>');
  await clear(page);
  const chooser = page.waitForEvent('filechooser');
  await press(page, '/photo', 'Enter');
  await chooser;
  await expect(content(page)).toHaveText('');
  await press(page, '/youtube', 'Enter');
  await page.getByLabel('Address of the video').fill('https://youtu.be/dQw4w9WgXcQ');
  await press(page, 'Enter');
  await expect(content(page).locator('iframe')).toHaveCount(1);
  await expect(content(page)).toHaveText('');
});

test('the slash menu stays away from text, and leaves it unchanged', { tag: '@long' }, async ({
  page,
}) => {
  await open(page);
  for (const text of ['and/', 'https://', '1/', 'a /']) {
    await clear(page);
    await press(page, text);
    if (text === 'a /') await expect(menu(page)).toBeVisible();
    else await expect(menu(page)).toBeHidden();
  }
  // Escape keeps the slash, and only another slash opens the menu again.
  await press(page, 'Escape');
  await expect(menu(page)).toBeHidden();
  await press(page, 'h2', 'Backspace', 'Backspace');
  await expect(menu(page)).toBeHidden();
  await expect(content(page)).toHaveText('a /');
  await press(page, 'x ', '/');
  await expect(menu(page)).toBeVisible();
  await press(page, 'Escape');
  for (const text of ['either / or', '/usr/bin/env ', '/nothing like this ']) {
    await clear(page);
    await press(page, text);
    await expect(menu(page)).toBeHidden();
    await press(page, 'Enter', 'b');
    expect(await content(page).locator('p').allTextContents()).toEqual([text, 'b']);
  }
  // Nothing to choose: Enter starts a line, as always.
  await clear(page);
  await press(page, '/qqq');
  await expect(page.locator('.slash-menu')).toHaveText('No matches');
  await press(page, 'Enter', 'b');
  expect(await content(page).locator('p').allTextContents()).toEqual(['/qqq', 'b']);
  // Moving the cursor away or leaving the text closes it.
  await clear(page);
  await press(page, 'one ', '/', 'ArrowLeft');
  await expect(menu(page)).toBeHidden();
  await press(page, 'End', ' /');
  await expect(menu(page)).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).click();
  await expect(menu(page)).toBeHidden();
  // Not in code or links, nor in what an input method is composing.
  for (const keys of [
    ['```', 'a /'],
    ['ControlOrMeta+e', 'a /'],
  ]) {
    await clear(page);
    await press(page, ...keys);
    await expect(content(page)).toContainText('a /');
    await expect(menu(page)).toBeHidden();
  }
});

test('a slash stays text if its menu cannot be loaded', { tag: '@long' }, async ({ page }) => {
  await page.goto('/create-post');
  await expect(content(page)).toBeVisible();
  await page.route('**/*.js', (route) => route.abort());
  await content(page).click();
  await press(page, 'a /');
  await expect(page.locator('#toasts')).toContainText("The menu couldn't be loaded");
  await press(page, 'h2', 'Enter', 'b');
  expect(await content(page).locator('p').allTextContents()).toEqual(['a /h2', 'b']);
});

test('the slash menu and the plus button fit a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await open(page);
  const plus = page.getByRole('button', { name: 'Insert a block' });
  for (const lines of [0, 4, 8]) {
    await clear(page);
    await press(page, ...Array<string>(lines).fill('Enter'));
    await plus.click();
    const box = await boxOf(page.locator('.slash-menu'));
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(320);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.bottom).toBeLessThanOrEqual(480);
    await expect(content(page)).toBeFocused();
    await press(page, 'Escape');
    await expect(plus).toBeHidden();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await clear(page);
  const [button, text] = [await boxOf(plus), await boxOf(content(page))];
  expect(button.right).toBeLessThanOrEqual(text.x);
  expect(button.x).toBeGreaterThanOrEqual(0);
  await plus.click();
  await press(page, 'Enter', 'Title');
  await expectStored(page, '<h1>Title</h1>');
});

test('a bubble at the selection has the common formats, and never covers it', {
  tag: '@long',
}, async ({ page }) => {
  await open(page);
  await press(page, 'some words here');
  await expect(bubble(page)).toBeHidden();
  await content(page)
    .getByText('some words here')
    .dblclick({ position: { x: 70, y: 15 } });
  await expect(bubble(page)).toBeVisible();
  await expect(content(page)).toBeFocused();
  await bubble(page).getByRole('button', { name: 'Bold', exact: true }).click();
  await bubble(page).getByRole('button', { name: 'Heading 2', exact: true }).click();
  await expectStored(page, '<h2>some <strong>words</strong> here</h2>');
  const bold = bubble(page).getByRole('button', { name: 'Bold', exact: true });
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page, '.bubble');

  // Escape hides it until the next selection.
  await press(page, 'Escape');
  await expect(bubble(page)).toBeHidden();
  await press(page, 'Shift+ArrowLeft');
  await expect(bubble(page)).toBeVisible();
  await press(page, 'ArrowRight');
  await expect(bubble(page)).toBeHidden();

  // By keyboard: from the toolbar.
  await press(page, 'Home', 'Shift+End', 'Alt+F10', 'Alt+F10', 'ArrowRight');
  await expect(bubble(page).getByRole('button', { name: 'Italic', exact: true })).toBeFocused();
  await press(page, 'Escape');
  await expect(content(page)).toBeFocused();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('some words here');

  // Not in code, and not for what touch selects.
  await clear(page);
  await press(page, '```', 'code', 'ControlOrMeta+a');
  await expect(toolbar(page)).toBeVisible();
  await expect(bubble(page)).toBeHidden();

  await clear(page);
  await press(page, 'touched');
  await content(page).dispatchEvent('pointerdown', { pointerType: 'touch' });
  await content(page).dispatchEvent('pointerup', { pointerType: 'touch' });
  await content(page).evaluate((text) => getSelection()?.selectAllChildren(text));
  await expect(page.getByRole('button', { name: '1 word' })).toBeVisible();
  await expect(bubble(page)).toBeHidden();

  // Wherever the selection is, on every width.
  await clear(page);
  await press(page, ...Array<string[]>(30).fill(['line of text', 'Enter']).flat());
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 500 });
    for (const line of [0, 1, 12, 29]) {
      const text = content(page).locator('p').nth(line);
      await text.scrollIntoViewIfNeeded();
      await text.dblclick({ position: { x: 10, y: 15 } });
      await expect(bubble(page)).toBeVisible();
      const [selected, shown] = [
        await page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON()),
        await boxOf(bubble(page)),
      ];
      expect(shown.bottom <= selected.top || shown.y >= selected.bottom).toBe(true);
      expect(shown.x).toBeGreaterThanOrEqual(0);
      expect(shown.right).toBeLessThanOrEqual(width);
      expect(shown.bottom).toBeLessThanOrEqual(500);
    }
  }
});

test('a popover at the words makes, changes and removes links', { tag: '@long' }, async ({
  page,
}) => {
  // Words of no other test: the popover searches the posts of all.
  const titles = ['Naïve zeugmas, untangled', 'Syllepsis, untangled'];
  for (const title of titles) {
    const data = { title, category: 'javascript', content: '<p>untangled zeugmas</p>' };
    expect((await page.request.post('/api/post/create', { data })).ok()).toBe(true);
  }
  const draft = { title: 'Zeugmas, unpublished', content: '<p>x</p>' };
  expect((await page.request.post('/api/document/create', { data: draft })).ok()).toBe(true);
  await open(page);
  const popover = page.getByRole('dialog', { name: 'Link' });
  const address = popover.getByRole('combobox', { name: 'Address of the link' });
  const text = popover.getByRole('textbox', { name: 'Text' });
  const status = popover.getByRole('status');

  // The word at the cursor, with a post that is found by its title.
  await press(page, 'read word', 'ControlOrMeta+k');
  await expect(address).toBeFocused();
  await press(page, 'naïve ze');
  await expect(text).toHaveValue('word');
  await expect(status).toHaveText('1 post or page matches');
  await expectAccessible(page, '.link-popover');
  await press(page, 'ArrowDown');
  const found = popover.getByRole('option', { name: /^Naïve zeugmas, untangled/ });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await expect(address).toHaveAttribute('aria-activedescendant', /.+-0$/);
  await press(page, 'Enter');
  await expect(address).toHaveValue(/^\/post\/na/);
  const path = await address.inputValue();
  expect((await page.request.get(path)).ok()).toBe(true);
  await press(page, 'Enter', '!');
  await expect(popover).toBeHidden();
  await expectStored(page, `<p>read <a href="${path}">word</a>!</p>`);
  await press(page, 'ControlOrMeta+z', 'ControlOrMeta+z');
  await expectStored(page, '<p>read word</p>');
  await press(page, 'ControlOrMeta+y');

  // At a link: all of it, even if a part is bold.
  await press(page, 'Home', ...Array<string>(6).fill('ArrowRight'));
  await press(page, 'Shift+ArrowRight', 'ControlOrMeta+b', 'ControlOrMeta+k');
  await expect(text).toHaveValue('word');
  await expect(address).toHaveValue(path);
  await expect(popover.getByRole('link', { name: 'Open' })).toHaveAttribute('href', path);
  await text.fill('this page');
  await address.fill('/about');
  await popover.getByRole('button', { name: 'Save' }).click();
  await expectStored(page, '<p>read <a href="/about">this page</a></p>');
  await press(page, 'ArrowLeft', 'ControlOrMeta+k');
  await popover.getByRole('button', { name: 'Remove link' }).click();
  await expectStored(page, '<p>read this page</p>');
  await expect(content(page)).toBeFocused();

  // Nothing selected, between words; the title is the text.
  await clear(page);
  await press(page, 'see  ', 'ControlOrMeta+k');
  await expect(text).toHaveValue('');
  await address.fill('syllep');
  await popover.getByRole('option', { name: /^Syllepsis, untangled/ }).click();
  await expect(text).toHaveValue('Syllepsis, untangled');
  await address.press('Enter');
  await expect(content(page).locator('a')).toHaveText('Syllepsis, untangled');

  // Escape returns the selection; words are no address; no drafts; the site's own pages.
  await clear(page);
  await press(page, 'some words', 'ControlOrMeta+a', 'ControlOrMeta+k');
  await address.fill('unpublished');
  await expect(status).toHaveText('No posts or pages match');
  await address.press('Enter');
  await expect(popover.getByRole('alert')).toContainText('Enter a web address such as');
  await address.fill('abou');
  await expect(popover.getByRole('option').first()).toHaveText('About/about');
  await press(page, 'Escape');
  await expect(popover.getByRole('option')).toHaveCount(0);
  await press(page, 'Escape');
  await expect(popover).toBeHidden();
  await expect(content(page)).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('some words');
  await expectStored(page, '<p>some words</p>');

  // Results make it higher, but it never covers the words.
  await page.setViewportSize({ width: 375, height: 700 });
  await press(page, 'ControlOrMeta+k');
  await address.fill('untang');
  await expect(popover.getByRole('option')).toHaveCount(2);
  const [word, panel] = [await boxOf(content(page).locator('p')), await boxOf(popover)];
  expect(panel.bottom <= word.y + 1 || panel.y >= word.bottom - 1).toBe(true);
  await press(page, 'Escape', 'Escape');

  // A failed search says so, and the address can still be typed.
  await page.route('**/api/document/titles*', (route) => route.abort());
  await press(page, 'ControlOrMeta+k');
  await address.fill('words');
  await expect(status).toContainText("Couldn't search:");
  await address.fill('example.com');
  await page.setViewportSize({ width: 320, height: 500 });
  const box = await boxOf(popover);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(320);
  await address.press('Enter');
  await expectStored(
    page,
    '<p><a href="https://example.com" rel="noopener noreferrer">some words</a></p>',
  );
});

test('find and replace works in the text, across formats, as one undo step', async ({ page }) => {
  const html =
    '<p>The cat sat. A <strong>ca</strong>t, a CAT and a concat.</p><h2>Cats</h2>' +
    '<aside data-callout="tip"><p>A cat in a block</p></aside><p>end</p>';
  const data = { title: 'Cats', content: html };
  const answer = await page.request.post('/api/document/create', { data });
  const { _id } = (await answer.json()) as { _id: string };
  await page.goto(`/update-post/${_id}`);
  await content(page).getByText('end').click();
  const before = await wouldStore(page);
  const bar = page.getByRole('dialog', { name: 'Find and replace' });
  const find = bar.getByRole('textbox', { name: 'Find' });
  const status = bar.getByRole('status');
  const marked = (name: string) =>
    page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map(String), name);

  await press(page, 'ControlOrMeta+Home', 'ControlOrMeta+f');
  await expect(find).toBeFocused();
  await press(page, 'cat');
  await expect(find).toHaveValue('cat');
  await expect(status).toHaveText('1 of 5');
  await expect(bar).toContainText('1 more in blocks with their own dialog');
  await expectAccessible(page, '.find-bar');
  expect(await marked('found')).toEqual(['cat', 'cat', 'CAT', 'cat', 'Cat']);
  await press(page, 'Enter');
  await expect(status).toHaveText('2 of 5');
  expect(await marked('found-current')).toEqual(['cat']);
  await press(page, 'Shift+Enter', 'Shift+Enter');
  await expect(status).toHaveText('5 of 5');
  await press(page, 'F3');
  await expect(status).toHaveText('1 of 5');
  await bar.getByRole('checkbox', { name: 'Whole words' }).check();
  await expect(status).toHaveText('1 of 3');
  await bar.getByRole('checkbox', { name: 'Match case' }).check();
  await expect(status).toHaveText('1 of 2');
  expect(await wouldStore(page)).toBe(before);

  // A second Ctrl+F is the browser's.
  await find.focus();
  const isPrevented = await find.evaluate((field) => {
    const key = { key: 'f', code: 'KeyF', ctrlKey: true, bubbles: true, cancelable: true };
    return !field.dispatchEvent(new KeyboardEvent('keydown', key));
  });
  expect(isPrevented).toBe(false);

  const replacement = bar.getByRole('textbox', { name: 'Replace with' });
  await replacement.fill('dog');
  await replacement.press('Enter');
  await expect(status).toHaveText('1 of 1');
  await expect(content(page).locator('p').first()).toHaveText(/^The dog sat/);
  await press(page, 'Escape');
  await expect(bar).toBeHidden();
  await expect(content(page)).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('cat');
  await press(page, 'ControlOrMeta+z');
  await expectStored(page, before);

  await press(page, 'ControlOrMeta+Home', 'ControlOrMeta+f');
  await find.fill('cat');
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('cow');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await expect(status).toHaveText('Replaced 5 matches');
  await expectStored(
    page,
    before
      .replace('The cat sat', 'The cow sat')
      .replace(
        '<strong>ca</strong>t, a CAT and a concat',
        '<strong>cow</strong>, a cow and a concow',
      )
      .replace('<h2>Cats', '<h2>cows'),
  );
  await find.fill('nothing like it');
  await expect(status).toHaveText('No matches');
  await press(page, 'Escape', 'ControlOrMeta+z');
  await expectStored(page, before);

  // The selection is what to find. On a phone, the bar fits.
  await content(page)
    .getByText('end')
    .dblclick({ position: { x: 10, y: 15 } });
  await press(page, 'ControlOrMeta+f');
  await expect(find).toHaveValue('end');
  await page.setViewportSize({ width: 320, height: 500 });
  const box = await boxOf(bar);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(320);
});

test('outline, counts and focus mode', { tag: '@long' }, async ({ page }) => {
  await open(page);
  await press(page, '## First', 'Enter', 'some text', 'Enter', '### Second', 'Enter', 'more');
  await press(page, 'Alt+F10');
  const outline = page.getByRole('dialog', { name: 'Outline' });
  const tools = toolbar(page).getByRole('button', { name: /^More/ });
  if (await tools.isVisible()) await tools.click();
  await page.getByRole('button', { name: 'Outline', exact: true }).click();
  const items = outline.getByRole('listitem');
  await expect(items).toHaveText(['Heading 2: H2First', 'Heading 3: H3Second']);
  await expectAccessible(page, '.outline-panel');
  await items.first().getByRole('button').click();
  await expect(content(page)).toBeFocused();
  await press(page, ' one');
  await expect(items.first()).toContainText('First one');
  await expect(items.first().getByRole('button')).toHaveAttribute('aria-current', 'true');
  await outline.getByRole('button', { name: 'Close the outline' }).click();
  await expect(outline).toBeHidden();

  const words = page.getByRole('button', { name: /^\d+ words$/ });
  await words.click();
  const counts = page.getByRole('dialog', { name: 'Counts' });
  await expect(counts.getByRole('row', { name: /^Words 6$/ })).toBeVisible();
  await expect(counts.getByRole('row', { name: /^Reading time 1 min$/ })).toBeVisible();
  await expectAccessible(page, '.counts');
  await content(page)
    .getByText('more')
    .dblclick({ position: { x: 10, y: 15 } });
  await expect(counts.getByRole('row', { name: /^Words 6 1$/ })).toBeVisible();
  await expect(counts.getByRole('row', { name: /^Characters 28 4$/ })).toBeVisible();
  await press(page, 'Escape');
  await expect(counts).toBeHidden();

  const before = await content(page).innerHTML();
  await press(page, 'Shift+ArrowLeft');
  await expect(bubble(page)).toBeVisible();
  await press(page, 'ControlOrMeta+Shift+f');
  const exit = page.getByRole('button', { name: 'Exit focus mode' });
  await expect(exit).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await expect(content(page)).toBeVisible();
  for (const hidden of [
    toolbar(page),
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Publish Post' }),
  ]) {
    await expect(hidden).toBeHidden();
  }
  await expectAccessible(page, 'main');
  // The bubble moves with the text.
  const selected = () =>
    page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON());
  await expect
    .poll(async () => {
      const [shown, text] = [await boxOf(bubble(page)), await selected()];
      return shown.bottom <= text.top || shown.y >= text.bottom;
    })
    .toBe(true);
  await press(page, 'Escape');
  await expect(toolbar(page)).toBeVisible();
  await press(page, 'ControlOrMeta+Shift+f');
  await expect(page.locator('[data-sync="saved"]')).toHaveCount(1);
  await page.reload();
  await expect(exit).toBeVisible();
  await exit.click();
  await expect(toolbar(page)).toBeVisible();
  await expect(content(page)).toHaveText(/First one/);
  expect((await content(page).innerHTML()).length).toBeGreaterThan(before.length / 2);
});
