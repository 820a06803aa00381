import type Quill from 'quill/core.js';
import { type Control, INSERTS } from '../controls.ts';
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
  // Undo of an insert doesn't bring the command back, so that one undo is enough.
  quill.deleteText(start, length, INSERTS.includes(format) ? 'api' : 'user');
  quill.setSelection(start, 0, 'user');
  tools.run(format, value);
  quill.history.cutoff();
}
