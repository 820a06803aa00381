import { Icon } from '../../icons/Icon.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ErrorState } from '../ui/list-states.tsx';
import { requestMessage, statusOf } from '../ui/request.ts';

/** An error or a notice (`info`) for the author. */
export interface Problem {
  /** A fixed text, or the server's. */
  message: string;
  reason?: string;
  /** True if the session expired: the alert then offers to sign in again. */
  signIn?: boolean;
  tone?: 'error' | 'info';
  /** The fields that it is about. The first one gets the focus. */
  fields?: readonly FormField[];
}

export type FormField = 'title' | 'category' | 'content';

export const SESSION_EXPIRED: Problem = { message: '', signIn: true };

export function saveProblem(error: unknown): Problem {
  if (statusOf(error) === 401) return SESSION_EXPIRED;
  const reason = statusOf(error) === 0 ? requestMessage(error) : undefined;
  return { message: requestMessage(error, 'Something went wrong'), reason };
}

export function uploadProblem(error: unknown): Problem {
  const message = 'Image upload failed';
  if (statusOf(error) === 401) return { ...SESSION_EXPIRED, message };
  return { message, reason: requestMessage(error, '') };
}

interface Props {
  problem: Problem;
  onSignIn: () => void;
  onDismiss?: () => void;
}

/** Shows a problem and, if the session expired, a way to continue. */
export function ProblemAlert({ problem, onSignIn, onDismiss }: Props) {
  const { message, reason, signIn, tone } = problem;
  return (
    <>
      <div className="relative">
        <Alert tone={tone} className={onDismiss ? 'pr-12' : ''}>
          {message && <p>{message}</p>}
          {signIn && (
            <>
              <p>Your session has expired. Your changes are saved in this browser.</p>
              <button type="button" className="link" onClick={onSignIn}>
                Sign in and come back here
              </button>
            </>
          )}
        </Alert>
        {onDismiss && (
          <button
            type="button"
            className="icon-btn absolute top-0 right-0"
            aria-label="Dismiss this message"
            onClick={onDismiss}
          >
            <Icon name="x" size={18} />
          </button>
        )}
      </div>
      {reason && (
        <p role="status" className="field-hint">
          {reason}
        </p>
      )}
    </>
  );
}

interface FailureProps {
  title: string;
  error: unknown;
  onSignIn: () => void;
  onRetry: () => void;
}

export function LoadFailure({ title, error, onSignIn, onRetry }: FailureProps) {
  if (statusOf(error) === 401)
    return <ProblemAlert problem={SESSION_EXPIRED} onSignIn={onSignIn} />;
  const text = error instanceof Error ? error.message : undefined;
  return <ErrorState title={title} text={text} onRetry={onRetry} />;
}
