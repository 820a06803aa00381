import { useEffect, useRef } from 'react';
import type { DocumentForm } from './useDocumentForm.ts';

/** Ctrl+S saves at once, and Ctrl+Enter asks before it publishes. On a Mac, the key is Cmd. */
export function useWritingKeys({ byHand, publishing }: DocumentForm): void {
  const onSave = byHand.save;
  const onPublish = () => {
    if (publishing.isAsking) {
      publishing.setIsAsking(false);
      publishing.submit();
    } else publishing.ask();
  };
  // Other dialogs handle Ctrl+Enter themselves.
  const isElsewhere = () => !publishing.isAsking && document.querySelector('dialog[open]') !== null;
  const latest = useRef({ onSave, onPublish, isElsewhere });
  latest.current = { onSave, onPublish, isElsewhere };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const act = isKey(event, 's')
        ? latest.current.onSave
        : event.key === 'Enter' && !latest.current.isElsewhere()
          ? latest.current.onPublish
          : null;
      if (!act) return;
      // Prevents the browser's dialog, or a line break.
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) act();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

function isShortcut({ ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return ctrlKey !== metaKey && !altKey && !shiftKey && !isComposing;
}

/** Whether it's the key of a letter. On non-Latin layouts, checks the key's position. */
function isKey({ key, code }: KeyboardEvent, letter: string): boolean {
  const isLatin = /^[a-z]$/i.test(key);
  return isLatin ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`;
}
