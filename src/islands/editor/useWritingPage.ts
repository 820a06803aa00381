import { useEffect } from 'react';

/** Keeps the browser from scrolling an empty page, and from leaving it when a file misses its target. */
export function useWritingPage(): void {
  useEffect(() => {
    // A reload would scroll before the draft is restored.
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    // The editor and the cover have handled the files that are dropped on them.
    const ignore = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.history.scrollRestoration = before;
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}
