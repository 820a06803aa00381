import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { requestMessage, statusOf } from '../ui/request.ts';
import { type Problem, SESSION_EXPIRED } from './problems.tsx';
import type { DocumentSync } from './sync/document-sync.ts';
import { STUCK } from './sync/rules.ts';
import type { SyncState } from './sync/types.ts';

/** A manual save, as with Ctrl+S. It says "Saved", or why it failed. */
export function useSaveByHand(
  sync: DocumentSync,
  { status }: SyncState,
  setProblem: Dispatch<SetStateAction<Problem | null>>,
  onUndecided: () => void,
) {
  const [isBusy, setIsBusy] = useState(false);
  /** Shown until the author changes more. A new object for each save. */
  const [outcome, setOutcome] = useState<{ text: string } | null>(null);
  const failure = useRef<Problem | null>(null);
  useEffect(() => {
    if (status !== 'saved') return;
    const past = failure.current;
    failure.current = null;
    if (past) setProblem((current) => (current === past ? null : current));
  }, [status, setProblem]);
  const save = async () => {
    setIsBusy(true);
    try {
      await sync.flush();
      setOutcome({ text: sync.state.document ? 'Saved' : "There's nothing to save yet." });
    } catch (error) {
      if (STUCK.includes(sync.state.status)) onUndecided();
      else {
        failure.current = failureOf(error);
        setProblem(failure.current);
      }
    }
    setIsBusy(false);
  };
  const forget = () => setOutcome(null);
  return { isBusy, outcome, save: () => void save(), forget };
}

function failureOf(error: unknown): Problem {
  const message = "The server doesn't have your changes yet.";
  if (statusOf(error) === 401) return { ...SESSION_EXPIRED, message };
  return { message: `${message} ${requestMessage(error)}` };
}
