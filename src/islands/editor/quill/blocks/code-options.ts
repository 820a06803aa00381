import type Quill from 'quill/core.js';
import { Delta, Parchment } from 'quill/core.js';
import { followRange } from '../follow-range.ts';
import { changeUnrecorded } from './edit.ts';

export interface CodeOptions {
  title: string;
  /** Numbers of marked lines, such as `3,5-7`. */
  lines: string;
  hasNumbers: boolean;
}

interface Code {
  /** The first position, and the number of characters. */
  index: number;
  length: number;
  container: HTMLElement;
  options: CodeOptions;
}

/** Returns the code block at a position (default: with the cursor), or null. */
export function codeAt(quill: Quill, index = quill.getSelection()?.index): Code | null {
  if (index === undefined) return null;
  const [line] = quill.getLine(index);
  const formats = line?.formats() ?? {};
  const container = line?.parent;
  const isCode = formats['code-block'] && container instanceof Parchment.ContainerBlot;
  if (!isCode || !(container.domNode instanceof HTMLElement)) return null;
  return {
    index: quill.getIndex(container),
    length: container.length(),
    container: container.domNode,
    options: {
      title: String(formats['code-title'] ?? ''),
      lines: String(formats['code-lines'] ?? ''),
      hasNumbers: Boolean(formats['code-numbers']),
    },
  };
}

/** Each line of the block has its options. */
export function setCodeOptions(quill: Quill, at: number, options: CodeOptions): void {
  const code = codeAt(quill, at);
  if (!code) return;
  const attributes = {
    'code-title': options.title || null,
    'code-lines': options.lines || null,
    'code-numbers': options.hasNumbers || null,
  };
  const change = new Delta().retain(code.index);
  const text = quill.getText(code.index, code.length);
  for (const line of text.split('\n').slice(0, -1))
    change.retain(line.length).retain(1, attributes);
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
}

/** The options of a code block while their dialog is open. Works like `BlockEdit`. */
export class CodeEdit {
  readonly before: CodeOptions;
  readonly #quill: Quill;
  #follow: ReturnType<typeof followRange>;
  #latest: CodeOptions;

  /** Returns null if the cursor isn't in code. */
  static start(quill: Quill): CodeEdit | null {
    const { index } = quill.getSelection(true);
    const code = codeAt(quill, index);
    return code && new CodeEdit(quill, index, code.options);
  }

  constructor(quill: Quill, place: number, before: CodeOptions) {
    this.#quill = quill;
    this.#follow = followRange(quill, { index: place, length: 0 });
    this.before = before;
    this.#latest = before;
  }

  get isChanged(): boolean {
    return JSON.stringify(this.#latest) !== JSON.stringify(this.before);
  }

  write(options: CodeOptions): void {
    this.#latest = options;
    const place = this.#place();
    changeUnrecorded(this.#quill, () => setCodeOptions(this.#quill, place, options));
  }

  /** Returns where the cursor was in the code, as a position in the current text. */
  #place(): number {
    const range = this.#follow();
    this.#follow = followRange(this.#quill, range);
    return range.index;
  }

  save(): void {
    const options = this.#latest;
    const { isChanged } = this;
    this.cancel();
    if (isChanged) setCodeOptions(this.#quill, this.#quill.getSelection(true).index, options);
  }

  cancel(): void {
    if (this.isChanged) this.write(this.before);
    this.#quill.setSelection(this.#follow(), 'user');
  }
}
