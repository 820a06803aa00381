import { useEffect, useId, useRef, useState } from 'react';
import { EditorIcon } from '../../../../icons/EditorIcon.tsx';
import { ariaKeys, keys } from '../../key-names.ts';
import { preloadDialogs } from '../blocks/load-dialog.tsx';
import type { Control } from '../controls.ts';
import { useFloating } from '../floating/useFloating.ts';
import type { Slash } from './typed-slash.ts';

interface Props {
  root: HTMLElement;
  slash: Slash;
  onChoose: (control: Control) => void;
}

/**
 * The menu below a typed slash. The focus stays in the text (WAI-ARIA listbox pattern), and the
 * text after the slash filters the menu.
 */
export function SlashMenu({ root, slash, onChoose }: Props) {
  const { found, active } = slash;
  const id = useId();
  const panel = useFloating(caretBox, { prefers: 'below', align: 'start' });
  useEffect(preloadDialogs, []);
  useActiveOption(root, id, found.length > 0 ? active : null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in the text
    <div
      ref={panel}
      popover="manual"
      className="slash-menu"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={id} role="listbox" aria-label="Insert" tabIndex={0}>
        {found.map((control, index) => (
          <Option
            key={control.name}
            id={`${id}-${index}`}
            control={control}
            isActive={index === active}
            onChoose={() => onChoose(control)}
          />
        ))}
      </div>
      <Matches count={found.length} />
    </div>
  );
}

interface OptionProps {
  id: string;
  control: Control;
  isActive: boolean;
  onChoose: () => void;
}

function Option({ id, control, isActive, onChoose }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  const { icon, name, shortcut } = control;
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y: the text has the focus and the keys
    <div
      ref={option}
      id={id}
      role="option"
      aria-keyshortcuts={ariaKeys(shortcut)}
      aria-selected={isActive}
      className="slash-option"
      onClick={onChoose}
    >
      {icon && <EditorIcon name={icon} size={18} />}
      <span className="grow">{name}</span>
      {shortcut && (
        <span aria-hidden="true">
          <kbd>{keys(shortcut)}</kbd>
        </span>
      )}
    </div>
  );
}

/** How many tools match, for screen readers; with none, for everyone. */
function Matches({ count }: { count: number }) {
  const [text, setText] = useState('');
  // A status is announced only when it changes.
  useEffect(() => {
    setText(count === 0 ? 'No matches' : count === 1 ? '1 match' : `${count} matches`);
  }, [count]);
  return (
    <p role="status" className={count > 0 ? 'sr-only' : 'slash-empty'}>
      {text}
    </p>
  );
}

/** Tells screen readers which option is active while the focus is in the text. */
function useActiveOption(root: HTMLElement, id: string, active: number | null): void {
  useEffect(() => {
    if (active === null) root.removeAttribute('aria-activedescendant');
    else root.setAttribute('aria-activedescendant', `${id}-${active}`);
  }, [root, id, active]);
  useEffect(() => {
    const attributes = { 'aria-haspopup': 'listbox', 'aria-controls': id };
    for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
    return () => {
      for (const name of [...Object.keys(attributes), 'aria-activedescendant']) {
        root.removeAttribute(name);
      }
    };
  }, [root, id]);
}

/** Returns where the cursor is on the screen. */
function caretBox(): DOMRect | null {
  const selection = document.getSelection();
  if (!selection?.focusNode) return null;
  const range = document.createRange();
  range.setStart(selection.focusNode, selection.focusOffset);
  const [box] = range.getClientRects();
  if (box) return box;
  const { focusNode: node } = selection;
  return (node instanceof Element ? node : node.parentElement)?.getBoundingClientRect() ?? null;
}
