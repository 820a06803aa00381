import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  fitsState,
  type ListedComment,
  MAX_NOTE_LENGTH,
  MODERATIONS,
  type Moderation,
} from '../../../../api/contract/comments.ts';
import { $preferences } from '../../../stores/preferences.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldFrame } from '../../ui/Field.tsx';
import { ACTIONS } from './decision-texts.ts';
import type { Decisions } from './useDecisions.ts';

interface Props {
  comment: ListedComment;
  decisions: Decisions;
  /** The id of the element with the text. */
  describedBy: string;
  /** Actions that have another button. */
  without?: Moderation;
  /** Called before a decision is sent. */
  onDecide?: () => void;
  /** Called after it was sent, even if that failed. */
  onDecided?: () => unknown;
  /** Further buttons. */
  children?: ReactNode;
}

/** What a moderator can do to a comment in its state, and a note to its author. */
export function DecisionButtons(props: Props) {
  const { comment, decisions, describedBy, without, onDecide, onDecided } = props;
  const [hasNote, setHasNote] = useState(false);
  const { singleKeys } = useStore($preferences);
  const isBusy = decisions.busy.has(comment._id);
  const decide = (action: Moderation, trust?: true) => {
    onDecide?.();
    void decisions.decide([comment], action, trust && { trust }).then(onDecided);
  };
  const shared = { small: true, disabled: isBusy, 'aria-describedby': describedBy } as const;
  const actions = MODERATIONS.filter((one) => one !== without && fitsState(one, comment));
  const canTrust = comment.state === 'held' && comment.history?.isTrusted === false;
  return (
    <>
      {hasNote && <NoteField comment={comment} notes={decisions.notes} />}
      <div className="mt-2 -ml-3.5 flex flex-wrap items-center">
        {actions.map((action) => (
          <Fragment key={action}>
            <Button
              {...shared}
              variant="quiet"
              className={action === 'approve' ? 'text-accent' : ''}
              aria-keyshortcuts={singleKeys ? ACTIONS[action].key : undefined}
              onClick={() => decide(action)}
            >
              {ACTIONS[action].label}
            </Button>
            {action === 'approve' && canTrust && (
              <Button {...shared} variant="quiet" onClick={() => decide('approve', true)}>
                Approve and trust
              </Button>
            )}
          </Fragment>
        ))}
        {!hasNote && (
          <Button {...shared} variant="quiet" onClick={() => setHasNote(true)}>
            Add a note
          </Button>
        )}
        {props.children}
      </div>
    </>
  );
}

function NoteField({ comment, notes }: { comment: ListedComment; notes: Map<string, string> }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that opened it is gone.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <FieldFrame
      label={`Note to ${comment.author.username}`}
      hint="Sent with Approve, Hold or Remove."
      className="mt-3 max-w-xl"
    >
      {(control) => (
        <textarea
          {...control}
          ref={field}
          className="field min-h-20"
          maxLength={MAX_NOTE_LENGTH}
          defaultValue={notes.get(comment._id)}
          onChange={({ target }) => notes.set(comment._id, target.value)}
        />
      )}
    </FieldFrame>
  );
}
