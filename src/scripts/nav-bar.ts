import type { User } from '../../api/contract/users.ts';
import { navigate, rememberReturn, searchPath } from '../lib/navigate.ts';
import { startSignOut } from '../lib/start-sign-out.ts';
import { $theme, toggleTheme } from '../stores/root.ts';
import { $user, checkSession } from '../stores/session.ts';

const html = document.documentElement;

/** Starts the navigation bar: theme, session, search, menus. */
export function startNavBar(): void {
  startTheme();
  startSession();
  startSearch();
  startSearchDialog();
  startMenus();
  document.onclick = null;
  for (const button of all('[data-pressed]')) {
    button.removeAttribute('data-pressed');
    button.click();
  }
}

const all = <T extends HTMLElement>(selector: string) => document.querySelectorAll<T>(selector);

function startTheme(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  for (const toggle of all('[data-theme-toggle]')) {
    toggle.onclick = () => spreadTheme(toggle);
    $theme.subscribe((theme) => {
      toggle.ariaPressed = String(theme === 'dark');
      html.dataset.theme = theme;
      if (meta) meta.content = getComputedStyle(html).getPropertyValue('--paper').trim();
    });
  }
}

/** Spreads the new theme from the button like a drop of ink (src/styles/motion.css). */
function spreadTheme(button: HTMLElement): void {
  // Only Chromium animates the change (src/lib/first-paint.ts). A second click during the animation
  // changes the theme immediately.
  if (!CSS.supports('interpolate-size:allow-keywords') || 'drop' in html.dataset) {
    toggleTheme();
    return;
  }
  const { left, top } = button.getBoundingClientRect();
  html.dataset.drop = '';
  html.style.setProperty('--drop', `${left + 22}px ${top + 22}px`);
  const { ready, finished } = document.startViewTransition(toggleTheme);
  // The browser may skip the animation, for example during navigation. The theme still changes.
  ready.catch(() => {});
  finished.finally(() => delete html.dataset.drop);
}

function startSession(): void {
  $user.subscribe(showUser);
  for (const button of all<HTMLButtonElement>('[data-sign-out]')) {
    button.onclick = async () => {
      button.disabled = true;
      await startSignOut();
      button.disabled = false;
    };
  }
  if (location.pathname.startsWith('/post/')) {
    for (const link of all('.bar a[href="/signin"]')) link.onclick = () => rememberReturn();
  }
  void checkSession();
}

function showUser(user: User | null): void {
  html.toggleAttribute('data-signed-in', user !== null);
  const role = user?.role ?? 'reader';
  if (role === 'reader') delete html.dataset.role;
  else html.dataset.role = role;
  if (!user) for (const menu of all('#account-menu:popover-open')) menu.hidePopover();
  for (const name of all('[data-session-name]')) name.textContent = user && `@${user.username}`;
  for (const email of all('[data-session-mail]')) email.textContent = user?.email ?? null;
  for (const frame of all('[data-session-picture]')) showPicture(frame, user?.profilePicture);
  if (user) {
    // If the script doesn't load, there is no bell.
    import('./bell.ts').then(
      (script) => script.showBell(user._id),
      () => undefined,
    );
  }
  if (user && role !== 'reader') {
    // If the script doesn't load, the links in the menu still work.
    import('./writing-tools.ts').then(
      (script) => {
        script.startWriting();
        for (const place of all('[data-edit-post]')) script.showEditLink(place, user);
      },
      () => undefined,
    );
  }
}

/** Shows the picture instead of the icon. If it fails to load, the icon stays. */
function showPicture(frame: HTMLElement, source: string | undefined): void {
  const shown = frame.querySelector('img');
  if (source && shown?.getAttribute('src') === source) return;
  shown?.remove();
  if (!source) return;
  const picture = new Image(32, 32);
  picture.className = 'avatar';
  picture.alt = '';
  picture.onerror = () => picture.remove();
  picture.src = source;
  frame.prepend(picture);
}

function startSearch(): void {
  const term = new URLSearchParams(location.search).get('searchTerm') ?? '';
  for (const form of all<HTMLFormElement>('[data-search-form]')) {
    const input: HTMLInputElement = form.searchTerm;
    // Keep what was typed before this script ran.
    input.value ||= term;
    form.onsubmit = (event) => {
      event.preventDefault();
      navigate(searchPath(location.search, input.value));
    };
  }
}

/**
 * Opens the search dialog with `/`, Ctrl+K and its buttons, or the search page if it can't load.
 * Keeps what is typed while it loads.
 */
function startSearchDialog(): void {
  /** Text typed while the dialog loads. */
  let typed: string | undefined;
  const open = async () => {
    typed ??= '';
    try {
      await import('./search-dialog.ts').then(
        (script) => script.openSearch(() => typed ?? ''),
        () => navigate(typed ? searchPath('', typed) : '/search'),
      );
    } finally {
      typed = undefined;
    }
  };
  for (const button of all('[data-search-open]')) button.onclick = open;
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
    if (defaultPrevented || isTyping(target as Element)) return;
    // Windows reports the AltGr key as Ctrl and Alt.
    const isCommand = metaKey || (ctrlKey && !altKey);
    if (typed !== undefined && !isCommand && key.length === 1) typed += key;
    else if (typed && key === 'Backspace') typed = typed.slice(0, -1);
    else if (isCommand ? key === 'k' && !altKey : key === '/') void open();
    else return;
    event.preventDefault();
  });
}

/** After a dialog was closed, the focus stays in it until the browser draws the page again. */
const isTyping = (element: Element) =>
  element.checkVisibility() &&
  element.closest('input,textarea,select,dialog,[contenteditable],.editor-page');

/**
 * The popover attribute opens and closes the menus, and exposes their state to assistive
 * technology. This closes them when the focus leaves.
 */
function startMenus(): void {
  for (const button of all<HTMLButtonElement>('.bar [popovertarget]')) {
    const menu = button.popoverTargetElement as HTMLElement;
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      const next = relatedTarget as Node | null;
      if (next && !menu.contains(next) && !button.contains(next)) menu.hidePopover();
    });
    menu.addEventListener('click', ({ target }) => {
      if ((target as Element).closest('a')) menu.hidePopover();
    });
  }
}
