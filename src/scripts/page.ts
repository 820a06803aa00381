import { showSavedToast } from '../stores/toasts.ts';
import { countView } from './count-view.ts';
import { startNavBar } from './nav-bar.ts';

startNavBar();
showSavedToast();
countView();
try {
  // The key of src/lib/tab-storage.ts, repeated here because few pages need that module. If the
  // script doesn't load, the account keeps its neutral name.
  if (sessionStorage.getItem('suggested-username')) {
    import('./choose-username.ts').then(
      (script) => script.chooseUsername(),
      () => undefined,
    );
  }
} catch {
  // Without storage there is no suggestion.
}
