import { Icon } from '../../icons/Icon.tsx';
import { ApiFailure } from '../../lib/api.ts';
import { Alert } from '../ui/Alert.tsx';

/** An error or a notice (`info`) for the author. */
export interface Problem {
  /** The text that spec.md fixes, or that of the server. */
  message: string;
  /** More details from the server. */
  reason?: string;
  /** True if the session expired: the alert then offers to sign in again. */
  signIn?: boolean;
  tone?: 'error' | 'info';
}

const SESSION_EXPIRED: Problem = { message: '', signIn: true };

/** True if the server answered with an error; false if the connection failed. */
const isAnswer = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status > 0;

/** Returns the problem to show if a post could not be saved. */
export function saveProblem(error: unknown): Problem {
  if (!isAnswer(error)) return { message: 'Something went wrong' };
  return error.status === 401 ? SESSION_EXPIRED : { message: error.message };
}

/** Returns the problem to show if a picture could not be uploaded. */
export function uploadProblem(error: unknown): Problem {
  const message = 'Image upload failed';
  if (!isAnswer(error)) return { message };
  return error.status === 401
    ? { ...SESSION_EXPIRED, message }
    : { message, reason: error.message };
}

/** Returns the problem to show if something could not be loaded. */
export function loadProblem(error: unknown): Problem {
  if (error instanceof ApiFailure && error.status === 401) return SESSION_EXPIRED;
  return { message: error instanceof Error ? error.message : '' };
}

interface Props {
  problem: Problem;
  onSignIn: () => void;
  onDismiss?: () => void;
}

/** Shows a problem and, if the session expired, a way to continue. */
export function ProblemAlert({ problem, onSignIn, onDismiss }: Props) {
  const { message, reason, signIn, tone = 'error' } = problem;
  return (
    <>
      <div className="problem">
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
            className="icon-btn problem-dismiss"
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
