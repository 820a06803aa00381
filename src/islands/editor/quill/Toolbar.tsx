import type Quill from 'quill/core.js';
import { type RefObject, useEffect, useState } from 'react';
import { EditorIcon } from '../../../icons/EditorIcon.tsx';
import { COMMANDS, type Control, GROUPS, keys } from './controls.ts';
import { Picker } from './Picker.tsx';
import { focusToolbar, makeTabStop, onFocus, onKeyDown } from './toolbar-keys.ts';
import { useKeptSelection } from './useKeptSelection.ts';
import type { Tools } from './useTools.ts';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  quill: Quill;
  tools: Tools;
  onPictures: (files: File[]) => void;
}

/** The formatting toolbar. Its class names follow Quill's. */
export function Toolbar({ ref, quill, tools, onPictures }: Props) {
  const { formats, steps, apply, run, files } = tools;
  const [isExpanded, setIsExpanded] = useState(false);
  useKeptSelection(quill, ref);
  useEffect(() => {
    if (ref.current) makeTabStop(ref.current);
  }, [ref]);

  const controlOf = ({ choices, value, ...control }: Control) => {
    const { format, name } = control;
    const current = formats[format];
    if (choices) {
      const onPick = (picked: string | false) => apply(format, picked);
      return <Picker key={name} {...control} choices={choices} value={current} onPick={onPick} />;
    }
    const isOn = value === undefined ? Boolean(current) : current === value;
    return (
      <Tool
        key={name}
        {...control}
        isPressed={COMMANDS.includes(format) ? undefined : isOn}
        isOff={steps[format as 'undo' | 'redo'] === 0}
        onClick={() => run(format, isOn ? false : value)}
      />
    );
  };
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Formatting"
      className="ql-toolbar"
      data-expanded={isExpanded || undefined}
      // A click would move the focus out of the text, and end formats that are on at the cursor.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={onFocus}
      onKeyDown={(event) => {
        const isInList = event.target instanceof Element && event.target.closest('[popover]');
        if (event.key === 'Escape' && !isInList) quill.focus({ preventScroll: true });
        else if (event.key === 'F10' && event.altKey) {
          focusToolbar(document.querySelector<HTMLElement>('.bubble'));
        } else onKeyDown(event);
      }}
    >
      {GROUPS.map(({ name, controls }) => (
        // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in
        <div key={name} role="group" aria-label={name} className="ql-formats">
          {controls.map(controlOf)}
        </div>
      ))}
      <button
        type="button"
        className="toolbar-more"
        aria-label="More tools"
        aria-expanded={isExpanded}
        title="More tools"
        onClick={() => setIsExpanded(!isExpanded)}
      >
        <EditorIcon name="ellipsis" size={20} />
      </button>
      <input
        ref={files}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          onPictures([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
}

interface ToolProps extends Omit<Control, 'value' | 'choices'> {
  isPressed: boolean | undefined;
  /** There's nothing to do. The button can still have the focus. */
  isOff: boolean;
  onClick: () => void;
}

function Tool({ format, name, icon, shortcut, isBasic, isPressed, isOff, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={`ql-${format}`}
      data-basic={isBasic}
      aria-label={name}
      aria-pressed={isPressed}
      aria-disabled={isOff || undefined}
      title={shortcut ? `${name} (${keys(shortcut)})` : name}
      onClick={isOff ? undefined : onClick}
    >
      {icon && <EditorIcon name={icon} size={20} />}
    </button>
  );
}
