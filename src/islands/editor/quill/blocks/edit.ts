import Quill, { Delta } from 'quill/core.js';
import { storedForm } from '../stored/tree.ts';
import {
  type Block,
  blockAt,
  type EditedBlock,
  insertBlock,
  putCursor,
  removeBlock,
  replaceBlock,
} from './block.ts';
import { isPart, partAt } from './parts.ts';

/** Replaces content with other content of the same length, without adding an undo step. */
export function changeUnrecorded(quill: Quill, change: () => void): void {
  const { history } = quill;
  const { currentRange } = history;
  history.ignoreChange = true;
  try {
    change();
  } finally {
    history.ignoreChange = false;
    // So that undoing the next step selects it again. Quill would put the cursor after it.
    history.currentRange = currentRange;
  }
}

/**
 * A block while its dialog is open. Writes each change to the text at once, so drafts, saving and
 * the recorder include it. Undo ignores these changes until `save` makes them one step.
 */
export class BlockEdit {
  readonly #quill: Quill;
  readonly #edited: EditedBlock;
  #node: HTMLElement;
  /** The block when the dialog opened, its latest stored form, and its latest HTML as typed. */
  readonly #before: string;
  #latest: string;
  #typed: string;

  constructor(quill: Quill, edited: EditedBlock) {
    this.#quill = quill;
    this.#edited = edited;
    this.#node = edited.block.node;
    this.#before = this.#node.dataset.kept ?? '';
    this.#latest = this.#before;
    this.#typed = this.#before;
  }

  /** Whether the dialog has unsaved changes. */
  get isChanged(): boolean {
    // Typed HTML may have parts that posts can't have.
    const typed = this.#edited.as === 'html' ? this.#typed : this.#latest;
    return typed !== this.#before;
  }

  /** Writes the dialog's HTML to the text. */
  write(html: string): void {
    this.#typed = html;
    this.#latest = this.#storedForm(html);
    // An empty block can't be in the text: `save` removes it.
    if (this.#latest !== '') this.#show(this.#latest);
  }

  save(): void {
    const { step } = this.#edited;
    const block = this.#block();
    const html = this.#latest;
    if (!block) {
      const { index } = this.#edited.block;
      // The block is gone, for example because another version was restored.
      if (html !== '') insertBlock(this.#quill, { index, length: 0 }, html);
    } else if (step === undefined) {
      this.#show(this.#before);
      this.#leave();
      const shown = this.#block();
      if (shown && this.isChanged) replaceBlock(this.#quill, shown, html);
    } else if (html === '') this.cancel();
    // Undo of the insertion removes it, whatever its content.
    else if (isPart(block.node)) this.#quill.setSelection(block.index + 1, 0, 'user');
    else putCursor(this.#quill, block.index);
  }

  /** Restores the text, undo and redo to what they were before the dialog opened. */
  cancel(): void {
    const { history } = this.#quill;
    const { step } = this.#edited;
    const block = this.#block();
    if (step === undefined) {
      this.#show(this.#before);
      this.#leave();
    } else if (history.stack.undo.at(-1) === step.undo) {
      history.undo();
      history.stack.redo = step.redo;
    } else if (block) removeBlock(this.#quill, block);
  }

  #storedForm(html: string): string {
    const stored = storedForm(html);
    // The stored form wraps a part of a line in a paragraph.
    return isPart(this.#node) ? stored.replace(/^<p>(.*)<\/p>$/s, '$1') : stored;
  }

  /** Returns the block where it is now, or null if it's gone. */
  #block(): Block | null {
    const blot = this.#node.isConnected ? Quill.find(this.#node) : null;
    if (!blot || blot instanceof Quill) return null;
    return { node: this.#node, index: this.#quill.getIndex(blot) };
  }

  #show(html: string): void {
    const block = this.#block();
    if (!block || block.node.dataset.kept === html) return;
    const isInline = isPart(block.node);
    const [op] = this.#quill.getContents(block.index, 1).ops;
    const change = new Delta()
      .retain(block.index)
      .insert({ [isInline ? 'kept' : 'kept-block']: html }, op?.attributes)
      .delete(1);
    changeUnrecorded(this.#quill, () => this.#quill.updateContents(change, 'user'));
    const shown = (isInline ? partAt : blockAt)(this.#quill, block.index);
    if (shown) this.#node = shown.node;
  }

  #leave(): void {
    const block = this.#block();
    if (block) this.#quill.setSelection(block.index, 1, 'user');
  }
}
