import { useState } from 'react';
import { markedLines } from '../../../../../../api/contract/content/code.ts';
import { Field } from '../../../../ui/Field.tsx';
import type { CodeEdit, CodeOptions } from '../code-options.ts';
import { DialogButtons } from '../DialogButtons.tsx';

interface Props {
  edit: CodeEdit;
  onSave: () => void;
  onClose: () => void;
}

export function CodeDialog({ edit, onSave, onClose }: Props) {
  const [options, setOptions] = useState(edit.before);
  const [problem, setProblem] = useState('');
  const { title, lines, hasNumbers } = options;
  const change = (part: Partial<CodeOptions>) => {
    setOptions({ ...options, ...part });
    edit.write({ ...options, ...part });
  };
  const save = () => {
    const isValid =
      /^[\d\s,–-]*$/.test(lines) && (lines.trim() === '' || markedLines(lines).length > 0);
    if (!isValid) return setProblem('Use numbers and ranges, such as 3, 5-7.');
    edit.write({ title: title.trim(), lines: lines.trim(), hasNumbers });
    onSave();
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
        autoFocus
        autoComplete="off"
        onChange={({ target }) => change({ title: target.value })}
      />
      <Field
        label="Marked lines"
        hint="Numbers and ranges: 3, 5-7"
        error={problem}
        value={lines}
        autoComplete="off"
        onChange={({ target }) => {
          change({ lines: target.value });
          setProblem('');
        }}
      />
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={hasNumbers}
          onChange={({ target }) => change({ hasNumbers: target.checked })}
        />
        Show line numbers
      </label>
      <DialogButtons onSave={save} onClose={onClose} />
    </div>
  );
}
