import type { ComponentProps, KeyboardEvent, ReactNode, Ref } from 'react';
import { MAX_COMMENT_LENGTH } from '../../../api/contract/comments.ts';
import { signInPath } from '../../lib/navigate.ts';
import { Alert } from '../ui/Alert.tsx';
import { FieldFrame } from '../ui/Field.tsx';
import { requestMessage, statusOf } from '../ui/request.ts';

/** With this many characters left, screen readers announce the counter. */
const NEAR_LIMIT = 20;

interface Props
  extends Pick<ComponentProps<'textarea'>, 'readOnly' | 'autoFocus' | 'aria-keyshortcuts'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  onEscape?: () => void;
  fieldRef?: Ref<HTMLTextAreaElement>;
  children: ReactNode;
}

export function CommentField(props: Props) {
  const { label, value, onChange, onSubmit, onEscape, fieldRef, children, ...rest } = props;
  const left = MAX_COMMENT_LENGTH - value.length;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEscape?.();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  };
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
            maxLength={MAX_COMMENT_LENGTH}
            value={value}
            aria-describedby={`${control.id}-count`}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
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

export interface CommentError {
  message: string;
  /** The session has ended, so the user has to sign in again. */
  expired: boolean;
}

export const EMPTY_COMMENT: CommentError = { message: 'Please write a comment.', expired: false };

export function toCommentError(error: unknown): CommentError {
  return { message: requestMessage(error), expired: statusOf(error) === 401 };
}

interface ErrorProps {
  error: CommentError | null;
  /** The path of the page to return to after signing in. */
  path: string;
  children?: ReactNode;
}

export function CommentErrorAlert({ error, path, children }: ErrorProps) {
  if (!error) return null;
  return (
    <Alert className="mt-4">
      {error.message}
      {error.expired && (
        <>
          {' '}
          <a className="link" href={signInPath(`${path}#comments`)}>
            Sign in again
          </a>
          {children}
        </>
      )}
    </Alert>
  );
}
