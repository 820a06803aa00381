import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { placeBox } from './place-box.ts';

type Options = Parameters<typeof placeBox>[3];

/**
 * Keeps a panel next to what it belongs to, in the visible part of the page: between the toolbar
 * and the on-screen keyboard. The panel is a popover, so nothing covers it.
 */
export function useFloating(anchorOf: () => DOMRect | null, options: Options) {
  const panel = useRef<HTMLDivElement>(null);
  const latest = useRef({ anchorOf, options });
  latest.current = { anchorOf, options };
  const place = useCallback(() => {
    const { current } = panel;
    const anchor = latest.current.anchorOf();
    if (!current) return;
    if (!current.matches(':popover-open')) current.showPopover();
    current.style.maxHeight = 'none';
    const size = { width: current.offsetWidth, height: current.offsetHeight };
    const box = anchor && placeBox(anchor, size, visiblePart(), latest.current.options);
    current.style.visibility = box ? 'visible' : 'hidden';
    if (!box) return;
    current.style.top = `${box.top}px`;
    current.style.left = `${box.left}px`;
    current.style.maxHeight = `${box.maxHeight}px`;
  }, []);
  useLayoutEffect(place);
  useEffect(() => {
    const views = [window, window.visualViewport];
    // The page or the panel may change without a render here, such as with results of a search.
    const sizes = new ResizeObserver(place);
    sizes.observe(document.body);
    if (panel.current) sizes.observe(panel.current);
    const scrolling = { capture: true, passive: true };
    for (const view of views) {
      view?.addEventListener('scroll', place, scrolling);
      view?.addEventListener('resize', place);
    }
    return () => {
      sizes.disconnect();
      for (const view of views) {
        view?.removeEventListener('scroll', place, scrolling);
        view?.removeEventListener('resize', place);
      }
    };
  }, [place]);
  return panel;
}

/** Returns where a part of the text is on the screen. */
export function rectOf(quill: Quill, { index, length }: Range): DOMRect | null {
  const bounds = quill.getBounds(index, length);
  const { left, top } = quill.container.getBoundingClientRect();
  return bounds && new DOMRect(left + bounds.left, top + bounds.top, bounds.width, bounds.height);
}

/** Returns the part of the page that neither the on-screen keyboard nor the toolbar covers. */
function visiblePart() {
  const { innerWidth, innerHeight, visualViewport } = window;
  const { offsetTop: y = 0, offsetLeft: x = 0 } = visualViewport ?? {};
  const { width = innerWidth, height = innerHeight } = visualViewport ?? {};
  const view = { top: y, bottom: y + height, left: x, right: x + width };
  const bar = document.querySelector('.ql-toolbar')?.getBoundingClientRect();
  if (!bar || bar.height === 0) return view;
  // On a phone, it may be above the keyboard.
  if (bar.top > (view.top + view.bottom) / 2) view.bottom = Math.min(view.bottom, bar.top);
  else view.top = Math.max(view.top, bar.bottom);
  return view;
}
