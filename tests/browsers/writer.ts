import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { editorScript } from '../e2e/support/editor-page.ts';
import type { Driver } from './driver.ts';

/** What a program puts on the clipboard, by its types. */
export type Clip = Record<string, string>;

const STYLES = `.ql-editor { white-space: pre-wrap; min-height: 400px; padding: 20px }
  .ql-ui { display: inline-block; width: 20px; height: 20px }`;

/** Serves a page that has only the editor, as `window.editing`. Returns its address. */
export async function serveEditor(): Promise<{ url: string; stop: () => void }> {
  const script = await editorScript();
  const page = `<!doctype html><style>${STYLES}</style><body><script src="/editor.js"></script>`;
  const server = createServer(({ url }, response) => {
    const isScript = url === '/editor.js';
    const type = isScript ? 'text/javascript' : 'text/html';
    response.setHeader('content-type', `${type}; charset=utf-8`);
    if (isScript || url === '/') response.end(isScript ? script : page);
    else response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

/** Runs in the page. Pastes into the element that has the focus. */
export function sendPaste(clip: Clip): void {
  const clipboardData = new DataTransfer();
  for (const [type, value] of Object.entries(clip)) clipboardData.setData(type, value);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
  // Firefox ignores it among the options.
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  document.activeElement?.dispatchEvent(event);
}

/** An editor in a page of its own, which many checks share. */
export class Writer {
  private readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Opens stored HTML in a new editor, puts the cursor at its end, and presses keys. */
  async write(html: string, ...keys: string[]): Promise<void> {
    await this.driver.run((content) => {
      const editor = window.editing.openEditor();
      editor.show({ html: content });
      editor.quill.setSelection(editor.quill.getLength(), 0, 'user');
    }, html);
    if (keys.length > 0) await this.press(...keys);
  }

  press(...keys: string[]): Promise<void> {
    return this.driver.press(...keys);
  }

  select(index: number, length = 0): Promise<void> {
    return this.driver.run(
      (at, count) => window.editing.current().quill.setSelection(at, count, 'user'),
      index,
      length,
    );
  }

  paste(clip: Clip): Promise<void> {
    return this.driver.run(sendPaste, clip);
  }

  /** Drops something before the first place with this text. */
  drop(clip: Clip, text: string): Promise<void> {
    return this.driver.run(
      (data, wanted) => {
        const { root } = window.editing.current().quill;
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (texts.nextNode() && !texts.currentNode.textContent?.includes(wanted));
        const node = texts.currentNode;
        const range = document.createRange();
        range.setStart(node, node.textContent?.indexOf(wanted) ?? 0);
        range.setEnd(node, range.startOffset + 1);
        const { left, top, height } = range.getBoundingClientRect();
        const place = { clientX: left + 0.5, clientY: top + height / 2 };
        const drop = new DragEvent('drop', { bubbles: true, cancelable: true, ...place });
        const dataTransfer = new DataTransfer();
        for (const [type, value] of Object.entries(data)) dataTransfer.setData(type, value);
        Object.defineProperty(drop, 'dataTransfer', { value: dataTransfer });
        node.parentElement?.dispatchEvent(drop);
      },
      clip,
      text,
    );
  }

  /**
   * Composes a word with the events of an input method. Those of Safari end with the key that
   * confirms the word.
   */
  compose(isSafari: boolean, ...steps: string[]): Promise<void> {
    return this.driver.run(
      (hasKeyAtEnd, texts) => {
        const { root } = window.editing.current().quill;
        const send = (type: string, data: string) =>
          root.dispatchEvent(new CompositionEvent(type, { data, bubbles: true }));
        send('compositionstart', '');
        let shown = '';
        for (const text of texts) {
          send('compositionupdate', text);
          for (const _letter of shown) getSelection()?.modify('extend', 'backward', 'character');
          document.execCommand('insertText', false, text);
          shown = text;
        }
        send('compositionend', shown);
        const key = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
        if (hasKeyAtEnd) root.dispatchEvent(new KeyboardEvent('keydown', key));
      },
      isSafari,
      steps,
    );
  }

  /** Returns what would be saved. */
  saved(): Promise<string> {
    return this.driver.run(() => window.editing.current().html());
  }

  /** Returns the text, with `|` where the cursor is. */
  cursor(): Promise<string> {
    return this.driver.run(() => {
      const { quill } = window.editing.current();
      const { index, length } = quill.getSelection() ?? { index: 0, length: 0 };
      const text = quill.getText();
      const selected = length > 0 ? `[${text.slice(index, index + length)}]` : '|';
      return `${text.slice(0, index)}${selected}${text.slice(index + length)}`.replace(/\n$/, '');
    });
  }
}
