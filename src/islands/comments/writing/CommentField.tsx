import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { textNodes } from '../../../scripts/comments/text.ts';
import { FieldFrame } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/is-composing.ts';
import { applyFormat, FormatBar, formatOf } from './FormatBar.tsx';

/** With this many characters left, screen readers announce the counter. */
const NEAR_LIMIT = 20;

interface Props {
  label: string;
  value: string;
  maxLength: number;
  readOnly: boolean;
  onChange: (value: string) => void;
  onSubmit: () => void;
  onEscape?: () => void;
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  children: ReactNode;
}

/** A field for the plain text of a comment, with buttons that format it, and a preview. */
export function CommentField(props: Props) {
  const { label, value, maxLength, onChange, onSubmit, onEscape, children, fieldRef } = props;
  const [isPreviewed, setPreviewed] = useState(false);
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? ownRef;
  useGrowing(field, value);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') onEscape?.();
    if (!(event.ctrlKey || event.metaKey)) return;
    const format = formatOf(event);
    if (format) applyFormat(event.currentTarget, format);
    else if (event.key === 'Enter') onSubmit();
    else return;
    event.preventDefault();
  };
  return (
    <FieldFrame label={label}>
      {(control) => (
        <>
          <FormatBar
            field={field}
            fieldId={control.id}
            isPreviewed={isPreviewed}
            onPreview={setPreviewed}
          />
          <textarea
            {...control}
            ref={field}
            className="field max-h-[70vh] min-h-24 resize-y [field-sizing:content]"
            dir="auto"
            rows={3}
            readOnly={props.readOnly}
            maxLength={maxLength}
            value={value}
            aria-describedby={`${control.id}-count`}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {isPreviewed && <Preview content={value} />}
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <Counter id={`${control.id}-count`} left={maxLength - value.length} />
            <div className="flex flex-wrap gap-3">{children}</div>
          </div>
        </>
      )}
    </FieldFrame>
  );
}

function Counter({ id, left }: { id: string; left: number }) {
  const isNear = left <= NEAR_LIMIT;
  return (
    <p
      id={id}
      className={`text-xs ${isNear ? 'font-semibold text-ink' : 'text-muted'}`}
      aria-live={isNear ? 'polite' : 'off'}
    >
      {left < 0 ? `${-left} characters too long` : `${left} characters remaining`}
    </p>
  );
}

function Preview({ content }: { content: string }) {
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => text.current?.replaceChildren(...textNodes(content)), [content]);
  return (
    <section className="mt-3 rounded-xl bg-sunken px-4 py-3" aria-label="Preview">
      {content.trim() === '' && <p className="text-muted text-sm">Nothing to preview yet.</p>}
      <div ref={text} className="comment-text" />
    </section>
  );
}

/** Makes a field as high as its text, in browsers without `field-sizing`. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + borders}px`;
  }, [field, value]);
}
