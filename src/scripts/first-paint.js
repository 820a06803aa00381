// Runs before the first paint, at the top of the head: neither the theme nor "Sign In" may flash.
(() => {
  const html = document.documentElement;
  html.dataset.js = '';
  // A button of the bar that is pressed before its script is there does its work once it is (nav-bar.ts).
  document.onclick = ({ target }) => {
    target.closest?.('[data-theme-toggle], [data-sign-out]')?.setAttribute('data-pressed', '');
  };
  let root;
  try {
    root = JSON.parse(localStorage.getItem('root'));
  } catch {}
  if (root?.version !== 1) return;
  if (root.theme === 'dark') html.dataset.theme = 'dark';
  if (root.currentUser?.user?._id) html.dataset.signedIn = '';
})();
