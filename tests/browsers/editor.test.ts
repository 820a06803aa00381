// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASTED } from '../support/pasted.ts';
import * as typed from '../support/typed.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { Page } from './page.ts';
import { startWebKit } from './webkit.ts';
import { serveEditor, Writer } from './writer.ts';

const BROWSERS = [
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
];
const { code, link } = typed;
const UNDO = 'Control+z';
const EXAMPLE = 'https://example.com/a';
const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';

/** A text with each block. */
const BLOCKS =
  '<h2 class="ql-align-center">a</h2>' +
  '<p>b<br>c <span style="color:#e60000">d</span> <code>e</code> x<sup>2</sup><span data-footnote>note</span></p>' +
  '<ul data-checked="true"><li>f</li></ul><ol start="3"><li>h<ul><li>i</li></ul></li></ol>' +
  '<blockquote><p>j</p><p>k</p></blockquote>' +
  '<pre data-language="css" data-title="a.css" data-lines="1" data-numbers><code>l\n\n  m</code></pre>' +
  '<figure data-width="wide"><img src="/a.png" alt="A"><figcaption>o</figcaption></figure><hr>' +
  '<table><thead><tr><th scope="col">p</th></tr></thead><tbody><tr><td data-align="right">q</td></tr></tbody></table>' +
  '<aside data-callout="tip"><p>r</p></aside><details><summary>s</summary><p>t</p></details>' +
  '<dl><dt>u</dt><dd>v</dd></dl><div data-math>w</div><p>y <span data-math>z</span></p>';

let served: Awaited<ReturnType<typeof serveEditor>>;
beforeAll(async () => {
  served = await serveEditor();
});
afterAll(() => served?.stop());

describe.each(BROWSERS)('The editor in $name', ({ start }) => {
  let driver: Driver;
  let writer: Writer;
  beforeAll(async () => {
    driver = await start();
    await driver.resize(1280, 800);
    await new Page(driver, served.url).open('/');
    writer = new Writer(driver);
  });
  afterAll(() => driver?.close());

  const expectSaved = async (html: string | RegExp, what = '') => {
    const saved = await writer.saved();
    if (typeof html === 'string') expect(saved, what).toBe(html);
    else expect(saved, what).toMatch(html);
  };

  it.each([
    ['indents with Tab, which stays in the text', typed.TABS],
    ['makes a plain line with Backspace after a mark', typed.BACKSPACES],
    ['leaves lists and quotes with Enter', typed.ENTERS],
    ['breaks lines with Shift+Enter', typed.BREAKS],
    ['turns marks into blocks', typed.BLOCK_MARKS],
    ['links typed addresses', typed.ADDRESSES],
    ['formats with keys', typed.FORMAT_KEYS],
    ['makes and checks checklists', typed.CHECKS],
  ])('%s', async (_, cases) => {
    for (const [html, keys, saved] of cases) {
      await writer.write(html, ...keys);
      await expectSaved(saved, `${html}: ${keys.join(' ')}`);
    }
  });

  it('turns marks into formats, and undo brings them back', async () => {
    for (const [text, html] of typed.TEXT_MARKS) {
      await writer.write('', text, ', b');
      await expectSaved(`<p>${html}, b</p>`);
    }
    await writer.write('', 'a **bold**', UNDO, ', b');
    await expectSaved('<p>a **bold**, b</p>');
  });

  it('takes back words, and every other change alone', async () => {
    await writer.write('', typed.UNDO_STEPS.typed);
    // WebKit reports moves of the cursor late, and may make a step of each deletion.
    for (const [keys, text] of typed.UNDO_STEPS.steps.slice(0, 6)) {
      await writer.press(...keys);
      expect(await writer.cursor(), keys.join(' ')).toBe(text);
    }
    await writer.write('', 'a ');
    await writer.paste({ 'text/plain': 'b' });
    await writer.press('c', UNDO);
    expect(await writer.cursor()).toBe('a b|');
    await writer.press(UNDO);
    expect(await writer.cursor()).toBe('a |');
  });

  it('leaves the text with Escape and Tab, also backwards', async () => {
    for (const key of ['Tab', 'Shift+Tab']) {
      await writer.write('<p>a</p>');
      await driver.run(() => {
        for (const place of ['afterbegin', 'beforeend'] as const) {
          document.body.insertAdjacentElement(place, document.createElement('button'));
        }
      });
      await writer.press(key, 'b', 'Escape', key);
      await expectSaved('<p>ab</p>');
      expect(await driver.run(() => document.activeElement?.localName)).toBe('button');
    }
  });

  it('leads above and below blocks at the ends', async () => {
    await writer.write(code('a\nb'), 'ArrowDown', 'x');
    await expectSaved(`${code('a\nb')}<p>x</p>`);
    await writer.write(code('a\nb'), 'ArrowUp', 'ArrowUp', 'x');
    await expectSaved(`<p>x</p>${code('a\nb')}`);
  });

  it('writes before, after and over a footnote and a formula', async () => {
    for (const part of ['<span data-footnote>n</span>', '<span data-math>x</span>']) {
      for (const [keys, saved] of [
        [['z'], `<p>${part}z</p>`],
        [['ArrowLeft', 'z'], `<p>z${part}</p>`],
        [['Home', 'End', 'z'], `<p>${part}z</p>`],
        [['Backspace', 'z'], '<p>z</p>'],
        [['Shift+ArrowLeft', 'z'], '<p>z</p>'],
        [['Enter', 'z'], `<p>${part}</p><p>z</p>`],
      ] as const) {
        await writer.write(`<p>${part}</p>`, ...keys);
        await expectSaved(saved, keys.join(' '));
      }
    }
  });

  it('selects, replaces, cuts and pastes all, whatever the text starts with', async () => {
    for (const html of ['<ul><li>a</li></ul>', '<ul data-checked="false"><li>a</li></ul>']) {
      await writer.write(`${html}<p>b</p>`, 'Control+a');
      expect(await writer.cursor()).toBe('[a\nb]');
    }
    for (const first of ['<hr>', '<figure><img src="/a.png" alt="b"></figure>', code('a')]) {
      await writer.write(`${first}<p>b</p>`, 'Control+a', 'Backspace', 'Backspace', 'x');
      await expectSaved('<p>x</p>', first);
    }
    await writer.write(BLOCKS);
    await expectSaved(BLOCKS);
    await writer.press('Control+a', 'Control+c');
    await writer.write('', 'Control+v');
    await expect.poll(() => writer.saved()).toBe(BLOCKS);
    await writer.press('Control+a', 'Control+x');
    await expect.poll(() => writer.saved()).toBe('');
    await writer.press('Control+v');
    await expect.poll(() => writer.saved()).toBe(BLOCKS);
  });

  it('works with what input methods send, also in the order of Safari', async () => {
    for (const isSafari of [false, true]) {
      await writer.write('', 'ab');
      await writer.compose(isSafari, 'に', 'にほ', 'にほん');
      await writer.compose(isSafari, 'ご');
      for (const text of ['abにほん|', 'ab|', '|']) {
        await writer.press(UNDO);
        expect(await writer.cursor()).toBe(text);
      }
      await writer.write('');
      await writer.compose(isSafari, '**', '**bold**');
      await writer.press('x');
      await expectSaved('<p><strong>bold</strong>x</p>');
      await writer.write('<ul><li>a</li></ul>');
      await writer.compose(isSafari, 'に');
      await writer.press('Enter', 'b');
      await expectSaved('<ul><li>aに</li><li>b</li></ul>');
    }
  });

  it('pastes what other programs copy', async () => {
    for (const [html, stored] of PASTED) {
      await writer.write('');
      await writer.paste({ 'text/html': html });
      await expectSaved(stored, html);
    }
    // From another page, with the clipboard of the system.
    await driver.run(() => {
      const page = new DOMParser().parseFromString(
        '<div><h2>a</h2><p>b <b>c</b></p><ul><li>d</li></ul></div>',
        'text/html',
      );
      const copied = document.body.appendChild(
        document.adoptNode(page.body.firstElementChild as Node),
      );
      getSelection()?.selectAllChildren(copied);
    });
    await driver.press('Control+c');
    await writer.write('', 'Control+v');
    await expect
      .poll(() => writer.saved())
      .toBe('<h2>a</h2><p>b <strong>c</strong></p><ul><li>d</li></ul>');
    await writer.write('', 'Control+Shift+V');
    await expect.poll(() => writer.saved()).toMatch(/^<p>a<\/p><p>b c<\/p>/);
  });

  it('puts the cursor after what is pasted, as one step', async () => {
    for (const [into, html, after] of [
      ['<p>x</p>', '<h2>a</h2><p>b</p>', '<p>xt</p><h2>a</h2><p>b!</p>'],
      ['<p>x</p>', '<hr>', '<p>xt</p><hr><p>!</p>'],
      ['<p>x</p>', '<ul><li>a</li><li>b</li></ul>', '<p>xt</p><ul><li>a</li><li>b!</li></ul>'],
      ['<h2>x</h2>', 'y <b>z</b>', '<h2>xty <strong>z!</strong></h2>'],
      ['<ul><li>x</li></ul>', '<p>y</p><p>z</p>', '<ul><li>xty</li><li>z!</li></ul>'],
      [
        '<blockquote>x</blockquote>',
        '<p>y</p><p>z</p>',
        '<blockquote><p>xty</p><p>z!</p></blockquote>',
      ],
      [
        '<p>x</p>',
        '<table><tr><td>a</td><td>b</td></tr></table>',
        '<p>xt</p><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><p>!</p>',
      ],
    ] as const) {
      await writer.write(into, 't');
      await writer.paste({ 'text/html': html });
      await writer.press('!');
      await expectSaved(after);
      await writer.press(UNDO, UNDO);
      await expectSaved(into.replace('x', 'xt'));
    }
  });

  it('knows addresses, Markdown, cells, and what is dropped', async () => {
    await writer.write('<p>see the words here</p>');
    await writer.select(8, 5);
    await writer.paste({ 'text/plain': EXAMPLE });
    await expectSaved(`<p>see the ${link(EXAMPLE, 'words')} here</p>`);
    await writer.press(UNDO);
    await expectSaved('<p>see the words here</p>');
    await writer.write('');
    await writer.paste({ 'text/plain': VIDEO });
    await writer.press('below');
    await expectSaved(/^<iframe class="ql-video"[^>]+dQw4w9WgXcQ[^>]+><\/iframe><p>below<\/p>$/);
    await writer.press(UNDO, UNDO);
    await expectSaved(`<p>${VIDEO}</p>`);
    await writer.write('');
    await writer.paste({ 'text/plain': '# a\n\n**b**' });
    await expect.poll(() => writer.saved()).toBe('<h1>a</h1><p><strong>b</strong></p>');
    await writer.press(UNDO);
    await expectSaved('<p># a</p><p>**b**</p>');
    await writer.write('');
    await writer.paste({ 'text/plain': 'a\tb\r\n1\t"x ""z"""\r\n' });
    await expectSaved(/^<table><tbody><tr><td>a<\/td>.*<td>x "z"<\/td><\/tr><\/tbody><\/table>$/);

    await writer.write('<p>one two</p><p>three</p>');
    await writer.drop({ 'text/html': '<b>x</b> ', 'text/plain': 'x ' }, 'two');
    await expectSaved('<p>one <strong>x</strong> two</p><p>three</p>');
  });
});
