import type Quill from 'quill/core.js';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EditorIcon } from '../../../../icons/EditorIcon.tsx';
import { Icon } from '../../../../icons/Icon.tsx';
import { isComposing } from '../../../ui/is-composing.ts';
import { useFloating } from '../floating/useFloating.ts';
import { useFind } from './useFind.ts';

interface Props {
  quill: Quill;
  /** Changes whenever the author asks for the bar again. */
  request: number;
  onClose: () => void;
}

/** Finds and replaces in the text. Doesn't cover it: only the toolbar is above. */
export function FindBar({ quill, request, onClose }: Props) {
  const [wanted, setWanted] = useState(() => selectedText(quill));
  const [text, setText] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWord, setWholeWord] = useState(false);
  const [done, setDone] = useState('');
  const [shown, setShown] = useState(request);
  if (shown !== request) {
    setShown(request);
    setWanted(selectedText(quill) || wanted);
  }
  const find = useFind(quill, wanted, { matchCase, wholeWord, request });
  const field = useRef<HTMLInputElement>(null);
  const panel = useFloating(() => topOf(quill), { prefers: 'below', align: 'end' });
  useEffect(() => {
    if (request === 0) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [request]);

  const close = () => {
    flushSync(onClose);
    quill.focus({ preventScroll: true });
    if (find.selected) quill.setSelection(find.selected.index, find.selected.length, 'user');
  };
  const go = (step: number) => {
    setDone('');
    find.go(step);
  };
  useF3(go);
  const replaceAll = () => {
    const { length } = find.matches;
    find.replaceAll(text);
    setDone(length === 1 ? 'Replaced 1 match' : `Replaced ${length} matches`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const isField = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && isField) {
      if (event.target === field.current) go(event.shiftKey ? -1 : 1);
      else find.replace(text);
    } else return;
    event.preventDefault();
  };
  const isEmpty = find.matches.length === 0;
  const count = isEmpty ? 'No matches' : `${find.current + 1} of ${find.matches.length}`;
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label="Find and replace"
      className="find-bar"
      onKeyDown={onKeyDown}
    >
      <div className="find-row">
        <input
          ref={field}
          className="field"
          aria-label="Find"
          placeholder="Find in the text"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          value={wanted}
          onChange={({ target }) => {
            setWanted(target.value);
            setDone('');
          }}
        />
        <span role="status" className="find-count">
          {done || (wanted !== '' && count)}
        </span>
        <Tool name="Previous match" keys="Shift+Enter" icon="chevron-up" onClick={() => go(-1)} />
        <Tool name="Next match" keys="Enter" icon="chevron-down" onClick={() => go(1)} />
        <button
          type="button"
          className="icon-btn"
          aria-label="Close find and replace"
          title="Close (Esc)"
          onClick={close}
        >
          <Icon name="x" size={18} />
        </button>
      </div>
      <div className="find-row">
        <input
          className="field"
          aria-label="Replace with"
          placeholder="Replace with"
          dir="auto"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <ReplaceButton isOff={isEmpty} label="Replace" onClick={() => find.replace(text)} />
        <ReplaceButton isOff={isEmpty} label="Replace all" onClick={replaceAll} />
      </div>
      <div className="find-row">
        <Option name="Match case" isOn={matchCase} onChange={setMatchCase} />
        <Option name="Whole words" isOn={wholeWord} onChange={setWholeWord} />
      </div>
      {find.inBlocks > 0 && (
        <p className="field-hint">
          {find.inBlocks} more in blocks with their own dialog. Replace doesn't change those.
        </p>
      )}
    </div>
  );
}

interface ToolProps {
  name: string;
  keys: string;
  icon: 'chevron-up' | 'chevron-down';
  onClick: () => void;
}

function Tool({ name, keys, icon, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={name}
      title={`${name} (${keys})`}
      onClick={onClick}
    >
      <EditorIcon name={icon} size={18} />
    </button>
  );
}

interface ReplaceButtonProps {
  label: string;
  isOff: boolean;
  onClick: () => void;
}

function ReplaceButton({ label, isOff, onClick }: ReplaceButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-secondary btn-small"
      aria-disabled={isOff}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

interface OptionProps {
  name: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Option({ name, isOn, onChange }: OptionProps) {
  return (
    <label className="find-option">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {name}
    </label>
  );
}

/** Returns the selected text, which the author most likely wants to find. */
function selectedText(quill: Quill): string {
  const range = quill.hasFocus() ? quill.getSelection() : null;
  const text = range ? quill.getText(range).trim() : '';
  return text.includes('\n') ? '' : text;
}

/** F3 also works in the text. */
function useF3(go: (step: number) => void): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F3') return;
      event.preventDefault();
      latest.current(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The bar is at the top of what is visible. */
function topOf(quill: Quill): DOMRect {
  const { left, width } = quill.container.getBoundingClientRect();
  return new DOMRect(left, 0, width, 0);
}
