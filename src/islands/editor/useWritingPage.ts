import { useEffect } from 'react';
import { useCursorInView } from './useCursorInView.ts';
import type { DocumentForm } from './useDocumentForm.ts';
import { useWritingKeys } from './useWritingKeys.ts';

/** Page-wide behavior: shortcuts, room for the text, and protection from accidents. */
export function useWritingPage(form: DocumentForm): void {
  useWritingKeys(form);
  useCursorInView(form.content);
  useQuietHeader(form.element);
  useKeyboardHeight();
  // Keeps the browser from scrolling before the draft is restored, and from opening dropped files.
  useEffect(() => {
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    // The editor and the cover handle files that are dropped on them.
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

/**
 * The site's header is hidden while the author types, and comes back when the mouse moves or the
 * focus goes elsewhere. On a phone, which has little room, the focus is enough.
 */
function useQuietHeader(form: DocumentForm['element']): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const isWriting = (target: EventTarget | null) =>
      target instanceof HTMLElement && target.matches('.title-field > textarea, .ql-editor');
    const stop = new AbortController();
    const on = <K extends keyof DocumentEventMap>(
      type: K,
      listener: (event: DocumentEventMap[K]) => void,
    ) => document.addEventListener(type, listener, { signal: stop.signal });
    const hide = () => {
      isWaiting = false;
      if (!window.matchMedia('(max-width: 47.99rem)').matches) return;
      dataset.typing = '';
      // The row of actions moves to the place of the header.
      const below = form.current?.getBoundingClientRect().top ?? 0;
      if (below > 0) window.scrollBy(0, below);
    };
    // The page must not move between press and release, or the click would hit another place.
    let isPressed = false;
    let isWaiting = false;
    on('mousedown', () => {
      isPressed = true;
    });
    on('mouseup', () => {
      isPressed = false;
    });
    on('click', () => isWaiting && isWriting(document.activeElement) && hide());
    on('input', ({ target }) => {
      if (isWriting(target)) dataset.typing = '';
    });
    on('focusin', ({ target }) => {
      if (!isWriting(target)) delete dataset.typing;
      else if (isPressed) isWaiting = true;
      else hide();
    });
    on('mousemove', ({ movementX, movementY }) => {
      if (movementX !== 0 || movementY !== 0) delete dataset.typing;
    });
    return () => {
      stop.abort();
      delete dataset.typing;
    };
  }, [form]);
}

/**
 * The height of the on-screen keyboard, where it covers the page instead of making it smaller, for
 * the styles of what stays at the bottom.
 */
function useKeyboardHeight(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const { style } = document.documentElement;
    const update = () => {
      // Zooming shrinks the visual viewport, too.
      const isZoomed = Math.abs(view.scale - 1) > 0.01;
      const covered = isZoomed ? 0 : window.innerHeight - view.height - view.offsetTop;
      style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    view.addEventListener('resize', update);
    view.addEventListener('scroll', update);
    return () => {
      view.removeEventListener('resize', update);
      view.removeEventListener('scroll', update);
      style.removeProperty('--keyboard');
    };
  }, []);
}
