import { useState } from 'react';
import { Field, SelectField } from '../ui/Field.tsx';
import { type Choice, categoryProblem, withOthers } from './categories.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  choices: readonly Choice[];
}

const OTHER = '+';

/** The category of a post that is being changed: a list, with a way to a new one. */
export function CategorySelect({ value, onChange, choices }: Props) {
  // Nothing, or what no category can be called: one that is being typed.
  const [isNew, setIsNew] = useState(categoryProblem(value) !== '');
  const [wasChosen, setWasChosen] = useState(false);
  const all = withOthers([...choices.map(({ slug }) => slug), ...(isNew ? [] : [value])]);
  const problem = isNew && value !== '' ? categoryProblem(value) : '';
  return (
    <div>
      <SelectField
        label="Category"
        name="category"
        value={isNew ? OTHER : value}
        onChange={({ target }) => {
          setIsNew(target.value === OTHER);
          setWasChosen(true);
          onChange(target.value === OTHER ? '' : target.value);
        }}
      >
        {all.map(({ slug, label }) => (
          <option key={slug} value={slug}>
            {label}
          </option>
        ))}
        <option value={OTHER}>New category…</option>
      </SelectField>
      {isNew && (
        <Field
          className="mt-3"
          label="New category"
          value={value}
          required
          maxLength={60}
          autoCapitalize="none"
          autoFocus={wasChosen}
          error={problem || undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
