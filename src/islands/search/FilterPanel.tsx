import { type Ref, useRef, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import type { CategoryChoice } from '../../lib/search/categories.ts';
import { EVERY_POST, MAX_TERM, type SearchQuery } from '../../lib/search/query.ts';
import { tagLabel } from '../../lib/search/search.ts';
import { Button } from '../ui/Button.tsx';
import { Field, SelectField, useIsHydrated } from '../ui/Field.tsx';

interface Props {
  form: Ref<HTMLFormElement>;
  query: SearchQuery;
  categories: readonly CategoryChoice[];
  onChange: (query: SearchQuery) => void;
  onApply: () => void;
}

/**
 * The search filters. Changes take effect while typing; the button and Enter add them to the
 * history. On narrow screens, all but the term fold into one button, so that the results are in
 * view.
 */
export function FilterPanel({ form, query, categories, onChange, onApply }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useIsHydrated();
  const toggle = useRef<HTMLButtonElement>(null);
  const { searchTerm, sort, category, tag } = query;
  const active = Number(sort !== EVERY_POST.sort) + Number(category !== EVERY_POST.category);
  return (
    <search aria-labelledby="filter-title" className="search-side">
      <form
        ref={form}
        action="/search"
        // Values found on load are the user's own input, not restored by the browser.
        autoComplete="off"
        className="search-panel"
        onSubmit={(event) => {
          event.preventDefault();
          onApply();
          setIsOpen(false);
          // Only if it was inside: on wide screens, this button isn't shown and gets no focus.
          if (document.activeElement?.closest('.search-more')) toggle.current?.focus();
        }}
      >
        <h2 id="filter-title">Filter Posts</h2>
        <Field
          label="Search Term"
          type="text"
          name="searchTerm"
          placeholder="Search posts..."
          enterKeyHint="search"
          maxLength={MAX_TERM}
          value={searchTerm}
          onChange={({ target }) => onChange({ ...query, searchTerm: target.value })}
        />
        {tag !== '' && (
          <p className="search-tag">
            Tag: {tagLabel(tag)}
            <input type="hidden" name="tag" value={tag} />
            <button
              type="button"
              className="icon-btn"
              aria-label={`Remove the tag ${tagLabel(tag)}`}
              onClick={() => onChange({ ...query, tag: '' })}
            >
              <Icon name="x" size={16} />
            </button>
          </p>
        )}
        <button
          ref={toggle}
          type="button"
          className="btn btn-secondary search-toggle"
          aria-expanded={isOpen}
          aria-controls="more-filters"
          disabled={!isHydrated}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters{active > 0 && ` (${active})`}
          <Icon name="chevron-down" size={16} />
        </button>
        <div id="more-filters" className="search-more" data-open={isOpen || undefined}>
          <SelectField
            label="Sort By"
            name="sort"
            value={sort}
            onChange={({ target }) =>
              onChange({ ...query, sort: target.value === 'asc' ? 'asc' : 'desc' })
            }
          >
            <option value="desc">Latest</option>
            <option value="asc">Oldest</option>
          </SelectField>
          <SelectField
            label="Category"
            name="category"
            value={category}
            onChange={({ target }) => onChange({ ...query, category: target.value })}
          >
            {categories.map(({ slug, label }) => (
              <option key={slug} value={slug}>
                {label}
              </option>
            ))}
          </SelectField>
          <Button type="submit">Apply Filters</Button>
        </div>
      </form>
    </search>
  );
}
