import type Quill from 'quill/core.js';
import { type RefObject, useEffect, useRef } from 'react';
import { isComposing } from '../ui/is-composing.ts';
import type { useContent } from './useContent.ts';

/** Moves the cursor to the start of the text. */
function enterText(quill: Quill | undefined): void {
  quill?.setSelection(0, 0, 'user');
}

/** Inserts paragraphs before the text, with the cursor after them. */
export function insertBefore(quill: Quill | undefined, lines: readonly string[]): void {
  if (!quill) return;
  const text = lines.join('\n');
  const isEmpty = quill.getLength() <= 1;
  quill.history.cutoff();
  quill.updateContents([{ insert: `${text}\n` }, ...(isEmpty ? [{ delete: 1 }] : [])], 'user');
  quill.history.cutoff();
  quill.setSelection(text.length, 0, 'user');
}

/**
 * ArrowUp in the first line of the text moves the cursor to the end of the title. Returns the ref
 * of the title, and a function that moves the cursor to the text once it's loaded.
 */
export function useTitleAndText({ editor, isReady }: ReturnType<typeof useContent>): {
  title: RefObject<HTMLTextAreaElement | null>;
  leaveTitle: () => void;
} {
  const title = useRef<HTMLTextAreaElement>(null);
  const isLeaving = useRef(false);
  const leaveTitle = () => {
    isLeaving.current = !isReady;
    enterText(editor.current?.quill);
  };
  useEffect(() => {
    if (!isReady || !isLeaving.current) return;
    isLeaving.current = false;
    if (document.activeElement === title.current) enterText(editor.current?.quill);
  }, [isReady, editor]);
  useEffect(() => {
    const quill = editor.current?.quill;
    if (!isReady || !quill) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isPlain(event, 'ArrowUp') || event.target !== quill.root || !isInFirstLine(quill))
        return;
      event.preventDefault();
      const { length = 0 } = title.current?.value ?? '';
      title.current?.focus();
      title.current?.setSelectionRange(length, length);
    };
    quill.root.addEventListener('keydown', onKey);
    return () => quill.root.removeEventListener('keydown', onKey);
  }, [isReady, editor]);
  return { title, leaveTitle };
}

/** Whether it's this key alone, unhandled, and not part of an input method's composition. */
export function isPlain(event: KeyboardEvent, key: string): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const isAlone = !ctrlKey && !metaKey && !altKey && !shiftKey;
  return event.key === key && isAlone && !event.defaultPrevented && !isComposing(event);
}

function isInFirstLine(quill: Quill): boolean {
  const range = quill.getSelection();
  if (!range || range.length > 0) return false;
  const [cursor, start] = [quill.getBounds(range.index), quill.getBounds(0)];
  return !cursor || !start || cursor.top < start.top + start.height / 2;
}

/** Whether the cursor of a field is in the last line, as the field wraps it. */
export function isInLastLine(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart, selectionEnd } = field;
  if (selectionStart !== selectionEnd) return false;
  const copy = document.createElement('div');
  copy.className = 'title-copy';
  // The invisible character gives the cursor a place at the end.
  copy.textContent = `${value}\u200b`;
  field.after(copy);
  const topAt = (index: number) => {
    const range = document.createRange();
    range.setStart(copy.firstChild as Text, index);
    range.setEnd(copy.firstChild as Text, index + 1);
    return range.getBoundingClientRect().top;
  };
  const isLast = topAt(selectionStart) >= topAt(value.length) - 1;
  copy.remove();
  return isLast;
}
