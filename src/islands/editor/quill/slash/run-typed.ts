import type Quill from 'quill/core.js';
import { type Control, OPENERS } from '../controls.ts';
import type { Tools } from '../useTools.ts';

interface Typed {
  quill: Quill;
  tools: Tools;
  control: Control;
  /** The position of the slash. */
  start: number;
  /** Of the slash and what follows it. */
  length: number;
}

/** Replaces a typed command with its effect. Both are one undo step. */
export function runTyped({ quill, tools, control, start, length }: Typed): void {
  const { format, value } = control;
  if (quill.composition.isComposing) {
    // Ends the composition, so that Quill knows all of the text.
    quill.root.blur();
    quill.focus({ preventScroll: true });
    quill.update();
  }
  quill.history.cutoff();
  // What a dialog inserts later is a step of its own, which doesn't bring the command back.
  quill.deleteText(start, length, OPENERS.includes(format) ? 'api' : 'user');
  quill.setSelection(start, 0, 'user');
  tools.run(format, value);
  quill.history.cutoff();
}
