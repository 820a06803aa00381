import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect } from './support/test.ts';
import { isKept, test } from './support/writing.ts';

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

test('each block has a dialog that works with the keyboard', { tag: '@long' }, async ({ page }) => {
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
  await expect(page.getByLabel('Address of the link')).toBeFocused();
  // The keys of the popover don't save the dialog.
  await page.keyboard.type('no such page');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(callout.getByText('Enter a web address such as')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
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

  await insert(page, 'Collapsible section');
  await page.keyboard.type('Why?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Because.');
  await expectAccessible(page, '.block-dialog');
  await dialog(page, 'Collapsible section').getByRole('button', { name: 'Save' }).click();
  await savedContent(page, id, '<details><summary>Why?</summary><p>Because.</p></details>');

  await insert(page, 'Definitions');
  const definitions = dialog(page, 'Definitions');
  await page.keyboard.type('Quill');
  await definitions.getByRole('textbox', { name: 'Definition' }).fill('A pen');
  await definitions.getByRole('button', { name: 'Add a definition' }).click();
  await definitions.getByRole('textbox', { name: 'Definition' }).last().fill('An editor');
  // A change that arrives after the removal doesn't bring the definition back.
  await definitions.getByRole('button', { name: 'Add a definition' }).click();
  await definitions
    .getByRole('button', { name: 'Remove this definition' })
    .last()
    .evaluate((button) => {
      button.parentElement?.querySelector('.rich-field p')?.append('late');
      (button as HTMLElement).click();
    });
  await expect(definitions.getByRole('textbox', { name: 'Definition' })).toHaveCount(2);
  await expectAccessible(page, '.block-dialog');
  await definitions.getByRole('button', { name: 'Save' }).click();
  await savedContent(page, id, '<dl><dt>Quill</dt><dd>A pen</dd><dd>An editor</dd></dl>');

  await insert(page, 'Formula');
  const formula = dialog(page, 'Formula');
  await page.keyboard.type('a < \\frac{b');
  await expect(formula.getByText('Unexpected end of input')).toBeVisible();
  // Screen readers announce it when the author leaves the field, not at each pause.
  await expect(formula.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(formula.getByRole('alert')).toHaveText(/Unexpected end of input/);
  await formula.getByRole('textbox').focus();
  await page.keyboard.type('}{2}');
  await expect(formula.locator('mfrac')).toBeVisible();
  await expect(formula.getByRole('alert')).toHaveCount(0);
  await expect(formula.getByText('Unexpected end of input')).toHaveCount(0);
  await expectAccessible(page, '.block-dialog');
  // The server shows the source if it has no time for a formula.
  const preview = '**/api/post/preview';
  await page.route(preview, (route) => route.fulfill({ json: { page: '<code>x</code>' } }));
  await page.keyboard.type('x');
  await expect(formula.getByText('Rendering the formula takes too long.')).toBeVisible();
  await page.unroute(preview);
  await page.keyboard.press('Backspace');
  await expect(formula.getByText('takes too long')).toHaveCount(0);
  await page.context().setOffline(true);
  await page.keyboard.type('x');
  await expect(formula.getByText("The preview isn't available.")).toBeVisible();
  await page.context().setOffline(false);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ControlOrMeta+Enter');
  await savedContent(page, id, '<div data-math>a &lt; \\frac{b}{2}</div>');
});

const question = (page: Page) => dialog(page, 'Discard your changes?');
const field = (page: Page) => page.locator('.rich-field:focus');

/** Opens the dialog of the first block that matches, by keyboard. */
async function edit(page: Page, selector: string): Promise<void> {
  await content(page).locator(selector).first().click();
  await content(page).press('Enter');
  await expect(field(page)).toBeVisible();
}

async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await field(page).evaluate((node, types) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(types)) clipboardData.setData(type, value);
    const options = { clipboardData, bubbles: true, cancelable: true };
    node.dispatchEvent(new ClipboardEvent('paste', options));
  }, data);
}

test('a dialog saves changes to the draft, and discards them only after asking', async ({
  page,
}) => {
  const id = await openPost(
    page,
    '<p>Before</p><aside data-callout="note"><p>Old</p></aside><pre><code>code</code></pre>',
  );
  await content(page).press('ControlOrMeta+Home');
  await page.keyboard.type('Typed. ');

  await edit(page, 'aside');
  await page.keyboard.type(' words');
  await page.keyboard.press('ControlOrMeta+s');
  await savedContent(page, id, '<p>Typed. Before</p><aside data-callout="note"><p>Old words</p>');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeVisible();
  await expectAccessible(page, '.dialog[open]:not(.block-dialog)');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(field(page)).toHaveText('Old words');
  await dialog(page, 'Callout').getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await savedContent(page, id, '<aside data-callout="note"><p>Old</p></aside>');
  // Undo ignores these changes, and undoes what was typed before.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(content(page)).toContainText('Before');
  await expect(content(page)).not.toContainText('Typed.');
  await expect(content(page).locator('aside')).toContainText('Old');

  // A saved dialog is one step, however long it was open.
  await edit(page, 'aside');
  await page.keyboard.type(' one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(content(page).locator('aside')).toHaveText('Old onetwo');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(content(page).locator('aside')).toHaveText('Old');
  await page.keyboard.press('ControlOrMeta+y');
  await expect(content(page).locator('aside')).toHaveText('Old onetwo');

  // A new block that is canceled leaves the text, undo and redo as they were.
  await page.keyboard.press('ControlOrMeta+z');
  await content(page).getByText('Before').click();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'More tools' }).click();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(field(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(content(page).locator('table')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+y');
  await expect(content(page).locator('aside')).toHaveText('Old onetwo');

  // Code can't have a footnote.
  await content(page).getByText('code').click();
  await page.getByRole('button', { name: 'More tools' }).click();
  await page.getByRole('button', { name: 'Footnote', exact: true }).click();
  await expect(page.getByText("You can't insert footnotes here.")).toBeVisible();

  // A closed tab loses nothing.
  await edit(page, 'aside');
  await page.keyboard.type(' and closed');
  await isKept(page, 'two and closed');
  await page.reload();
  await expect(content(page).locator('aside')).toContainText('two and closed');
});

test('a block stays while the code for its keys is loading', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/AtText\.[^/]*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await openPost(page, '<p>Above</p><aside data-callout="note"><p>Kept</p></aside><p>Below</p>');
  const block = content(page).locator('aside');
  await block.click();
  for (const key of ['Enter', 'x', 'Delete', 'Backspace']) await page.keyboard.press(key);
  await expect(block).toHaveText(/Kept/);
  release();
  await expect(block.locator('xpath=ancestor-or-self::*[@data-selected]')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(block).toHaveCount(0);
});

test('fields of dialogs have the formats of the text, and cells take tables', {
  tag: '@long',
}, async ({ page }) => {
  const id = await openPost(
    page,
    '<aside data-callout="tip"><p>Tip <sup>1</sup></p><ul><li>item</li></ul></aside>' +
      '<table><tbody><tr><td colspan="2">wide</td></tr><tr><td>a</td><td>b</td></tr></tbody></table>' +
      '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  );
  await edit(page, 'aside');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('`x` **b** ');
  await paste(page, {
    'text/html': '<p style="color:red"><b>bold</b> <i>it</i> <code>c</code> <u>u</u></p>',
    'text/plain': 'bold it c u',
  });
  await page.keyboard.type('wrong');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field(page)).not.toContainText('wrong');
  await dialog(page, 'Callout').getByRole('button', { name: 'Save' }).click();
  await savedContent(
    page,
    id,
    '<p><code>x</code> <strong>b</strong> <strong>bold</strong> <em>it</em> <code>c</code> <u>u</u></p><p>Tip <sup>1</sup></p><ul><li>item</li></ul>',
  );

  // Merged cells: their text can be edited.
  await edit(page, 'td[colspan]');
  const table = dialog(page, 'Table');
  await expect(table.getByText('This table has merged cells')).toBeVisible();
  await page.keyboard.type('!');
  await table.getByRole('textbox', { name: 'Row 2, column 2' }).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('c');
  await page.keyboard.press('ControlOrMeta+Enter');
  await savedContent(page, id, '<td colspan="2">wide!</td></tr><tr><td>a</td><td>bc</td>');

  await content(page).locator('table').nth(1).click();
  await content(page).press('Enter');
  await expect(field(page)).toHaveText('1');
  await paste(page, {
    'text/html':
      '<table><tr><td><b>A</b></td><td>B</td></tr><tr><td rowspan="2">C</td><td>D</td></tr><tr><td>E</td></tr></table>',
    'text/plain': 'A\tB\nC\tD\n\tE',
  });
  await expect(table.getByRole('textbox', { name: 'Row 3, column 2' })).toHaveText('E');
  await expect(table.getByRole('textbox', { name: 'Row 1, column 1' })).toBeFocused();
  // Undo restores the cells that a paste replaced.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(table.getByRole('textbox', { name: 'Row 1, column 2' })).toHaveText('2');
  await expect(table.getByRole('textbox', { name: 'Row 1, column 1' })).toBeFocused();
  await expect(table.getByRole('textbox', { name: 'Row 2, column 1' })).toHaveCount(0);
  // A sentence with a tab isn't a row.
  await page.keyboard.press('ControlOrMeta+End');
  await paste(page, { 'text/plain': 'a\tb' });
  await expect(field(page)).toHaveText(/^1a\s+b$/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field(page)).toHaveText('1');
  await paste(page, { 'text/plain': 'A\tB\nC\tD\n\tE' });
  await table.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(field(page)).toHaveText('1');
  await paste(page, { 'text/plain': 'A\tB\nC\tD\n\tE' });
  await expect(table.getByRole('textbox', { name: 'Row 3, column 2' })).toHaveText('E');
  // Tab adds a row at the end. From an empty one, it goes on to the buttons.
  await table.getByRole('textbox', { name: 'Row 3, column 2' }).focus();
  await page.keyboard.press('Tab');
  await expect(table.getByRole('textbox', { name: 'Row 4, column 1' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(table.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await table.getByRole('textbox', { name: 'Row 4, column 1' }).focus();
  await paste(page, { 'text/plain': '| x | **y** |\n|---|---|\n| z | `w` |' });
  await expect(table.getByRole('textbox', { name: 'Row 5, column 2' })).toHaveText('w');
  // After a removal, the cursor is in the cell next to it.
  await table.getByRole('textbox', { name: 'Row 5, column 2' }).focus();
  await table.getByRole('button', { name: 'Remove row' }).click();
  await expect(table.getByRole('textbox', { name: 'Row 4, column 2' })).toBeFocused();
  await table.getByRole('textbox', { name: 'Row 4, column 2' }).press('ControlOrMeta+Enter');
  await savedContent(
    page,
    id,
    '<tr><td>A</td><td>B</td></tr><tr><td>C</td><td>D</td></tr><tr><td></td><td>E</td></tr><tr><td>x</td><td><strong>y</strong></td></tr>',
  );
});

test('footnotes and formulas in the text, and options of code', { tag: '@long' }, async ({
  page,
}) => {
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
  await expect(field(page)).toBeVisible();
  await page.keyboard.type('Last word');
  await page.keyboard.press('Enter');
  await savedContent(page, id, '<p>End<span data-footnote>Last word</span></p>');
  await page.keyboard.press('ControlOrMeta+z');
  await savedContent(page, id, '<p>End</p>');

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
  // The block moves when the text above it changes, for example because a picture arrives.
  await content(page)
    .getByText('after')
    .evaluate((line) => line.append(' that'.repeat(9)));
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
