import Quill, { Delta, type Range } from 'quill/core.js';
import {
  type Block,
  blockAt,
  changeAtOnce,
  putCursor,
  removeBlock,
  selectedBlock,
  writeBelow,
} from './block.ts';
import { moveUnit, unitAt } from './move.ts';
import { partAt } from './parts.ts';

interface Actions {
  /** Enter on the selected block. */
  onEdit(block: Block): void;
  /** Tab on the selected block. */
  onPanel(): void;
}

/**
 * Lets the keyboard select blocks, go past them, edit, move and remove them. Listens in the capture
 * phase: Quill's own handlers would treat a selected block like text.
 */
export function handleBlockKeys(quill: Quill, actions: Actions): () => void {
  /** Takes back `writeForNow`, after a key whose effect isn't known at `keydown`. */
  let takeBack: (() => Block) | null = null;
  const ended = new AbortController();
  const first = { capture: true, signal: ended.signal };
  const onKey = (event: KeyboardEvent) => {
    takeBack = null;
    if (event.target !== quill.root || event.isComposing || !quill.isEnabled()) return;
    const marked = quill.root.querySelector<HTMLElement>('[data-selected]');
    const block = selectedBlock(quill) ?? (marked && selectAgain(quill, marked));
    if (block && isUnknown(event)) {
      takeBack = writeForNow(quill, block);
      return;
    }
    if (!block && isTyping(event)) makeRoom(quill);
    const isDone =
      moveByKey(quill, event) ||
      (block ? keyOnBlock(quill, block, event, actions) : keyNearBlock(quill, event));
    if (!isDone) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  quill.root.addEventListener('keydown', onKey, first);
  // Also handles input without keys, such as from an emoji picker.
  const onInput = (event: InputEvent) => {
    const { inputType, data } = event;
    const isDeletion = /^delete(?!By)/.test(inputType);
    const block = (isDeletion && takeBack?.()) || selectedBlock(quill);
    takeBack = null;
    const isText = inputType === 'insertText' || inputType === 'insertReplacementText';
    if (block && isDeletion) removeBlock(quill, block);
    else if (isText && data && (block || makeRoom(quill) || isSpaceAfterPart(quill, data))) {
      if (block) writeBelow(quill, block);
      typeText(quill, data);
    } else return;
    event.preventDefault();
  };
  quill.root.addEventListener('beforeinput', onInput, first);
  // Composition can't be canceled, so it starts below the block.
  const onComposition = () => {
    const block = selectedBlock(quill);
    if (block) writeBelow(quill, block);
  };
  quill.root.addEventListener('compositionstart', onComposition, first);
  // The browser puts the cursor next to a block, where nothing can be typed.
  const onSelection = (range: Range | null, _before: Range | null, source: string) => {
    const block = range?.length === 0 && source === 'user' && blockAt(quill, range.index);
    if (block) quill.setSelection(block.index, 1, 'user');
  };
  quill.on('selection-change', onSelection);
  const onDoubleClick = ({ target }: MouseEvent) => {
    const block = selectedBlock(quill);
    if (target instanceof Node && block?.node.contains(target)) actions.onEdit(block);
  };
  quill.root.addEventListener('dblclick', onDoubleClick, { signal: ended.signal });
  return () => {
    ended.abort();
    quill.off('selection-change', onSelection);
  };
}

/**
 * Removes a selection that starts or ends with a block before the user types over it: otherwise
 * Firefox and WebKit ignore the key. Returns false for other selections.
 */
function makeRoom(quill: Quill): boolean {
  const { index, length } = quill.getSelection() ?? { index: 0, length: 0 };
  const end = index + length;
  if (length === 0 || !(blockAt(quill, index) || blockAt(quill, end - 1))) return false;
  const change = new Delta().retain(index).delete(length);
  // A block after the text needs a line before it.
  changeAtOnce(quill, blockAt(quill, end) ? change.insert('\n') : change);
  quill.setSelection(index, 0, 'user');
  return true;
}

function typeText(quill: Quill, text: string): void {
  const { index } = quill.getSelection() ?? { index: 0 };
  quill.insertText(index, text, 'user');
  quill.setSelection(index + text.length, 0, 'user');
}

/** After a footnote or formula at the end of a line, Chrome leaves the cursor before the space. */
function isSpaceAfterPart(quill: Quill, typed: string): boolean {
  const range = quill.getSelection();
  return typed === ' ' && range?.length === 0 && partAt(quill, range.index - 1) !== null;
}

/**
 * Selects the marked block again. Chrome puts the cursor at the start of the text when a key is
 * pressed after a click between two paragraphs of a block, before it reports that.
 */
function selectAgain(quill: Quill, node: HTMLElement): Block | null {
  const blot = Quill.find(node);
  if (!blot || blot instanceof Quill) return null;
  quill.setSelection(quill.getIndex(blot), 1, 'user');
  return selectedBlock(quill);
}

function moveByKey(quill: Quill, event: KeyboardEvent): boolean {
  const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (way === undefined || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) {
    return false;
  }
  const range = quill.getSelection();
  const unit = range && unitAt(quill, range);
  if (unit) moveUnit(quill, unit, way === -1 ? 'up' : 'down');
  return unit !== null;
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}

/** On phones and with input methods, only `beforeinput` shows what a key does. */
function isUnknown({ key }: KeyboardEvent): boolean {
  return key === 'Unidentified' || key === 'Process' || key === 'Dead';
}

/** Puts the cursor below a block: most keys type text. Returns a function that undoes this. */
function writeForNow(quill: Quill, block: Block): () => Block {
  const length = quill.getLength();
  writeBelow(quill, block);
  return () => {
    if (quill.getLength() > length) quill.history.undo();
    return block;
  };
}

function isTyping(event: KeyboardEvent): boolean {
  const isShortcut =
    (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  return [...event.key].length === 1 && !isShortcut;
}

function keyOnBlock(
  quill: Quill,
  block: Block,
  event: KeyboardEvent,
  { onEdit, onPanel }: Actions,
): boolean {
  const { index } = block;
  if (isTyping(event)) {
    // The browser types into the new paragraph.
    writeBelow(quill, block);
    return false;
  }
  const edge = edgeFor(quill, event);
  if (edge !== null) {
    if (!event.shiftKey) putCursor(quill, edge);
    else if (edge === 0) quill.setSelection(0, index + 1, 'user');
    else quill.setSelection(index, edge - index, 'user');
    return true;
  }
  if (hasModifier(event)) return false;
  switch (event.key) {
    case 'Tab':
      onPanel();
      return true;
    case 'Enter':
      onEdit(block);
      return true;
    case 'Backspace':
    case 'Delete':
      removeBlock(quill, block);
      return true;
    case 'ArrowLeft':
      // Before the first block, there may be no line to write in.
      if (index === 0) quill.updateContents(new Delta().insert('\n'), 'user');
      putCursor(quill, Math.max(0, index - 1));
      return true;
    case 'ArrowUp':
      // At the start of the text, the key leads out of it.
      if (index === 0) return false;
      putCursor(quill, index - 1);
      return true;
    case 'ArrowRight':
    case 'ArrowDown':
      if (index + 1 < quill.getLength()) putCursor(quill, index + 1);
      else writeBelow(quill, block);
      return true;
    default:
      return false;
  }
}

/**
 * Returns the end of the text that a key moves to, or null. Without this, Chrome stays in the
 * block, and WebKit selects the rest of the page.
 */
function edgeFor(quill: Quill, { key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (altKey) return null;
  const isStart = (ctrlKey && key === 'Home') || (metaKey && key === 'ArrowUp');
  const isEnd = (ctrlKey && key === 'End') || (metaKey && key === 'ArrowDown');
  return isStart ? 0 : isEnd ? quill.getLength() - 1 : null;
}

/** From the text next to a block, the key selects the block. */
function keyNearBlock(quill: Quill, event: KeyboardEvent): boolean {
  const range = quill.getSelection();
  if (range?.length !== 0 || hasModifier(event)) return false;
  const { index } = range;
  const [line, offset] = quill.getLine(index);
  if (!line) return false;
  const start = index - offset;
  const end = start + line.length() - 1;
  const above = blockAt(quill, start - 1);
  const below = blockAt(quill, end + 1);
  const isEmpty = line.length() === 1;
  const isPlain = Object.keys(line.formats()).length === 0;
  const toward = {
    ArrowLeft: index === start ? above : null,
    ArrowUp: above && isOnRow(quill, index, start) ? above : null,
    ArrowRight: index === end ? below : null,
    ArrowDown: below && isOnRow(quill, index, end) ? below : null,
    // The first key selects it, so that it isn't deleted by accident.
    Backspace: index === start && isPlain ? above : null,
    Delete: index === end ? below : null,
  }[event.key];
  if (!toward) return false;
  const removesLine = isEmpty && isPlain && (event.key === 'Backspace' || event.key === 'Delete');
  if (removesLine && end + 1 < quill.getLength()) {
    quill.deleteText(start, 1, 'user');
    if (event.key === 'Delete') toward.index -= 1;
  }
  quill.setSelection(toward.index, 1, 'user');
  return true;
}

/** Returns whether two positions of a line are on the same row of the screen. */
function isOnRow(quill: Quill, index: number, other: number): boolean {
  const here = quill.getBounds(index);
  const there = quill.getBounds(other);
  return !here || !there || Math.abs(here.top - there.top) < here.height / 2;
}
