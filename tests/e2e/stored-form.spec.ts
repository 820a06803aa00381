import type { Page } from '@playwright/test';
import { sanitize } from '../../api/content/sanitize.ts';
import { structureOf } from '../support/clipboards/model.ts';
import { randomClipboards } from '../support/clipboards.ts';
import { isFullRun } from '../support/full-run.ts';
import { linesOfHtml } from '../support/lines.ts';
import { generator } from '../support/random.ts';
import { randomDocument } from '../support/random-documents.ts';
import { openEditorPage } from './support/editor-page.ts';
import { expect, test } from './support/test.ts';

/** A letter that no document has. */
const LETTER = 'ⓩ';

/** Opens documents one after the other in one editor, and types a letter at the end of each. */
function typeAtEnds(page: Page, documents: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([all, letter]) => {
      const editor = window.editing.openEditor();
      return all.map((html) => window.editing.typeAtEnd(editor, html, letter));
    },
    [documents, LETTER] as const,
  );
}

test.describe('a stored document', () => {
  // The same without typing, in tests/api/editor/stored-form.test.ts, has more documents.
  for (const seed of isFullRun ? [1, 2, 3, 4] : [3]) {
    const count = isFullRun ? 750 : 100;
    test(`keeps everything else when a letter is typed at its end, for random documents (${seed})`, {
      tag: '@long',
    }, async ({ page }) => {
      await openEditorPage(page);
      const random = generator(seed);
      const documents = Array.from({ length: count }, () => sanitize(randomDocument(random)));
      const saved = await typeAtEnds(page, documents);
      for (const [index, stored] of documents.entries()) {
        const html = saved[index] ?? '';
        expect(html.split(LETTER), stored).toHaveLength(2);
        // The letter may be the first in an empty line, which is stored as `<br>`.
        const without = ['', '<br>'].map((empty) => sanitize(html.replace(LETTER, empty)));
        expect(without, html).toContain(stored);
      }
    });
  }

  test('keeps lists, code, spaces, links and pictures', async ({ page }) => {
    const documents = [
      '<ol start="5"><li>a</li><li>b</li></ol>',
      '<ul><li>a<pre data-language="css"><code>b</code></pre></li><li>c</li></ul>',
      '<p>a<br>b</p>',
      '<p><code>a  b</code> c</p>',
      '<p>a </p><ul><li>b </li></ul><blockquote>c </blockquote>',
      '<p>10\u00a0km\u00a0!</p>',
      '<p><a href="about.html">a</a></p>',
      '<p><a href="/b"><img src="/a.png" alt="A" width="9"></a></p>',
      '<p><a href="/b">a <strong>b</strong> c</a></p>',
      '<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol><ol><li>d</li></ol>',
      '<blockquote><p>a</p><p>b</p></blockquote>',
      '<ul><li><br><ul><li>a</li></ul></li></ul>',
      '<pre data-language="plain"><code>a\n\nb</code></pre>'.repeat(2),
    ];
    await openEditorPage(page);
    const saved = await typeAtEnds(
      page,
      documents.map((stored) => `${stored}<p>end</p>`),
    );
    for (const [index, stored] of documents.entries()) {
      expect(sanitize(saved[index] ?? ''), stored).toBe(`${stored}<p>end${LETTER}</p>`);
      expect(sanitize(stored)).toBe(stored);
    }
  });
});

test.describe('a clipboard', () => {
  const clipboards = randomClipboards(isFullRun ? 300 : 100, 5);

  test('is pasted without losing letters, spaces or blocks, for random clipboards', async ({
    page,
  }) => {
    await openEditorPage(page);
    const pasted = await page.evaluate(
      (all) => {
        const editor = window.editing.openEditor();
        return all.map((html) => {
          editor.show({ html: '' });
          return window.editing.pasteHtml(editor, html);
        });
      },
      clipboards.map(({ html }) => html),
    );
    for (const [index, { source, html, lines, structure }] of clipboards.entries()) {
      const stored = sanitize(pasted[index] ?? '');
      expect(linesOfHtml(stored), `${source}: ${html}`).toEqual(lines);
      expect(structureOf(stored), `${source}: ${html}`).toEqual(structure);
    }
  });
});

const pre = (language: string, text: string) =>
  `<pre data-language="${language}"><code>${text}</code></pre>`;
const BLOCKS = pre('javascript', 'a\n\nb') + pre('javascript', 'c') + pre('python', 'd');

test.describe('neighboring blocks of code', () => {
  const text = (page: Page) => page.getByRole('textbox', { name: 'Content' });
  const saved = async (page: Page) =>
    sanitize(await page.evaluate(() => window.editing.current().html()));

  async function open(page: Page, html: string, cursor: number, length = 0): Promise<void> {
    await openEditorPage(page);
    await page.evaluate(
      ([content, at, selected]) => {
        const editor = window.editing.openEditor();
        editor.show({ html: content });
        editor.quill.setSelection(at, selected, 'user');
      },
      [html, cursor, length] as const,
    );
  }

  /** Copies the selection, and returns what is on the clipboard. */
  const copy = (page: Page) =>
    text(page).evaluate((root) => {
      const clipboardData = new DataTransfer();
      const options = { clipboardData, bubbles: true, cancelable: true };
      root.dispatchEvent(new ClipboardEvent('copy', options));
      return {
        html: clipboardData.getData('text/html'),
        text: clipboardData.getData('text/plain'),
      };
    });
  const paste = (page: Page, data: { html: string; text: string }) =>
    text(page).evaluate((root, { html, text }) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', text);
      const options = { clipboardData, bubbles: true, cancelable: true };
      root.dispatchEvent(new ClipboardEvent('paste', options));
    }, data);

  test('stay separate when Enter is pressed in them, and after undo', { tag: '@long' }, async ({
    page,
  }) => {
    await open(page, BLOCKS, 1);
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('y');
    expect(await saved(page)).toBe(
      pre('javascript', 'a\nx\n\nb') + pre('javascript', 'c\ny') + pre('python', 'd'),
    );
    for (let step = 0; step < 4; step++) await page.keyboard.press('ControlOrMeta+z');
    expect(await saved(page)).toBe(BLOCKS);
  });

  test('stay separate when they’re copied within the editor', { tag: '@long' }, async ({
    page,
  }) => {
    await open(page, `${BLOCKS}<p>end</p>`, 0, 9);
    const copied = await copy(page);
    expect(copied.text).toBe('a\n\nb\n\nc\n\nd\n');
    await page.keyboard.press('ControlOrMeta+End');
    await paste(page, copied);
    expect(await saved(page)).toBe(`${BLOCKS}<p>end</p>${BLOCKS}`);
  });

  test('stay separate when they’re pasted from elsewhere, even below other code', {
    tag: '@long',
  }, async ({ page }) => {
    await open(page, `${pre('plain', 'a')}<p><br></p><p>end</p>`, 2);
    await paste(page, { html: '<pre>b\nc</pre><pre>d</pre>', text: 'b' });
    expect(await saved(page)).toBe(
      `${pre('plain', 'a')}${pre('plain', 'b\nc')}${pre('plain', 'd')}<p>end</p>`,
    );
  });

  test('each have a separate language', { tag: '@long' }, async ({ page }) => {
    await open(page, pre('plain', 'a') + pre('plain', 'b'), 0);
    await page.locator('select').nth(1).selectOption('css');
    expect(await saved(page)).toBe(pre('plain', 'a') + pre('css', 'b'));
  });

  test('contain text that’s pasted into them', { tag: '@long' }, async ({ page }) => {
    await open(page, pre('css', 'a') + pre('css', 'b'), 3);
    await paste(page, { html: '<pre>x\ny</pre>', text: 'x\ny' });
    expect(await saved(page)).toBe(pre('css', 'a') + pre('css', 'bx\ny'));
  });
});

test.describe('a part that the editor keeps whole', () => {
  const stored = '<ul><li>a<pre data-language="css"><code>b</code></pre></li></ul><p>c</p>';

  test('can be selected with a click and deleted', { tag: '@long' }, async ({ page }) => {
    await openEditorPage(page);
    const html = () => page.evaluate(() => window.editing.current().html());
    await page.evaluate((content) => window.editing.openEditor().show({ html: content }), stored);
    await page.locator('.ql-kept pre').click();
    expect(await html()).toBe(stored);
    await page.keyboard.press('Delete');
    expect(await html()).toBe('<ul><li>a</li></ul><p>c</p>');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await html()).toBe(stored);
  });
});

test('pasted text keeps spaces, and never joins words of different blocks', async ({ page }) => {
  await openEditorPage(page);
  for (const [content, at, html, after] of [
    ['<p>one</p>', 3, '<span> two</span>', '<p>one two</p>'],
    ['<p>one two</p>', 3, '<h2>a</h2><p>b</p>', '<p>one</p><h2>a</h2><p>b two</p>'],
    // Two paragraphs are two items where they're pasted into an item.
    ['<ul><li>a</li></ul>', 1, '<p>b</p><p>c</p>', '<ul><li>ab</li><li>c</li></ul>'],
  ] as const) {
    const saved = await page.evaluate(
      ([before, pasted, position]) => {
        const editor = window.editing.openEditor();
        editor.show({ html: before });
        return window.editing.pasteHtml(editor, pasted, position);
      },
      [content, html, at] as const,
    );
    expect(sanitize(saved), html).toBe(after);
  }
});
