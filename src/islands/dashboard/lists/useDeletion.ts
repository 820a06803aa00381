import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage, statusOf } from '../../ui/request.ts';
import { toastWithUndo } from '../toast-with-undo.ts';
import type { Item, usePagedList } from './usePagedList.ts';

/** Deletes the `target` after asking. The focus moves to the item that takes its place. */
export function useDeletion<T extends Item>(
  {
    items,
    remove,
    refetch,
  }: Pick<ReturnType<typeof usePagedList<T, string>>, 'items' | 'remove' | 'refetch'>,
  {
    request,
    done,
    undo,
  }: {
    request: (item: T) => Promise<unknown>;
    done: string;
    undo?: (item: T) => Promise<unknown>;
  },
  list: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
) {
  const [target, setTarget] = useState<T | null>(null);
  const removed = useRef<{ id: string; index: number } | null>(null);
  const { mutateAsync } = useMutation({ mutationFn: request });

  const confirm = async () => {
    if (!target) return;
    try {
      await mutateAsync(target);
    } catch (error) {
      toast(
        requestMessage(error, "Nothing was deleted: the server couldn't be reached."),
        'error',
      );
      // Another administrator probably deleted it.
      if (statusOf(error) === 404) void refetch();
      return;
    }
    removed.current = { id: target._id, index: items.findIndex(({ _id }) => _id === target._id) };
    await remove(target._id);
    if (undo) toastWithUndo(done, () => void takeBack(target));
    else toast(done);
  };
  const takeBack = async (item: T) => {
    try {
      await undo?.(item);
      toast('The post is back.');
    } catch (error) {
      toast(requestMessage(error, "The post couldn't be restored. Please try again."), 'error');
    }
    void refetch();
  };

  useEffect(() => {
    const last = removed.current;
    if (!last || target || items.some(({ _id }) => _id === last.id)) return;
    removed.current = null;
    const rest = list.current?.children;
    const next = rest?.[Math.min(last.index, rest.length - 1)];
    (next instanceof HTMLElement ? next : heading.current)?.focus({ preventScroll: true });
  }, [target, items, list, heading]);

  return { target, ask: setTarget, cancel: () => setTarget(null), confirm };
}
