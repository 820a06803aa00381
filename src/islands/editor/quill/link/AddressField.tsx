import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react';
import { FieldFrame } from '../../../ui/Field.tsx';
import { isComposing } from '../../../ui/is-composing.ts';
import type { SitePage } from './find-pages.ts';
import { useSearch } from './useSearch.ts';

interface Props {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string;
  onChange: (value: string) => void;
  onChoose: (page: SitePage) => void;
  /** Called with the first match, if any, when Enter is pressed after words. */
  onFirst: (page: SitePage | undefined) => void;
}

/** An address, or words that find a post or page of the site (WAI-ARIA combobox pattern). */
export function AddressField({ ref, value, error, onChange, onChoose, onFirst }: Props) {
  const listId = useId();
  const { pages, text, words, isSearching, search } = useSearch();
  const [active, setActive] = useState(-1);
  /** Enter was pressed before the matches arrived. */
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || isSearching) return;
    setIsWaiting(false);
    onFirst(pages[0]);
  });
  const choose = (page: SitePage) => {
    onChoose(page);
    search('');
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const page = pages[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && pages.length > 0) {
      const from = active < 0 && step < 0 ? pages.length : active;
      setActive((from + step + pages.length) % pages.length);
    } else if (event.key === 'Enter' && page) choose(page);
    else if (event.key === 'Enter' && (isSearching || words !== '')) setIsWaiting(true);
    else if (event.key === 'Escape' && pages.length > 0) {
      search('');
      setActive(-1);
    } else return;
    event.preventDefault();
  };
  return (
    <FieldFrame label="Address of the link" error={error}>
      {(control) => (
        <>
          <input
            {...control}
            ref={ref}
            className="field"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={pages.length > 0}
            aria-controls={listId}
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            placeholder="Enter an address, or search titles"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => {
              onChange(target.value);
              search(target.value);
              setActive(-1);
              setIsWaiting(false);
            }}
            onKeyDown={onKeyDown}
          />
          <div
            id={listId}
            role="listbox"
            aria-label="Posts and pages"
            className="link-pages"
            hidden={pages.length === 0}
          >
            {pages.map((page, index) => (
              // biome-ignore lint/a11y: the field has the focus and the keys
              <div
                key={page.address}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                className="link-page"
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(page)}
              >
                <span dir="auto">{page.title}</span>
                <span className="link-path">{page.address}</span>
              </div>
            ))}
          </div>
          <p role="status" className={pages.length > 0 ? 'sr-only' : 'field-hint empty:hidden'}>
            {text}
          </p>
        </>
      )}
    </FieldFrame>
  );
}
