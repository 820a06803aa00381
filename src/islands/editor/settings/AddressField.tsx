import { useState } from 'react';
import { Field } from '../../ui/Field.tsx';

interface Props {
  slug: string;
  /** Where readers see it now, or null if it isn't public. */
  address: string | null;
  onChange(slug: string): void;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_LENGTH = 80;

/** The last part of the post's address. Reports a complete, valid one when the field is left. */
export function AddressField({ slug, address, onChange }: Props) {
  const [typed, setTyped] = useState(slug);
  const isInvalid = typed !== '' && !SLUG.test(typed);
  const report = () => {
    if (typed === slug || isInvalid) return;
    if (typed === '' && address !== null) setTyped(slug);
    else onChange(typed);
  };
  return (
    <Field
      label="Address"
      value={typed}
      maxLength={MAX_LENGTH}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...(isInvalid && { error: 'Use lower-case letters (a to z), digits and single hyphens.' })}
      hint={hintOf(typed, address)}
      onChange={({ target }) => setTyped(target.value.toLowerCase().replace(/[\s_]+/g, '-'))}
      onBlur={report}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        report();
      }}
    />
  );
}

function hintOf(typed: string, address: string | null): string {
  const path = `/post/${typed || '…'}`;
  if (address === null) return `${path} · Leave this empty to follow the title.`;
  if (path === address) return path;
  return `${path} from the next update on. ${address} will lead there, so no link breaks.`;
}
