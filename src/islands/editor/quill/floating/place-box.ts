/** A rectangle, such as a `DOMRect`. */
interface Edges {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Options {
  prefers: 'above' | 'below';
  /** Where the panel is next to what it belongs to. */
  align: 'start' | 'center' | 'end';
}

/** Between a panel and what it belongs to. */
const GAP = 8;
/** Between a panel and the edges of what is visible. */
const EDGE = 8;

/**
 * Returns where to put a panel: above or below what it belongs to, without covering it. If it fits
 * on neither side, the larger one gets it, with a height to scroll in. Null if there's no room.
 */
export function placeBox(
  anchor: Edges,
  { width, height }: { width: number; height: number },
  view: Edges,
  { prefers, align }: Options,
): { top: number; left: number; maxHeight: number } | null {
  const above = Math.min(anchor.top, view.bottom) - GAP - view.top - EDGE;
  const below = view.bottom - EDGE - Math.max(anchor.bottom, view.top) - GAP;
  const [first, second] = prefers === 'above' ? [above, below] : [below, above];
  const room = height <= first ? first : height <= second ? second : Math.max(first, second);
  if (room <= 0) return null;
  const maxHeight = Math.floor(room);
  const shown = Math.min(height, maxHeight);
  const isAbove = room === first ? prefers === 'above' : prefers === 'below';
  const top = isAbove
    ? Math.min(anchor.top, view.bottom) - GAP - shown
    : Math.max(anchor.bottom, view.top) + GAP;
  const space = anchor.right - anchor.left - width;
  const start = anchor.left + { start: 0, center: space / 2, end: space }[align];
  const left = Math.max(view.left + EDGE, Math.min(start, view.right - EDGE - width));
  return { top, left, maxHeight };
}
