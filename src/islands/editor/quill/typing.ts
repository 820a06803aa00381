import type Quill from 'quill/core.js';
import type { Delta } from 'quill/core.js';
import { convertAtSpace, convertInline, convertLine, finishLine } from './markdown.ts';
import { isOneLine } from './typed-line.ts';
import { linkAddresses } from './typed-links.ts';

/** Text that was just typed, and where it ends. */
interface Typed {
  text: string;
  end: number;
}

/**
 * Turns Markdown and addresses into formats while the author types. One undo brings the text back.
 * Listens to changes and not to keys, because phones may send no keys.
 */
export function convertTyping(quill: Quill): void {
  // Inserts of several characters are also pasted; the browser announces those that are typed.
  let isInput = false;
  const { root } = quill;
  root.addEventListener('beforeinput', ({ inputType }) => {
    isInput = /^insert(?!From)/.test(inputType);
  });
  const reset = () => {
    isInput = false;
  };
  for (const type of ['keydown', 'paste', 'drop']) {
    root.addEventListener(type, reset, { capture: true });
  }
  quill.on('text-change', (change, _before, source) => {
    const isReported = isInput || quill.composition.isComposing;
    isInput = false;
    // Undo and redo also count as the user's changes.
    if (source !== 'user' || quill.history.ignoreChange) return;
    const typed = insertedText(change);
    if (!typed || !(typed.text.length === 1 || isReported)) return;
    // Quill sets the cursor once it has handled the change.
    queueMicrotask(() => convert(quill, typed));
  });
}

/** Returns the text that a change inserts, maybe in place of other text; null if it does more. */
function insertedText({ ops }: Delta): Typed | null {
  const rest = [...ops];
  const start = typeof rest[0]?.retain === 'number' ? Number(rest.shift()?.retain) : 0;
  const text = rest.shift()?.insert;
  if (typeof text !== 'string' || rest.some((op) => op.delete === undefined)) return null;
  return { text, end: start + text.length };
}

function convert(quill: Quill, { text, end }: Typed): void {
  const cursor = quill.getSelection();
  if (cursor?.index !== end || cursor.length > 0) return;
  const last = text.at(-1) ?? '';
  if (isOneLine(quill)) {
    if (/\s/.test(last)) linkAddresses(quill, end - 1);
    else if ('*_~^`)'.includes(last)) convertInline(quill, end);
  } else if (last === '\n') {
    linkAddresses(quill, end - 1);
    finishLine(quill, end - 1);
  } else if (/\s/.test(last)) {
    if (!convertAtSpace(quill, end)) linkAddresses(quill, end - 1);
  } else if ('`-'.includes(last) && convertLine(quill, end)) return;
  else if ('*_~^`)'.includes(last)) convertInline(quill, end);
}
