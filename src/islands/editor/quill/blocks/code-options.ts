import type Quill from 'quill/core.js';
import { Delta, Parchment } from 'quill/core.js';

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
