import { expect } from 'vitest';
import type { Desk } from './desk.ts';

/** A block, what the author does to make it, and what is saved for it. */
interface Made {
  name: string;
  write(desk: Desk): Promise<void>;
  saved: string | RegExp;
}

/** Blocks that have a dialog, which opens when they're inserted. */
export const MADE: readonly Made[] = [
  {
    name: 'Table',
    async write(desk) {
      await desk.press('City', 'Tab', 'Tea', 'Enter');
      await desk.expectFocus('Row 2, column 2');
      await desk.press('12', 'Shift+Tab');
      await desk.expectFocus('Row 2, column 1');
      await desk.press('Porto');
      await desk.page.type('Row 1, column 3', 'x');
      await desk.page.click('button', 'Remove column');
      await desk.page.type('Caption', 'Prices');
    },
    saved:
      '<table><caption>Prices</caption><thead><tr><th scope="col">City</th><th scope="col">Tea</th></tr></thead><tbody><tr><td>Porto</td><td>12</td></tr><tr><td></td><td></td></tr></tbody></table>',
  },
  {
    name: 'Callout',
    write: (desk) => desk.press('Careful', 'Control+b', ' now', 'Control+b', 'Enter', 'second'),
    saved: '<aside data-callout="note"><p>Careful<strong> now</strong></p><p>second</p></aside>',
  },
  {
    name: 'Collapsible section',
    async write(desk) {
      await desk.press('Why?');
      await desk.page.type('Text', 'Because.');
    },
    saved: '<details><summary>Why?</summary><p>Because.</p></details>',
  },
  {
    name: 'Definitions',
    async write(desk) {
      await desk.press('Quill');
      await desk.page.click('field', 'Definition');
      await desk.press('Control+a', 'A pen');
    },
    saved: /<dl><dt>Quill<\/dt><dd>(?:<p>)?A pen(?:<\/p>)?<\/dd><\/dl>/,
  },
  {
    name: 'Formula',
    write: (desk) => desk.press('a < b'),
    saved: '<div data-math>a &lt; b</div>',
  },
];

/** Inserts one of each block at the end of the text. Returns what the server has then. */
export async function insertBlocks(desk: Desk, picture: string): Promise<string> {
  for (const { name, write, saved } of MADE) {
    await desk.insert(name);
    await desk.expectDialog(name);
    await write(desk);
    await desk.page.click('button', 'Save');
    await desk.expectDialog(null);
    const content = await desk.save();
    if (typeof saved === 'string') expect(content).toContain(saved);
    else expect(content).toMatch(saved);
  }
  await desk.insert('Footnote');
  await desk.expectDialog('Footnote');
  await desk.press('A note', 'Enter');
  await desk.expectDialog(null);
  await desk.press(' and /inline f');
  await desk.page.see('option', /^Inline formula/);
  await desk.press('Enter');
  await desk.expectDialog('Inline formula');
  await desk.press('y^2', 'Enter');
  await desk.expectDialog(null);
  await desk.press('.', 'Enter', '[ ] open', 'Enter', 'Alt+Enter', 'done', 'Enter', 'Enter');
  await desk.press('end');
  await desk.insert('Divider');
  await desk.expectLines(['end', '[hr]', ''], -3);
  await desk.press('```css', 'Enter', 'a {}', 'Enter', 'b {}');
  await desk.page.click('button', 'Options');
  await desk.page.type('Title, such as a file name', 'a.css');
  await desk.page.type('Marked lines', '2');
  await desk.press('Enter');
  await desk.expectDialog(null);
  await desk.press('Control+End', 'ArrowDown');
  await desk.giveFile(picture);
  await desk.expectLines(['[figure]', ''], -2);
  await desk.press('ArrowUp');
  await desk.expectSelected('Picture: no alternative text');
  await desk.press('Enter');
  await desk.expectDialog('Picture');
  await desk.press('An icon');
  await desk.page.type('Caption', 'A caption');
  await desk.page.click('button', 'Save');
  await desk.expectDialog(null);
  const content = await desk.save();
  expect(content).toMatch(
    /<p><span data-footnote>A note<\/span> and <span data-math>y\^2<\/span>\.<\/p><ul data-checked="false"><li>open<\/li><\/ul><ul data-checked="true"><li>done<\/li><\/ul><p>end<\/p><hr><pre data-language="css" data-title="a\.css" data-lines="2"><code>a {}\nb {}<\/code><\/pre><figure><img src="\/uploads\/[^"]+" alt="An icon"><figcaption>A caption<\/figcaption><\/figure>$/,
  );
  return content;
}

/** The blocks as the arrow keys select them, from the start of the text on. */
export const SELECTED = [
  'Table, 2 columns, 3 rows',
  'Callout, note',
  'Collapsible section: Why?',
  'Definitions',
  'Formula: a < b',
  'Divider',
  'Picture: An icon',
];

/** Opens the dialog of each block, and closes it. */
export async function openDialogs(desk: Desk): Promise<void> {
  for (const name of SELECTED.filter((block) => block !== 'Divider')) {
    await desk.click(`.ql-editor [aria-label="${name}"]`);
    await desk.expectSelected(name);
    await desk.press('Enter');
    await desk.expectDialog(name.split(/[,:]/)[0] ?? '');
    await desk.press('Escape');
    await desk.expectDialog(null);
    await desk.expectSelected(name);
  }
}

/** Runs in the page of a post. Returns what readers see of each block. */
export function publishedBlocks(): Record<string, unknown> {
  const post = document.querySelector('.prose');
  const count = (selector: string) => post?.querySelectorAll(selector).length;
  return {
    table: post?.querySelector('table caption')?.textContent,
    callout: post?.querySelector('aside')?.textContent?.includes('Careful'),
    isOpen: post?.querySelector('details')?.open,
    definition: post?.querySelector('dd')?.textContent,
    formulas: count('math'),
    notes: [count('sup a'), count('.footnotes li')],
    checks: count('[data-checked]'),
    title: post?.textContent?.includes('a.css'),
    marked: post?.querySelector('mark')?.textContent?.trim(),
    caption: post?.querySelector('figcaption')?.textContent,
    dividers: count('hr'),
  };
}
