import { startNavBar } from './nav-bar.ts';
import { startToasts } from './toasts.ts';

startNavBar();
startToasts();
try {
  // As src/lib/suggested-username.ts left it, which not every page has to load. Without the script the
  // account keeps its neutral name.
  if (sessionStorage.getItem('suggested-username'))
    import('./choose-username.ts').then(
      (it) => it.chooseUsername(),
      () => undefined,
    );
} catch {
  // Without storage nothing was left.
}
