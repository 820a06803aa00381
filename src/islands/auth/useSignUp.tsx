import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SolvedChallenge } from '../../../api/contract/sign-up-check.ts';
import type { SignUpInput } from '../../../api/contract/users.ts';
import { ApiFailure, api } from '../../lib/api.ts';

/** Loaded on demand because few people ever see it. */
const SignUpCheck = lazy(async () => ({
  default: (await import('./SignUpCheck.tsx')).SignUpCheck,
}));

interface Pending {
  resolve: (solved: SolvedChallenge) => void;
  reject: (error: unknown) => void;
}

/** Signs up. When the server asks for a check, the browser does it and repeats the call. */
export function useSignUp(): {
  signUp: (values: SignUpInput) => ReturnType<typeof api.signUp>;
  /** What the form shows during the check. */
  check: ReactNode;
} {
  const [pending, setPending] = useState<Pending | null>(null);

  const solve = () =>
    new Promise<SolvedChallenge>((resolve, reject) => setPending({ resolve, reject })).finally(() =>
      setPending(null),
    );

  return {
    async signUp(values) {
      try {
        return await api.signUp(values);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'check_required') throw error;
        return await api.signUp({ ...values, check: await solve() });
      }
    },
    check: pending && (
      <Suspense>
        <SignUpCheck onSolved={pending.resolve} onError={pending.reject} />
      </Suspense>
    ),
  };
}
