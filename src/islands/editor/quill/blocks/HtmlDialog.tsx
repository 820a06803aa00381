import { useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { FieldFrame } from '../../../ui/Field.tsx';
import { storedForm } from '../stored/tree.ts';
import type { BlockDialogProps } from './dialog-props.ts';
import { removedParts } from './removed-parts.ts';

/** Edits the HTML of a block. Says what a post can't have before it's removed. */
export function HtmlDialog({ html, onSave, onClose }: BlockDialogProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState('');
  const save = () => {
    if (!input.current) return;
    const typed = input.current.value;
    const stored = storedForm(typed);
    const removed = removedParts(typed, stored);
    if (typed.trim() !== '' && stored === '') {
      setProblem("Posts can't contain this HTML. Nothing would be left.");
    } else if (removed.length > 0) {
      input.current.value = stored;
      setProblem(
        `Posts can't contain all of this HTML. Removed: ${removed.join(', ')}. Check what's left, then save.`,
      );
    } else return onSave(stored);
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
            onChange={() => setProblem('')}
          />
        )}
      </FieldFrame>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={save}>Save</Button>
      </div>
    </>
  );
}
