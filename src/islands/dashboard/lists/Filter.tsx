import { type ComponentProps, useEffect, useId, useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { setQuery } from '../tabs.tsx';

/** Long enough that not every letter is a request, short enough to feel immediate. */
const TYPING_MS = 250;
export const MAX_TERM_LENGTH = 200;

interface BoxProps {
  label: string;
  placeholder: string;
  /** The applied search term. */
  term: string;
}

/** The search field of a list. It changes the URL once the user stops typing. */
export function FilterBox({ label, placeholder, term }: BoxProps) {
  const id = useId();
  const [draft, setDraft] = useState(term);
  useEffect(() => {
    setDraft((typed) => (typed.trim() === term ? typed : term));
  }, [term]);
  useEffect(() => {
    const wanted = draft.trim();
    if (wanted === term) return;
    const timer = setTimeout(() => setQuery({ q: wanted }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft, term]);
  return (
    <search className="relative block min-w-0 grow basis-64 @4xl:max-w-xs">
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
        maxLength={MAX_TERM_LENGTH}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
    </search>
  );
}

/** A select without a visible label: its options say what it filters. */
export function FilterSelect({
  label,
  className = '',
  ...select
}: ComponentProps<'select'> & { label: string }) {
  return (
    <select
      {...select}
      aria-label={label}
      className={`field w-auto min-w-0 grow basis-36 text-ellipsis @xl:basis-auto @4xl:grow-0 ${className}`}
    />
  );
}
