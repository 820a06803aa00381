const GAP = 6;
/** Distance to the edge of the screen. */
const EDGE = 12;

/**
 * Places an open popover below an element or, where there's more room, above it, inside the part
 * of the screen that isn't covered by an on-screen keyboard.
 */
export function placeNear(
  popover: HTMLElement,
  element: Element,
  { isCentered = false }: { isCentered?: boolean } = {},
): void {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  const screen = document.documentElement;
  const { offsetTop = 0, height = innerHeight } = window.visualViewport ?? {};
  const below = offsetTop + height - bottom - GAP - EDGE;
  const above = top - offsetTop - GAP - EDGE;
  popover.style.maxHeight = '';
  const wanted = popover.scrollHeight;
  const isAbove = wanted > below && above > below;
  const room = isAbove ? above : below;
  const shown = Math.min(popover.offsetHeight, room);
  popover.style.maxHeight = `${room}px`;
  popover.style.top = `${isAbove ? top - GAP - shown : bottom + GAP}px`;
  const { offsetWidth } = popover;
  const start = isCentered ? left + (width - offsetWidth) / 2 : left;
  const maxLeft = screen.clientWidth - offsetWidth - EDGE;
  popover.style.left = `${Math.max(EDGE, Math.min(start, maxLeft))}px`;
}
