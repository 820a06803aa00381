import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { type SolvedChallenge, solveChallenge } from '../../lib/puzzle.ts';

export interface Puzzle {
  from: 'POST /api/auth/signup-challenge' | 'POST /api/contact/challenge';
  /** What the puzzle blocks, such as "automated sign-ups". */
  against: string;
}

interface Props extends Puzzle {
  onSolved: (solved: SolvedChallenge) => void;
  onError: (error: unknown) => void;
}

/** Solves a puzzle in the browser and shows the progress. Loaded only if the server requires it. */
export function SolvePuzzle({ from, against, onSolved, onError }: Props) {
  const [part, setPart] = useState(0);
  const textId = useId();
  const settled = useRef({ from, onSolved, onError });

  useEffect(() => {
    let ended = false;
    const progress = (done: number) => {
      if (!ended) setPart(done);
    };
    call(settled.current.from)
      .then((puzzle) => solveChallenge(puzzle, progress))
      .then(
        (solved) => ended || settled.current.onSolved(solved),
        (error) => ended || settled.current.onError(error),
      );
    return () => {
      ended = true;
    };
  }, []);

  return (
    <div className="text-soft text-sm">
      <p id={textId} role="status">
        To block {against}, your browser is solving a small puzzle. This takes a few seconds.
      </p>
      <progress className="mt-2 h-1.5 w-full accent-accent" value={part} aria-labelledby={textId} />
    </div>
  );
}
