import { startNavBar } from './nav-bar.ts';
import { startToasts } from './toasts.ts';

startNavBar();
startToasts();
try {
  // As src/lib/suggested-username.ts left it, which not every page has to load.
  if (sessionStorage.getItem('suggested-username'))
    void import('./choose-username.ts').then((it) => it.chooseUsername()).catch(() => undefined);
} catch {
  // Without storage nothing was left.
}
