import { type KeyboardEvent, type RefObject, useState } from 'react';
import { Drawing, Icon } from '../../../icons/Icon.tsx';
import { TEXT_ICONS, type TextIconName } from '../../../icons/text-icons.ts';
import { type Format, format } from './formatting.ts';

interface Button {
  format: Format;
  icon: TextIconName;
  label: string;
  key?: string;
}

const BUTTONS: readonly Button[] = [
  { format: 'bold', icon: 'bold', label: 'Bold', key: 'b' },
  { format: 'italic', icon: 'italic', label: 'Italic', key: 'i' },
  { format: 'code', icon: 'code', label: 'Code', key: 'e' },
  { format: 'quote', icon: 'text-quote', label: 'Quote' },
  { format: 'link', icon: 'link', label: 'Link', key: 'k' },
];

/** Returns the format of a key with Ctrl or ⌘, or `undefined`. */
export function formatOf({ key, altKey, shiftKey }: KeyboardEvent): Format | undefined {
  if (altKey || shiftKey) return undefined;
  return BUTTONS.find((button) => button.key === key.toLowerCase())?.format;
}

/** Formats the selection of a field, as one step that the browser can undo. */
export function applyFormat(field: HTMLTextAreaElement, kind: Format): void {
  if (field.readOnly) return;
  const { value: text, selectionStart: start, selectionEnd: end, maxLength } = field;
  const { from, to, insert, select } = format({ text, start, end }, kind);
  const fits = maxLength < 0 || text.length - (to - from) + insert.length <= maxLength;
  field.focus();
  if (!fits) return;
  field.setSelectionRange(from, to);
  // Deprecated, but the only way to keep the browser's undo.
  if (insert !== '') document.execCommand('insertText', false, insert);
  else if (to > from) document.execCommand('delete');
  field.setSelectionRange(...select);
}

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  fieldId: string;
  isPreviewed: boolean;
  onPreview: (isPreviewed: boolean) => void;
}

/** The buttons that format a comment. A toolbar is one stop of the Tab key; arrows move in it. */
export function FormatBar({ field, fieldId, isPreviewed, onPreview }: Props) {
  const [current, setCurrent] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const last = buttons.length - 1;
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    const next = target < 0 ? last : target > last ? 0 : target;
    setCurrent(next);
    buttons[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      aria-controls={fieldId}
      className="-mx-2 flex items-center"
      onKeyDown={onKeyDown}
    >
      {BUTTONS.map(({ format, icon, label, key }, index) => (
        <button
          key={format}
          type="button"
          className="icon-btn"
          aria-label={label}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
          title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          // Keeps the field's selection, and a phone's keyboard open.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => field.current && applyFormat(field.current, format)}
        >
          <Drawing d={TEXT_ICONS[icon]} size={18} />
        </button>
      ))}
      <button
        type="button"
        className={`btn btn-quiet ml-auto min-w-11 px-3 ${isPreviewed ? 'text-accent' : ''}`}
        aria-pressed={isPreviewed}
        tabIndex={current === BUTTONS.length ? 0 : -1}
        onFocus={() => setCurrent(BUTTONS.length)}
        onClick={() => onPreview(!isPreviewed)}
      >
        <Icon name="eye" size={18} />
        <span className="max-sm:sr-only">Preview</span>
      </button>
    </div>
  );
}
