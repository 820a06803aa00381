import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { ADMIN } from '../e2e/support/server.ts';
import type { Driver } from './driver.ts';
import type { Page } from './page.ts';
import { type Clip, sendPaste } from './writer.ts';

/** The page to write a post, and the administrator who writes. */
export class Desk {
  readonly page: Page;
  private readonly driver: Driver;
  private readonly url: string;
  private cookie = '';

  constructor(driver: Driver, page: Page, url: string) {
    this.driver = driver;
    this.page = page;
    this.url = url;
  }

  async signIn(): Promise<void> {
    await this.page.open('/signin');
    await this.page.type('Email', ADMIN.email);
    await this.page.type('Password', ADMIN.password);
    await this.page.submit('Sign In');
    await this.page.seePath(/^\/$/);
    const answer = await this.call('POST', '/api/auth/signin', ADMIN);
    this.cookie = answer.headers.getSetCookie().join('; ');
  }

  /** Opens a new post, with the cursor in its title. */
  async create(title: string): Promise<void> {
    await this.page.open('/create-post');
    await this.page.see('field', 'Content');
    await this.page.click('field', 'Title');
    await this.press(title, 'Enter');
    await this.expectFocus('Content');
    await this.expectTools();
  }

  /** Publishes a post, opens it in the editor, and returns its id. */
  async edit(title: string, content: string): Promise<string> {
    const post = { title, category: 'javascript', content };
    const answer = await this.call('POST', '/api/post/create', post);
    const { _id } = (await answer.json()) as { _id: string };
    await this.reopen(_id);
    return _id;
  }

  async reopen(id: string): Promise<void> {
    await this.page.open(`/update-post/${id}`);
    await expect.poll(() => this.lines()).not.toEqual([]);
    await this.expectTools();
  }

  /** Waits for the code that handles keys on blocks, which loads after the text. */
  private async expectTools(): Promise<void> {
    const hasHandle = () => document.querySelector('.block-handle') !== null;
    await expect.poll(() => this.driver.run(hasHandle)).toBe(true);
  }

  async reload(): Promise<void> {
    await this.driver.run(() => {
      Object.assign(document, { isLeft: true });
      setTimeout(() => location.reload());
    });
    await expect
      .poll(() => this.driver.run(() => 'isLeft' in document).catch(() => true))
      .toBe(false);
  }

  press(...keys: string[]): Promise<void> {
    return this.driver.press(...keys);
  }

  /** Saves with Ctrl+S, and returns the content that the server has then. */
  async save(): Promise<string> {
    await this.press('Control+s');
    await expect
      .poll(() =>
        this.driver.run(() => document.querySelector('[data-sync]')?.getAttribute('data-sync')),
      )
      .toBe('saved');
    const answer = await this.call('GET', `/api/document/${await this.id()}`);
    return ((await answer.json()) as { content: string }).content;
  }

  async id(): Promise<string> {
    return (await this.driver.run(() => location.pathname)).split('/').at(-1) ?? '';
  }

  async expectFocus(name: string): Promise<void> {
    const focused = () =>
      this.driver.run(() => {
        const { activeElement: element } = document;
        const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent?.trim();
        return element?.getAttribute('aria-label') ?? label ?? element?.textContent?.trim() ?? '';
      });
    await expect.poll(focused).toBe(name);
  }

  /** Returns the lines and blocks of the text, in short. */
  lines(): Promise<string[]> {
    return this.driver.run(() => {
      const kinds = 'p, li, blockquote, .ql-code-block, [data-kept], [data-upload], iframe';
      const all = [...document.querySelectorAll<HTMLElement>(`.ql-editor :is(${kinds})`)];
      const outer = all.filter(
        (line) => !line.parentElement?.closest('[data-kept], [data-upload]'),
      );
      return outer.map((line) => {
        if (line.dataset.upload) return '[upload]';
        if (line.localName === 'iframe') return '[video]';
        const kept = line.localName === 'div' && line.dataset.kept && line.firstElementChild;
        return kept ? `[${kept.localName}]` : line.textContent;
      });
    });
  }

  /** Expects lines of the text; a negative number counts from its end. */
  async expectLines(lines: string[], start = 0): Promise<void> {
    const shown = async () => {
      const all = await this.lines();
      return start < 0 ? all.slice(start) : all.slice(start, start + lines.length);
    };
    await expect.poll(shown).toEqual(lines);
  }

  /** Expects that this block is selected, or none. */
  async expectSelected(name: string | null): Promise<void> {
    const selected = () =>
      this.driver.run(
        () => document.querySelector('[data-selected]')?.getAttribute('aria-label') ?? null,
      );
    await expect.poll(selected).toBe(name);
  }

  /** Goes down to the end of the text, and returns the blocks that were selected on the way. */
  async selectDown(): Promise<string[]> {
    const blocks: string[] = [];
    const count = (await this.lines()).length;
    for (let n = 0; n < count; n++) {
      await this.press('ArrowDown');
      const name = await this.driver.run(() =>
        document.querySelector('[data-selected]')?.getAttribute('aria-label'),
      );
      if (name && name !== blocks.at(-1)) blocks.push(name);
    }
    return blocks;
  }

  /** Expects the title of the open dialog, with the focus in a field of it, or none. */
  async expectDialog(title: string | null): Promise<void> {
    const shown = () =>
      this.driver.run(() => {
        const dialog = document.querySelector('dialog[open]');
        if (!dialog) return null;
        const isReady = document.activeElement?.matches('[contenteditable], input, textarea');
        return isReady ? dialog.querySelector('h2')?.textContent : 'without the focus';
      });
    await expect.poll(shown).toBe(title);
    if (title === null) await this.expectFocus('Content');
  }

  /** Inserts a block with the slash menu, in a new paragraph at the end of the text. */
  async insert(name: string): Promise<void> {
    await this.press('Control+End', 'Enter', `/${name.toLowerCase()}`);
    await this.page.see('option', new RegExp(`^${name}`));
    await this.press('Enter');
  }

  /** Returns a point in the first element that matches, or in the line with this text. */
  at(selector: string, text = ''): Promise<{ x: number; y: number }> {
    return this.driver.run(
      (wanted, words) => {
        const all = [...document.querySelectorAll<HTMLElement>(wanted)];
        const element = all.find(({ textContent }) => words === '' || textContent === words);
        if (!element) throw new Error(`There is no ${wanted} ${words}`);
        const box = element.getBoundingClientRect();
        if (box.top < 200 || box.bottom > innerHeight - 100) {
          // A user's wheel also keeps the page from scrolling to the cursor after a key.
          dispatchEvent(new Event('wheel'));
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
        }
        const range = document.createRange();
        range.selectNodeContents(words === '' ? element : (element.lastChild ?? element));
        const { left, top, width, height } =
          words === '' ? element.getBoundingClientRect() : range.getBoundingClientRect();
        return { x: left + (words === '' ? width / 2 : 2), y: top + height / 2 };
      },
      selector,
      text,
    );
  }

  async click(selector: string, text = ''): Promise<void> {
    await this.driver.pointer(await this.at(selector, text), 'down', 'up');
  }

  /** Clicks a line of the text. */
  clickLine(text: string): Promise<void> {
    return this.click('.ql-editor :is(p, li, .ql-code-block)', text);
  }

  paste(clip: Clip): Promise<void> {
    return this.driver.run(sendPaste, clip);
  }

  /** Pastes a picture, or drops it before the line with this text. */
  async giveFile(path: string, line?: string): Promise<void> {
    const bytes = [...(await readFile(path))];
    await this.driver.run(
      (data, at) => {
        const files = new DataTransfer();
        files.items.add(new File([Uint8Array.from(data)], 'photo.png', { type: 'image/png' }));
        const init = { bubbles: true, cancelable: true };
        if (at === null) {
          const paste = new ClipboardEvent('paste', init);
          Object.defineProperty(paste, 'clipboardData', { value: files });
          document.activeElement?.dispatchEvent(paste);
          return;
        }
        const lines = [...document.querySelectorAll('.ql-editor p')];
        const target = lines.find(({ textContent }) => textContent === at);
        // No one can drop something outside the window: pictures that load may have moved the line.
        target?.scrollIntoView({ block: 'center' });
        const { left, top, height } = target?.getBoundingClientRect() ?? new DOMRect();
        const place = { clientX: left + 0.5, clientY: top + height / 2 };
        const drop = new DragEvent('drop', { ...init, ...place });
        Object.defineProperty(drop, 'dataTransfer', { value: files });
        target?.dispatchEvent(drop);
      },
      bytes,
      line ?? null,
    );
  }

  private async call(method: string, path: string, body?: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie: this.cookie };
    const answer = await fetch(this.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer;
  }
}

/** Collects what screen readers announce from now on. Returns a function that returns it. */
export async function listen(driver: Driver): Promise<() => Promise<string[]>> {
  await driver.run(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      const regions = changes.map(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest('[role=status], [role=alert], [aria-live]');
      });
      for (const region of new Set(regions)) if (region?.textContent) said.push(region.textContent);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => driver.run(() => (window as unknown as { said: string[] }).said);
}

/** Runs in the page. Returns how far the line of the cursor is from the bars, in pixels. */
export function roomOfLine(): number {
  const node = getSelection()?.focusNode;
  const line = node instanceof Element ? node : node?.parentElement;
  const { top, bottom } = line?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  const bars = [...document.querySelectorAll('.writing-head, .ql-toolbar')].map((bar) =>
    bar.getBoundingClientRect(),
  );
  const atTop = bars.filter((bar) => bar.top < innerHeight / 2).map((bar) => bar.bottom);
  const atEnd = bars.filter((bar) => bar.top > innerHeight / 2).map((bar) => bar.top);
  return Math.min(top - Math.max(...atTop), Math.min(innerHeight, ...atEnd) - bottom);
}
