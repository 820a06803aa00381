import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiFailure, call } from '../../lib/api.ts';
import type { Answer, Body } from '../../lib/api-types.ts';
import type { SolvedChallenge } from '../../lib/sign-up-check.ts';

/** Loaded on demand because few people ever see it. */
const SignUpCheck = lazy(async () => ({
  default: (await import('./SignUpCheck.tsx')).SignUpCheck,
}));

type SignUp = 'POST /api/auth/signup';

interface Pending {
  resolve: (solved: SolvedChallenge) => void;
  reject: (error: unknown) => void;
}

/** Signs up. When the server asks for a check, the browser does it and repeats the call. */
export function useSignUp(): {
  signUp: (values: Body<SignUp>) => Promise<Answer<SignUp>>;
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
        return await call('POST /api/auth/signup', { body: values });
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'check_required') throw error;
        return await call('POST /api/auth/signup', { body: { ...values, check: await solve() } });
      }
    },
    check: pending && (
      <Suspense>
        <SignUpCheck onSolved={pending.resolve} onError={pending.reject} />
      </Suspense>
    ),
  };
}
