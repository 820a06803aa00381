import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiFailure } from '../../lib/api.ts';
import type { SolvedChallenge } from '../../lib/puzzle.ts';
import type { Puzzle } from './SolvePuzzle.tsx';

/** Loaded on demand because few people ever see it. */
const SolvePuzzle = lazy(async () => ({
  default: (await import('./SolvePuzzle.tsx')).SolvePuzzle,
}));

interface Pending {
  resolve: (solved: SolvedChallenge) => void;
  reject: (error: unknown) => void;
}

/** Makes a call. When the server asks for a check, the browser does it and repeats the call. */
export function useCheck(puzzle: Puzzle): {
  checked: <T>(send: (check?: SolvedChallenge) => Promise<T>) => Promise<T>;
  /** What the form shows during the check. */
  check: ReactNode;
} {
  const [pending, setPending] = useState<Pending | null>(null);

  const solve = () =>
    new Promise<SolvedChallenge>((resolve, reject) => setPending({ resolve, reject })).finally(() =>
      setPending(null),
    );

  return {
    async checked(send) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'check_required') throw error;
        return await send(await solve());
      }
    },
    check: pending && (
      <Suspense>
        <SolvePuzzle {...puzzle} onSolved={pending.resolve} onError={pending.reject} />
      </Suspense>
    ),
  };
}
