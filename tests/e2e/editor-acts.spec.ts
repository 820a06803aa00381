import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Document } from '../../api/contract/documents.ts';
import { Hand } from './support/hand.ts';
import { expectPublished } from './support/publishing.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const PICTURE = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));
const SECOND = fileURLToPath(new URL('../../public/icon-512.png', import.meta.url));
const ADDRESS = 'https://example.com/a';
const FIGURE = '<figure><img src="/icon-192.png" alt="An icon"></figure>';
const link = (url: string, text = url) => `<a href="${url}" rel="noopener noreferrer">${text}</a>`;
const uploaded = /^<figure><img src="\/uploads\/[^"]+" alt=""[^>]*><\/figure>$/;

interface Act {
  name: string;
  /** The text before it. */
  start?: string;
  selected?: string;
  act: (hand: Hand) => Promise<void>;
  html: string | RegExp;
}

const keys =
  (...all: string[]) =>
  async (hand: Hand) => {
    for (const key of all) await hand.press(key);
  };

const plus = async (hand: Hand, block: string) => {
  await hand.click(hand.page.getByRole('button', { name: 'Insert a block' }), '+');
  await hand.click(hand.page.getByRole('option', { name: block, exact: true }), block);
};

const tool = (hand: Hand, name: string) =>
  hand.page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

const more = async (hand: Hand, name: string) => {
  await hand.click(tool(hand, 'More tools'), 'More');
  await hand.click(tool(hand, name));
};

const panel = (hand: Hand, name: string | RegExp) =>
  hand.page.locator('.block-panel').getByRole('button', { name });

/** Acts in the text. The cursor is at the end of `start`, or `selected` is selected. */
const IN_TEXT: readonly Act[] = [
  { name: 'Heading 2', act: keys('Control+Alt+2'), start: '<p>x</p>', html: '<h2>x</h2>' },
  {
    name: 'Bold, for selected words',
    start: '<p>some words</p>',
    selected: 'words',
    act: keys('Control+b'),
    html: '<p>some <strong>words</strong></p>',
  },
  {
    name: 'Superscript, as in x²',
    act: async (hand) => {
      await hand.write('x');
      await hand.mark('^');
      await hand.write('2');
      await hand.mark('^');
      await hand.write(' y');
    },
    html: '<p>x<sup>2</sup> y</p>',
  },
  { name: 'Bulleted list', start: '<p>x</p>', act: keys('Control+l'), html: '<ul><li>x</li></ul>' },
  {
    name: 'Item below another one',
    start: '<ul><li>a</li><li>b</li></ul>',
    act: keys('Tab'),
    html: '<ul><li>a<ul><li>b</li></ul></li></ul>',
  },
  {
    name: 'Checklist',
    start: '<p>x</p>',
    act: keys('Control+Shift+9'),
    html: '<ul data-checked="false"><li>x</li></ul>',
  },
  {
    name: 'Code block in JavaScript',
    act: async (hand) => {
      await hand.mark('```js');
      await hand.press('Enter');
      await hand.write('x()');
    },
    html: '<pre data-language="javascript"><code>x()</code></pre>',
  },
  {
    name: 'Link selected words to a copied address',
    start: '<p>some words</p>',
    selected: 'words',
    act: async (hand) => {
      await hand.copy({ text: ADDRESS });
      await hand.press('Control+v');
    },
    html: `<p>some ${link(ADDRESS, 'words')}</p>`,
  },
  {
    name: 'Link selected words to a typed address',
    start: '<p>some words</p>',
    selected: 'words',
    act: async (hand) => {
      await hand.press('Control+k');
      await expect(hand.page.getByRole('combobox', { name: 'Address of the link' })).toBeFocused();
      await hand.write(ADDRESS);
      await hand.press('Enter');
    },
    html: `<p>some ${link(ADDRESS, 'words')}</p>`,
  },
  {
    name: 'Link to one of your posts, found by its title',
    start: '<p>some words</p>',
    selected: 'words',
    act: async (hand) => {
      await hand.press('Control+k');
      await expect(hand.page.getByRole('combobox', { name: 'Address of the link' })).toBeFocused();
      await hand.find('quokka');
      await hand.press('Enter');
    },
    html: '<p>some <a href="/post/counting-quokkas">words</a></p>',
  },
  {
    name: 'Picture from the clipboard',
    act: async (hand) => {
      await hand.copy({ picture: PICTURE });
      await hand.press('Control+v');
    },
    html: uploaded,
  },
  { name: 'Picture from a folder, dropped', act: (hand) => hand.drop(PICTURE), html: uploaded },
  {
    name: 'Picture from a file',
    act: (hand) => hand.choose(tool(hand, 'Insert image'), PICTURE),
    html: uploaded,
  },
  {
    name: 'Alternative text of the selected picture',
    start: FIGURE,
    selected: 'block',
    act: async (hand) => {
      await hand.press('Enter');
      await expect(hand.page.getByLabel('Alternative text')).toBeFocused();
      await hand.write('!');
      await hand.press('Control+Enter');
    },
    html: FIGURE.replace('An', '!An'),
  },
  {
    name: 'Caption of the selected picture, and on below it',
    start: FIGURE,
    selected: 'block',
    act: async (hand) => {
      await hand.click(panel(hand, 'Caption'));
      await expect(hand.page.getByRole('textbox', { name: 'Caption' })).toBeFocused();
      await hand.write('Words');
      await hand.press('Enter');
      await hand.write('Next');
    },
    html: `${FIGURE.replace('</figure>', '<figcaption>Words</figcaption></figure>')}<p>Next</p>`,
  },
  {
    name: 'Make the selected picture wide',
    start: FIGURE,
    selected: 'block',
    act: (hand) => hand.click(panel(hand, /^Width/), 'Width'),
    html: FIGURE.replace('<figure', '<figure data-width="wide"'),
  },
  {
    name: 'Link on the selected picture',
    start: FIGURE,
    selected: 'block',
    act: async (hand) => {
      await hand.press('Enter');
      await expect(hand.page.getByLabel('Alternative text')).toBeFocused();
      await hand.press('Tab');
      await hand.write(ADDRESS);
      await hand.press('Control+Enter');
    },
    html: `<figure><a href="${ADDRESS}" rel="noopener noreferrer"><img src="/icon-192.png" alt="An icon"></a></figure>`,
  },
  {
    name: 'Two pictures from files, in a row',
    act: async (hand) => {
      await hand.choose(tool(hand, 'Insert image'), [PICTURE, SECOND]);
      await expect(hand.text.locator('figure img[src^="/uploads/"]')).toHaveCount(2);
      await hand.press('ArrowUp');
      await hand.click(panel(hand, 'Join with picture above'));
    },
    html: /^<figure>(<img src="\/uploads\/[^"]+" alt=""[^>]*>){2}<\/figure>$/,
  },
  {
    name: 'Video from a copied address',
    act: async (hand) => {
      await hand.copy({ text: 'https://youtu.be/dQw4w9WgXcQ' });
      await hand.press('Control+v');
    },
    html: /^<iframe class="ql-video" src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ"/,
  },
  { name: 'Divider', start: '<p>x</p>', act: keys('Control+Alt+r'), html: '<p>x</p><hr>' },
  {
    name: 'Table with a first cell',
    act: async (hand) => {
      await plus(hand, 'Table');
      await expect(hand.page.getByRole('textbox', { name: 'Row 1, column 1' })).toBeFocused();
      await hand.write('City');
      await hand.press('Control+Enter');
    },
    html: /^<table><thead><tr><th scope="col">City<\/th>(<th scope="col"><\/th>){2}<\/tr><\/thead>/,
  },
  {
    name: 'Callout, and on below it',
    act: async (hand) => {
      await plus(hand, 'Callout');
      await expect(hand.page.getByRole('textbox', { name: 'Text of the callout' })).toBeFocused();
      await hand.write('Careful');
      await hand.press('Control+Enter');
      await hand.write('Next');
    },
    html: '<aside data-callout="note"><p>Careful</p></aside><p>Next</p>',
  },
  {
    name: 'Toggle with a text, and on below it',
    act: async (hand) => {
      await plus(hand, 'Collapsible section');
      await expect(hand.page.getByRole('textbox', { name: 'Summary' })).toBeFocused();
      await hand.write('Why?');
      await hand.press('Enter');
      await hand.write('Because');
      await hand.press('Control+Enter');
      await hand.write('Next');
    },
    html: '<details><summary>Why?</summary><p>Because</p></details><p>Next</p>',
  },
  {
    name: 'Footnote',
    start: '<p>Words</p>',
    act: async (hand) => {
      await more(hand, 'Footnote');
      await expect(hand.page.getByRole('textbox', { name: 'Text of the footnote' })).toBeFocused();
      await hand.write('A note');
      await hand.press('Enter');
    },
    html: '<p>Words<span data-footnote>A note</span></p>',
  },
  {
    name: 'Formula, and on below it',
    act: async (hand) => {
      await plus(hand, 'Formula');
      await expect(hand.page.getByLabel('Formula in TeX')).toBeFocused();
      await hand.write('e^x');
      await hand.press('Control+Enter');
      await hand.write('Next');
    },
    html: '<div data-math>e^x</div><p>Next</p>',
  },
  {
    name: 'Move the paragraph up',
    start: '<p>a</p><p>b</p>',
    act: keys('Alt+Shift+ArrowUp'),
    html: '<p>b</p><p>a</p>',
  },
  {
    name: 'Undo a paste',
    start: '<p>a</p>',
    act: async (hand) => {
      await hand.copy({ text: 'b' });
      await hand.page.keyboard.press('Control+v');
      await expect(hand.text).toHaveText('ab');
      await hand.press('Control+z');
    },
    html: '<p>a</p>',
  },
  {
    name: 'Paste without formats',
    start: '<p>a</p>',
    act: async (hand) => {
      await hand.copy({ text: 'b', html: '<p><b>b</b></p>' });
      await hand.press('Control+Shift+v');
    },
    html: '<p>ab</p>',
  },
  {
    name: 'Paste Markdown as formats',
    act: async (hand) => {
      await hand.copy({ text: '## a\n\nb **c**\n' });
      await hand.press('Control+v');
    },
    html: '<h2>a</h2><p>b <strong>c</strong></p>',
  },
  {
    name: 'Replace a word everywhere',
    start: '<p>a cat and a cat</p>',
    act: async (hand) => {
      await hand.press('Control+f');
      await expect(hand.page.getByRole('textbox', { name: 'Find' })).toBeFocused();
      await hand.find('cat');
      await hand.click(hand.page.getByRole('textbox', { name: 'Replace with' }), 'Replace with');
      await hand.write('dog');
      await hand.click(hand.page.getByRole('button', { name: 'Replace all' }));
    },
    html: '<p>a dog and a dog</p>',
  },
  {
    name: 'Jump to a heading',
    start: '<h2>First</h2><p>a</p><h2>Second</h2><p>b</p>',
    act: async (hand) => {
      await more(hand, 'Outline');
      const outline = hand.page.getByRole('dialog', { name: 'Outline' });
      await hand.click(outline.getByRole('button', { name: /Second/ }), 'the heading');
      await hand.write('!');
      await outline.getByRole('button', { name: 'Close the outline' }).click();
    },
    html: '<h2>First</h2><p>a</p><h2>Second!</h2><p>b</p>',
  },
];

/** Acts on the page of the post, one after the other. */
async function actOnPage(hand: Hand, note: (name: string) => void): Promise<void> {
  const { page } = hand;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const menu = async (name: string) => {
    await hand.click(button('More actions'), '⋯');
    await hand.click(page.getByRole('menuitem', { name }));
  };
  await hand.start('<p>First words</p>');
  await page.getByRole('textbox', { name: 'Title' }).fill('An act');
  await page.getByRole('combobox', { name: 'Category' }).fill('javascript');
  await expect(page.locator('[data-sync="saved"]')).toBeAttached();
  const id = page.url().split('/').at(-1) ?? '';
  const stored = async () =>
    (await (await page.request.get(`/api/document/${id}`)).json()) as Document;

  await hand.text.focus();
  await page.keyboard.press('Control+End');
  await hand.write('!');
  await hand.press('Control+s');
  await expect(page.locator('.writing-status').getByText('Saved', { exact: true })).toBeVisible();
  expect((await stored()).content).toBe('<p>First words!</p>');
  note('Save now');

  await hand.choose(page.getByLabel('Image', { exact: true }), PICTURE, 'the cover');
  await expect.poll(async () => (await stored()).image).toMatch(/^\/uploads\//);
  note('Cover from a file');

  await hand.click(page.getByText('Post settings'));
  await hand.click(page.getByLabel('Tags', { exact: true }), 'Tags');
  await hand.write('acts');
  await hand.press('Enter');
  await expect.poll(async () => (await stored()).tags).toEqual(['acts']);
  note('Tag');

  await hand.click(button('Preview'));
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview).toBeVisible();
  note('Preview');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  await hand.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Publish this post now?' })).toBeVisible();
  await hand.press('Control+Enter');
  await expectPublished(page, '/post/an-act');
  note('Publish');

  await hand.click(page.locator('#toasts').getByRole('button', { name: 'Undo' }), 'Undo');
  await expect(hand.text).toHaveText('First words!');
  expect((await stored()).status).toBe('unpublished');
  note('Undo publishing');

  await hand.start('<p>A sentence that gets lost</p>');
  await expect.poll(async () => (await stored()).content).toContain('gets lost');
  await menu('Version history');
  await hand.click(button('Restore this version'));
  await expect(hand.text).toHaveText('First words!');
  note('Restore an earlier version');

  await menu('Flight recorder');
  await hand.click(page.getByRole('searchbox', { name: 'Find a lost sentence' }), 'the search');
  await hand.find('sentence that');
  const found = page.getByRole('list', { name: 'Where it was last' }).getByRole('button');
  await hand.click(found.first(), 'the match');
  await hand.click(button('Copy text'));
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('that gets lost');
  note('Find a lost sentence and copy it');
  await page.keyboard.press('Escape');

  await menu('Schedule...');
  await hand.click(button('Schedule'));
  await expect.poll(async () => (await stored()).status).toBe('scheduled');
  note('Schedule for tomorrow');
}

interface Row {
  name: string;
  ours: string;
  ghost: string;
}

async function readRows(): Promise<Row[]> {
  const page = await readFile(new URL('../../docs/editor-acts.md', import.meta.url), 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => {
    const [, name = '', ours = '', ghost = ''] = line.split('|').map((cell) => cell.trim());
    return { name, ours: ours.replaceAll('\\', ''), ghost };
  });
}

test('40 acts of writing take the keys and clicks that the documentation says', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const hand = new Hand(page);
  const counted: { name: string; ours: string }[] = [];
  const note = (name: string) => counted.push({ name, ours: hand.done() });
  const data = { title: 'Counting quokkas', category: 'javascript', content: '<p>x</p>' };
  expect((await page.request.post('/api/post/create', { data })).ok()).toBe(true);
  await page.goto('/create-post');

  for (const { name, start = '', selected, act, html } of IN_TEXT) {
    await test.step(name, async () => {
      await hand.start(start, selected);
      await act(hand);
      await hand.expectStored(html);
      note(name);
    });
  }
  await actOnPage(hand, note);

  const rows = await readRows();
  expect(counted).toEqual(rows.map(({ name, ours }) => ({ name, ours })));
  expect(rows).toHaveLength(40);
  for (const { name, ours, ghost } of rows) {
    const limit = ghost === '–' ? Infinity : Number.parseInt(ghost, 10) + 1;
    expect(Number.parseInt(ours, 10), name).toBeLessThanOrEqual(limit);
  }
});
