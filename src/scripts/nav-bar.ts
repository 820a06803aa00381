import type { User } from '../../api/contract/users.ts';
import { navigate, rememberReturn, searchPath } from '../lib/navigate.ts';
import { $user, checkSession } from '../stores/session.ts';
import { $theme, toggleTheme } from '../stores/theme.ts';

/** Makes the navigation bar of the page live: theme, session, search, menus. */
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
      // Never throws; without the script nothing happens (spec.md, section 8: failures are ignored).
      await import('./sign-out.ts').then(
        (it) => it.signOutAndClear(),
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
  if (!user)
    all('#account-menu:popover-open').forEach((menu) => {
      menu.hidePopover();
    });
  for (const element of all('[data-session-name]'))
    element.textContent = user ? `@${user.username}` : '';
  for (const element of all('[data-session-mail]')) element.textContent = user?.email ?? '';
  const source = user?.profilePicture ?? '';
  for (const picture of all<HTMLImageElement>('[data-session-picture]'))
    showPicture(picture, source);
}

/** The picture, or the icon beside it while there is none or it cannot be loaded. */
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
    // What is there already was typed before this script was.
    if (input.value === '') input.value = term;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      navigate(searchPath(location.search, input.value));
    });
  }
}

/**
 * Menus open and close without us (the popover attribute); this says their state where assistive
 * technology looks, and closes them when the focus leaves.
 */
function startMenus(): void {
  for (const button of all<HTMLButtonElement>('[data-menu-button]')) {
    const menu = document.getElementById(button.getAttribute('popovertarget') ?? '');
    if (!menu) continue;
    button.setAttribute('aria-expanded', 'false');
    button.setAttribute('aria-controls', menu.id);
    menu.addEventListener('toggle', (event) => {
      button.setAttribute('aria-expanded', String((event as ToggleEvent).newState === 'open'));
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
