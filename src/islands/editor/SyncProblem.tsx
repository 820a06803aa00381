import type { DocumentKind } from '../../../api/contract/documents.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { requestMessage } from '../ui/request.ts';
import { ProblemAlert, SESSION_EXPIRED } from './problems.tsx';
import { STUCK } from './sync/rules.ts';
import type { SyncState, SyncStatus } from './sync/types.ts';
import type { DraftStatus } from './useDraft.ts';

interface Props {
  kind: DocumentKind;
  state: SyncState;
  /** Whether this browser has the changes. */
  copy: DraftStatus;
  /** Another message says already that the session expired. */
  isExpired: boolean;
  onCompare: () => void;
  onSignIn: () => void;
}

const UNSAVED: readonly SyncStatus[] = ['offline', 'retrying', 'signed-out', 'refused', ...STUCK];

const TEXTS = {
  conflict: {
    text: 'was changed elsewhere. Your changes are saved in this browser; nothing was overwritten.',
    button: 'Compare the versions',
  },
  trashed: {
    text: 'was moved to the trash. Your changes are saved in this browser.',
    button: 'Decide what to do',
  },
  gone: {
    text: 'has been deleted. Your changes are saved in this browser.',
    button: 'Decide what to do',
  },
};

export function SyncProblem({ kind, state, copy, isExpired, onCompare, onSignIn }: Props) {
  const { status, error } = state;
  if (copy === 'failed' && UNSAVED.includes(status)) {
    return (
      <div className="post-form-problem">
        <Alert>
          Not saved: the server doesn't have your changes, and this browser can't save a draft. Copy
          your text before you leave.
        </Alert>
      </div>
    );
  }
  if (status === 'refused') {
    return (
      <div className="post-form-problem">
        <Alert>Couldn't save: {requestMessage(error)}</Alert>
      </div>
    );
  }
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
        <p>
          This {kind} {text}
        </p>
        <Button small variant="secondary" className="mt-2" onClick={onCompare}>
          {button}
        </Button>
      </Alert>
    </div>
  );
}
