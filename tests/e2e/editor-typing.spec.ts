import type { Page } from '@playwright/test';
import { openEditorPage } from './support/editor-page.ts';
import { expect, test } from './support/test.ts';

const UNDO = 'ControlOrMeta+z';
const REDO = 'ControlOrMeta+y';
const KEY =
  /^(Enter|Tab|Escape|Home|End|Backspace|Delete|Arrow\w+|(Shift|Alt|Control|ControlOrMeta)\+.+)$/;

/** An editor in a page of its own, which many checks share. */
class Writer {
  readonly page: Page;
  readonly text;

  constructor(page: Page) {
    this.page = page;
    this.text = page.getByRole('textbox', { name: 'Content' });
  }

  /** Opens stored HTML, puts the cursor at its end, and presses keys. */
  async write(html: string, ...keys: string[]): Promise<void> {
    await this.page.evaluate((content) => {
      const editor = window.editing.openEditor();
      editor.show({ html: content });
      editor.quill.setSelection(editor.quill.getLength(), 0, 'user');
    }, html);
    await this.press(...keys);
  }

  /** Presses keys such as "Enter" or "Control+b", and types everything else. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      if (KEY.test(key)) await this.page.keyboard.press(key);
      else await this.page.keyboard.type(key);
    }
  }

  /** Types without key events, as phones do. */
  async insert(...texts: string[]): Promise<void> {
    for (const text of texts) await this.page.keyboard.insertText(text);
  }

  /** Composes a word, as input methods do, and commits it. */
  async compose(...steps: string[]): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    for (const text of steps) {
      const at = { selectionStart: text.length, selectionEnd: text.length };
      await session.send('Input.imeSetComposition', { text, ...at });
    }
    await this.insert(steps.at(-1) ?? '');
  }

  saved(): Promise<string> {
    return this.page.evaluate(() => window.editing.current().html());
  }

  /** Returns the text, with `|` where the cursor is. */
  cursor(): Promise<string> {
    return this.page.evaluate(() => {
      const { quill } = window.editing.current();
      const { index, length } = quill.getSelection() ?? { index: 0, length: 0 };
      const text = quill.getText();
      const selected = length > 0 ? `[${text.slice(index, index + length)}]` : '|';
      return `${text.slice(0, index)}${selected}${text.slice(index + length)}`.replace(/\n$/, '');
    });
  }

  /** Checks what is saved after keys are pressed in a new editor. */
  async expectAll(cases: readonly (readonly [keys: string[], html: string])[], start = '') {
    for (const [keys, html] of cases) {
      await this.write(start, ...keys);
      expect(await this.saved(), keys.join(' ')).toBe(html);
    }
  }
}

const writing = test.extend<{ writer: Writer }>({
  writer: async ({ page }, use) => {
    await openEditorPage(page);
    await page.addStyleTag({
      content: `.ql-editor { white-space: pre-wrap; min-height: 400px; padding: 20px }
        .ql-ui { display: inline-block; width: 20px; height: 20px }`,
    });
    await use(new Writer(page));
  },
});

const item = (text: string) => `<li>${text}</li>`;
const code = (text: string, language = 'plain') =>
  `<pre data-language="${language}"><code>${text}</code></pre>`;
const link = (url: string, text = url) => `<a href="${url}" rel="noopener noreferrer">${text}</a>`;

writing.describe('typing', () => {
  writing('Tab indents items with those below them, and stays in the text', async ({ writer }) => {
    const nested = '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>';
    const flat = `<ul>${item('a')}${item('b')}${item('c')}</ul>`;
    const cases: [start: string, keys: string[], html: string][] = [
      ['<ul><li>a</li></ul>', ['Tab', 'Tab'], '<ul><li>a</li></ul>'],
      [flat, ['Tab', 'Tab', 'Tab'], '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
      [flat, ['ControlOrMeta+a', 'Tab'], '<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul>'],
      [nested, ['ControlOrMeta+a', 'Tab', 'Tab'], nested],
      [nested, ['ArrowUp', 'Shift+Tab'], '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
      [
        nested,
        ['Shift+Tab', 'Shift+Tab', 'Shift+Tab'],
        '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
      ],
      ['<p>x</p><ul><li>a</li></ul>', ['ControlOrMeta+a', 'Tab'], '<p>x</p><ul><li>a</li></ul>'],
      ['<h2>a</h2>', ['Tab', 'Shift+Tab', 'b'], '<h2>ab</h2>'],
      ['<blockquote>a</blockquote>', ['Tab', 'Shift+Tab', 'b'], '<blockquote>ab</blockquote>'],
      ['<p>a</p>', ['Tab', 'Shift+Tab', 'b'], '<p>ab</p>'],
      ['<p class="ql-indent-1">a</p>', ['Tab', 'Shift+Tab'], '<p>a</p>'],
      [code('a'), ['Home', 'Tab', 'b'], code('  ba')],
      [code('  a'), ['Shift+Tab', 'b'], code('ab')],
    ];
    for (const [start, keys, html] of cases) {
      await writer.write(start, ...keys);
      expect(await writer.saved(), `${start}: ${keys.join(' ')}`).toBe(html);
      await expect(writer.text).toBeFocused();
    }
    await writer.press(UNDO, UNDO);
    expect(await writer.saved()).toBe(code('  a'));
  });

  writing('undo takes back words, and every other change alone', async ({ writer }) => {
    await writer.write('', 'one two  three');
    for (const [keys, text] of [
      [[UNDO], 'one two  |'],
      [[UNDO], 'one |'],
      [[REDO], 'one two  |'],
      [[REDO, REDO], 'one two  three|'],
      [['Enter', 'a', UNDO], 'one two  three\n|'],
      [[UNDO], 'one two  three|'],
      [['Backspace', 'Backspace', UNDO], 'one two  three|'],
      [['ArrowLeft', 'x', 'ArrowRight', 'y', UNDO], 'one two  threxe|'],
      [[UNDO], 'one two  thre|e'],
      [['Shift+End', 'x', 'y', UNDO], 'one two  thre[e]'],
      [['ControlOrMeta+b', 'ControlOrMeta+i', UNDO, UNDO], 'one two  thre[e]'],
    ] as const) {
      await writer.press(...keys);
      expect(await writer.cursor(), keys.join(' ')).toBe(text);
    }
    expect(await writer.saved()).not.toContain('strong');

    // A paste isn't joined with the words around it.
    await writer.write('', 'a ');
    await writer.text.evaluate((root) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'b');
      const options = { clipboardData, bubbles: true, cancelable: true };
      root.dispatchEvent(new ClipboardEvent('paste', options));
    });
    await writer.press('c', UNDO);
    expect(await writer.cursor()).toBe('a b|');
    await writer.press(UNDO);
    expect(await writer.cursor()).toBe('a |');

    // The selection is where the change was, not where the cursor went since.
    await writer.write(
      '<p>one</p><p>two</p>',
      'ControlOrMeta+Home',
      'x',
      'ControlOrMeta+End',
      UNDO,
    );
    expect(await writer.cursor()).toBe('|one\ntwo');
    await writer.press('ControlOrMeta+End', REDO);
    expect(await writer.cursor()).toBe('x|one\ntwo');
  });

  writing(
    'Backspace after a mark makes a plain line, and undo shows the mark',
    async ({ writer }) => {
      for (const mark of ['## ', '> ', '```', '- ', '1. ', '[ ] ', '[x] ', '- [ ] ']) {
        for (const [before, html] of [
          [[], ''],
          [['before', 'Enter'], '<p>before</p>'],
          [['> a', 'Enter', 'Enter'], '<blockquote>a</blockquote>'],
        ] as const) {
          await writer.write('', ...before, mark, 'Backspace', 'x');
          expect(await writer.saved(), mark).toBe(`${html}<p>x</p>`);
          await writer.write('', ...before, mark, UNDO);
          const [shown, kind] = mark === '- [ ] ' ? ['[ ] ', 'li'] : [mark, 'p'];
          await expect(writer.text.locator(kind).last()).toHaveText(shown.trim());
          expect((await writer.cursor()).endsWith(`${shown}|`), mark).toBe(true);
        }
      }
      await writer.expectAll(
        [
          [['Home', 'Backspace'], '<p>ab</p>'],
          [['Backspace', 'Backspace', 'x'], '<p>a</p><p>x</p>'],
        ],
        '<p>a</p><h2>b</h2>',
      );
      await writer.expectAll(
        [[['Backspace', 'Backspace', 'x'], '<blockquote>ax</blockquote>']],
        '<blockquote>a</blockquote><blockquote>b</blockquote>',
      );
    },
  );

  writing('Enter in an empty item goes up one level, then leaves the list', async ({ writer }) => {
    const nested = '<ol><li>a<ol><li>b</li></ol></li></ol>';
    await writer.expectAll(
      [
        [['Enter', 'Enter', 'x'], '<ol><li>a<ol><li>b</li></ol></li><li>x</li></ol>'],
        [['Enter', 'Enter', 'Enter', 'x'], `${nested}<p>x</p>`],
        [['Enter', 'Backspace', 'Backspace', 'x'], `${nested}<p>x</p>`],
        [['Enter', 'Enter', UNDO, 'x'], '<ol><li>a<ol><li>b</li><li>x</li></ol></li></ol>'],
      ],
      nested,
    );
    await writer.expectAll([
      [
        ['[x] a', 'Enter', 'b', 'Enter', 'Enter', 'c'],
        '<ul data-checked="true"><li>a</li></ul><ul data-checked="false"><li>b</li></ul><p>c</p>',
      ],
      [['> a', 'Enter', 'Enter', 'b'], '<blockquote>a</blockquote><p>b</p>'],
    ]);
  });

  writing('Shift+Enter breaks the line in every kind of text, and shows it', async ({ writer }) => {
    const keys = ['Shift+Enter', 'Shift+Enter', 'b'];
    for (const [mark, tag] of [
      ['', 'p'],
      ['## ', 'h2'],
      ['> ', 'blockquote'],
    ] as const) {
      await writer.expectAll([[[`${mark}a`, ...keys], `<${tag}>a<br><br>b</${tag}>`]]);
    }
    await writer.expectAll([
      [['- a', ...keys], '<ul><li>a<br><br>b</li></ul>'],
      [['a', 'Shift+Enter', 'b', UNDO, UNDO, 'c'], '<p>ac</p>'],
      [['a', 'Shift+Enter', 'Backspace', 'c'], '<p>ac</p>'],
      [['ab', 'ArrowLeft', 'Shift+Enter', 'c'], '<p>a<br>cb</p>'],
      [['ControlOrMeta+b', 'a', 'Shift+Enter', 'c'], '<p><strong>a<br>c</strong></p>'],
      [['```', 'a', 'Shift+Enter', 'c'], code('a\nc')],
    ]);
    const top = () =>
      writer.page.evaluate(() => {
        const { quill } = window.editing.current();
        return quill.getBounds(quill.getSelection()?.index ?? 0)?.top ?? 0;
      });
    await writer.write('', 'a');
    const first = await top();
    await writer.press('Shift+Enter');
    expect(await top()).toBeGreaterThan(first + 10);
  });

  writing('Markdown turns into formats, and one undo brings it back', async ({ writer }) => {
    const inline: [typed: string, html: string][] = [
      ['a **bold**', 'a <strong>bold</strong>'],
      ['a __bold__', 'a <strong>bold</strong>'],
      ['a *italic*', 'a <em>italic</em>'],
      ['a ***both***', 'a <strong><em>both</em></strong>'],
      ['a ~~struck~~', 'a <s>struck</s>'],
      ['中文**粗体**', '中文<strong>粗体</strong>'],
      ['a `c *d* e`', 'a <code>c *d* e</code>'],
      ['a **b `c` d**', 'a <strong>b <code>c</code> d</strong>'],
      ['a [b](https://c.com/d)', `a ${link('https://c.com/d', 'b')}`],
    ];
    for (const [typed, html] of inline) {
      await writer.write('', typed, ', b');
      expect(await writer.saved(), typed).toBe(`<p>${html}, b</p>`);
      await writer.write('', typed, UNDO, ', b');
      // What was inside keeps its format.
      await expect(writer.text).toHaveText(
        typed.includes('`c` d') ? 'a **b c d**, b' : `${typed}, b`,
      );
    }
    for (const plain of ['snake_case_name, 2*3*4, a * b * c', 'https_//a_b_ x~~y~~ f(x)']) {
      await writer.expectAll([[[plain], `<p>${plain}</p>`]]);
    }
    await writer.expectAll([
      [['a ![b](/c.png)', 'x'], '<p>a</p><figure><img src="/c.png" alt="b"></figure><p>x</p>'],
      [['a ![b](/c.png)', UNDO, 'x'], '<p>a ![b](/c.png)x</p>'],
      [['# x'], '<h1>x</h1>'],
      [['###### x'], '<h6>x</h6>'],
      [['## 1. x'], '<h2>1. x</h2>'],
      [['> x'], '<blockquote>x</blockquote>'],
      [['- x', 'Enter', 'y'], `<ul>${item('x')}${item('y')}</ul>`],
      [['+ x'], `<ul>${item('x')}</ul>`],
      [['* x'], `<ul>${item('x')}</ul>`],
      [['1) x'], `<ol>${item('x')}</ol>`],
      [['3. x', 'Enter', 'y'], `<ol start="3">${item('x')}${item('y')}</ol>`],
      [['1. x', 'Enter', 'Enter', '2. y'], `<ol>${item('x')}${item('y')}</ol>`],
      [['1. x', 'Enter', 'Enter', '5. y'], `<ol>${item('x')}</ol><ol start="5">${item('y')}</ol>`],
      [['2026. x'], '<p>2026. x</p>'],
      [['```js', 'Enter', '**x** `y`', 'Enter', '# z'], code('**x** `y`\n# z', 'javascript')],
      [['```js ', 'x'], code('x', 'javascript')],
      [['``` ', 'x'], code('x')],
      [['```', 'Tab', 'x()'], code('  x()')],
      [['ControlOrMeta+e', 'a **b**'], '<p><code>a **b**</code></p>'],
      [['---', 'x'], '<hr><p>x</p>'],
      [['---', 'Enter', 'x'], '<hr><p>x</p>'],
      [['*** ', 'x'], '<hr><p>x</p>'],
      [['___', 'Enter', 'x'], '<hr><p>x</p>'],
      [['a', 'Enter', '---', UNDO, 'x'], '<p>a</p><p>---x</p>'],
      [['- ---'], `<ul>${item('---')}</ul>`],
    ]);
    await writer.expectAll([[['Home', '## ', 'x'], '<h2>xword</h2>']], '<p>word</p>');
    await writer.expectAll([[['Home', '*', 'ArrowRight', '*'], '<p>*w*ord</p>']], '<p>word</p>');
  });

  writing('a typed address becomes a link, which one undo takes off', async ({ writer }) => {
    await writer.expectAll([
      [['see https://a.com/b. x'], `<p>see ${link('https://a.com/b')}. x</p>`],
      [['(www.a.com) x'], `<p>(${link('https://www.a.com', 'www.a.com')}) x</p>`],
      [['me@a.com', 'Enter', 'x'], '<p><a href="mailto:me@a.com">me@a.com</a></p><p>x</p>'],
      [['- https://a.com', 'Enter', 'x'], `<ul>${item(link('https://a.com'))}${item('x')}</ul>`],
      [['https://a.com/b ', UNDO, 'x'], '<p>https://a.com/b x</p>'],
      [['`https://a.com` x'], '<p><code>https://a.com</code> x</p>'],
      [['```', 'https://a.com x'], code('https://a.com x')],
      [['[a](https://b.com/c) x'], `<p>${link('https://b.com/c', 'a')} x</p>`],
    ]);
    const inside = `<p>${link('https://a.com/', 'https://b.com')}</p>`;
    await writer.expectAll(
      [[[' x'], `<p>${link('https://a.com/', 'https://b.com')} x</p>`]],
      inside,
    );
  });

  writing('works with what input methods and phones send', async ({ writer }) => {
    await writer.write('', 'ab');
    await writer.compose('に', 'にほ', 'にほん');
    await writer.compose('ご');
    for (const text of ['abにほん|', 'ab|', '|']) {
      await writer.press(UNDO);
      expect(await writer.cursor()).toBe(text);
    }
    await writer.compose('hello');
    await writer.insert(' ');
    await writer.compose('wor', 'world');
    await writer.press(UNDO);
    expect(await writer.cursor()).toBe('hello |');
    await writer.press(UNDO);
    expect(await writer.cursor()).toBe('|');

    const cases: [typed: string[], html: string][] = [
      [['**bold**', 'x'], '<p><strong>bold</strong>x</p>'],
      [['## ', 'x'], '<h2>x</h2>'],
      [['- ', 'x'], '<ul><li>x</li></ul>'],
      [['[ ] ', 'x'], '<ul data-checked="false"><li>x</li></ul>'],
      [['```', 'js', ' ', 'x'], code('x', 'javascript')],
      [['see https://a.com/b', ' ', 'x'], `<p>see ${link('https://a.com/b')} x</p>`],
    ];
    for (const [typed, html] of cases) {
      await writer.write('');
      await writer.insert(...typed);
      expect(await writer.saved(), typed.join('')).toBe(html);
    }
    await writer.write('');
    await writer.compose('**bold**');
    await writer.insert('x');
    expect(await writer.saved()).toBe('<p><strong>bold</strong>x</p>');

    const send = (inputType: string) =>
      writer.text.evaluate((root, type) => {
        const options = { inputType: type, cancelable: true, bubbles: true };
        root.dispatchEvent(new InputEvent('beforeinput', options));
      }, inputType);
    await writer.write('', '- a', 'Enter', 'Shift+ArrowUp', 'ArrowRight');
    await send('insertParagraph');
    await writer.insert('x');
    expect(await writer.saved()).toBe('<ul><li>a</li></ul><p>x</p>');
    await writer.write('');
    await writer.insert('## ');
    await send('deleteContentBackward');
    await writer.insert('x');
    expect(await writer.saved()).toBe('<p>x</p>');
  });

  writing('arrows and clicks lead above and below blocks at the ends', async ({ writer }) => {
    const video =
      '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>';
    const player = /<iframe [^>]+><\/iframe>/;
    const saved = async () => (await writer.saved()).replace(player, '(video)');
    const click = async (edge: 'top' | 'bottom') => {
      const box = await writer.text.boundingBox();
      if (!box) throw new Error('Not shown');
      await writer.page.mouse.click(
        box.x + 60,
        edge === 'top' ? box.y + 3 : box.y + box.height - 3,
      );
    };
    await writer.write(code('a\nb'), 'ArrowDown', 'x');
    expect(await saved()).toBe(`${code('a\nb')}<p>x</p>`);
    await writer.write(code('a\nb'), 'ArrowUp', 'ArrowUp', 'x');
    expect(await saved()).toBe(`<p>x</p>${code('a\nb')}`);
    await writer.write(code('a\nb'));
    await click('bottom');
    await writer.press('x');
    await click('top');
    await writer.press('y');
    expect(await saved()).toBe(`<p>y</p>${code('a\nb')}<p>x</p>`);

    // Without the empty line that follows it when it's opened.
    await writer.write(video);
    await writer.page.evaluate(() => {
      const { quill } = window.editing.current();
      quill.deleteText(1, 1);
      quill.setSelection(0, 1, 'user');
    });
    await writer.press('ArrowDown', 'x');
    expect(await saved()).toBe('(video)<p>x</p>');
    await click('top');
    await writer.press('y');
    expect(await saved()).toBe('<p>y</p>(video)<p>x</p>');
    // A click below a paragraph adds nothing.
    await click('bottom');
    await writer.press('z');
    expect(await saved()).toBe('<p>y</p>(video)<p>xz</p>');
  });

  writing('keys format as in Ghost, and AltGr still types', async ({ writer }) => {
    const cases: [keys: string[], html: string][] = [
      [['ControlOrMeta+Alt+1'], '<h1>a</h1>'],
      [['ControlOrMeta+Alt+6'], '<h6>a</h6>'],
      [['ControlOrMeta+Alt+2', 'ControlOrMeta+Alt+0'], '<p>a</p>'],
      [['Control+q'], '<blockquote>a</blockquote>'],
      [['Control+q', 'Control+q'], '<p>a</p>'],
      [['Control+l'], '<ul><li>a</li></ul>'],
      [['Control+Alt+l'], '<ol><li>a</li></ol>'],
      [['Control+l', 'ControlOrMeta+Alt+0'], '<p>a</p>'],
      [['ControlOrMeta+Alt+8'], code('a')],
      [['ControlOrMeta+a', 'Control+Alt+u'], '<p><s>a</s></p>'],
      [['ControlOrMeta+a', 'ControlOrMeta+Shift+X'], '<p><s>a</s></p>'],
      [['ControlOrMeta+a', 'Control+Shift+K'], '<p><code>a</code></p>'],
      [['ControlOrMeta+a', 'ControlOrMeta+e', 'ControlOrMeta+e'], '<p>a</p>'],
      [['ControlOrMeta+Alt+2', UNDO], '<p>a</p>'],
    ];
    await writer.expectAll(cases, '<p>a</p>');
    await writer.write('<p>a</p>');
    // German, Polish and French keyboards.
    for (const [key, code, altGraph] of [
      ['²', 'Digit2', true],
      ['2', 'Digit2', true],
      ['²', 'Digit2', false],
      ['ł', 'KeyL', true],
      ['@', 'KeyQ', false],
    ] as const) {
      const isUnhandled = await writer.text.evaluate(
        (root, init) => root.dispatchEvent(new KeyboardEvent('keydown', init)),
        {
          ...{ key, code, keyCode: code.charCodeAt(code.length - 1), cancelable: true },
          ...{ ctrlKey: true, altKey: true, modifierAltGraph: altGraph },
        },
      );
      expect(isUnhandled, key).toBe(true);
    }
    expect(await writer.saved()).toBe('<p>a</p>');
  });

  writing('checklists can be made, checked and unchecked', async ({ writer }) => {
    const list = (isChecked: boolean, text = 'a') =>
      `<ul data-checked="${isChecked}"><li>${text}</li></ul>`;
    await writer.expectAll([
      [['[ ] a'], list(false)],
      [['[] a'], list(false)],
      [['[x] a'], list(true)],
      [['- [ ] a'], list(false)],
      [['[ ] a', 'Alt+Enter'], list(true)],
      [['[ ] a', 'Alt+Enter', 'Alt+Enter'], list(false)],
      [['[ ] a', 'Alt+Enter', UNDO], list(false)],
      [
        ['[ ] a', 'Enter', 'b', 'ControlOrMeta+a', 'Alt+Enter'],
        '<ul data-checked="true"><li>a</li><li>b</li></ul>',
      ],
      [['a', 'Alt+Enter', 'b'], '<p>ab</p>'],
    ]);
    await writer.write('', '[ ] buy ink');
    const box = writer.text.getByRole('checkbox', { name: 'Done' });
    await expect(box).not.toBeChecked();
    await box.click();
    await expect(box).toBeChecked();
    expect(await writer.saved()).toBe(list(true, 'buy ink'));
    expect(await writer.cursor()).toBe('buy ink|');
    await writer.press(UNDO);
    await expect(box).not.toBeChecked();
    await writer.press(' now');
    await expect(box).not.toBeChecked();
    await writer.text.locator('li > .ql-ui').dispatchEvent('touchstart');
    expect(await writer.saved()).toBe(list(true, 'buy ink now'));
  });
});
