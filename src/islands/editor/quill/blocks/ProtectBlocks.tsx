import type Quill from 'quill/core.js';
import { type ReactNode, useEffect, useState } from 'react';
import { selectedBlock } from './block.ts';

interface Props {
  quill: Quill;
  children: ReactNode;
}

/**
 * Keeps keys from replacing the selected block, until the code that handles its keys has loaded.
 * The cursor can leave it. `children` say that the code couldn't be loaded: that only matters once
 * a key was ignored.
 */
export function ProtectBlocks({ quill, children }: Props) {
  const [hasIgnored, setHasIgnored] = useState(false);
  useEffect(() => {
    const protect = (event: Event) => {
      if (event.target !== quill.root || !selectedBlock(quill) || isHarmless(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setHasIgnored(true);
    };
    quill.root.addEventListener('keydown', protect, { capture: true });
    quill.root.addEventListener('beforeinput', protect, { capture: true });
    return () => {
      quill.root.removeEventListener('keydown', protect, { capture: true });
      quill.root.removeEventListener('beforeinput', protect, { capture: true });
    };
  }, [quill]);
  return hasIgnored && children;
}

/** Whether a key changes nothing in the text, or is a shortcut. */
function isHarmless(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  const { key, ctrlKey, metaKey } = event;
  return ctrlKey || metaKey || /^(Arrow|Page|Home|End|Tab|Escape|F\d)/.test(key);
}
