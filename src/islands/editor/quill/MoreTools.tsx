import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { EditorIcon } from '../../../icons/EditorIcon.tsx';
import { Icon } from '../../../icons/Icon.tsx';
import { moveFocus, useListPlace } from './list-keys.ts';

interface Props {
  isPhone: boolean;
  children: (close: () => void) => ReactNode;
}

/** The tools that aren't in the row, with words next to their icons. */
export function MoreTools({ isPhone, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const place = useListPlace(list, button);
  useEffect(() => {
    if (isOpen) void preloadDialogs();
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="toolbar-more"
        popoverTarget={id}
        aria-label="More tools"
        aria-haspopup="true"
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (isOpen || !['ArrowDown', 'Enter', ' '].includes(event.key)) return;
          event.preventDefault();
          list.current?.showPopover();
          list.current?.querySelector('button')?.focus();
        }}
      >
        {isPhone ? (
          <EditorIcon name="ellipsis" size={20} />
        ) : (
          <>
            More
            <Icon name="chevron-down" size={16} className="shrink-0" />
          </>
        )}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in */}
      <div
        ref={list}
        id={id}
        popover="auto"
        role="group"
        aria-label="More tools"
        className="picker-list more-list"
        onBeforeToggle={place}
        onToggle={({ target, newState }) => {
          if (target === list.current) setIsOpen(newState === 'open');
        }}
        onKeyDown={moveFocus}
      >
        {children(() => list.current?.hidePopover())}
      </div>
    </>
  );
}

async function preloadDialogs(): Promise<void> {
  // If this fails, they load when they open.
  const code = await import('./blocks/load-dialog.tsx').catch(() => null);
  code?.preloadDialogs();
}
