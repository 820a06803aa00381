import type { ReactNode } from 'react';
import { call } from '../../lib/api.ts';
import type { Answer, Body } from '../../lib/api-types.ts';
import { useCheck } from './useCheck.tsx';

type SignUp = 'POST /api/auth/signup';

/** Signs up. When the server asks for a check, the browser does it and repeats the call. */
export function useSignUp(): {
  signUp: (values: Body<SignUp>) => Promise<Answer<SignUp>>;
  /** What the form shows during the check. */
  check: ReactNode;
} {
  const { checked, check } = useCheck({
    from: 'POST /api/auth/signup-challenge',
    against: 'automated sign-ups',
  });
  return {
    signUp: (values) =>
      checked((solved) =>
        call('POST /api/auth/signup', { body: { ...values, ...(solved && { check: solved }) } }),
      ),
    check,
  };
}
