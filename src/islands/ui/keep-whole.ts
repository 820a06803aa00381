import { truncate } from '../../../api/contract/truncate.ts';

/**
 * A ref for a field with `maxLength`, or for an element around it. Browsers cut text that doesn't
 * fit, even in the middle of an emoji. This cuts it after the last whole character.
 */
export function keepWhole(element: HTMLElement | null) {
  element?.addEventListener('beforeinput', insertWhole);
  return () => element?.removeEventListener('beforeinput', insertWhole);
}

function insertWhole(event: InputEvent) {
  const field = event.target;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  if (!isField || field.maxLength < 0 || !event.data || !event.cancelable) return;
  const { value, maxLength, selectionStart, selectionEnd } = field;
  const text = event.data.replace(/\r\n?/g, '\n');
  const room = maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0));
  if (text.length <= room) return;
  event.preventDefault();
  const fitting = truncate(text, room);
  // Deprecated, but the only way to keep the browser's undo.
  if (fitting !== '') document.execCommand('insertText', false, fitting);
}
