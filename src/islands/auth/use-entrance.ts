import { useCallback, useEffect, useRef, useState } from 'react';
import type { User } from '../../lib/api.ts';
import { navigate, rememberReturn, returnPath } from '../../lib/navigate.ts';
import { $user, signInSuccess, verifySession } from '../../stores/session.ts';

interface Entrance {
  /** The form can be used: it listens, and whoever is here is not known to be signed in. */
  ready: boolean;
  /** The next page is being opened. */
  leaving: boolean;
  /** Stores the user who has just signed in, and goes where they came from. */
  enter(user: User): void;
  /** Opens the next page of ours; until then the form stays closed. */
  leave(path: string): void;
  /** Keeps the way back over the page of the other form. */
  keepReturn(): void;
}

/**
 * What the sign-in and the sign-up page have in common: whoever is signed in already is sent home, and
 * whoever signs in here, or meanwhile in another tab, goes where they came from.
 */
export function useEntrance(): Entrance {
  const [ready, setReady] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const target = useRef('/');
  // Until it is known who is here, home and not back: they may come from a page that does not admit them.
  const known = useRef(false);

  const leave = useCallback((path: string, options?: { replace: boolean }) => {
    setLeaving(true);
    navigate(path, options);
  }, []);

  useEffect(() => {
    target.current = returnPath();
    setReady(true);
    let ended = false;
    const go = (path: string) => leave(path, { replace: true });
    const stop = $user.listen((user) => user && go(known.current ? target.current : '/'));
    void verifySession().then((verdict) => {
      if (ended) return;
      known.current = true;
      if (verdict.reached && verdict.user && $user.get()) return go('/');
      document.documentElement.toggleAttribute('data-session-known', true);
    });
    // Back on a page that the browser has kept as it was left.
    const reopen = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    window.addEventListener('pageshow', reopen);
    return () => {
      ended = true;
      stop();
      window.removeEventListener('pageshow', reopen);
    };
  }, [leave]);

  return {
    ready,
    leaving,
    leave,
    enter(user) {
      known.current = true;
      signInSuccess(user);
    },
    keepReturn() {
      if (target.current !== '/') rememberReturn(target.current);
    },
  };
}
