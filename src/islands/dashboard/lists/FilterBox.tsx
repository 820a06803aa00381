import { useId } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { LONGEST_FILTER } from './useFilter.ts';

interface Props {
  /** What it does, for screen readers: "Filter posts". */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field that narrows a list down as one types. */
export function FilterBox({ label, placeholder, value, onChange }: Props) {
  const id = useId();
  return (
    <search className="relative block min-w-0 grow sm:max-w-sm">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Icon
        name="search"
        size={18}
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-muted"
      />
      <input
        id={id}
        type="search"
        className="field pl-10.5"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_FILTER}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </search>
  );
}
