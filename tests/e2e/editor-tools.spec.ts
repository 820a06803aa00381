import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
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

/** Returns the HTML that the server would store. */
async function stored(page: Page): Promise<string> {
  // Quill's cursor, where a format ends.
  const html = (await content(page).innerHTML()).replaceAll('\ufeff', '');
  const answer = await page.request.post('/api/post/preview', { data: { content: html } });
  return ((await answer.json()) as { content: string }).content;
}

async function expectStored(page: Page, html: string): Promise<void> {
  await expect.poll(() => stored(page)).toBe(html);
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

test('the slash menu stays away from text, and leaves it unchanged', async ({ page }) => {
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

test('the slash menu and the plus button fit a phone', async ({ page }) => {
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

test('a bubble at the selection has the common formats, and never covers it', async ({ page }) => {
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

test('a popover at the words makes, changes and removes links', async ({ page }) => {
  const titles = ['Naïve Bayes, explained', 'Another explanation'];
  for (const title of titles) {
    const data = { title, category: 'javascript', content: '<p>explained Bayes</p>' };
    expect((await page.request.post('/api/post/create', { data })).ok()).toBe(true);
  }
  const draft = { title: 'Bayes, a draft', content: '<p>x</p>' };
  expect((await page.request.post('/api/document/create', { data: draft })).ok()).toBe(true);
  await open(page);
  const popover = page.getByRole('dialog', { name: 'Link' });
  const address = popover.getByRole('combobox', { name: 'Address of the link' });
  const text = popover.getByRole('textbox', { name: 'Text' });
  const status = popover.getByRole('status');

  // The word at the cursor, with a post that is found by its title. Keys typed at once are kept.
  await press(page, 'read word', 'ControlOrMeta+k', 'naïve ba');
  await expect(address).toHaveValue('naïve ba');
  await expect(text).toHaveValue('word');
  await expect(status).toHaveText('1 post or page matches');
  await expectAccessible(page, '.link-popover');
  await press(page, 'ArrowDown');
  const found = popover.getByRole('option', { name: /^Naïve Bayes, explained/ });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await expect(address).toHaveAttribute('aria-activedescendant', /.+-0$/);
  await press(page, 'Enter');
  await expect(address).toHaveValue(/^\/post\/na/);
  const path = await address.inputValue();
  expect((await page.request.get(path)).ok()).toBe(true);
  await press(page, 'Enter', ' on');
  await expect(popover).toBeHidden();
  await expectStored(page, `<p>read <a href="${path}">word</a> on</p>`);
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
  await address.fill('another expl');
  await popover.getByRole('option', { name: /^Another explanation/ }).click();
  await expect(text).toHaveValue('Another explanation');
  await address.press('Enter');
  await expect(content(page).locator('a')).toHaveText('Another explanation');

  // Escape returns the selection; words are no address; no drafts; the site's own pages.
  await clear(page);
  await press(page, 'some words', 'ControlOrMeta+a', 'ControlOrMeta+k');
  await address.fill('a draft');
  await expect(status).toHaveText('No posts or pages match');
  await address.press('Enter');
  await expect(popover.getByRole('alert')).toContainText('Enter a web address such as');
  await address.fill('abou');
  await expect(popover.getByRole('option')).toHaveText('About/about');
  await press(page, 'Escape');
  await expect(popover.getByRole('option')).toHaveCount(0);
  await press(page, 'Escape');
  await expect(popover).toBeHidden();
  await expect(content(page)).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('some words');
  await expectStored(page, '<p>some words</p>');

  // A failed search says so, and the address can still be typed.
  await page.route('**/api/document/getdocuments*', (route) => route.abort());
  await press(page, 'ControlOrMeta+k');
  await address.fill('words');
  await expect(status).toContainText("Couldn't search posts");
  await address.fill('example.com');
  await page.setViewportSize({ width: 320, height: 500 });
  const box = await boxOf(popover);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(320);
  await address.press('Enter');
  await expectStored(page, '<p><a href="https://example.com">some words</a></p>');
});
