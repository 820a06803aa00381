import type { ReactNode } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { goToSignIn } from '../../lib/navigate.ts';
import { Alert } from '../ui/Alert.tsx';
import { Spinner } from '../ui/Button.tsx';
import { ErrorState } from '../ui/list-states.tsx';
import { requestMessage, statusOf } from '../ui/request.ts';

/** An error or a notice (`info`) for the author. */
export interface Problem {
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

interface LoadingProps<T> {
  request: { data?: T; error?: unknown; load: () => void };
  name: string;
  spinner?: string;
  onSignIn?: () => void;
  children: (data: T) => ReactNode;
}

/** What a request loaded. Until then, a spinner, or an error with a way to try again. */
export function Loading<T>(props: LoadingProps<T>) {
  const { request, name, spinner = 'my-8', onSignIn = () => goToSignIn(), children } = props;
  const { data, error, load } = request;
  if (data !== undefined) return children(data);
  if (error === undefined) return <Spinner label={`Loading ${name}`} className={spinner} />;
  if (statusOf(error) === 401) {
    return <ProblemAlert problem={SESSION_EXPIRED} onSignIn={onSignIn} />;
  }
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)} couldn't be loaded`;
  const text = error instanceof Error ? error.message : undefined;
  return <ErrorState title={title} text={text} onRetry={load} />;
}
