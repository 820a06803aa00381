import type { Page } from '@playwright/test';
import { sanitize } from '../../api/content/sanitize.ts';
import { PASTED } from '../support/pasted.ts';
import { openEditorPage } from './support/editor-page.ts';
import { expect, test } from './support/test.ts';

interface Data {
  text?: string;
  html?: string;
  code?: string;
}

const EXAMPLE = 'https://example.com/a';
const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';
const link = (url: string, text = url) => `<a href="${url}" rel="noopener noreferrer">${text}</a>`;
const player =
  /^<iframe class="ql-video" src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ"/;

/** Opens content with a selection, and puts the cursor at its end without one. */
async function open(page: Page, html: string, index = -1, length = 0): Promise<void> {
  await page.evaluate(
    ([content, at, selected]) => {
      const { quill, show } = window.editing.openEditor();
      show({ html: content });
      quill.focus();
      quill.setSelection(at < 0 ? quill.getLength() - 1 : at, selected, 'user');
    },
    [html, index, length] as const,
  );
}

/** Pastes with an event like that of a browser. */
async function paste(page: Page, { text = '', html = '', code = '' }: Data): Promise<void> {
  await page.evaluate(
    ([plain, rich, editor]) => {
      const clipboardData = new DataTransfer();
      if (rich) clipboardData.setData('text/html', rich);
      if (plain) clipboardData.setData('text/plain', plain);
      if (editor) clipboardData.setData('vscode-editor-data', editor);
      const options = { clipboardData, bubbles: true, cancelable: true };
      window.editing.current().quill.root.dispatchEvent(new ClipboardEvent('paste', options));
    },
    [text, html, code] as const,
  );
}

/** Copies text as a code editor or a terminal does, and returns to the text. */
async function copyPlain(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.value = value;
    field.select();
  }, text);
  await page.keyboard.press('ControlOrMeta+c');
  await page.evaluate(() => {
    document.querySelector('textarea')?.remove();
    window.editing.current().quill.focus();
  });
}

const saved = async (page: Page) =>
  sanitize(await page.evaluate(() => window.editing.current().html()));

/** Pastes into an empty text or at its end, and returns what is saved. */
async function pasted(page: Page, data: Data, into = ''): Promise<string> {
  await open(page, into);
  await paste(page, data);
  return saved(page);
}

const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z');

test.beforeEach(({ page }) => openEditorPage(page));

test('an address is the link of selected words, a video on an empty line, or a link', {
  tag: '@long',
}, async ({ page }) => {
  for (const text of [EXAMPLE, ` ${EXAMPLE}\n`, `\u200b${EXAMPLE}`]) {
    await open(page, '<p>see the words here</p>', 8, 5);
    await paste(page, { text });
    expect(await saved(page)).toBe(`<p>see the ${link(EXAMPLE, 'words')} here</p>`);
    await page.keyboard.type('!');
    await undo(page);
    await undo(page);
    expect(await saved(page)).toBe('<p>see the words here</p>');
  }
  // As Firefox and Edge copy the address of a page.
  await open(page, '<p>see the words here</p>', 8, 5);
  await paste(page, { text: EXAMPLE, html: `<a href="${EXAMPLE}">Title</a>` });
  expect(await saved(page)).toBe(`<p>see the ${link(EXAMPLE, 'words')} here</p>`);
  // Another address replaces one.
  await open(page, `<p>${EXAMPLE}</p>`, 0, EXAMPLE.length);
  await paste(page, { text: 'https://example.com/b' });
  expect(await saved(page)).toBe(`<p>${link('https://example.com/b')}</p>`);

  expect(await pasted(page, { text: `${VIDEO}\n` })).toMatch(player);
  await page.keyboard.type('below');
  expect(await saved(page)).toMatch(/<\/iframe><p>below<\/p>$/);
  await undo(page);
  await undo(page);
  expect(await saved(page)).toBe(`<p>${VIDEO}</p>`);
  await undo(page);
  expect(await saved(page)).toBe('');

  expect(await pasted(page, { text: EXAMPLE })).toBe(`<p>${link(EXAMPLE)}</p>`);
  await undo(page);
  expect(await saved(page)).toBe(`<p>${EXAMPLE}</p>`);
  expect(await pasted(page, { text: VIDEO }, '<p>see </p>')).toBe(`<p>see ${link(VIDEO)}</p>`);
  expect(await pasted(page, { text: VIDEO }, '<ul><li><br></li></ul>')).toBe(
    `<ul><li>${link(VIDEO)}</li></ul>`,
  );
  const several = `one ${EXAMPLE}, two www.example.com.`;
  expect(await pasted(page, { text: several })).toBe(
    `<p>one ${link(EXAMPLE)}, two ${link('https://www.example.com', 'www.example.com')}.</p>`,
  );
  await undo(page);
  expect(await saved(page)).toBe(`<p>${several}</p>`);
});

test('in code, everything is pasted as text', { tag: '@long' }, async ({ page }) => {
  const code = (text: string) => `<pre data-language="css"><code>${text}</code></pre>`;
  for (const text of [EXAMPLE, VIDEO, '# a\n\n- **b**\n- c', 'a\tb\nc\td']) {
    expect(await pasted(page, { text, html: '<h1>x</h1>' }, code('a'))).toBe(code(`a${text}`));
  }
  expect(await pasted(page, { text: '**a**\n- b' }, '<p><code>x</code></p>')).toBe(
    '<p><code>x**a**<br>- b</code></p>',
  );
  expect(await pasted(page, { text: EXAMPLE }, '<p><code>x</code></p>')).toBe(
    `<p><code>x${EXAMPLE}</code></p>`,
  );
});

test('plain text has paragraphs and line breaks, and no empty paragraphs', async ({ page }) => {
  const text = '\r\none\r\ntwo\r\n\r\n \r\nthree\r\n';
  expect(await pasted(page, { text })).toBe('<p>one<br>two</p><p>three</p>');
  expect(await pasted(page, { text }, '<ul><li>x </li></ul>')).toBe(
    '<ul><li>x one</li><li>two</li><li>three</li></ul>',
  );
  expect(await pasted(page, { text: 'a\n\nb' }, '<blockquote>x </blockquote>')).toBe(
    '<blockquote><p>x a</p><p>b</p></blockquote>',
  );
  expect(await pasted(page, { text: 'bold' }, '<p><strong>a </strong></p>')).toBe(
    '<p><strong>a bold</strong></p>',
  );
});

test('Markdown becomes formats; undo gives the text, and Ctrl+Shift+V pastes it', async ({
  page,
}) => {
  const text = '# Title\n\nSome **bold**[^1] words.\n\n- [x] a\n- [ ] b\n\n[^1]: A note.';
  const formatted =
    '<h1>Title</h1><p>Some <strong>bold</strong><span data-footnote>A note.</span> words.</p>' +
    '<ul data-checked="true"><li>a</li></ul><ul data-checked="false"><li>b</li></ul>';
  const raw =
    '<p># Title</p><p>Some **bold**[^1] words.</p><p>- [x] a<br>- [ ] b</p><p>[^1]: A note.</p>';
  await open(page, '');
  await paste(page, { text });
  await expect.poll(() => saved(page)).toBe(formatted);
  await page.keyboard.type('!');
  await expect
    .poll(() => saved(page))
    .toBe(formatted.replace('b</li></ul>', 'b!</li></ul>').replace('<strong>b!', '<strong>b'));
  await undo(page);
  await undo(page);
  expect(await saved(page)).toBe(raw);
  await undo(page);
  expect(await saved(page)).toBe('');

  await copyPlain(page, text);
  await page.keyboard.press('ControlOrMeta+Shift+v');
  expect(await saved(page)).toBe(raw);
  await undo(page);
  await page.keyboard.press('ControlOrMeta+v');
  await expect.poll(() => saved(page)).toBe(formatted);

  // Code editors and terminals add HTML that only has the text.
  const source = `<meta charset='utf-8'><div style="color: #d4d4d4;font-family: Consolas, monospace;white-space: pre;"><div><span style="font-weight: bold;">## A</span></div><br><div>**b**</div></div>`;
  await open(page, '<p>x</p>', 1);
  await paste(page, { text: '## A\n\n**b**', html: source, code: '{"mode":"markdown"}' });
  await expect.poll(() => saved(page)).toBe('<p>x</p><h2>A</h2><p><strong>b</strong></p>');
  const program = source.replaceAll('## A', 'a = 1').replaceAll('**b**', 'b = 2');
  expect(
    await pasted(page, { text: 'a = 1\n\nb = 2', html: program, code: '{"mode":"python"}' }),
  ).toBe('<pre data-language="python"><code>a = 1\n\nb = 2</code></pre>');
});

test('the cells of a spreadsheet become a table, also from plain text', async ({ page }) => {
  const cells = (...rows: string[]) =>
    `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`;
  expect(await pasted(page, { text: 'a\tb\r\n1\t"x\ny ""z"""\r\n' })).toBe(
    cells('<td>a</td><td>b</td>', '<td>1</td><td>x<br>y "z"</td>'),
  );
  await undo(page);
  expect(await saved(page)).toMatch(/^<p>a\s+b<br>1\s/);
  const sheet = (rows: string) =>
    `<google-sheets-html-origin><style>td {border: 1px}</style><table dir="ltr"><colgroup><col width="100"/></colgroup><tbody>${rows}</tbody></table></google-sheets-html-origin>`;
  const bold = '<td style="font-weight:bold;">a</td><td style="font-weight:bold;">b</td>';
  expect(
    await pasted(page, {
      html: sheet(`<tr>${bold}</tr><tr><td>c</td><td style="text-align:right">1</td></tr>`),
    }),
  ).toBe(
    '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>c</td><td data-align="right">1</td></tr></tbody></table>',
  );
  const layout = `<table width="600" bgcolor="#fff"><tr><td><table><tr><td><h2>Hi</h2><p>a</p></td></tr></table></td></tr><tr><td>b</td></tr></table>`;
  expect(await pasted(page, { html: layout })).toBe('<h2>Hi</h2><p>a</p><p>b</p>');
});

test('structures of other programs become ours', async ({ page }) => {
  for (const [html, stored] of PASTED) {
    expect(await pasted(page, { html }), html).toBe(stored);
  }
});

test('each paste is one step, and the cursor stands after it', { tag: '@long' }, async ({
  page,
}) => {
  for (const [into, html, after] of [
    ['<p>x</p>', '<h2>a</h2><p>b</p>', '<p>x</p><h2>a</h2><p>b!</p>'],
    ['<p>x</p>', '<h2>a</h2>', '<p>x</p><h2>a!</h2>'],
    ['<p>x</p>', '<hr>', '<p>x</p><hr><p>!</p>'],
    ['<p>x</p>', '<ul><li>a</li><li>b</li></ul>', '<p>x</p><ul><li>a</li><li>b!</li></ul>'],
    [
      '',
      '<table><tr><td>a</td><td>b</td></tr></table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><p>!</p>',
    ],
    ['<h2>x</h2>', 'y <b>z</b>', '<h2>xy <strong>z!</strong></h2>'],
    ['<ul><li>x</li></ul>', '<p>y</p><p>z</p>', '<ul><li>xy</li><li>z!</li></ul>'],
  ] as const) {
    await open(page, into);
    await page.keyboard.type('t');
    await paste(page, { html, text: 'x' });
    await page.keyboard.type('!');
    const typed = into === '' ? `<p>t</p>${after}` : after.replace('x', 'xt');
    expect(await saved(page)).toBe(typed);
    await undo(page);
    await undo(page);
    expect(await saved(page)).toBe(into === '' ? '<p>t</p>' : into.replace('x', 'xt'));
  }
  // A large one, too.
  await open(page, '<p>x</p>');
  await paste(page, { html: '<ul><li>y</li></ul>'.repeat(400) });
  await page.keyboard.type('!');
  expect(await saved(page)).toBe(
    `<p>x</p>${'<ul><li>y</li></ul>'.repeat(399)}<ul><li>y!</li></ul>`,
  );
  await undo(page);
  await undo(page);
  expect(await saved(page)).toBe('<p>x</p>');
  // A selected block or text is replaced.
  await open(page, '<p>a</p><hr><p>b</p>', 2, 1);
  await paste(page, { text: 'new' });
  await page.keyboard.type('!');
  expect(await saved(page)).toBe('<p>a</p><p>new!</p><p>b</p>');
  await open(page, '<p>one two</p><h2>three</h2><p>end</p>', 4, 7);
  await paste(page, { html: '<p>a</p><p>b</p>' });
  await page.keyboard.type('!');
  expect(await saved(page)).toBe('<p>one a</p><h2>b!ee</h2><p>end</p>');
});

test('all blocks are copied to another post without loss', { tag: '@long' }, async ({ page }) => {
  const stored =
    '<h2 class="ql-align-center">a</h2><p>b<br>c <span style="color:#e60000">d</span> <code>e</code> x<sup>2</sup><span data-footnote>note</span></p>' +
    '<ul data-checked="true"><li>f</li></ul><ul data-checked="false"><li>g</li></ul>' +
    '<ol start="3"><li>h<ul><li>i</li></ul></li></ol><blockquote><p>j</p><p>k</p></blockquote>' +
    '<pre data-language="css" data-title="a.css" data-lines="1" data-numbers><code>l\n\n  m</code></pre><pre data-language="css"><code>n</code></pre>' +
    '<figure data-width="wide"><img src="/a.png" alt="A"><figcaption>o</figcaption></figure><hr>' +
    '<table><thead><tr><th scope="col">p</th></tr></thead><tbody><tr><td data-align="right">q</td></tr></tbody></table>' +
    '<aside data-callout="tip"><p>r</p></aside><details><summary>s</summary><p>t</p></details>' +
    '<dl><dt>u</dt><dd>v</dd></dl><div data-math>w</div><p>end</p>';
  expect(sanitize(stored)).toBe(stored);
  await open(page, stored);
  await page.keyboard.press('ControlOrMeta+a');
  const copied = await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    const options = { clipboardData, bubbles: true, cancelable: true };
    window.editing.current().quill.root.dispatchEvent(new ClipboardEvent('copy', options));
    return { html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') };
  });
  expect(await pasted(page, copied)).toBe(stored);
  expect(copied.text).toBe(
    'a\n\nb\nc d e x2note\n\n- [x] f\n- [ ] g\n3. h\n  - i\n\nj\nk\n\nl\n\n  m\n\nn\n\nA\no\n\n---\n\np\nq\n\nr\n\ns\nt\n\nu\nv\n\nw\n\nend',
  );
});
