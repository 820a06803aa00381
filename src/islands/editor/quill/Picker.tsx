import { type KeyboardEvent, useCallback, useEffect, useId, useRef } from 'react';
import { EditorIcon } from '../../../icons/EditorIcon.tsx';
import type { EditorIconName } from '../../../icons/editor-icons.ts';
import { Icon } from '../../../icons/Icon.tsx';
import type { Choice } from './choices.ts';

interface Props {
  format: string;
  name: string;
  choices: readonly Choice[];
  value: unknown;
  onPick: (value: string | false) => void;
  /** The icon of the button. Without it, the button shows the current choice as text. */
  icon?: EditorIconName;
  isBasic?: boolean;
}

const GAP = 6;
const EDGE = 20;
const MIN_HEIGHT = 160;

export function Picker({ format, name, choices, value, onPick, icon, isBasic }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const chosen = choices.find((choice) => String(choice.value) === String(value || false));
  const isColor = choices.some((choice) => choice.isColor);
  const shown = chosen?.icon ?? icon;
  // The styles of paragraphs have room for their names, except on a phone.
  const isText = !shown || format === 'header';
  const place = useCallback(() => {
    if (button.current && list.current) placeBelow(list.current, button.current);
  }, []);
  useEffect(() => {
    // The list doesn't move with the page or the toolbar.
    const onScroll = () => list.current?.matches(':popover-open') && place();
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', onScroll, { capture: true });
  }, [place]);

  const open = () => {
    const items = list.current?.querySelectorAll('button') ?? [];
    list.current?.showPopover();
    items[chosen ? choices.indexOf(chosen) : 0]?.focus();
  };
  return (
    <div className={`ql-picker ql-${format}`} data-basic={isBasic}>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        title={name}
        aria-label={`${name}: ${chosen?.label ?? 'Mixed'}`}
        aria-haspopup="true"
        data-active={Boolean(value) || undefined}
        onKeyDown={(event) => {
          if (!['ArrowDown', 'Enter', ' '].includes(event.key)) return;
          event.preventDefault();
          open();
        }}
      >
        {shown && <EditorIcon name={shown} size={20} className="picker-icon shrink-0" />}
        {isText && (
          <span className="picker-text">
            <span className="grow whitespace-nowrap text-left">{chosen?.label ?? name}</span>
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
        onBeforeToggle={({ newState }) => newState === 'open' && place()}
        onKeyDown={moveFocus}
      >
        {choices.map(({ value, label, icon }) => (
          <button
            key={label}
            type="button"
            tabIndex={-1}
            data-value={value}
            aria-pressed={value === chosen?.value}
            aria-label={label}
            title={isColor ? label : undefined}
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

/** Arrow keys move between the choices; Tab closes the list. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget;
  if (event.key === 'Tab') list.hidePopover();
  const step = /^Arrow(Down|Right)$/.test(event.key)
    ? 1
    : /^Arrow(Up|Left)$/.test(event.key)
      ? -1
      : 0;
  if (step === 0) return;
  const items = [...list.querySelectorAll('button')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  event.preventDefault();
  event.stopPropagation();
  items.at((at + step) % items.length)?.focus();
}

function placeBelow(list: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const width = Number.parseFloat(getComputedStyle(list).width);
  const maxLeft = document.documentElement.clientWidth - width - EDGE;
  list.style.top = `${bottom + GAP}px`;
  list.style.left = `${Math.max(EDGE, Math.min(left, maxLeft))}px`;
  list.style.maxHeight = `${Math.max(MIN_HEIGHT, innerHeight - bottom - EDGE)}px`;
}
