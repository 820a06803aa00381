import type Quill from 'quill/core.js';
import { Delta, type Op, type Range } from 'quill/core.js';
import Clipboard from 'quill/modules/clipboard.js';
import { writeContent } from '../../../../api/contract/content/write.ts';
import { markOwn, textOfOps } from './copied-text.ts';
import type { Pasted, PasteOptions } from './paste.ts';
import { readStored } from './stored/read.ts';
import { parseTree, storedForm } from './stored/tree.ts';
import { isBlockEmbed, treeOfOps } from './stored/write.ts';

export type PostClipboardOptions = PasteOptions;

const NOTHING_ELSE = { rtf: '', language: undefined, isPlain: false };

let paster: typeof import('./paste.ts') | undefined;

/** Loads what reads the clipboards of other programs, or returns null if that fails. */
export async function loadPaster(): Promise<typeof import('./paste.ts') | null> {
  paster ??= await import('./paste.ts').catch(() => undefined);
  return paster ?? null;
}

/**
 * Quill's clipboard, with our own way to read and write HTML. Cleans pasted HTML, converts it to
 * the stored form like the server, and reads it like a stored post. Also recognizes addresses and
 * Markdown in plain text. Such a conversion is a step of its own: undo gives the plain text.
 */
export class PostClipboard extends Clipboard {
  declare protected options: Clipboard['options'] & PostClipboardOptions;
  #pasted: Omit<Pasted, 'html' | 'text'> = NOTHING_ELSE;
  /** Whether the author pastes with Ctrl+Shift+V. */
  #isPlain = false;

  constructor(quill: Quill, options: Partial<Clipboard['options']>) {
    super(quill, options);
    const onKey = ({ type, key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent) => {
      // In Safari, the shortcut includes Option, which makes the key another character.
      const isV = key.toLowerCase() === 'v' || code === 'KeyV';
      this.#isPlain = type === 'keydown' && shiftKey && (ctrlKey || metaKey) && isV;
    };
    for (const type of ['keydown', 'keyup'] as const) {
      quill.root.addEventListener(type, onKey, { capture: true });
    }
    quill.root.addEventListener('focus', () => void loadPaster(), { once: true });
  }

  convertStored(html: string): Delta {
    const ops = readStored(storedForm(html), { parse: parseTree });
    const last = ops.at(-1)?.insert;
    // After an embedded block, keep a line to write in.
    if (typeof last === 'object') ops.push({ insert: '\n' });
    return new Delta(ops);
  }

  override convert({ text = '' }: { text?: string }): Delta {
    return new Delta().insert(text);
  }

  override onCapturePaste(event: ClipboardEvent): void {
    const { clipboardData } = event;
    this.#pasted = {
      rtf: clipboardData?.getData('text/rtf') ?? '',
      language: languageOfEditor(clipboardData?.getData('vscode-editor-data') ?? ''),
      isPlain: this.#isPlain,
    };
    super.onCapturePaste(event);
    this.#pasted = NOTHING_ELSE;
    this.#isPlain = false;
  }

  override onPaste(range: Range, { html = '', text = '' }: { text?: string; html?: string }): void {
    if (html === '' && text === '') return;
    const { quill, options } = this;
    const pasted = { ...this.#pasted, html, text };
    if (paster) paster.paste(quill, range, pasted, options);
    else {
      void whenQuiet(quill, range, loadPaster(), (loaded, place) => {
        // Without the code, for example offline, nothing is lost.
        if (loaded) loaded.paste(quill, place, pasted, options);
        else insertText(quill, place, text || textOf(html));
      });
    }
  }

  override onCopy(range: Range) {
    const { ops } = this.quill.getContents(range.index, range.length);
    const isPartOfLine = !ops.some((op) => isBlockEmbed(op) || endsLine(op));
    const last = ops.at(-1);
    const isOpen = last && !isPartOfLine && !isBlockEmbed(last) && !endsWithLine(last);
    if (isOpen) {
      // The last line was copied without its end, which says what kind of block it is.
      const [line] = this.quill.getLine(range.index + range.length);
      ops.push({ insert: '\n', attributes: line?.formats() ?? {} });
    }
    const text = textOfOps(ops, parseTree);
    const html = writeContent(treeOfOps(ops, parseTree));
    // Other programs would paste a paragraph as a line of its own.
    const inner = isPartOfLine ? html.replace(/^<p>(.*)<\/p>$/s, '$1') : html;
    return { text: isOpen ? text.replace(/\n$/, '') : text, html: markOwn(inner) };
  }
}

function insertText(quill: Quill, { index, length }: Range, text: string): void {
  quill.updateContents(new Delta().retain(index).insert(text).delete(length), 'user');
  quill.setSelection(index + text.length, 0, 'user');
}

function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}

/** Waits for a module, and follows a range through what is typed in the meantime. */
async function whenQuiet<T>(
  quill: Quill,
  { index, length }: Range,
  loading: Promise<T>,
  then: (loaded: T, range: Range) => void,
): Promise<void> {
  let [start, end] = [index, index + length];
  const onChange = (change: Delta) => {
    start = change.transformPosition(start, true);
    end = change.transformPosition(end);
  };
  quill.on('text-change', onChange);
  const loaded = await loading;
  quill.off('text-change', onChange);
  if (quill.root.isConnected) then(loaded, { index: start, length: Math.max(0, end - start) });
}

function endsLine({ insert }: Op): boolean {
  return typeof insert === 'string' && insert.includes('\n');
}

function endsWithLine({ insert }: Op): boolean {
  return typeof insert === 'string' && insert.endsWith('\n');
}

/** Returns the language of copied code, from what VS Code adds to the clipboard. */
function languageOfEditor(data: string): string | undefined {
  try {
    const { mode } = JSON.parse(data) as { mode?: unknown };
    return typeof mode === 'string' ? mode : undefined;
  } catch {
    return undefined;
  }
}
