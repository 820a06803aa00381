import {
  type KeyboardEvent,
  type RefObject,
  type ToggleEvent,
  useCallback,
  useEffect,
} from 'react';
import { placeNear } from '../../ui/place-near.ts';

/** Arrow keys move between the items of a list of the toolbar; Tab closes it. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget;
  if (event.key === 'Tab') list.hidePopover();
  const all = [...list.querySelectorAll<HTMLElement>('button')];
  const items = all.filter((item) => item.closest('[popover]') === list);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: -1,
  }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  items.at(next % items.length)?.focus();
}

/** Places a list next to its button when it opens, and while the page scrolls. */
export function useListPlace(
  list: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): (event: ToggleEvent) => void {
  const place = useCallback(() => {
    const isOpen = list.current?.matches(':popover-open');
    if (isOpen && list.current && button.current) placeNear(list.current, button.current);
  }, [list, button]);
  useEffect(() => {
    // The list doesn't move with the page or the toolbar.
    const onScroll = ({ target }: Event) => target !== list.current && place();
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', onScroll, { capture: true });
  }, [place, list]);
  // Before the first frame that shows it.
  return ({ target, newState }) => {
    if (target === list.current && newState === 'open') requestAnimationFrame(place);
  };
}
