import { useEffect, useRef } from 'react';
import {
  fitsState,
  type ListedComment,
  MODERATIONS,
  type Moderation,
} from '../../../../api/contract/comments.ts';
import { counted } from '../../../lib/format.ts';
import { isSingleKey } from '../../../scripts/single-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { focusListTitle } from '../lists/ListFrame.tsx';
import type { useSelection } from '../lists/selection.ts';
import { ACTIONS } from './decision-texts.ts';
import { focusAfter, focusedRow, moveFocus } from './rows.ts';
import type { Decisions } from './useDecisions.ts';

interface Props {
  comments: readonly ListedComment[];
  selection: ReturnType<typeof useSelection>;
  decisions: Decisions;
}

/** The buttons for the selected comments, and the keyboard shortcuts of the list. */
export function DecisionBar({ comments, selection, decisions }: Props) {
  useKeys(comments, decisions);
  const chosen = comments.filter(({ _id }) => selection.chosen.has(_id));
  if (chosen.length === 0) return null;
  const isBusy = chosen.some(({ _id }) => decisions.busy.has(_id));
  const clear = () => {
    selection.clear();
    focusListTitle();
  };
  const selectAll = () =>
    selection.setAll(
      comments.map(({ _id }) => _id),
      true,
    );
  const decide = async (action: Moderation) => {
    await decisions.decide(chosen, action);
    clear();
  };
  return (
    <section
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-3 shadow-float"
      aria-label="Selected comments"
      aria-busy={isBusy}
    >
      <p className="font-semibold text-sm max-sm:grow max-sm:basis-3/5" role="status">
        {counted(chosen.length, 'comment')} selected
      </p>
      {chosen.length < comments.length && (
        <Button small variant="quiet" disabled={isBusy} onClick={selectAll}>
          Select all shown
        </Button>
      )}
      <Button small variant="quiet" disabled={isBusy} onClick={clear}>
        Clear
      </Button>
      {MODERATIONS.filter((one) => chosen.some((comment) => fitsState(one, comment))).map(
        (action) => (
          <Button
            key={action}
            small
            variant="secondary"
            className="max-sm:grow max-sm:px-2"
            disabled={isBusy}
            onClick={() => void decide(action)}
          >
            {ACTIONS[action].label}
          </Button>
        ),
      )}
    </section>
  );
}

/**
 * `a`, `h`, `s` and `d` decide about the comment whose row has the focus, `u` undoes the last
 * decision, and `j` and `k` move the focus.
 */
function useKeys(comments: readonly ListedComment[], decisions: Decisions): void {
  const current = useRef({ comments, decisions });
  current.current = { comments, decisions };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      const { comments, decisions } = current.current;
      const run = commandOf(event.key, comments, decisions);
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function commandOf(
  key: string,
  comments: readonly ListedComment[],
  decisions: Decisions,
): (() => void) | undefined {
  if (key === 'j') return () => moveFocus(1);
  if (key === 'k') return () => moveFocus(-1);
  if (key === 'u') return decisions.undoLast;
  const action = MODERATIONS.find((one) => ACTIONS[one].key === key);
  const id = focusedRow();
  const comment = comments.find(({ _id }) => _id === id);
  if (!action || !comment || !fitsState(action, comment)) return undefined;
  return () => {
    focusAfter(comment._id);
    void decisions.decide([comment], action);
  };
}
