import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

test.use({ viewport: { width: 1280, height: 1400 } });

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openPost(page: Page, html: string): Promise<string> {
  const data = { title: `Dialogs ${Math.random()}`, category: 'javascript', content: html };
  const answer = await page.request.post('/api/post/create', { data });
  const { _id } = (await answer.json()) as { _id: string };
  await page.goto(`/update-post/${_id}`);
  await expect(content(page)).not.toHaveText('');
  return _id;
}

/** Inserts a block with the slash menu at the end of the text. */
async function insert(page: Page, name: string): Promise<void> {
  await content(page).press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type(`/${name.toLowerCase()}`);
  await expect(page.getByRole('option', { name }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').locator('.rich-field:focus, textarea:focus')).toBeVisible();
}

/** Returns the content as it's saved. */
async function savedContent(page: Page, id: string, part: string): Promise<string> {
  let saved = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/document/${id}`);
      saved = ((await answer.json()) as { content: string }).content;
      return saved;
    })
    .toContain(part);
  return saved;
}

test('each block has a dialog that works with the keyboard', async ({ page }) => {
  const id = await openPost(page, '<p>Start</p>');

  await insert(page, 'Table');
  const table = dialog(page, 'Table');
  await expect(table.getByRole('textbox', { name: 'Row 1, column 1' })).toBeFocused();
  await expectAccessible(page, '.block-dialog');
  await page.keyboard.type('City');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Tea');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('textbox', { name: 'Row 2, column 2' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('textbox', { name: 'Row 4, column 2' })).toBeFocused();
  await table.getByRole('button', { name: 'Remove row' }).click();
  // What was typed stays where the first column changes.
  await table.getByRole('textbox', { name: 'Row 1, column 1' }).focus();
  await table.getByRole('button', { name: 'Column before' }).click();
  await expect(table.getByRole('textbox', { name: 'Row 1, column 2' })).toHaveText('City');
  await table.getByRole('textbox', { name: 'Row 1, column 1' }).focus();
  await table.getByRole('button', { name: 'Remove column' }).click();
  await table.getByRole('textbox', { name: 'Row 2, column 3' }).focus();
  await table.getByRole('button', { name: 'Remove column' }).click();
  await table.getByRole('textbox', { name: 'Row 2, column 2' }).focus();
  await table.getByRole('combobox', { name: 'Column' }).selectOption('right');
  await table.getByRole('checkbox', { name: 'Header column' }).check();
  // Cells of a spreadsheet fill the grid from the cursor on.
  await table.getByRole('textbox', { name: 'Row 3, column 1' }).evaluate((cell) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Porto\t"9 <b>"\nFaro\t8\n');
    (cell as HTMLElement).focus();
    cell.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(table.getByRole('textbox', { name: 'Row 4, column 2' })).toHaveText('8');
  await table.getByRole('textbox', { name: 'Caption' }).fill('Prices');
  // A click next to the dialog doesn't lose a table.
  await page.mouse.click(5, 5);
  await expect(table.getByRole('textbox', { name: 'Caption' })).toHaveText('Prices');
  await table.getByRole('button', { name: 'Save' }).click();
  await savedContent(
    page,
    id,
    '<table><caption>Prices</caption><thead><tr><th scope="col">City</th><th scope="col" data-align="right">Tea</th></tr></thead>' +
      '<tbody><tr><th scope="row"></th><td data-align="right"><strong>12</strong></td></tr>' +
      '<tr><th scope="row">Porto</th><td data-align="right">9 &lt;b&gt;</td></tr>' +
      '<tr><th scope="row">Faro</th><td data-align="right">8</td></tr></tbody></table>',
  );

  await insert(page, 'Callout');
  const callout = dialog(page, 'Callout');
  await expect(callout.getByRole('textbox')).toBeFocused();
  await expectAccessible(page, '.block-dialog');
  await page.keyboard.type('Careful, ');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('example.com/a');
  await page.keyboard.press('Enter');
  await expect(callout.getByRole('textbox', { name: 'Text of the callout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('second');
  await callout.getByRole('combobox', { name: 'Kind' }).selectOption('warning');
  await callout.getByRole('button', { name: 'Save' }).click();
  await savedContent(
    page,
    id,
    '<aside data-callout="warning"><p>Careful, <a href="https://example.com/a" rel="noopener noreferrer">https://example.com/a</a></p><p>second</p></aside>',
  );

  await insert(page, 'Details');
  await page.keyboard.type('Why?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Because.');
  await expectAccessible(page, '.block-dialog');
  await dialog(page, 'Details').getByRole('button', { name: 'Save' }).click();
  await savedContent(page, id, '<details><summary>Why?</summary><p>Because.</p></details>');

  await insert(page, 'Definitions');
  const definitions = dialog(page, 'Definitions');
  await page.keyboard.type('Quill');
  await definitions.getByRole('textbox', { name: 'Definition' }).fill('A pen');
  await definitions.getByRole('button', { name: 'Add a definition' }).click();
  await definitions.getByRole('textbox', { name: 'Definition' }).last().fill('An editor');
  await expectAccessible(page, '.block-dialog');
  await definitions.getByRole('button', { name: 'Save' }).click();
  await savedContent(page, id, '<dl><dt>Quill</dt><dd>A pen</dd><dd>An editor</dd></dl>');

  await insert(page, 'Formula');
  await page.keyboard.type('a < b');
  await expectAccessible(page, '.block-dialog');
  await page.keyboard.press('ControlOrMeta+Enter');
  await savedContent(page, id, '<div data-math>a &lt; b</div>');

  // A canceled new block leaves nothing.
  await insert(page, 'Callout');
  await page.keyboard.type('gone');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(content(page).locator('aside')).toHaveCount(1);
});

test('footnotes and formulas in the text, and options of code', async ({ page }) => {
  const id = await openPost(
    page,
    '<p>Word<span data-footnote>old <strong>note</strong></span> after</p><pre data-language="css"><code>a {\n}\nb {}</code></pre><p>End</p>',
  );
  await content(page).locator('[data-footnote]').click();
  const panel = page.getByRole('group', { name: 'Footnote' }).filter({ hasText: 'Edit' });
  await expect(panel).toBeVisible();
  await content(page).press('Enter');
  const note = dialog(page, 'Footnote');
  await expect(note.getByRole('textbox')).toBeFocused();
  await expectAccessible(page, '.block-dialog');
  await page.keyboard.type(', new');
  await page.keyboard.press('Enter');
  await savedContent(
    page,
    id,
    '<p>Word<span data-footnote>old <strong>note, new</strong></span> after</p>',
  );
  await page.keyboard.press('ControlOrMeta+z');
  await savedContent(page, id, '<span data-footnote>old <strong>note</strong></span> after');

  // A note on selected words comes after them.
  await content(page).getByText('End').dblclick();
  await page.getByRole('button', { name: 'More tools' }).click();
  await page.getByRole('button', { name: 'Footnote', exact: true }).click();
  await page.keyboard.type('Last word');
  await page.keyboard.press('Enter');
  await savedContent(page, id, '<p>End<span data-footnote>Last word</span></p>');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');

  await content(page).press('ControlOrMeta+End');
  await page.keyboard.type(' /formula in');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Inline formula').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('y^2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('!');
  await savedContent(page, id, '<p>End <span data-math>y^2</span>!</p>');

  await content(page).getByText('b {}').click();
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  const code = dialog(page, 'Code options');
  await code.getByRole('textbox', { name: 'Title, such as a file name' }).fill('a.css');
  await code.getByRole('textbox', { name: 'Marked lines' }).fill('3, x');
  await code.getByRole('button', { name: 'Save' }).click();
  await expect(code.getByRole('alert')).toHaveText('Use numbers and ranges, such as 3, 5-7.');
  await expectAccessible(page, '.dialog[open]');
  await code.getByRole('textbox', { name: 'Marked lines' }).fill('3, 1-2');
  await code.getByRole('checkbox', { name: 'Show line numbers' }).check();
  await page.keyboard.press('Enter');
  await savedContent(
    page,
    id,
    '<pre data-language="css" data-title="a.css" data-lines="1-3" data-numbers><code>a {\n}\nb {}</code></pre>',
  );
  await page.keyboard.press('ControlOrMeta+z');
  await savedContent(page, id, '<pre data-language="css"><code>a {\n}\nb {}</code></pre>');
});
