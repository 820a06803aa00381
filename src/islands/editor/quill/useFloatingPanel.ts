import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { useLayoutEffect, useRef } from 'react';

const GAP = 6;

export function useFloatingPanel(quill: Quill, range: Range | undefined) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bounds = range && quill.getBounds(range);
    if (!panel.current || !bounds) return;
    const { clientWidth, clientHeight } = quill.container;
    const { offsetWidth, offsetHeight } = panel.current;
    const maxLeft = Math.max(0, clientWidth - offsetWidth);
    const below = bounds.bottom + GAP;
    const above = bounds.top - GAP - offsetHeight;
    // The panel must not cover anything outside the text, such as the button that publishes.
    const maxTop = clientHeight - offsetHeight;
    const top = below <= maxTop || above < 0 ? Math.min(below, Math.max(0, maxTop)) : above;
    panel.current.style.top = `${top}px`;
    panel.current.style.left = `${Math.min(Math.max(0, bounds.left), maxLeft)}px`;
  });
  return panel;
}
