import { type RefObject, useEffect, useRef, useState } from 'react';
import { toastWithUndo } from '../../../stores/toast-with-undo.ts';
import { toast } from '../../../stores/toasts.ts';
import { attempt } from '../../ui/attempt.ts';
import { requestMessage, statusOf } from '../../ui/request.ts';
import { checkSession } from '../data.tsx';
import { focusListTitle } from './ListFrame.tsx';
import type { Item, PagedList } from './usePagedList.ts';

export const NOTHING_DELETED = "Nothing was deleted: the server couldn't be reached.";

export interface Deletion<T> {
  request: (item: T) => Promise<unknown>;
  done: string;
  undo?: {
    request: (item: T) => Promise<unknown>;
    done: string;
    failed: (error: unknown) => string;
    /** Default: all items. */
    fits?: (item: T) => boolean;
  };
}

/** Deletes the `target` after asking. The focus moves to the item that takes its place. */
export function useDeletion<T extends Item>(
  { items, remove, refetch }: Pick<PagedList<T>, 'items' | 'remove' | 'refetch'>,
  { request, done, undo }: Deletion<T>,
  list: RefObject<HTMLElement | null>,
) {
  const [target, setTarget] = useState<T | null>(null);
  const removed = useRef<{ id: string; index: number } | null>(null);

  const confirm = async () => {
    if (!target) return;
    try {
      await request(target);
    } catch (error) {
      checkSession(error);
      toast(requestMessage(error, NOTHING_DELETED), 'error');
      // Another administrator probably deleted it.
      if (statusOf(error) === 404) void refetch();
      return;
    }
    removed.current = { id: target._id, index: items.findIndex(({ _id }) => _id === target._id) };
    await remove(target._id);
    if (!undo || undo.fits?.(target) === false) return void toast(done);
    toastWithUndo(done, async () => {
      await attempt(() => undo.request(target), undo.done, undo.failed);
      await refetch();
    });
  };

  useEffect(() => {
    const last = removed.current;
    if (!last || target || items.some(({ _id }) => _id === last.id)) return;
    removed.current = null;
    const rest = list.current?.children;
    const next = rest?.[Math.min(last.index, rest.length - 1)];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else focusListTitle();
  }, [target, items, list]);

  return { target, ask: setTarget, cancel: () => setTarget(null), confirm };
}

/** Returns why a post or a page couldn't be restored. */
export function notRestored(error: unknown): string {
  return requestMessage(error, "It couldn't be restored. Please try again.");
}
