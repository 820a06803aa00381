import type { ComponentProps, ReactNode, Ref } from 'react';
import { FieldFrame } from '../ui/Field.tsx';
import { MAX_LENGTH } from './text.ts';

/** With so many characters left, the counter is read out as it changes. */
const NEAR_LIMIT = 20;

interface Props
  extends Pick<
    ComponentProps<'textarea'>,
    'onKeyDown' | 'readOnly' | 'autoFocus' | 'aria-keyshortcuts'
  > {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fieldRef?: Ref<HTMLTextAreaElement>;
  /** The buttons, beside the counter. */
  children: ReactNode;
}

/** Where the text of a comment is typed, with what is left of its 200 characters. */
export function CommentField({ label, value, onChange, fieldRef, children, ...rest }: Props) {
  const left = MAX_LENGTH - value.length;
  return (
    <FieldFrame label={label}>
      {(control) => (
        <>
          <textarea
            {...rest}
            {...control}
            ref={fieldRef}
            className="field min-h-24 resize-y"
            dir="auto"
            rows={3}
            maxLength={MAX_LENGTH}
            value={value}
            aria-describedby={`${control.id}-count`}
            onChange={(event) => onChange(event.target.value)}
          />
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <p
              id={`${control.id}-count`}
              className={`text-xs ${left <= NEAR_LIMIT ? 'font-semibold text-ink' : 'text-muted'}`}
              aria-live={left <= NEAR_LIMIT ? 'polite' : 'off'}
            >
              {left} characters remaining
            </p>
            <div className="flex flex-wrap gap-3">{children}</div>
          </div>
        </>
      )}
    </FieldFrame>
  );
}
