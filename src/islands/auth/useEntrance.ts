import { useCallback, useEffect, useRef, useState } from 'react';
import { includesRole, type User } from '../../../api/contract/users.ts';
import { hasNoServer } from '../../lib/api.ts';
import { navigate, rememberReturn, returnPath } from '../../lib/navigate.ts';
import { type SignInReason, signInReason, wantedPath } from '../../stores/after-sign-in.ts';
import { $user, signInSuccess, verifySession } from '../../stores/session.ts';
import { toastAfterNavigation } from '../../stores/toasts.ts';

const EDITORS = /^\/(create|update)-post\b/;
const AUTHORS_ONLY = 'Only authors, editors and administrators can write and edit posts.';

/** Signed-in users go to the home page; users who sign in return to the page they came from. */
export function useEntrance() {
  const [ready, setReady] = useState(false);
  const { leaving, leave } = useLeave();
  /** This copy of the site has no server to sign in to. */
  const [unavailable, setUnavailable] = useState(false);
  const [reason, setReason] = useState<SignInReason>(null);
  const target = useRef('/');
  // Until the server answers, the stored user may not be admitted to the page they came from.
  const known = useRef(false);

  useEffect(() => {
    const path = returnPath();
    target.current = path === '/' ? wantedPath() : path;
    setReason(signInReason(target.current));
    setReady(true);
    let ended = false;
    const go = (path: string) => leave(path, { replace: true });
    const goHome = (user: User) => {
      explainRefusal(user, target.current);
      go('/');
    };
    const stop = $user.listen((user) => {
      if (user && known.current) go(target.current);
      else if (user) goHome(user);
    });
    void verifySession().then((verdict) => {
      if (ended) return;
      known.current = true;
      const user = verdict.reached && verdict.user && $user.get();
      if (user) return goHome(user);
      setUnavailable(!verdict.reached && hasNoServer(verdict.error));
      document.documentElement.toggleAttribute('data-session-known', true);
    });
    return () => {
      ended = true;
      stop();
    };
  }, [leave]);

  return {
    ready,
    leaving,
    unavailable,
    reason,
    leave,
    /** Stores the user who just signed in and returns to the page they came from. */
    enter(user: User) {
      known.current = true;
      signInSuccess(user);
    },
    returnTo: () => target.current,
    /** Keeps the return path when switching between the two forms. */
    keepReturn() {
      if (target.current !== '/') rememberReturn(target.current);
    },
  };
}

/** Opens a page of this site. The form stays disabled until it loads. */
function useLeave() {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // The browser restored this page from its back/forward cache.
    const reopen = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    window.addEventListener('pageshow', reopen);
    return () => window.removeEventListener('pageshow', reopen);
  }, []);
  const leave = useCallback((path: string, options?: { replace: boolean }) => {
    setLeaving(true);
    navigate(path, options);
  }, []);
  return { leaving, leave };
}

/** If the user wanted to open an editor, explains why the home page opens instead. */
function explainRefusal(user: User, target: string): void {
  const mayWrite = includesRole(user, 'author');
  if (!mayWrite && EDITORS.test(target)) toastAfterNavigation(AUTHORS_ONLY, 'info');
}

const NEW_EMAIL_KEY = 'newEmail';

/** Passes the email of a new account to the sign-in page. */
export function leaveNewEmail(email: string): void {
  try {
    sessionStorage.setItem(NEW_EMAIL_KEY, email);
  } catch {
    // Without storage, the user types it again.
  }
}

/** Returns the email that the sign-up page left, once. */
export function takeNewEmail(): string | null {
  try {
    const email = sessionStorage.getItem(NEW_EMAIL_KEY);
    sessionStorage.removeItem(NEW_EMAIL_KEY);
    return email;
  } catch {
    return null;
  }
}
