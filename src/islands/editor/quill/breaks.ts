import Block from 'quill/blots/block.js';
import type Quill from 'quill/core.js';
import { Parchment } from 'quill/core.js';

/** A `<br>` inside a line. */
export class LineBreak extends Parchment.EmbedBlot {
  static override blotName = 'line-break';
  static override tagName = 'BR';
  static override className = 'ql-line-break';

  static override value() {
    return true;
  }
}

/**
 * Makes the empty line after a break at the end of a block visible: browsers don't show it, and put
 * the cursor before the break. It isn't part of the content.
 */
export class BreakFiller extends Parchment.EmbedBlot {
  static override blotName = 'break-filler';
  static override tagName = 'BR';
  static override className = 'ql-break-filler';

  override length(): number {
    return 0;
  }
}

/** Keeps a filler after each break at the end of a block, and nowhere else. */
export function fillBreaks(quill: Quill): void {
  quill.on('scroll-optimize', (mutations: MutationRecord[]) => {
    const lines = new Set<Block>();
    for (const { target } of mutations) {
      let blot = quill.scroll.find(target, true);
      while (blot && !(blot instanceof Block)) blot = blot.parent;
      if (blot) lines.add(blot);
    }
    const hasChanged = [...lines].filter(fillBreak).length > 0;
    if (hasChanged) quill.scroll.optimize();
  });
}

/** Returns whether the line has changed. */
function fillBreak(line: Block): boolean {
  const fillers: Parchment.Blot[] = [];
  let last: Parchment.Blot | null = null;
  line.children.forEach((child) => {
    if (child instanceof BreakFiller) fillers.push(child);
    else last = child;
  });
  const filler = fillers.at(-1);
  const isNeeded = leafAtEnd(last) instanceof LineBreak;
  if (isNeeded && fillers.length === 1 && filler === line.children.tail) return false;
  for (const old of fillers) old.remove();
  if (isNeeded) line.appendChild(line.scroll.create(BreakFiller.blotName));
  return isNeeded || fillers.length > 0;
}

function leafAtEnd(blot: Parchment.Blot | null): Parchment.Blot | null {
  return blot instanceof Parchment.ParentBlot ? leafAtEnd(blot.children.tail) : blot;
}
