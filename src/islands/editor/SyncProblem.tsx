import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ProblemAlert, SESSION_EXPIRED } from './problems.tsx';
import type { SyncState } from './sync/types.ts';

interface Props {
  state: SyncState;
  /** Another message says already that the session expired. */
  isExpired: boolean;
  onCompare: () => void;
  onSignIn: () => void;
}

const TEXTS = {
  conflict: {
    text: 'This post was changed elsewhere. Your changes are saved in this browser; nothing was overwritten.',
    button: 'Compare the versions',
  },
  trashed: {
    text: 'This post was moved to the trash. Your changes are saved in this browser.',
    button: 'Decide what to do',
  },
  gone: {
    text: 'This post has been deleted. Your changes are saved in this browser.',
    button: 'Decide what to do',
  },
};

export function SyncProblem({ state: { status }, isExpired, onCompare, onSignIn }: Props) {
  if (status === 'signed-out') {
    if (isExpired) return null;
    return (
      <div className="post-form-problem">
        <ProblemAlert problem={SESSION_EXPIRED} onSignIn={onSignIn} />
      </div>
    );
  }
  if (status !== 'conflict' && status !== 'trashed' && status !== 'gone') return null;
  const { text, button } = TEXTS[status];
  return (
    <div className="post-form-problem">
      <Alert>
        <p>{text}</p>
        <Button small variant="secondary" className="mt-2" onClick={onCompare}>
          {button}
        </Button>
      </Alert>
    </div>
  );
}
