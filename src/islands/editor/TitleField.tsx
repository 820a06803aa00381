import { type ClipboardEvent, type DragEvent, type RefObject, useEffect, useId } from 'react';
import { MAX_TITLE_LENGTH } from '../../../api/contract/posts.ts';
import { truncate } from '../../../api/contract/truncate.ts';
import { isComposing } from '../ui/is-composing.ts';
import { keepWhole } from '../ui/keep-whole.ts';
import { isInLastLine, isPlain } from './title-and-text.ts';

interface Props {
  ref: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  /** The author goes on to the text. */
  onLeave: () => void;
  /** Puts pasted or dropped lines into the text. Undefined until the text is ready. */
  onLines: ((lines: readonly string[]) => void) | undefined;
  /** Gives it the focus where that opens no on-screen keyboard. */
  isFirst: boolean;
  errorId?: string;
}

/** The title, as it will look on the page. It wraps and grows, but has no line breaks. */
export function TitleField({ ref, value, onChange, onLeave, onLines, isFirst, errorId }: Props) {
  const id = useId();
  useEffect(() => {
    const isNowhere = document.activeElement === document.body;
    const isDesk = window.matchMedia('(min-width: 48rem) and (not (pointer: coarse))').matches;
    if (isFirst && isNowhere && isDesk) ref.current?.focus({ preventScroll: true });
  }, [isFirst, ref]);
  return (
    // The hidden copy of the text in `::after` makes the field as high as the text.
    <div ref={keepWhole} className="title-field" data-value={value}>
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      <textarea
        ref={ref}
        id={id}
        name="title"
        rows={1}
        dir="auto"
        required
        maxLength={MAX_TITLE_LENGTH}
        placeholder="Title"
        autoComplete="off"
        value={value}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ' '))}
        onPaste={(event) => splitLines(event, event.clipboardData, onLines)}
        onDrop={(event) => splitLines(event, event.dataTransfer, onLines)}
        onKeyDown={({ nativeEvent: event, currentTarget }) => {
          const isLeaving =
            isPlain(event, 'Enter') || (isPlain(event, 'ArrowDown') && isInLastLine(currentTarget));
          // Enter also ends the input of a Chinese or Japanese word.
          if (isLeaving || (event.key === 'Enter' && !isComposing(event))) event.preventDefault();
          if (isLeaving) onLeave();
        }}
      />
    </div>
  );
}

/** Puts the first of several lines into the title, and the others at the start of the text. */
function splitLines(
  event: ClipboardEvent<HTMLTextAreaElement> | DragEvent<HTMLTextAreaElement>,
  data: DataTransfer,
  onLines: Props['onLines'],
): void {
  const lines = data
    .getData('text/plain')
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = '', ...others] = lines;
  if (others.length === 0 || !onLines) return;
  event.preventDefault();
  const field = event.currentTarget;
  field.focus();
  if ('clientX' in event) {
    const place = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    // Without a position, inserts after the selection: replacing it would lose text.
    const at = place?.offsetNode === field ? place.offset : field.selectionEnd;
    field.setSelectionRange(at, at);
  }
  const { value, selectionStart, selectionEnd } = field;
  const room = MAX_TITLE_LENGTH - value.length + (selectionEnd - selectionStart);
  // Deprecated, but the only way to keep the browser's undo.
  document.execCommand('insertText', false, truncate(first, room));
  // A first line that's too long for the title is also in the text.
  onLines(first.length > room ? lines : others);
}
