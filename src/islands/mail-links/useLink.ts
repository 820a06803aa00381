import { useCallback, useEffect, useState } from 'react';
import type { LinkKind, TokenInfo } from '../../../api/contract/users.ts';
import { ApiFailure, call } from '../../lib/api.ts';
import { requestMessage } from '../ui/request.ts';

/** What the link that opened this page can do. */
export type Link =
  | { state: 'checking' }
  | { state: 'usable'; token: string; account: TokenInfo }
  | { state: 'bad'; message: string }
  | { state: 'unreachable'; message: string };

/** Whether a link or code can't be used (anymore). */
export function isBadToken(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'bad_token';
}

/**
 * Asks the server about the token in the address, which uses nothing up: mail scanners open links,
 * and some run their scripts.
 */
export function useLink(kind: LinkKind) {
  const [link, setLink] = useState<Link>({ state: 'checking' });

  const fail = useCallback((error: unknown) => {
    const state = isBadToken(error) ? 'bad' : 'unreachable';
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
        account: await call('POST /api/auth/check-token', { body: { kind, token } }),
      });
    } catch (error) {
      fail(error);
    }
  }, [kind, fail]);
  useEffect(() => void check(), [check]);

  return { link, check, fail };
}
