import { useEffect, useId, useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { setFilter, useLocationQuery } from '../tabs.tsx';

/** Long enough that not every letter is a request, short enough to feel immediate. */
const TYPING_MS = 250;
const MAX_LENGTH = 200;

/** The filter of a list, kept in the URL (`q`). `draft` is being typed, `term` is applied. */
export function useFilter() {
  const query = new URLSearchParams(useLocationQuery());
  const term = (query.get('q') ?? '').trim().slice(0, MAX_LENGTH);
  const [draft, setDraft] = useState(term);
  useEffect(() => {
    setDraft((typed) => (typed.trim() === term ? typed : term));
  }, [term]);
  useEffect(() => {
    const wanted = draft.trim();
    if (wanted === term) return;
    const timer = setTimeout(() => setFilter(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft, term]);
  return { draft, setDraft, term };
}

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

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
        maxLength={MAX_LENGTH}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </search>
  );
}
