import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { EditorIcon } from '../../../icons/EditorIcon.tsx';

export interface MenuItem {
  label: string;
  icon: ReactNode;
  onChoose: () => void;
  isDanger?: boolean;
}

interface Props {
  label: string;
  items: readonly MenuItem[];
}

/** A button with three dots that opens a menu of actions (WAI-ARIA menu button pattern). */
export function Menu({ label, items }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entries = () => [
    ...(frame.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  useEffect(() => {
    if (!isOpen) return;
    frame.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const onDown = ({ target }: Event) => {
      if (!frame.current?.contains(target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') return setIsOpen(false);
    if (event.key === 'Escape') close();
    else if (next !== undefined) all.at(next % all.length)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys come from the items
    <div ref={frame} className="menu" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="icon-btn"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        <EditorIcon name="ellipsis" size={20} />
      </button>
      {isOpen && (
        <div role="menu" aria-label={label} className="menu-list">
          {items.map(({ label: name, icon, onChoose, isDanger }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              data-danger={isDanger || undefined}
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {icon}
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
