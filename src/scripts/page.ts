import { hasSuggestion } from '../lib/suggested-username.ts';
import { startNavBar } from './nav-bar.ts';
import { startToasts } from './toasts.ts';

startNavBar();
startToasts();
if (hasSuggestion()) {
  void import('../islands/auth/ChooseUsername.tsx').then(({ showChooseUsername }) =>
    showChooseUsername(),
  );
}
