import { signInPath } from '../../../lib/navigate.ts';
import { Alert } from '../../ui/Alert.tsx';
import { requestMessage, statusOf } from '../../ui/request.ts';

export interface CommentError {
  message: string;
  /** The session has ended, so the user has to sign in again. */
  expired: boolean;
  /** The server didn't answer, or was too busy: trying again later may work. */
  retryable: boolean;
}

export const EMPTY_COMMENT: CommentError = {
  message: 'Please write a comment.',
  expired: false,
  retryable: false,
};

export function toCommentError(error: unknown): CommentError {
  const status = statusOf(error);
  return {
    message: requestMessage(error),
    expired: status === 401,
    retryable: status === 0 || status >= 500,
  };
}

interface Props {
  error: CommentError | null;
  /** The path to return to after signing in again. */
  path: string;
  /** What signing in again is for. */
  purpose: string;
  onRetry: () => void;
}

/** Says why a comment wasn't sent. The text is still in the field. */
export function CommentErrorAlert({ error, path, purpose, onRetry }: Props) {
  if (!error) return null;
  return (
    <Alert className="mt-4">
      {error.message}
      {error.expired && (
        <>
          {' '}
          <a className="link" href={signInPath(path)}>
            Sign in again
          </a>{' '}
          {purpose} We saved your text.
        </>
      )}
      {error.retryable && (
        <>
          {' '}
          <button type="button" className="link cursor-pointer" onClick={onRetry}>
            Try again
          </button>
        </>
      )}
    </Alert>
  );
}
