import { type ComponentProps, useId } from 'react';
import { Icon } from '../../icons/Icon.tsx';

export const MAX_TERM_LENGTH = 200;
/** Long enough that not every letter is a request, short enough to feel immediate. */
export const TYPING_MS = 250;

interface Props extends ComponentProps<'input'> {
  label: string;
}

/** The search field of a list. Its placeholder says what it finds. */
export function SearchField({ label, className = '', ...input }: Props) {
  const id = useId();
  return (
    <search className={`relative block ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Icon
        name="search"
        size={18}
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-muted"
      />
      <input
        {...input}
        id={id}
        type="search"
        className="field pl-10.5"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_TERM_LENGTH}
      />
    </search>
  );
}
