import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { moved } from './list-kinds.ts';

interface Options<T> {
  /** Its children are the entries. */
  list: RefObject<HTMLElement | null>;
  items: readonly T[];
  onChange: (items: T[]) => void;
  onDropped: (item: T, index: number) => void;
}

/**
 * Moves an entry of a list while its handle is dragged. Escape cancels. Returns the index of the
 * dragged entry, or null, and the handler for pressing the handle of an entry.
 */
export function useDragOrder<T>({ list, items, onChange, onDropped }: Options<T>) {
  const [dragged, setDragged] = useState<number | null>(null);
  const ended = useRef<AbortController>(null);
  useEffect(() => () => ended.current?.abort(), []);

  const start = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const controller = new AbortController();
    ended.current = controller;
    let order = [...items];
    let at = from;
    setDragged(at);
    const onMove = ({ clientY }: { clientY: number }) => {
      const rows = Array.from(list.current?.children ?? []);
      const to = placeAt(rows, at, clientY);
      if (to === at) return;
      order = moved(order, at, to);
      at = to;
      // At once, because the next event has to find the entries in their new places.
      flushSync(() => {
        onChange(order);
        setDragged(to);
      });
      rows[to]?.scrollIntoView({ block: 'nearest' });
    };
    const end = () => {
      controller.abort();
      setDragged(null);
    };
    const drop = () => {
      end();
      const item = order[at];
      if (item !== undefined && at !== from) onDropped(item, at);
    };
    const cancel = () => {
      end();
      onChange([...items]);
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key === 'Escape') cancel();
    };
    const { signal } = controller;
    // The handle stays in its row even when the entry moves to another one, so it captures the
    // pointer.
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', onMove, { signal });
    handle.addEventListener('pointerup', drop, { signal });
    handle.addEventListener('pointercancel', cancel, { signal });
    document.addEventListener('keydown', onKey, { signal });
  };
  return { dragged, start };
}

/** Returns the index for the entry at `at`: past each neighbor whose middle the pointer passed. */
function placeAt(rows: readonly Element[], at: number, y: number): number {
  const middles = rows.map((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  const above = middles.findIndex((middle, index) => index < at && y < middle);
  if (above !== -1) return above;
  return middles.findLastIndex((middle, index) => index === at || (index > at && y > middle));
}
