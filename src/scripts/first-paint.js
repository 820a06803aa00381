// Runs at the top of the head, before the first paint, so that neither the theme nor "Sign In"
// flashes.
(() => {
  const html = document.documentElement;
  html.dataset.js = '';
  // nav-bar.ts repeats clicks on these buttons that came before it was loaded.
  document.onclick = ({ target }) => {
    target.closest?.('[data-theme-toggle], [data-sign-out]')?.setAttribute('data-pressed', '');
  };
  // The promise rejects if the browser skips the transition, for example after a resize, or when a
  // page opens another one at once.
  window.onpageswap = window.onpagereveal = ({ viewTransition }) =>
    viewTransition?.ready.catch(() => {});
  let root;
  try {
    root = JSON.parse(localStorage.getItem('root'));
  } catch {}
  const isKnown = root?.version === 1;
  const isDark = isKnown
    ? root.theme === 'dark'
    : 'systemTheme' in html.dataset && matchMedia('(prefers-color-scheme: dark)').matches;
  if (isDark) html.dataset.theme = 'dark';
  if (!isKnown) return;
  const user = root.currentUser?.user;
  if (user?._id) html.dataset.signedIn = '';
  if (user?.role && user.role !== 'reader') html.dataset.role = user.role;
})();
