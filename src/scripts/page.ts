import { hasSuggestion } from '../lib/suggested-username.ts';
import { startNavBar } from './nav-bar.ts';
import { startToasts } from './toasts.ts';

startNavBar();
startToasts();
// The dashboard's profile has the field anyway.
if (hasSuggestion() && !location.pathname.startsWith('/dashboard')) {
  void import('../islands/auth/ChooseUsername.tsx').then(({ showChooseUsername }) =>
    showChooseUsername(),
  );
}
