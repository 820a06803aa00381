import type { User } from '../../api/contract/users.ts';
import { navigate, rememberReturn, searchPath } from '../lib/navigate.ts';
import { $theme, toggleTheme } from '../stores/root.ts';
import { $user, checkSession } from '../stores/session.ts';

/** Starts the navigation bar: theme, session, search, menus. */
export function startNavBar(): void {
  startTheme();
  startSession();
  startSearch();
  startMenus();
  document.onclick = null;
  for (const button of all('[data-pressed]')) {
    button.removeAttribute('data-pressed');
    button.click();
  }
}

function all<T extends HTMLElement>(selector: string): T[] {
  return [...document.querySelectorAll<T>(selector)];
}

function startTheme(): void {
  const toggles = all('[data-theme-toggle]');
  for (const toggle of toggles) toggle.addEventListener('click', toggleTheme);
  $theme.subscribe((theme) => {
    document.documentElement.dataset.theme = theme;
    for (const toggle of toggles) toggle.setAttribute('aria-pressed', String(theme === 'dark'));
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = paper;
    }
  });
}

function startSession(): void {
  $user.subscribe(showUser);
  for (const button of all<HTMLButtonElement>('[data-sign-out]')) {
    button.addEventListener('click', async () => {
      button.disabled = true;
      // If the script doesn't load, nothing happens: failures to sign out are ignored.
      await import('../lib/sign-out.ts').then(
        (script) => script.signOutAndClear(),
        () => undefined,
      );
      button.disabled = false;
    });
  }
  if (location.pathname.startsWith('/post/')) {
    for (const link of all('.bar a[href="/signin"]')) {
      link.addEventListener('click', () => rememberReturn());
    }
  }
  void checkSession();
}

function showUser(user: User | null): void {
  document.documentElement.toggleAttribute('data-signed-in', user !== null);
  if (!user) for (const menu of all('#account-menu:popover-open')) menu.hidePopover();
  for (const element of all('[data-session-name]')) {
    element.textContent = user ? `@${user.username}` : '';
  }
  for (const element of all('[data-session-mail]')) element.textContent = user?.email ?? '';
  const source = user?.profilePicture ?? '';
  for (const picture of all<HTMLImageElement>('[data-session-picture]')) {
    showPicture(picture, source);
  }
}

/** Shows the picture, or the icon next to it if there is no picture or it fails to load. */
function showPicture(picture: HTMLImageElement, source: string): void {
  const fallback = picture.parentElement?.querySelector<SVGElement>('[data-session-fallback]');
  const show = (loaded: boolean) => {
    picture.hidden = !loaded;
    fallback?.toggleAttribute('hidden', loaded);
  };
  picture.onerror = () => show(false);
  if (source === '') picture.removeAttribute('src');
  else picture.src = source;
  show(source !== '');
}

function startSearch(): void {
  const term = new URLSearchParams(location.search).get('searchTerm') ?? '';
  for (const form of all<HTMLFormElement>('[data-search-form]')) {
    const input = form.querySelector<HTMLInputElement>('input[name="searchTerm"]');
    if (!input) continue;
    // Keep what was typed before this script ran.
    if (input.value === '') input.value = term;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      navigate(searchPath(location.search, input.value));
    });
  }
}

/**
 * The popover attribute opens and closes the menus. This exposes their state to assistive
 * technology and closes them when the focus leaves.
 */
function startMenus(): void {
  for (const button of all<HTMLButtonElement>('[data-menu-button]')) {
    const menu = document.getElementById(button.getAttribute('popovertarget') ?? '');
    if (!menu) continue;
    button.setAttribute('aria-expanded', 'false');
    button.setAttribute('aria-controls', menu.id);
    menu.addEventListener('toggle', ({ newState }) => {
      button.setAttribute('aria-expanded', String(newState === 'open'));
    });
    menu.addEventListener('focusout', (event) => {
      const next = event.relatedTarget;
      if (!(next instanceof Node) || menu.contains(next) || button.contains(next)) return;
      menu.hidePopover();
    });
    menu.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a')) menu.hidePopover();
    });
  }
}
