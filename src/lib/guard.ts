import type { User } from '../../api/contract/users.ts';
import { $user, verifySession } from '../stores/session.ts';
import { navigate, rememberReturn } from './navigate.ts';

/** Whom a guarded page is for. */
export type Audience = 'user' | 'admin';

/** What a guarded page shows: nothing of its own until the server has said who is here. */
export type Admission =
  | { state: 'checking' }
  | { state: 'admitted'; user: User }
  | { state: 'unreachable' };

export interface Watch {
  /** Asks the server again. */
  retry(): void;
  stop(): void;
}

/**
 * Guards the page in the browser, as the server does before (api/auth/page-guard.ts): for sites served by a
 * plain static host, and for whoever signs out or loses the session while the page is open. Tells `show`
 * what to show; sends everybody else to /signin, to come back here after signing in.
 */
export function watchAdmission(audience: Audience, show: (admission: Admission) => void): Watch {
  const admits = (user: User | null): user is User =>
    user !== null && (audience === 'user' || user.isAdmin);
  let checked = false;
  let ended = false;

  const judge = (user: User | null) => {
    if (admits(user)) return show({ state: 'admitted', user });
    show({ state: 'checking' });
    // Who has just signed out, here or in another tab, does not want to come back here.
    if (!checked || user) rememberReturn();
    navigate('/signin', { replace: true });
  };
  const ask = async (again: boolean) => {
    show({ state: 'checking' });
    const verdict = await verifySession({ again });
    if (ended) return;
    if (!verdict.reached) return show({ state: 'unreachable' });
    judge($user.get());
    checked = true;
  };
  // A page that the browser has kept as it was left: much may have happened since.
  const returned = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    show({ state: 'checking' });
    window.location.reload();
  };

  const stopListening = $user.listen((user) => checked && judge(user));
  window.addEventListener('pageshow', returned);
  void ask(false);
  return {
    retry: () => void ask(true),
    stop() {
      ended = true;
      stopListening();
      window.removeEventListener('pageshow', returned);
    },
  };
}
