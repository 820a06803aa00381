import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { wouldStore } from './editing.ts';
import { expect } from './test.ts';

interface Copied {
  text?: string;
  html?: string;
  /** The path of a PNG file. */
  picture?: string;
}

/** The hand of an author in the editor. Notes each key and click by the rules of the page. */
export class Hand {
  readonly page: Page;
  readonly text: Locator;
  private steps: string[] = [];
  private count = 0;

  constructor(page: Page) {
    this.page = page;
    this.text = page.getByRole('textbox', { name: 'Content' });
  }

  /** Returns what was done since the last call, such as "2: Ctrl+K, Enter". */
  done(): string {
    const noted = `${this.count}: ${this.steps.join(', ')}`;
    this.steps = [];
    this.count = 0;
    return noted;
  }

  private note(step: string, count = 1): void {
    this.steps.push(step);
    this.count += count;
  }

  /** Keys that are pressed together, such as "Control+b". */
  async press(keys: string): Promise<void> {
    const name = keys.replace('Control', 'Ctrl').replace('Key', '');
    this.note(name.replace(/\+[a-z]$/, (letter) => letter.toUpperCase()));
    await this.page.keyboard.press(keys);
  }

  /** Each character of a mark counts. */
  async mark(mark: string): Promise<void> {
    this.note(mark, [...mark].length);
    await this.page.keyboard.type(mark);
  }

  /** What finds something in a list. */
  async find(name: string): Promise<void> {
    this.note(`“${name}”`);
    await this.page.keyboard.type(name);
  }

  /** Words of the post don't count. */
  async write(words: string): Promise<void> {
    await this.page.keyboard.type(words);
  }

  async click(target: Locator, name?: string): Promise<void> {
    this.note(
      `click ${name ?? (await target.getAttribute('aria-label')) ?? (await target.textContent())}`,
    );
    await target.click();
  }

  /** Clicks what asks for files, and chooses some. */
  async choose(target: Locator, files: string | string[], name?: string): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.click(target, name);
    await (await asked).setFiles(files);
  }

  async drop(path: string): Promise<void> {
    this.note('drag');
    const file = await this.page.evaluateHandle(
      ([base64]) => {
        const bytes = Uint8Array.from(atob(base64 ?? ''), (sign) => sign.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
        return data;
      },
      [await readFile(path, 'base64')],
    );
    const line = this.text.locator('p').last();
    const box = await line.boundingBox();
    const at = { clientX: (box?.x ?? 0) + 5, clientY: (box?.y ?? 0) + 5 };
    for (const type of ['dragover', 'drop'])
      await line.dispatchEvent(type, { dataTransfer: file, ...at });
  }

  /** Replaces the text. Selects words of it, or its only block, or puts the cursor at its end. */
  async start(html: string, selected?: string): Promise<void> {
    const { keyboard } = this.page;
    await this.text.focus();
    for (const key of ['Control+a', 'Backspace', 'Backspace']) await keyboard.press(key);
    await expect(this.text).toHaveText('');
    await expect(this.text.locator('[data-kept], iframe')).toHaveCount(0);
    if (html !== '') {
      await this.copy({ html, text: 'x' });
      await keyboard.press('Control+v');
      await expect(this.text).not.toHaveClass(/ql-blank/);
    }
    if (selected === 'block') await keyboard.press('ArrowUp');
    else if (selected) await this.select(selected);
    else await keyboard.press('Control+End');
  }

  async select(words: string): Promise<void> {
    await this.text.evaluate((root, wanted) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      }
    }, words);
  }

  async copy({ text, html, picture }: Copied): Promise<void> {
    const png = picture ? await readFile(picture, 'base64') : '';
    await this.page.evaluate(
      async ([plain, rich, base64]) => {
        const bytes = Uint8Array.from(atob(base64 ?? ''), (sign) => sign.charCodeAt(0));
        const types = Object.entries({
          'text/plain': plain,
          'text/html': rich,
          'image/png': base64 && bytes,
        }).flatMap(([type, data]) => (data ? [[type, new Blob([data], { type })]] : []));
        await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(types))]);
      },
      [text ?? '', html ?? '', png],
    );
  }

  /** Checks the HTML that the server would store. */
  async expectStored(html: string | RegExp): Promise<void> {
    const matching =
      typeof html === 'string' ? expect.stringMatching(exactly(html)) : expect.stringMatching(html);
    await expect.poll(() => wouldStore(this.page)).toEqual(matching);
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}
