import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from '../../../stores/post-drafts.ts';
import { toast } from '../../../stores/toasts.ts';

/** Takes over drafts of this browser. Their ids are in `taken` once the server has them. */
export function useTakeOver() {
  const [taken, setTaken] = useState<readonly string[]>([]);
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  const takeOver = useCallback(async (drafts: readonly Draft[]) => {
    if (drafts.length === 0) return;
    // Few visits have such drafts, and only they need the editor's code.
    const { takeOverDrafts } = await import('./browser-drafts.ts');
    const ids = await takeOverDrafts(drafts);
    if (ids.length === 0 || hasLeft.current) return;
    setTaken((before) => [...before, ...ids]);
    toast(
      ids.length === 1
        ? 'A draft from this browser is now saved on the server.'
        : `${ids.length} drafts from this browser are now saved on the server.`,
    );
  }, []);
  return { taken, takeOver };
}
