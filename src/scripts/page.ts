import { startNavBar } from './nav-bar.ts';
import { startToasts } from './toasts.ts';

startNavBar();
startToasts();
try {
  // As src/lib/suggested-username.ts left it, which not every page has to load.
  if (sessionStorage.getItem('suggested-username'))
    (await import('./choose-username.ts')).chooseUsername();
} catch {
  // Without storage nothing was left; without the script the account keeps its neutral name.
}
