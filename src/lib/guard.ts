import { includesRole, type User } from '../../api/contract/users.ts';
import { $user, verifySession } from '../stores/session.ts';
import { toastAfterNavigation } from '../stores/toasts.ts';
import { hasNoServer } from './api.ts';
import { navigate, rememberReturn } from './navigate.ts';
import { onSignOut, SIGNED_OUT } from './tab-storage.ts';

export type Audience = 'user' | 'author';

/** What a guarded page shows. It has no content until the server has confirmed the user. */
export type Admission =
  | { state: 'checking' }
  | { state: 'admitted'; user: User }
  | { state: 'unreachable' }
  /** This copy of the site has no server that could check users. */
  | { state: 'unavailable' };

export interface Watch {
  /** Asks the server again. */
  retry(): void;
  stop(): void;
}

let isNeeded = () => false;

/**
 * Keeps a guarded page open after the session expires while `isHolding` returns true, such as for
 * files that would be lost. Signing out closes it anyway. Returns a cleanup function.
 */
export function stayWhile(isHolding: () => boolean): () => void {
  isNeeded = isHolding;
  return () => {
    isNeeded = () => false;
  };
}

/**
 * Guards the page in the browser, as api/auth/page-guard.ts does on the server: for sites on a
 * static host, and for users who sign out or lose their session while the page is open. Calls
 * `show` with what the page should show. Everyone else goes to /signin, and comes back after
 * signing in.
 */
export function watchAdmission(audience: Audience, show: (admission: Admission) => void): Watch {
  const admits = (user: User | null): user is User =>
    user !== null && (audience === 'user' || includesRole(user, audience));
  let checked = false;
  let stopped = false;
  let signedOut = false;

  const admit = (user: User | null) => {
    if (admits(user)) return show({ state: 'admitted', user });
    show({ state: 'checking' });
    // Don't come back here after signing out, in this tab or another.
    if (!checked || user) rememberReturn();
    else toastAfterNavigation(SIGNED_OUT);
    navigate('/signin', { replace: true });
  };
  const check = async (again: boolean) => {
    show({ state: 'checking' });
    const verdict = await verifySession({ again });
    if (stopped) return;
    if (!verdict.reached) {
      return show({ state: hasNoServer(verdict.error) ? 'unavailable' : 'unreachable' });
    }
    admit($user.get());
    checked = true;
  };
  // The browser restored the page from its cache: the session may have ended since.
  const restored = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    show({ state: 'checking' });
    window.location.reload();
  };

  const stopListening = $user.listen((user) => {
    if (checked && (user || signedOut || !isNeeded())) admit(user);
  });
  // This message comes before or after the change above.
  const stopWaiting = onSignOut(() => {
    signedOut = true;
    if (checked && !$user.get() && isNeeded()) admit(null);
  });
  window.addEventListener('pageshow', restored);
  void check(false);
  return {
    retry: () => void check(true),
    stop() {
      stopped = true;
      stopListening();
      stopWaiting();
      window.removeEventListener('pageshow', restored);
    },
  };
}
