import type Quill from 'quill/core.js';
import type { Delta, EmitterSource } from 'quill/core.js';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../../stores/toasts.ts';
import { isComposing } from '../../../ui/is-composing.ts';
import { withStyles } from '../../later.ts';
import { type Control, slashControls } from '../controls.ts';
import type { Tools } from '../useTools.ts';
import { matchControls } from './match-controls.ts';
import { runTyped } from './run-typed.ts';
import { type Slash, slashAtCursor, typedAfterSlash } from './typed-slash.ts';

export const loadSlashMenu = () =>
  withStyles(import('./SlashMenu.tsx')).then(({ SlashMenu }) => SlashMenu);

const ALL = slashControls();

/**
 * Opens the menu at a typed slash, and handles its keys. They work even while the menu is loading,
 * so that fast typing has the same effect. If it can't be loaded, the slash stays in the text.
 */
export function useSlash(quill: Quill | undefined, tools: Tools) {
  const [slash, setSlash] = useState<Slash | null>(null);
  const latest = useRef<{ slash: Slash | null; tools: Tools }>({ slash, tools });
  latest.current.tools = tools;
  const set = (next: Slash | null) => {
    latest.current.slash = next;
    setSlash(next);
  };

  /** Reads what was typed. Returns the menu if it's still open. */
  const update = (): Slash | null => {
    const { slash: open } = latest.current;
    if (!quill || !open) return null;
    const query = typedAfterSlash(quill, open.at);
    if (query === open.query) return open;
    const found = matchControls(ALL, query ?? '');
    // Text that only looks like a command: "and / or", "see /path to".
    const isText = query === null || /^\s/.test(query) || (found.length === 0 && /\s$/.test(query));
    set(isText ? null : { at: open.at, query, found, active: 0 });
    return latest.current.slash;
  };
  const choose = (control: Control) => {
    const { slash: open, tools: current } = latest.current;
    set(null);
    if (!quill || !open) return;
    const length = open.query.length + 1;
    runTyped({ quill, tools: current, control, start: open.at, length });
  };
  /** Returns whether the key was for the menu. */
  const onKey = (key: string): boolean => {
    const open = update();
    if (!open) return false;
    const { found, active } = open;
    const step = { ArrowDown: 1, ArrowUp: found.length - 1 }[key];
    const control = found[active];
    if (key === 'Escape') set(null);
    else if (!control) return false;
    else if (key === 'Enter' || key === 'Tab') choose(control);
    else if (step !== undefined) set({ ...open, active: (active + step) % found.length });
    else return false;
    return true;
  };
  const handlers = useRef({ update, onKey, set });
  handlers.current = { update, onKey, set };

  useEffect(() => (quill ? listen(quill, handlers) : undefined), [quill]);
  return { slash, choose };
}

interface Handlers {
  update(): void;
  onKey(key: string): boolean;
  set(slash: Slash | null): void;
}

function listen(quill: Quill, handlers: { readonly current: Handlers }): () => void {
  const { container, root } = quill;
  let hasWarned = false;
  const onChange = ({ ops }: Delta, _before: Delta, source: EmitterSource) => {
    // Undo and redo also count as the user's changes.
    if (source !== 'user' || quill.history.ignoreChange) return;
    if (!ops.some(({ insert }) => insert === '/')) return;
    // Quill sets the cursor once it has handled the change.
    queueMicrotask(() => {
      const at = slashAtCursor(quill);
      if (at === null) return;
      handlers.current.set({ at, query: '', found: ALL, active: 0 });
      loadSlashMenu().catch(() => {
        handlers.current.set(null);
        if (!hasWarned) toast("The menu couldn't be loaded. Use the toolbar instead.", 'error');
        hasWarned = true;
      });
    });
  };
  const handled = (event: Event, key: string) => {
    if (!handlers.current.onKey(key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    const hasModifier = ctrlKey || metaKey || altKey || shiftKey;
    if (!hasModifier && !isComposing(event)) handled(event, event.key);
  };
  const onBeforeInput = (event: InputEvent) => {
    // On-screen keyboards may send this without a key.
    if (event.inputType === 'insertParagraph') handled(event, 'Enter');
  };
  const update = () => handlers.current.update();
  const close = () => handlers.current.set(null);
  quill.on('text-change', onChange);
  // Before the handlers of the text.
  container.addEventListener('keydown', onKeyDown, { capture: true });
  container.addEventListener('beforeinput', onBeforeInput, { capture: true });
  root.addEventListener('input', update);
  root.addEventListener('blur', close);
  document.addEventListener('selectionchange', update);
  return () => {
    quill.off('text-change', onChange);
    container.removeEventListener('keydown', onKeyDown, { capture: true });
    container.removeEventListener('beforeinput', onBeforeInput, { capture: true });
    root.removeEventListener('input', update);
    root.removeEventListener('blur', close);
    document.removeEventListener('selectionchange', update);
  };
}
