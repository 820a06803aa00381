import type { Page } from '@playwright/test';
import {
  ADDRESSES,
  BACKSPACES,
  BLOCK_MARKS,
  BREAKS,
  CHECKS,
  code,
  ENTERS,
  FORMAT_KEYS,
  link,
  MARKS,
  TABS,
  TEXT_MARKS,
  UNDO_STEPS,
} from '../support/typed.ts';
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
  async expectAll(
    cases: readonly (readonly [start: string, keys: readonly string[], html: string])[],
  ) {
    for (const [start, keys, html] of cases) {
      await this.write(start, ...keys);
      expect(await this.saved(), `${start}: ${keys.join(' ')}`).toBe(html);
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

writing.describe('typing', () => {
  writing('Tab indents items with those below them, and stays in the text', async ({ writer }) => {
    for (const one of TABS) {
      await writer.expectAll([one]);
      await expect(writer.text).toBeFocused();
    }
    await writer.press(UNDO, UNDO);
    expect(await writer.saved()).toBe(code('  a'));
  });

  writing(
    'undo takes back words, and every other change alone',
    { tag: '@long' },
    async ({ writer }) => {
      await writer.write('', UNDO_STEPS.typed);
      for (const [keys, text] of UNDO_STEPS.steps) {
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
    },
  );

  writing(
    'Backspace after a mark makes a plain line, and undo shows the mark',
    { tag: '@long' },
    async ({ writer }) => {
      await writer.expectAll(BACKSPACES);
      for (const mark of MARKS) {
        await writer.write('', mark, UNDO);
        const [shown, kind] = mark === '- [ ] ' ? ['[ ] ', 'li'] : [mark, 'p'];
        await expect(writer.text.locator(kind).last()).toHaveText(shown.trim());
        expect((await writer.cursor()).endsWith(`${shown}|`), mark).toBe(true);
      }
    },
  );

  writing(
    'Enter in an empty item goes up one level, then leaves the list',
    { tag: '@long' },
    async ({ writer }) => {
      await writer.expectAll(ENTERS);
    },
  );

  writing(
    'Shift+Enter breaks the line in every kind of text, and shows it',
    { tag: '@long' },
    async ({ writer }) => {
      await writer.expectAll(BREAKS);
      const top = () =>
        writer.page.evaluate(() => {
          const { quill } = window.editing.current();
          return quill.getBounds(quill.getSelection()?.index ?? 0)?.top ?? 0;
        });
      await writer.write('', 'a');
      const first = await top();
      await writer.press('Shift+Enter');
      expect(await top()).toBeGreaterThan(first + 10);
    },
  );

  writing('Markdown turns into formats, and one undo brings it back', async ({ writer }) => {
    for (const [typed, html] of TEXT_MARKS) {
      await writer.write('', typed, ', b');
      expect(await writer.saved(), typed).toBe(`<p>${html}, b</p>`);
      await writer.write('', typed, UNDO, ', b');
      // What was inside keeps its format.
      await expect(writer.text).toHaveText(
        typed.includes('`c` d') ? 'a **b c d**, b' : `${typed}, b`,
      );
    }
    for (const plain of ['snake_case_name, 2*3*4, a * b * c', 'https_//a_b_ x~~y~~ f(x)']) {
      await writer.expectAll([['', [plain], `<p>${plain}</p>`]]);
    }
    await writer.expectAll(BLOCK_MARKS);
  });

  writing(
    'a typed address becomes a link, which one undo takes off',
    { tag: '@long' },
    async ({ writer }) => {
      await writer.expectAll(ADDRESSES);
    },
  );

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

  writing(
    'arrows and clicks lead above and below blocks at the ends',
    { tag: '@long' },
    async ({ writer }) => {
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
    },
  );

  writing(
    'keys format as in Ghost, and AltGr still types',
    { tag: '@long' },
    async ({ writer }) => {
      await writer.expectAll(FORMAT_KEYS);
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
    },
  );

  writing('checklists can be made, checked and unchecked', async ({ writer }) => {
    await writer.expectAll(CHECKS);
    const list = (isChecked: boolean, text: string) =>
      `<ul data-checked="${isChecked}"><li>${text}</li></ul>`;
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
