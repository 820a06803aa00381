import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import type { Item } from './usePagedList.ts';

interface Options<T extends Item> {
  items: T[];
  /** Asks the server to delete the item. */
  request: (item: T) => Promise<unknown>;
  /** Takes it out of the list. */
  remove: (id: string) => Promise<void>;
  /** Asks the server for the list anew. */
  reload: () => void;
  /** What is said when it worked. */
  done: string;
  list: RefObject<HTMLElement | null>;
  heading: RefObject<HTMLElement | null>;
}

/**
 * The deletion of one item: asked about, then requested, then taken out of the list, and only if the server
 * has agreed. The focus then goes to the item that took its place.
 */
export function useDeletion<T extends Item>(options: Options<T>) {
  const { items, request, remove, reload, done, list, heading } = options;
  const [asked, setAsked] = useState<T | null>(null);
  const removed = useRef<{ id: string; index: number } | null>(null);
  const { mutateAsync } = useMutation({ mutationFn: request });

  const confirm = async () => {
    if (!asked) return;
    try {
      await mutateAsync(asked);
    } catch (error) {
      toast(reason(error), 'error');
      // Somebody else was faster, it seems: what there is, the server says.
      if (error instanceof ApiFailure && error.status === 404) reload();
      return;
    }
    removed.current = { id: asked._id, index: items.findIndex(({ _id }) => _id === asked._id) };
    await remove(asked._id);
    toast(done);
  };

  useEffect(() => {
    const gone = removed.current;
    if (!gone || asked || items.some(({ _id }) => _id === gone.id)) return;
    removed.current = null;
    const rest = list.current?.children;
    const next = rest?.[Math.min(gone.index, rest.length - 1)];
    (next instanceof HTMLElement ? next : heading.current)?.focus({ preventScroll: true });
  }, [asked, items, list, heading]);

  return { asked, ask: setAsked, cancel: () => setAsked(null), confirm };
}

function reason(error: unknown): string {
  const refused = error instanceof ApiFailure && error.status !== 0;
  return refused ? error.message : 'Nothing was deleted: the server could not be reached.';
}
