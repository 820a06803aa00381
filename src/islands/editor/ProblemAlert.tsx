import { Icon } from '../../icons/Icon.tsx';
import { Alert } from '../ui/Alert.tsx';
import type { Problem } from './problem.ts';

interface Props {
  problem: Problem;
  onSignIn: () => void;
  /** Takes it away. */
  onDismiss?: () => void;
}

/** Says what went wrong and, when the session has ended, how to go on. */
export function ProblemAlert({ problem, onSignIn, onDismiss }: Props) {
  const { message, reason, signIn, tone = 'error' } = problem;
  return (
    <>
      <div className="problem">
        <Alert tone={tone} className={onDismiss ? 'pr-12' : ''}>
          {message && <p>{message}</p>}
          {signIn && (
            <>
              <p>Your session has ended. What you have written is kept in this browser.</p>
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
