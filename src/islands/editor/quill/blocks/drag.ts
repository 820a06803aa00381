import type Quill from 'quill/core.js';
import { blockAt } from './block.ts';
import { moveTo, type Unit, unitAt, unitsOf } from './move.ts';

/** A click moves the pointer less than that. */
const DRAG_DISTANCE = 4;
/** Near the edge of the window, the page scrolls. */
const EDGE = 64;
const SCROLL_STEP = 12;

interface Shown extends Unit {
  top: number;
  bottom: number;
}

/**
 * Shows a handle next to the block under the pointer. Dragging it moves the block, and a line shows
 * where it will go; Escape cancels. Keyboard users press Alt+Shift+arrows instead. Returns a
 * function that removes the handle.
 */
export function dragBlocks(quill: Quill): () => void {
  const { container, root } = quill;
  const handle = addPart(container, 'block-handle');
  const line = addPart(container, 'block-drop-line');
  handle.title = 'Drag to move';
  const ended = new AbortController();
  const { signal } = ended;
  let hovered: Unit | null = null;
  let stop: (() => void) | null = null;

  const show = (unit: Unit | null) => {
    hovered = unit;
    const place = unit && shownAt(quill, unit);
    handle.hidden = place === null;
    if (place) handle.style.top = `${place.top}px`;
  };
  const onMove = ({ target, clientY, pointerType }: PointerEvent) => {
    if (stop || target === handle || !quill.isEnabled()) return;
    if (pointerType === 'mouse') show(unitNear(quill, clientY));
  };
  const hide = () => stop ?? show(null);
  container.addEventListener('pointermove', onMove, { signal });
  container.addEventListener('pointerleave', hide, { signal });
  // Touch has no pointer that hovers: the handle is next to what was tapped.
  const onUp = ({ pointerType, clientY }: PointerEvent) => {
    if (pointerType !== 'mouse') show(unitNear(quill, clientY));
  };
  root.addEventListener('pointerup', onUp, { signal });
  quill.on('text-change', hide);

  handle.addEventListener('pointerdown', (event) => {
    if (!hovered || event.button !== 0) return;
    // The text keeps the focus and the selection.
    event.preventDefault();
    const unit = hovered;
    stop = follow(quill, { event, handle, line, unit }, () => {
      stop = null;
      show(null);
    });
  });
  return () => {
    stop?.();
    ended.abort();
    quill.off('text-change', hide);
    handle.remove();
    line.remove();
  };
}

interface Drag {
  event: PointerEvent;
  handle: HTMLElement;
  line: HTMLElement;
  unit: Unit;
}

/** Follows the pointer until it's released. Returns a function that cancels. */
function follow(quill: Quill, { event, handle, line, unit }: Drag, onEnd: () => void): () => void {
  const units = unitsOf(quill)
    .map((one) => shownAt(quill, one))
    .filter((one) => one !== null);
  const dragged = shownAt(quill, unit);
  let y = event.clientY;
  let to: number | null = null;
  let isDragging = false;
  let frame = 0;
  const ended = new AbortController();
  const { signal } = ended;
  handle.setPointerCapture(event.pointerId);

  const locate = () => {
    const at = y - quill.container.getBoundingClientRect().top;
    const below = units.find(({ top, bottom }) => at < (top + bottom) / 2);
    const last = units.at(-1);
    to = below?.index ?? (last ? last.index + last.length : null);
    line.hidden = false;
    line.style.top = `${below?.top ?? last?.bottom ?? 0}px`;
  };
  const scroll = () => {
    frame = requestAnimationFrame(scroll);
    const way = y < EDGE ? -1 : y > window.innerHeight - EDGE ? 1 : 0;
    if (!isDragging || way === 0) return;
    window.scrollBy(0, way * SCROLL_STEP);
    locate();
  };
  const onMove = ({ clientY }: PointerEvent) => {
    y = clientY;
    isDragging ||= Math.abs(y - event.clientY) > DRAG_DISTANCE;
    handle.toggleAttribute('data-dragging', isDragging);
    if (isDragging) locate();
  };
  const end = () => {
    cancelAnimationFrame(frame);
    ended.abort();
    handle.removeAttribute('data-dragging');
    line.hidden = true;
    onEnd();
  };
  const onUp = () => {
    end();
    if (!isDragging) select(quill, unit);
    else if (dragged && to !== null) moveTo(quill, unit, to);
  };
  const onKey = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return;
    key.preventDefault();
    key.stopImmediatePropagation();
    end();
  };
  handle.addEventListener('pointermove', onMove, { signal });
  handle.addEventListener('pointerup', onUp, { signal });
  handle.addEventListener('pointercancel', end, { signal });
  document.addEventListener('keydown', onKey, { capture: true, signal });
  scroll();
  return end;
}

function addPart(container: HTMLElement, className: string): HTMLElement {
  const part = document.createElement('div');
  part.className = className;
  part.hidden = true;
  part.setAttribute('aria-hidden', 'true');
  container.append(part);
  return part;
}

function select(quill: Quill, { index, length }: Unit): void {
  quill.setSelection(index, blockAt(quill, index) ? 1 : length - 1, 'user');
}

/** Returns what is at a height of the window, without empty paragraphs. */
function unitNear(quill: Quill, clientY: number): Unit | null {
  const { left, width } = quill.root.getBoundingClientRect();
  const hit = document
    .elementsFromPoint(left + width / 2, clientY)
    .find((element) => element !== quill.root && quill.root.contains(element));
  const index = hit ? indexOf(quill, hit) : null;
  if (index === null) return null;
  const [line] = quill.getLine(index);
  const isEmpty = line?.length() === 1 && blockAt(quill, index) === null;
  return isEmpty ? null : unitAt(quill, { index, length: 0 });
}

function indexOf(quill: Quill, element: Element): number | null {
  const blot = quill.scroll.find(element, true);
  return blot && blot !== quill.scroll ? quill.getIndex(blot) : null;
}

/** Returns where the lines are on the screen, relative to the editor. */
function shownAt(quill: Quill, unit: Unit): Shown | null {
  const first = elementOf(unit.first);
  const last = elementOf(unit.last);
  if (!first || !last) return null;
  const { top } = quill.container.getBoundingClientRect();
  return {
    ...unit,
    top: first.getBoundingClientRect().top - top,
    bottom: last.getBoundingClientRect().bottom - top,
  };
}

function elementOf({ domNode }: Unit['first']): Element | null {
  if (!(domNode instanceof Element)) return null;
  return domNode.closest('.ql-code-block-container') ?? domNode;
}
