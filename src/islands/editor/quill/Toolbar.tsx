import type Quill from 'quill/core.js';
import { type RefObject, useEffect } from 'react';
import { EditorIcon } from '../../../icons/EditorIcon.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { ariaKeys, keys } from '../key-names.ts';
import { COMMANDS, type Control, GROUPS } from './controls.ts';
import { MoreTools } from './MoreTools.tsx';
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

/** The formatting toolbar: a row of common tools, and the others in a list. */
export function Toolbar({ ref, quill, tools, onPictures }: Props) {
  const { files } = tools;
  const size = useMedia('(max-width: 47.99rem)') ? 'phone' : 'wide';
  const isInRow = ({ row }: Control) => row === 'always' || row === size;
  useKeptSelection(quill, ref);
  useEffect(() => {
    // Other widths have other buttons.
    if (ref.current && size) makeTabStop(ref.current);
  }, [ref, size]);
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Formatting"
      className="ql-toolbar"
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
      <Groups tools={tools} isShown={isInRow} />
      <MoreTools isPhone={size === 'phone'}>
        {(close) => (
          <Groups tools={tools} isShown={(control) => !isInRow(control)} hasWords onDone={close} />
        )}
      </MoreTools>
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

interface GroupsProps {
  tools: Tools;
  isShown: (control: Control) => boolean;
  /** Names next to the icons, instead of tooltips. */
  hasWords?: boolean;
  onDone?: () => void;
}

function Groups({ tools: { formats, steps, apply, run }, isShown, hasWords, onDone }: GroupsProps) {
  const controlOf = ({ choices, value, ...control }: Control) => {
    const { format, name } = control;
    const current = formats[format];
    if (choices) {
      const onPick = (picked: string | false) => {
        onDone?.();
        apply(format, picked);
      };
      const props = { choices, value: current, hasWords, onPick };
      return <Picker key={name} {...control} {...props} />;
    }
    const isOn = value === undefined ? Boolean(current) : current === value;
    return (
      <Tool
        key={name}
        {...control}
        hasWords={hasWords}
        isPressed={COMMANDS.includes(format) ? undefined : isOn}
        isOff={steps[format as 'undo' | 'redo'] === 0}
        onClick={() => {
          onDone?.();
          run(format, isOn ? false : value);
        }}
      />
    );
  };
  return GROUPS.map(({ name, controls }) => {
    const shown = controls.filter(isShown);
    if (shown.length === 0) return null;
    return (
      // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in
      <div key={name} role="group" aria-label={name} className="ql-formats">
        {shown.map(controlOf)}
      </div>
    );
  });
}

interface ToolProps extends Omit<Control, 'value' | 'choices'> {
  hasWords: boolean | undefined;
  isPressed: boolean | undefined;
  /** There's nothing to do. The button can still have the focus. */
  isOff: boolean;
  onClick: () => void;
}

function Tool({ format, name, icon, shortcut, hasWords, isPressed, isOff, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={`ql-${format}`}
      aria-label={name}
      aria-pressed={isPressed}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={ariaKeys(shortcut)}
      data-tip={hasWords ? undefined : name}
      data-keys={shortcut && keys(shortcut)}
      onClick={isOff ? undefined : onClick}
    >
      {icon && <EditorIcon name={icon} size={20} />}
      {hasWords && name}
    </button>
  );
}
