import { useCallback, useEffect, useState } from 'react';
import type { LinkKind, TokenInfo } from '../../../api/contract/users.ts';
import { ApiFailure, call } from '../../lib/api.ts';
import { requestMessage, statusOf } from '../ui/request.ts';

/** A link that can't be used (yet). */
export type UnusableLink =
  | { state: 'checking' }
  | { state: 'bad'; message: string }
  | { state: 'unreachable'; message: string };

/** The state of the link that opened this page. */
type Link<Account> = UnusableLink | { state: 'usable'; token: string; account: Account };

/** Whether a link or code can't be used (anymore). */
export function isBadToken(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'bad_token';
}

/** Returns the link that opened this page, which is for an account. */
export function useAccountLink(kind: LinkKind) {
  const ask = useCallback(
    (token: string): Promise<TokenInfo> =>
      call('POST /api/auth/check-token', { body: { kind, token } }),
    [kind],
  );
  return useLink(ask);
}

/**
 * Asks the server about the token in the address, which uses nothing up: mail scanners open links,
 * and some run their scripts. `ask` must stay the same function.
 */
export function useLink<Account>(ask: (token: string) => Promise<Account>) {
  const [link, setLink] = useState<Link<Account>>({ state: 'checking' });

  const fail = useCallback((error: unknown) => {
    const isFinal = isBadToken(error) || statusOf(error) === 409;
    const state = isFinal ? 'bad' : 'unreachable';
    setLink({ state, message: requestMessage(error) });
  }, []);
  const check = useCallback(async () => {
    setLink({ state: 'checking' });
    const token = new URLSearchParams(window.location.search).get('token') ?? '';
    if (token === '') {
      return setLink({
        state: 'bad',
        message: 'The link is incomplete. Was it copied only in part?',
      });
    }
    try {
      setLink({
        state: 'usable',
        token,
        account: await ask(token),
      });
    } catch (error) {
      fail(error);
    }
  }, [ask, fail]);
  useEffect(() => void check(), [check]);

  return { link, check, fail };
}
