import type { FocusEvent, KeyboardEvent } from 'react';

// The toolbar is one tab stop, with arrow keys inside (WAI-ARIA toolbar pattern).

/** Returns the controls in the order in which they're shown, without the choices of the lists. */
function stopsOf(toolbar: HTMLElement): HTMLElement[] {
  return buttonsOf(toolbar).filter((stop) => stop.checkVisibility());
}

/** The toolbar itself may be a popover. */
function buttonsOf(toolbar: HTMLElement): HTMLElement[] {
  const all = [...toolbar.querySelectorAll<HTMLElement>('button')];
  const own = toolbar.closest('[popover]');
  return all.filter((button) => button.closest('[popover]') === own);
}

export function makeTabStop(toolbar: HTMLElement, stop = stopsOf(toolbar)[0]): void {
  for (const other of buttonsOf(toolbar)) {
    other.tabIndex = other === stop ? 0 : -1;
  }
}

/** Focuses the control that was used last. */
export function focusToolbar(toolbar: HTMLElement | null): void {
  const stops = toolbar ? stopsOf(toolbar) : [];
  (stops.find(({ tabIndex }) => tabIndex === 0) ?? stops[0])?.focus();
}

export function onFocus({ currentTarget: toolbar, target }: FocusEvent<HTMLElement>): void {
  if (stopsOf(toolbar).includes(target)) makeTabStop(toolbar, target);
}

export function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const stops = stopsOf(event.currentTarget);
  const at = stops.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const next = {
    ArrowRight: stops[(at + 1) % stops.length],
    ArrowLeft: stops.at(at - 1),
    Home: stops[0],
    End: stops.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
