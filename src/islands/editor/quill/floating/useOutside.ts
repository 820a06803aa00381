import { type RefObject, useEffect, useRef } from 'react';

type Part = RefObject<HTMLElement | null> | { readonly current: HTMLElement };

/** Closes a panel when the focus or a click goes somewhere else. */
export function useOutside(parts: readonly Part[], onClose: () => void): void {
  const latest = useRef({ parts, onClose });
  latest.current = { parts, onClose };
  useEffect(() => {
    const close = ({ target }: Event) => {
      const { current } = latest;
      if (!(target instanceof Node)) return;
      if (!current.parts.some((part) => part.current?.contains(target))) current.onClose();
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
}
