import { useRef, useState } from 'react';
import { FieldFrame } from '../../../ui/Field.tsx';
import { storedForm } from '../stored/tree.ts';
import { DialogButtons } from './DialogButtons.tsx';
import type { BlockDialogProps } from './dialog-props.ts';
import { removedParts } from './removed-parts.ts';

/** Edits the HTML of a block. Says what a post can't have before it's removed. */
export function HtmlDialog({ html, onChange, onSave, onClose }: BlockDialogProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState('');
  const save = () => {
    if (!input.current) return;
    const typed = input.current.value;
    const stored = storedForm(typed);
    const removed = removedParts(typed, stored);
    if (typed.trim() !== '' && stored === '') {
      setProblem("This HTML isn't allowed. Nothing would be left.");
    } else if (removed.length > 0) {
      input.current.value = stored;
      onChange(stored);
      setProblem(
        `Some of this HTML isn't allowed. Removed: ${removed.join(', ')}. Check what's left, then save.`,
      );
    } else return onSave();
    input.current.focus();
  };
  return (
    <>
      <FieldFrame label="HTML of this block" error={problem} className="mt-4">
        {(control) => (
          <textarea
            {...control}
            ref={input}
            className="field font-mono text-sm"
            rows={12}
            defaultValue={html}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the dialog is for this field
            autoFocus
            onChange={({ target }) => {
              setProblem('');
              onChange(target.value);
            }}
          />
        )}
      </FieldFrame>
      <DialogButtons onSave={save} onClose={onClose} />
    </>
  );
}
