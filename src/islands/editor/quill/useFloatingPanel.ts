import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { useLayoutEffect, useRef } from 'react';

const GAP = 6;

export function useFloatingPanel(quill: Quill, range: Range | undefined) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bounds = range && quill.getBounds(range);
    if (!panel.current || !bounds) return;
    const maxLeft = Math.max(0, quill.container.clientWidth - panel.current.offsetWidth);
    panel.current.style.top = `${bounds.bottom + GAP}px`;
    panel.current.style.left = `${Math.min(Math.max(0, bounds.left), maxLeft)}px`;
  });
  return panel;
}
