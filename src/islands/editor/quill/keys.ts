import type Quill from 'quill/core.js';
import type { Context } from 'quill/modules/keyboard.js';
import { finishFence } from './markdown.ts';

interface Actions {
  /** Called with the name of a command of `useTools.ts`. */
  onCommand(name: string): void;
  /** Called with true after Escape: the next Tab leaves the text. */
  onLeaving(isLeaving: boolean): void;
}

type Handler = (this: { quill: Quill }, range: { index: number; length: number }) => boolean;

/**
 * Returns the key bindings of the editor. A handler that returns true leaves the key to the
 * browser.
 */
export function keyBindings({ onCommand }: Actions) {
  return {
    // Quill's own: they leave the text at the end of a list item, and insert tabs in paragraphs.
    indent: null,
    outdent: null,
    'remove tab': null,
    tab: null,
    'indent items': { key: 'Tab', handler: indentItems('+1') },
    'outdent items': { key: 'Tab', shiftKey: true, handler: indentItems('-1') },
    link: { key: 'k', shortKey: true, handler: () => onCommand('link') },
    toolbar: { key: 'F10', altKey: true, handler: () => onCommand('toolbar') },
    code: { key: 'e', shortKey: true, handler: toggleCode },
    // Quill binds it only on Windows.
    redo: { key: 'y', shortKey: true, handler: redo },
    'leave code': {
      key: 'ArrowRight',
      collapsed: true,
      format: ['code'],
      suffix: /^$/,
      handler: leaveCode,
    },
    'plain first line': { key: 'Backspace', collapsed: true, offset: 0, handler: plainFirstLine },
    'finish fence': { key: ['Enter', ' '], collapsed: true, handler: finishFence },
  };
}

/**
 * Indents the list items in the selection. Outside lists, Tab moves the focus, but Shift+Tab also
 * outdents lines that were nested items.
 */
function indentItems(step: '+1' | '-1'): Handler {
  return function indent({ index, length }) {
    const lines = this.quill.getLines(index, Math.max(1, length));
    const items = lines.filter((line) => {
      const formats = line.formats();
      return 'list' in formats || (step === '-1' && 'indent' in formats);
    });
    if (items.length === 0) return true;
    this.quill.history.cutoff();
    for (const item of items) {
      this.quill.formatLine(this.quill.getIndex(item), 1, 'indent', step, 'user');
    }
    this.quill.history.cutoff();
    return false;
  };
}

function toggleCode(this: { quill: Quill }, _range: unknown, { format }: Context): void {
  if (!format['code-block']) this.quill.format('code', !format.code, 'user');
}

/** At the end of a line, only this gets the cursor out of inline code. */
function leaveCode(this: { quill: Quill }): void {
  this.quill.format('code', false, 'user');
}

const BLOCK_FORMATS = ['header', 'blockquote', 'code-block', 'list', 'indent', 'align'];

/** Backspace at the start of the text makes its first line plain: Quill would do nothing there. */
function plainFirstLine(this: { quill: Quill }, { index }: { index: number }): boolean {
  if (index > 0) return true;
  const [line] = this.quill.getLine(0);
  const formats = Object.keys(line?.formats() ?? {}).filter((name) => BLOCK_FORMATS.includes(name));
  if (formats.length === 0) return true;
  this.quill.history.cutoff();
  for (const name of formats) this.quill.formatLine(0, 1, name, false, 'user');
  this.quill.history.cutoff();
  return false;
}

function redo(this: { quill: Quill }): void {
  this.quill.history.redo();
}

/**
 * After Escape, Tab and Shift+Tab leave the text, even in lists and code. Any other key, a click,
 * or leaving ends that.
 */
export function leaveAfterEscape(root: HTMLElement, { onLeaving }: Actions): void {
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
    } else if (event.key !== 'Shift') set(event.key === 'Escape' && !event.isComposing);
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
