import { useEffect, useRef, useState } from 'react';
import type { ThreadHandle } from './useThread.ts';

/** How far a linked comment is looked for: so many pages of so many comments. */
const PAGES = 10;
const PAGE_SIZE = 100;

/**
 * The comment that the page's address names (`#comment-{id}`): scrolled to and focused once it is there,
 * with more of the thread loaded until it is. `missing` when it cannot be found.
 */
export function useMarkedComment({ thread, loadMore }: ThreadHandle) {
  const [id, setId] = useState<string>();
  const [missing, setMissing] = useState(false);
  const loaded = useRef(0);
  const shown = useRef<string>(undefined);

  useEffect(() => {
    const read = () => {
      setId(/^#comment-([\w-]+)$/.exec(window.location.hash)?.[1]);
      setMissing(false);
      loaded.current = 0;
      shown.current = undefined;
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  useEffect(() => {
    if (id === undefined || thread.state !== 'ready' || shown.current === id) return;
    const element = document.getElementById(`comment-${id}`);
    if (element) {
      shown.current = id;
      element.scrollIntoView({ block: 'center' });
      element.focus({ preventScroll: true });
    } else if (thread.next < thread.total && loaded.current < PAGES) {
      loaded.current += 1;
      loadMore(PAGE_SIZE).catch(() => setMissing(true));
    } else setMissing(true);
  }, [id, thread, loadMore]);

  return { marked: id, missing };
}
