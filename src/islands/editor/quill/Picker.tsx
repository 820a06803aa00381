import { useId, useRef } from 'react';
import { EditorIcon } from '../../../icons/EditorIcon.tsx';
import type { EditorIconName } from '../../../icons/editor-icons.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { ariaKeys, keys } from '../key-names.ts';
import type { Choice } from './choices.ts';
import { moveFocus, useListPlace } from './list-keys.ts';

interface Props {
  format: string;
  name: string;
  choices: readonly Choice[];
  value: unknown;
  onPick: (value: string | false) => void;
  /** The icon of the button. Without it, the button shows the current choice as text. */
  icon?: EditorIconName;
  /** Its name next to the icon, instead of a tooltip. */
  hasWords?: boolean | undefined;
}

export function Picker({ format, name, choices, value, onPick, icon, hasWords }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const chosen = choices.find((choice) => String(choice.value) === String(value || false));
  const isColor = choices.some((choice) => choice.isColor);
  const shown = chosen?.icon ?? icon;
  // The styles of paragraphs have room for their names, except on a phone.
  const isText = hasWords || !shown || format === 'header';
  const place = useListPlace(list, button);

  const open = () => {
    const items = list.current?.querySelectorAll('button') ?? [];
    list.current?.showPopover();
    items[chosen ? choices.indexOf(chosen) : 0]?.focus();
  };
  return (
    <div className={`ql-picker ql-${format}`}>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        data-tip={hasWords ? undefined : name}
        aria-label={`${name}: ${chosen?.label ?? 'Mixed'}`}
        aria-haspopup="true"
        data-active={Boolean(value) || undefined}
        onKeyDown={(event) => {
          if (!['Enter', ' ', hasWords ? 'ArrowRight' : 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          open();
        }}
      >
        {shown && <EditorIcon name={shown} size={20} className="picker-icon shrink-0" />}
        {isText && (
          <span className="picker-text" data-choice={hasWords ? chosen?.label : undefined}>
            <span className="grow whitespace-nowrap text-left">
              {hasWords ? name : (chosen?.label ?? name)}
            </span>

            <Icon name="chevron-down" size={16} className="shrink-0" />
          </span>
        )}
        {isColor && typeof value === 'string' && (
          <i className="picker-color" style={{ background: value }} />
        )}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in */}
      <div
        ref={list}
        id={id}
        popover="auto"
        role="group"
        aria-label={name}
        className={isColor ? 'picker-list picker-colors' : 'picker-list'}
        onBeforeToggle={place}
        onKeyDown={moveFocus}
      >
        {choices.map(({ value, label, icon, shortcut }) => (
          <button
            key={label}
            type="button"
            tabIndex={-1}
            data-value={value}
            aria-pressed={value === chosen?.value}
            aria-label={label}
            aria-keyshortcuts={ariaKeys(shortcut)}
            title={isColor ? label : shortcut && keys(shortcut)}
            style={isColor && value ? { background: value } : undefined}
            onClick={() => {
              list.current?.hidePopover();
              onPick(value);
            }}
          >
            {icon && <EditorIcon name={icon} size={18} />}
            {!isColor && label}
          </button>
        ))}
      </div>
    </div>
  );
}
