import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { setQuery } from '../tabs.tsx';

/** Long enough that not every letter is a request, short enough to feel immediate. */
const TYPING_MS = 250;
export const MAX_TERM_LENGTH = 200;

interface BoxProps {
  label: string;
  placeholder: string;
  /** The applied search term. */
  term: string;
  /** Leaves room for a button in its line. */
  isShort?: boolean;
}

/** The search field of a list. It changes the URL once the user stops typing. */
export function FilterBox({ label, placeholder, term, isShort = false }: BoxProps) {
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
    <search
      className={`relative block min-w-0 grow @4xl:max-w-xs ${isShort ? 'basis-40 @xl:basis-56' : 'basis-64'}`}
    >
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

interface FoldProps {
  isFolded: boolean;
  /** The number of filters that are set. */
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
