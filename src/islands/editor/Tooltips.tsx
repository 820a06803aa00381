import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { placeNear } from '../ui/place-near.ts';

/** A pointer that only passes by shows nothing. */
const DELAY_MS = 350;
/** Time to move the pointer onto the tooltip. */
const LEAVE_MS = 120;

/**
 * The tooltip of everything with `data-tip` (and `data-keys`, its shortcut) in an element. The
 * keyboard focus shows it, too. Escape hides it, wherever the focus is (WCAG 1.4.13). It
 * becomes the description of the element only if it says more than the name: screen readers
 * announce the name and `aria-keyshortcuts` anyway.
 */
export function Tooltips({ within }: { within: RefObject<HTMLElement | null> }) {
  const id = useId();
  const tip = useRef<HTMLDivElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const root = within.current;
    if (!root) return;
    let timer: ReturnType<typeof setTimeout>;
    const later = (next: HTMLElement | null, ms = next ? DELAY_MS : LEAVE_MS) => {
      clearTimeout(timer);
      timer = setTimeout(() => setAnchor(next), ms);
    };
    // Not during the event: while a popover closes and moves the focus, no other one can open.
    const now = (next: HTMLElement | null) => later(next, 0);
    const stop = new AbortController();
    const on = <T extends Event>(type: string, listener: (event: T) => void) =>
      root.addEventListener(type, (event) => listener(event as T), {
        signal: stop.signal,
        capture: true,
      });
    on<PointerEvent>('pointerover', ({ target, pointerType, buttons }) => {
      if (pointerType !== 'mouse' || buttons > 0) return;
      if (tip.current?.contains(target as Node)) clearTimeout(timer);
      else later(anchorOf(target));
    });
    on('pointerout', ({ target, relatedTarget }: PointerEvent) => {
      if (target === root || !root.contains(relatedTarget as Node | null)) later(null);
    });
    on('focusin', ({ target }) => {
      if ((target as Element).matches(':focus-visible')) now(anchorOf(target));
    });
    on('focusout', () => now(null));
    on('pointerdown', () => now(null));
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && now(null);
    document.addEventListener('keydown', onKey, { signal: stop.signal, capture: true });
    window.addEventListener('scroll', () => now(null), { signal: stop.signal, passive: true });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [within]);
  useLayoutEffect(() => {
    if (!tip.current || !anchor?.isConnected) return;
    const shown = tip.current;
    shown.showPopover();
    placeNear(shown, anchor, { isCentered: true });
    const name = anchor.ariaLabel ?? anchor.textContent;
    const saysMore = !name.includes(anchor.dataset.tip ?? '');
    if (saysMore) anchor.setAttribute('aria-describedby', id);
    return () => {
      if (saysMore) anchor.removeAttribute('aria-describedby');
      if (shown.matches(':popover-open')) shown.hidePopover();
    };
  }, [anchor, id]);
  return (
    <div ref={tip} id={id} role="tooltip" popover="manual" className="tooltip">
      {anchor?.dataset.tip}
      {anchor?.dataset.keys && <kbd>{anchor.dataset.keys}</kbd>}
    </div>
  );
}

function anchorOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
}
