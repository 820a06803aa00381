import type Quill from 'quill/core.js';
import { EditorIcon } from '../../../../icons/EditorIcon.tsx';
import { keys } from '../../key-names.ts';
import { bubbleControls } from '../controls.ts';
import { useFloating } from '../floating/useFloating.ts';
import { onFocus, onKeyDown } from '../toolbar-keys.ts';
import type { Tools } from '../useTools.ts';

interface Props {
  quill: Quill;
  tools: Tools;
}

/** The tools that are used most, above the selected text. All of them are in the toolbar, too. */
export function Bubble({ quill, tools }: Props) {
  const { formats, run } = tools;
  const panel = useFloating(() => selectionBox(quill), { prefers: 'above', align: 'center' });
  return (
    <div
      ref={panel}
      popover="manual"
      role="toolbar"
      aria-label="Selected text"
      className="bubble"
      // The focus and the selection stay in the text.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key === 'Escape') quill.focus({ preventScroll: true });
        else onKeyDown(event);
      }}
    >
      {bubbleControls().map(({ format, name, icon, value = true, shortcut }, index) => {
        const isOn = String(formats[format] ?? false) === String(value);
        return (
          <button
            key={name}
            type="button"
            tabIndex={index === 0 ? 0 : -1}
            aria-label={name}
            aria-pressed={isOn}
            title={shortcut ? `${name} (${keys(shortcut)})` : name}
            onClick={() => run(format, isOn && format !== 'link' ? false : value)}
          >
            {icon && <EditorIcon name={icon} size={18} />}
          </button>
        );
      })}
    </div>
  );
}

/** Returns where the selected text is on the screen. */
function selectionBox(quill: Quill): DOMRect | null {
  const selection = document.getSelection();
  if (!selection?.rangeCount || !quill.root.contains(selection.anchorNode)) return null;
  return selection.getRangeAt(0).getBoundingClientRect();
}
