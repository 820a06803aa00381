import type Block from 'quill/blots/block.js';
import type Quill from 'quill/core.js';
import { Delta, type Range } from 'quill/core.js';
import type { Context } from 'quill/modules/keyboard.js';
import { isComposing } from '../../ui/is-composing.ts';
import { COMMANDS, type Control, INLINE_FORMATS } from './controls.ts';
import { leaveThroughGap } from './gaps.ts';
import { indentItems, isItem, makePlain, toggleChecks } from './lists.ts';
import { finishMark, isJustConverted } from './markdown.ts';
import { shortcutBindings } from './shortcuts.ts';

/** Called with the name of a command of `useTools.ts`. */
type OnCommand = (name: string, value?: string | boolean) => void;

interface KeyOptions {
  onCommand: OnCommand;
  /** Whether they're for a field of a dialog, where no blocks can be inserted. */
  isField?: boolean;
}

interface Editing {
  quill: Quill;
}

const WITHOUT_QUILLS = {
  // Quill's own: they leave the text at the end of a list item, and insert tabs in paragraphs.
  indent: null,
  outdent: null,
  'remove tab': null,
  tab: null,
  // Quill's own: they need keys with spaces, or turn a nested item into a paragraph.
  'list autofill': null,
  'list empty enter': null,
  'outdent backspace': null,
};

const INLINE_KEYS = {
  // Quill binds it only on Windows.
  redo: { key: 'y', shortKey: true, handler: redo },
  'leave code': {
    key: 'ArrowRight',
    collapsed: true,
    format: ['code'],
    suffix: /^$/,
    handler: leaveCode,
  },
  'soft break': { key: 'Enter', shiftKey: true, handler: breakLine },
};

const isInline = ({ format }: Control) => INLINE_FORMATS.includes(format);
const isForFields = (control: Control) => isInline(control) || !COMMANDS.includes(control.format);

/** Returns the key bindings of a single-line field. Enter calls `onEnter`. */
export function lineBindings(onCommand: OnCommand, onEnter: () => void) {
  return {
    ...WITHOUT_QUILLS,
    ...shortcutBindings(onCommand, isInline),
    ...INLINE_KEYS,
    enter: { key: 'Enter', handler: () => onEnter() },
  };
}

/**
 * Returns the key bindings of the editor. A handler that returns true leaves the key to the
 * browser.
 */
export function keyBindings({ onCommand, isField = false }: KeyOptions) {
  const anyShift = { shiftKey: null };
  return {
    ...WITHOUT_QUILLS,
    // By key code, for keyboards with other alphabets.
    'select all': { key: 65, shortKey: true, handler: selectAll },
    'indent items': { key: 'Tab', handler: tab },
    'outdent items': { key: 'Tab', shiftKey: true, handler: tab },
    ...shortcutBindings(onCommand, isField ? isForFields : undefined),
    toolbar: { key: 'F10', altKey: true, handler: () => onCommand('toolbar') },
    ...INLINE_KEYS,
    'to plain line': {
      key: 'Backspace',
      ...anyShift,
      collapsed: true,
      offset: 0,
      handler: toPlain,
    },
    'finish mark': { key: ['Enter', ' '], collapsed: true, handler: finishMark },
    'leave item': { key: 'Enter', format: ['list'], empty: true, handler: leaveItem },
    'toggle check': { key: 'Enter', altKey: true, handler: toggleCheck },
    'leave upwards': { key: 'ArrowUp', handler: leaveThroughGap('prev') },
    'leave downwards': { key: 'ArrowDown', handler: leaveThroughGap('next') },
  };
}

/**
 * Selects everything. WebKit selects nothing if the text starts with something that it can't edit,
 * such as the mark of a list item or a picture.
 */
function selectAll(this: Editing): void {
  document.getSelection()?.selectAllChildren(this.quill.root);
}

/** Indents list items. Elsewhere, Tab does nothing, so that it doesn't leave the text. */
function tab(this: Editing, range: Range, { event }: Context): void {
  indentItems(this.quill, range, event.shiftKey ? -1 : 1);
}

/** Enter in an empty item goes up one level, and at last leaves the list. */
function leaveItem(this: Editing, range: Range, { line, format }: Context): void {
  if (format.indent) indentItems(this.quill, range, -1);
  else makePlain(this.quill, line as Block);
}

/** Inserts a line break, and goes on with the formats before it. */
function breakLine(this: Editing, { index, length }: Range, { format }: Context): boolean {
  if (format['code-block']) return true;
  const { quill } = this;
  const kept = INLINE_FORMATS.filter((name) => format[name] && !/^(?:link|code)$/.test(name));
  const formats = Object.fromEntries(kept.map((name) => [name, format[name]]));
  const change = new Delta().retain(index).delete(length);
  quill.updateContents(change.insert({ 'line-break': true }, formats), 'user');
  quill.setSelection(index + 1, 0, 'silent');
  for (const name of kept) quill.format(name, format[name], 'user');
  quill.scrollSelectionIntoView();
  return false;
}

function toggleCheck(this: Editing, range: Range): void {
  toggleChecks(this.quill, range);
}

/** At the end of a line, only this gets the cursor out of inline code. */
function leaveCode(this: Editing): void {
  this.quill.format('code', false, 'user');
}

/**
 * Backspace at the start of a line outdents a nested list item. Other items, a line that a mark has
 * just converted, an empty block, and the first line become a paragraph, which Quill doesn't do.
 */
function toPlain(this: Editing, range: Range, { line, format }: Context): boolean {
  const { quill } = this;
  const block = line as Block;
  if (isItem(block) && format.indent && !isJustConverted(block)) {
    indentItems(quill, range, -1);
    return false;
  }
  const isAlone = isItem(block) || isJustConverted(block) || range.index === 0;
  if (!isAlone && !isEmptyBlock(block)) return true;
  return !makePlain(quill, block);
}

/** Returns whether a line is empty and the only one of its quotation or code block. */
function isEmptyBlock(line: Block): boolean {
  const { prev, next, statics } = line;
  const isAlone = [prev, next].every((other) => other?.statics.blotName !== statics.blotName);
  return line.length() <= 1 && statics.blotName !== 'block' && isAlone;
}

function redo(this: Editing): void {
  this.quill.history.redo();
}

/** The keys for which some phones' keyboards send no key, only the change that it would make. */
const MISSING_KEYS: Record<string, KeyboardEventInit> = {
  insertParagraph: { key: 'Enter' },
  insertLineBreak: { key: 'Enter', shiftKey: true },
  deleteContentBackward: { key: 'Backspace' },
};

/** Runs the bindings of keys whose events some phones don't send, or that have no name. */
export function sendMissingKeys({ root }: Quill): void {
  const onNameless = (event: KeyboardEvent) => {
    // Shift+Tab in WebKitGTK.
    const { key, code, shiftKey } = event;
    if (key !== 'Unidentified' || code !== 'Tab') return;
    event.stopImmediatePropagation();
    const sent = new KeyboardEvent('keydown', { key: code, code, shiftKey, cancelable: true });
    if (!root.dispatchEvent(sent)) event.preventDefault();
  };
  root.addEventListener('keydown', onNameless, { capture: true });
  let last = '';
  root.addEventListener('keydown', ({ key }) => {
    last = key;
  });
  root.addEventListener('beforeinput', (event) => {
    const key = MISSING_KEYS[event.inputType];
    if (!key || key.key === last || event.isComposing || event.defaultPrevented) return;
    const sent = new KeyboardEvent('keydown', { ...key, cancelable: true });
    if (!root.dispatchEvent(sent)) event.preventDefault();
    last = '';
  });
}

/**
 * After Escape, Tab and Shift+Tab leave the text, even in lists and code. Any other key, a click,
 * or leaving ends that.
 */
export function leaveAfterEscape(
  root: HTMLElement,
  /** Called with true after Escape: the next Tab leaves the text. */
  { onLeaving }: { onLeaving(isLeaving: boolean): void },
): void {
  let isLeaving = false;
  const set = (next: boolean) => {
    if (next !== isLeaving) onLeaving(next);
    isLeaving = next;
  };
  // In the capture phase, before Quill's own handler.
  const onKey = (event: KeyboardEvent) => {
    // Keys in the language field of a code block aren't for the text.
    if (event.target !== root) event.stopPropagation();
    else if (event.key === 'Tab' && isLeaving) {
      event.stopImmediatePropagation();
      skipLanguages(root);
    } else if (event.key !== 'Shift') set(event.key === 'Escape' && !isComposing(event));
  };
  root.addEventListener('keydown', onKey, { capture: true });
  for (const type of ['blur', 'mousedown']) root.addEventListener(type, () => set(false));
}

/** Takes the language fields of code blocks out of the tab order until the focus has moved. */
function skipLanguages(root: HTMLElement): void {
  const fields = [...root.querySelectorAll('select')];
  for (const field of fields) field.tabIndex = -1;
  setTimeout(() => {
    for (const field of fields) field.removeAttribute('tabindex');
  });
}
