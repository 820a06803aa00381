import { useEffect, useState } from 'react';
import { isComposing } from '../../ui/is-composing.ts';

/** In the storage of the session, so that a reload doesn't end it. */
const KEY = 'focus-mode';

/**
 * Hides everything but title and text, until Escape or the same key. The styles look at
 * `data-focus-mode`.
 */
export function useFocusMode() {
  const [isFocused, setIsFocused] = useState(wasFocused);
  useEffect(() => {
    const { documentElement: page } = document;
    page.toggleAttribute('data-focus-mode', isFocused);
    // Panels at the text find their place again.
    window.dispatchEvent(new Event('resize'));
    remember(isFocused);
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey, code } = event;
      if (ctrlKey !== metaKey && shiftKey && !altKey && code === 'KeyF') {
        event.preventDefault();
        setIsFocused(!isFocused);
      } else if (isFocused && event.key === 'Escape' && !isForOthers(event)) setIsFocused(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      page.removeAttribute('data-focus-mode');
    };
  }, [isFocused]);
  return { isFocused, toggle: () => setIsFocused((before) => !before) };
}

/** Escape first closes what is open, and ends compositions. */
function isForOthers(event: KeyboardEvent): boolean {
  const isOpen = document.querySelector('dialog[open]') !== null;
  return event.defaultPrevented || isComposing(event) || isOpen;
}

function wasFocused(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function remember(isFocused: boolean): void {
  try {
    if (isFocused) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, a reload ends it.
  }
}
