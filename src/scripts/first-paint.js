// Runs before the first paint, at the top of the head: neither the theme nor "Sign In" may flash.
(() => {
  const html = document.documentElement;
  html.dataset.js = '';
  let root;
  try {
    root = JSON.parse(localStorage.getItem('root'));
  } catch {}
  if (root?.version !== 1) return;
  if (root.theme === 'dark') html.dataset.theme = 'dark';
  if (root.currentUser?.user?._id) html.dataset.signedIn = '';
})();
