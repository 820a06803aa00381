import type { Delta, Range } from 'quill/core.js';
import History from 'quill/modules/history.js';
import { EMBED, plainText } from './plain-text.ts';

/** Text that one key or one composition inserts or deletes. */
interface Typing {
  kind: 'insert' | 'delete';
  start: number;
  end: number;
  text: string;
  isComposed: boolean;
}

/**
 * Undo by words: a step is a word with the space after it, a run of deleted characters, or any
 * other change such as a paste. Changes of the same task are one step, unless `cutoff` separates
 * them.
 */
export class PostHistory extends History {
  #last: Typing | null = null;
  #isSameTask = false;

  constructor(...parameters: ConstructorParameters<typeof History>) {
    super(...parameters);
    // After the cursor has moved, the next letter starts a step.
    this.quill.on('selection-change', (range: Range | null) => {
      const { kind, start, end } = this.#last ?? {};
      const cursor = kind === 'insert' ? end : start;
      if (range && (range.index !== cursor || range.length > 0)) this.#last = null;
    });
    // Undo restores the selection. Quill reads it with a delay, maybe after the next key.
    this.quill.root.addEventListener('beforeinput', ({ isComposing }) => {
      if (!isComposing) this.quill.getSelection();
    });
  }

  override record(change: Delta, before: Delta): void {
    const typing = this.#typingOf(change, before);
    if (!this.#isSameTask && !continues(this.#last, typing)) this.cutoff();
    this.#last = typing;
    this.#isSameTask = true;
    queueMicrotask(() => {
      this.#isSameTask = false;
    });
    super.record(change, before);
  }

  #typingOf({ ops }: Delta, before: Delta): Typing | null {
    const [first, second] = ops;
    const start = typeof first?.retain === 'number' ? first.retain : 0;
    const op = start > 0 ? second : first;
    if (ops.length !== (start > 0 ? 2 : 1) || op === undefined) return null;
    const kind = op.delete === undefined ? 'insert' : 'delete';
    const text =
      kind === 'insert' ? op.insert : plainText(before.slice(start, start + (op.delete ?? 0)).ops);
    if (typeof text !== 'string' || text.includes('\n') || text.includes(EMBED)) return null;
    const { isComposing: isComposed } = this.quill.composition;
    if (!isComposed && [...text].length !== 1) return null;
    return { kind, start, end: start + text.length, text, isComposed };
  }
}

function continues(last: Typing | null, next: Typing | null): boolean {
  if (last === null || next === null || last.kind !== next.kind) return false;
  if (next.kind === 'delete') {
    // With Backspace or with Delete.
    return !next.isComposed && (next.end === last.start || next.start === last.start);
  }
  if (next.start !== last.end) return false;
  if (/^\s$/.test(next.text)) return true;
  return !next.isComposed && !last.isComposed && !/\s$/.test(last.text);
}
