import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectPublished } from './support/publishing.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const PICTURE = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));
const SECOND = fileURLToPath(new URL('../../public/icon-512.png', import.meta.url));
const MAX_TABS = 60;

/** What the published page has of each block. */
const PUBLISHED: readonly [selector: string, text: string | RegExp][] = [
  ['p > strong', 'bold'],
  ['p > em', 'italic'],
  ['p > code', 'code'],
  ['p > sup', '2'],
  ['p > sub', '3'],
  ['p:has(br)', /below/],
  ['p > a[href="https://example.com/a"]', 'link'],
  ['h2', 'Heading'],
  ['blockquote', 'Quote'],
  ['ul > li > ul > li', 'nested'],
  ['ol > li', 'numbered'],
  ['ul[data-checked="true"] > li', 'checked'],
  ['ul[data-checked="false"] > li', 'open'],
  ['.code .code-title', 'a.js'],
  ['.code mark, .code .code-marked', /b\(\)/],
  ['.code-numbers', /const a = 1;/],
  ['hr', ''],
  ['p:has(sup > a)', /^A word 1 and y2/],
  ['aside[data-callout="tip"]', /Careful/],
  ['details > summary', 'Why?'],
  ['details > p', 'Because'],
  ['dl > dt', 'Quill'],
  ['dl > dd', 'A pen'],
  ['.math math', /x/],
  ['p math', /y/],
  ['table > caption', 'Prices'],
  ['table th[scope="row"]', 'Porto'],
  ['table td[data-align="right"]', '9'],
  ['figure[data-width="wide"] > figcaption', 'A drop of ink'],
  ['.footnotes li', /A note/],
];

/** Writes with the keyboard alone. What the keys lead to is found by its role and name. */
class Keys {
  readonly page: Page;
  readonly text: Locator;

  constructor(page: Page) {
    this.page = page;
    this.text = page.getByRole('textbox', { name: 'Content' });
    // With a listener from the start, the first key can't be faster than Playwright.
    page.on('filechooser', () => undefined);
  }

  async press(...all: string[]): Promise<void> {
    for (const key of all) await this.page.keyboard.press(key);
  }

  async type(words: string): Promise<void> {
    await this.page.keyboard.type(words);
  }

  /** Goes to a control with Tab or Shift+Tab. */
  async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      await this.press(key);
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${MAX_TABS} times ${key} didn't lead to ${target}`);
  }

  /** Inserts a block with the slash menu, and waits for the field that it opens. */
  async insert(block: string, field: string): Promise<Locator> {
    await this.type(`/${block.toLowerCase()}`);
    const option = this.page.getByRole('option', { name: block, exact: true });
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await this.press('Enter');
    const dialog = this.page.getByRole('dialog', { name: block });
    await expect(dialog.getByRole('textbox', { name: field })).toBeFocused();
    return dialog;
  }

  /** Saves the open dialog. Its block is selected, and the next key goes below. */
  async save(): Promise<void> {
    await this.press('Control+Enter');
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
    await expect(this.text).toBeFocused();
  }

  /** Presses a key that asks for a file. */
  async choose(key: string, file: string | string[]): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.press(key);
    await (await asked).setFiles(file);
  }

  /** Waits until screen readers hear it. */
  async hears(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text }).first()).toBeAttached();
  }
}

async function writeText(keys: Keys): Promise<void> {
  await keys.type('Some ');
  for (const [key, word] of [
    ['Control+b', 'bold'],
    ['Control+i', 'italic'],
    ['Control+e', 'code'],
  ] as const) {
    await keys.press(key);
    await keys.type(word);
    await keys.press(key);
    await keys.type(', ');
  }
  await keys.type('x^2^ and H~3~O');
  await keys.press('Shift+Enter');
  await keys.type('below, a link');
  await keys.press('Control+k');
  await expect(keys.page.getByRole('combobox', { name: 'Address of the link' })).toBeFocused();
  await keys.type('https://example.com/a');
  await keys.press('Enter', 'Enter');
  await keys.type('## Heading');
  await keys.press('Enter');
  await keys.type('> Quote');
  await keys.press('Enter', 'Enter');
  await keys.type('- item');
  await keys.press('Enter', 'Tab');
  await keys.type('nested');
  await keys.press('Enter', 'Enter', 'Enter');
  await keys.type('1. numbered');
  await keys.press('Enter', 'Enter');
  await keys.type('[ ] checked');
  await keys.press('Alt+Enter', 'Enter');
  await keys.type('open');
  await keys.press('Enter', 'Enter');
}

async function writeBlocks(keys: Keys): Promise<void> {
  const { page } = keys;
  await keys.type('```js');
  await keys.press('Enter');
  await keys.type('const a = 1;');
  await keys.press('Enter');
  await keys.type('b()');
  await keys.press('Escape');
  await keys.hears('Tab now leaves the text.');
  await keys.to(page.getByRole('button', { name: 'Options', exact: true }));
  await keys.press('Enter');
  const code = page.getByRole('dialog', { name: 'Code options' });
  await expect(code.getByRole('textbox', { name: /^Title/ })).toBeFocused();
  await keys.type('a.js');
  await keys.to(code.getByRole('textbox', { name: 'Marked lines' }));
  await keys.type('2');
  await keys.to(code.getByRole('checkbox', { name: 'Show line numbers' }));
  await keys.press('Space');
  await keys.save();
  await keys.press('Control+End', 'ArrowDown');

  await keys.type('---');
  await keys.type('A word');
  await keys.type(' ');
  await keys.insert('Footnote', 'Text of the footnote');
  await keys.type('A note');
  await keys.press('Enter');
  await keys.type(' and ');
  await keys.insert('Inline formula', 'Formula in TeX');
  await keys.type('y^2');
  await keys.press('Enter', 'Enter');

  const callout = await keys.insert('Callout', 'Text of the callout');
  await keys.type('Careful');
  await keys.to(callout.getByRole('combobox', { name: 'Kind' }), 'Shift+Tab');
  await keys.press('ArrowDown');
  await keys.save();
  await keys.hears('Callout, tip. Selected. Enter to edit. Tab for its buttons.');
  await keys.press('ArrowDown');

  await keys.insert('Collapsible section', 'Summary');
  await keys.type('Why?');
  await keys.press('Enter');
  await keys.type('Because');
  await keys.save();
  await keys.press('ArrowDown');

  const definitions = await keys.insert('Definitions', 'Term');
  await keys.type('Quill');
  await keys.to(definitions.getByRole('textbox', { name: 'Definition' }));
  await keys.press('Control+a');
  await keys.type('A pen');
  await keys.save();
  await keys.press('ArrowDown');

  await keys.insert('Formula', 'Formula in TeX');
  await keys.type('e^x');
  await keys.save();
  await keys.press('ArrowDown');

  const table = await keys.insert('Table', 'Row 1, column 1');
  for (const cell of ['City', 'Tea', 'Cake', 'Porto', '9', '3', 'Faro', '8', '4']) {
    await keys.type(cell);
    if (cell !== '4') await keys.press('Tab');
  }
  await keys.to(table.getByRole('textbox', { name: 'Row 2, column 2' }), 'Shift+Tab');
  await keys.press('Alt+F10');
  await keys.to(table.getByRole('combobox', { name: 'Align column' }));
  await keys.type('Right');
  await keys.to(table.getByRole('checkbox', { name: 'Header column' }));
  await keys.press('Space');
  await keys.to(table.getByRole('textbox', { name: 'Caption' }));
  await keys.type('Prices');
  await keys.save();
  await keys.hears('Table, 3 columns, 3 rows. Selected.');
  await keys.press('ArrowDown');
}

async function writePictures(keys: Keys): Promise<void> {
  const { page } = keys;
  await keys.type('![A](/icon-192.png)');
  await keys.press('ArrowUp');
  await keys.hears('Picture: A. Selected. Enter to edit.');
  await keys.press('Enter');
  const picture = page.getByRole('dialog', { name: 'Picture' });
  await expect(picture.getByRole('textbox', { name: 'Alternative text' })).toBeFocused();
  await keys.press('Control+a');
  await keys.type('A drop');
  await keys.to(picture.getByRole('textbox', { name: 'Link' }));
  await keys.type('https://example.com/b');
  await keys.to(picture.getByRole('textbox', { name: 'Caption' }));
  await keys.type('A drop of ink');
  await keys.to(picture.getByRole('radio', { name: 'Text' }));
  await keys.press('ArrowRight');
  await keys.save();
  await keys.hears('Picture: A drop. Selected.');
  await keys.press('ArrowDown');

  await keys.type('/insert image');
  await expect(page.getByRole('option', { name: 'Insert image' })).toBeVisible();
  await keys.choose('Enter', [PICTURE, SECOND]);
  await expect(keys.text.locator('figure img[src^="/uploads/"]')).toHaveCount(2);
  await keys.press('ArrowUp', 'Tab');
  const actions = page.getByRole('group', { name: 'Picture' });
  await expect(actions.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  await keys.to(actions.getByRole('button', { name: 'Join with picture above' }));
  await keys.press('Enter');
  await keys.hears('Row of 2 pictures');
  await keys.press('Escape', 'ArrowDown');

  await keys.type('/embed video');
  await expect(page.getByRole('option', { name: 'Embed video' })).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Address of the video' })).toBeFocused();
  await keys.type('https://youtu.be/dQw4w9WgXcQ');
  await keys.press('Enter');
  await expect(keys.text.locator('iframe')).toHaveCount(1);
  await keys.type('The end');
}

/** Fills in the details of the post, from the end of the text. */
async function writeDetails(keys: Keys): Promise<void> {
  const details = keys.page.getByRole('region', { name: 'Details' });
  await keys.press('Escape');
  await keys.to(details.getByRole('combobox', { name: 'Category' }));
  await keys.type('javascript');
  await keys.to(details.getByRole('button', { name: 'Upload Image' }));
  await keys.choose('Enter', PICTURE);
  await keys.hears('Image uploaded.');
  await keys.to(details.getByRole('textbox', { name: 'Alternative text' }));
  await keys.type('A cover');
  await keys.to(details.getByText('Post settings'));
  await keys.press('Enter');
  await expect(details.getByLabel('Tags', { exact: true })).toBeVisible();
  await keys.to(details.getByLabel('Tags', { exact: true }));
  await keys.type('walked');
  await keys.press('Enter');
  await keys.hears('Added walked.');
}

/** Expects that all controls have names. */
async function expectNames(page: Page): Promise<void> {
  const roles =
    'button|link|textbox|combobox|checkbox|radio|slider|option|menuitem|dialog|listbox|toolbar';
  const unnamed = new RegExp(`^\\s*- (?:${roles}|region|img)(?![ \\w]*"|\\w)`);
  const tree = await page.getByRole('main').ariaSnapshot();
  expect(tree.split('\n').filter((line) => unnamed.test(line))).toEqual([]);
}

/** Expects that the page doesn't scroll sideways, and that no control is cut off. */
async function expectNothingCut(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const controls = document.querySelectorAll<HTMLElement>('main :is(button, a, input, textarea)');
    const outside = [...controls].filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isShown && width > 1 && (left < -1 || right > clientWidth + 1);
    });
    const names = outside.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
    return scrollWidth > clientWidth ? [`${scrollWidth} px`, ...names] : names;
  });
  expect(cut, JSON.stringify(page.viewportSize())).toEqual([]);
}

test('a whole post with every block is written, checked and published by keyboard alone', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/create-post');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  const keys = new Keys(page);
  await keys.type('A walk by keyboard');
  await keys.press('Enter');
  await expect(keys.text).toBeFocused();
  await writeText(keys);
  await writeBlocks(keys);
  await writePictures(keys);
  await writeDetails(keys);
  await expectNames(page);

  await expectAccessible(page);
  // 1280 px at 200 %, and a phone.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNothingCut(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await keys.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Publish this post now?' })).toBeVisible();
  await keys.press('Control+Enter');
  await expectPublished(page, '/post/a-walk-by-keyboard');
  const post = page.locator('.prose');
  for (const [selector, text] of PUBLISHED) {
    await expect(post.locator(selector).first(), selector).toHaveText(text);
  }
  await expect(post.getByRole('link', { name: 'A drop' })).toHaveAttribute(
    'href',
    'https://example.com/b',
  );
  await expect(post.locator('figure').nth(1).locator('img')).toHaveCount(2);
  await expect(page.getByRole('img', { name: 'A cover' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'walked' }).first()).toBeVisible();
});
