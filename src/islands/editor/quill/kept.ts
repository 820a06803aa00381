import { BlockEmbed } from 'quill/blots/block.js';
import Embed from 'quill/blots/embed.js';
import Quill from 'quill/core.js';
import { spokenName } from './blocks/kinds.ts';
import { storedForm } from './stored/tree.ts';
import { isInlineKept } from './stored/write.ts';

/** Shows stored HTML. It's in the stored form, so it has no elements that could run. */
function fill(node: HTMLElement, html: string): HTMLElement {
  // A part of the text is stored in a paragraph.
  const stored = isInlineKept(html) ? storedForm(html).slice(3, -4) : storedForm(html);
  node.dataset.kept = stored;
  node.append(...new DOMParser().parseFromString(stored, 'text/html').body.childNodes);
  node.setAttribute('role', 'group');
  node.setAttribute('aria-label', spokenName(node));
  return node;
}

/** A block that the editor can't change, such as a list with code inside. Saved unchanged. */
export class KeptBlock extends BlockEmbed {
  static override blotName = 'kept-block';
  static override tagName = 'DIV';
  static override className = 'ql-kept-block';

  static override create(html: string) {
    const node = BlockEmbed.create.call(KeptBlock) as HTMLElement;
    node.setAttribute('contenteditable', 'false');
    return fill(node, html);
  }

  static override formats() {
    return {};
  }

  static override value(node: HTMLElement) {
    return node.dataset.kept;
  }
}

/** Such a part inside a line: a footnote, a formula, or a block in an item or a quotation. */
export class Kept extends Embed {
  static override blotName = 'kept';
  static override tagName = 'SPAN';
  static override className = 'ql-kept';

  static override create(html: string) {
    return fill(Embed.create.call(Kept) as HTMLElement, html);
  }

  static override value(node: HTMLElement) {
    return node.dataset.kept;
  }
}

/** Selects a kept part on a click, so it can be copied or deleted. Disables its links. */
export function selectKept(quill: Quill): void {
  quill.root.addEventListener('click', (event) => {
    const part = event.target instanceof Element && event.target.closest('[data-kept]');
    const blot = part && Quill.find(part);
    if (!blot || blot instanceof Quill) return;
    event.preventDefault();
    // Silently, because the page would otherwise scroll between the clicks of a double click.
    quill.setSelection(quill.getIndex(blot), 1, 'silent');
  });
}
