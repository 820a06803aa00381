import { useState } from 'react';
import { markedLines } from '../../../../../../api/contract/content/code.ts';
import { Field } from '../../../../ui/Field.tsx';
import type { CodeOptions } from '../code-options.ts';
import { DialogButtons } from './DialogButtons.tsx';

interface Props {
  options: CodeOptions;
  onSave: (options: CodeOptions) => void;
  onClose: () => void;
}

export function CodeDialog({ options, onSave, onClose }: Props) {
  const [title, setTitle] = useState(options.title);
  const [lines, setLines] = useState(options.lines);
  const [hasNumbers, setHasNumbers] = useState(options.hasNumbers);
  const [problem, setProblem] = useState('');
  const save = () => {
    const isValid =
      /^[\d\s,–-]*$/.test(lines) && (lines.trim() === '' || markedLines(lines).length > 0);
    if (isValid) onSave({ title: title.trim(), lines: lines.trim(), hasNumbers });
    else setProblem('Use numbers and ranges, such as 3, 5-7.');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in its fields saves
    <div
      className="mt-4 grid gap-4"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        save();
      }}
    >
      <Field
        label="Title, such as a file name"
        value={title}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setTitle(target.value)}
      />
      <Field
        label="Marked lines"
        hint="Numbers and ranges: 3, 5-7"
        error={problem}
        value={lines}
        autoComplete="off"
        onChange={({ target }) => {
          setLines(target.value);
          setProblem('');
        }}
      />
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={hasNumbers}
          onChange={({ target }) => setHasNumbers(target.checked)}
        />
        Show line numbers
      </label>
      <DialogButtons onSave={save} onClose={onClose} />
    </div>
  );
}
