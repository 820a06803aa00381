import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { SearchField, TYPING_MS } from '../../ui/SearchField.tsx';
import { setQuery } from '../tabs.tsx';

interface BoxProps {
  label: string;
  placeholder: string;
  term: string;
  /** Leaves room for a button on the same line. */
  isShort?: boolean;
}

/** The search field of a list. It changes the URL once the user stops typing. */
export function FilterBox({ term, isShort = false, ...names }: BoxProps) {
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
    <SearchField
      {...names}
      className={`min-w-0 grow @4xl:max-w-xs ${isShort ? 'basis-40 @xl:basis-56' : 'basis-64'}`}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
    />
  );
}

interface FoldProps {
  isFolded: boolean;
  active: number;
  children: ReactNode;
}

/** Many filters. On phones a button shows them, so that the list begins on the first screen. */
export function FoldedFilters({ isFolded, active, children }: FoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (!isFolded) return children;
  return (
    <>
      <Button
        variant="secondary"
        className="@xl:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {active > 0 ? `Filters (${active})` : 'Filters'}
        <Icon name="chevron-down" size={16} className={isOpen ? 'rotate-180' : ''} />
      </Button>
      <div
        id={id}
        className={`w-full flex-wrap gap-x-4 gap-y-3 @xl:contents ${isOpen ? 'flex' : 'hidden'}`}
      >
        {children}
      </div>
    </>
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
      className={`field w-auto min-w-0 grow basis-36 text-ellipsis @xl:basis-auto @4xl:max-w-40 @4xl:grow-0 ${className}`}
    />
  );
}

interface UrlFilterProps {
  label: string;
  /** The name of the URL parameter. */
  name: string;
  all: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  /** The label of a value that isn't among the choices. */
  unlisted?: string;
}

export function UrlFilter({ label, name, all, value, choices, unlisted = value }: UrlFilterProps) {
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  return (
    <FilterSelect
      label={label}
      value={value}
      onChange={({ target }) => setQuery({ [name]: target.value })}
    >
      <option value="">{all}</option>
      {!isListed && <option value={value}>{unlisted}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </FilterSelect>
  );
}

/** A filter for one person or item. A click removes it. */
export function ChosenFilter({ name, text }: { name: string; text: string }) {
  return (
    <Button variant="secondary" small onClick={() => setQuery({ [name]: '' })}>
      <Icon name="x" size={16} />
      <span className="sr-only">Remove filter: </span>
      {text}
    </Button>
  );
}
