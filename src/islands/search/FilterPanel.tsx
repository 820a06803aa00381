import type { Ref } from 'react';
import { MAX_TERM, type SearchQuery } from '../../lib/search/query.ts';
import type { Category } from '../../site.config.ts';
import { Button } from '../ui/Button.tsx';
import { Field, SelectField } from '../ui/Field.tsx';

interface Props {
  form: Ref<HTMLFormElement>;
  query: SearchQuery;
  categories: readonly Pick<Category, 'slug' | 'label'>[];
  onChange: (query: SearchQuery) => void;
  onApply: () => void;
}

/** The search filters. Changes take effect while typing; the button and Enter add them to the history. */
export function FilterPanel({ form, query, categories, onChange, onApply }: Props) {
  const isListed = categories.some(({ slug }) => slug === query.category);
  return (
    <search aria-labelledby="filter-title">
      <form
        ref={form}
        action="/search"
        // Values found on load are the user's own input, not restored by the browser.
        autoComplete="off"
        className="search-panel"
        onSubmit={(event) => {
          event.preventDefault();
          onApply();
        }}
      >
        <h2 id="filter-title" className="font-semibold font-serif text-xl">
          Filter Posts
        </h2>
        <Field
          label="Search Term"
          type="text"
          name="searchTerm"
          placeholder="Search posts..."
          enterKeyHint="search"
          maxLength={MAX_TERM}
          value={query.searchTerm}
          onChange={({ target }) => onChange({ ...query, searchTerm: target.value })}
          className="search-panel-term"
        />
        <SelectField
          label="Sort By"
          name="sort"
          value={query.sort}
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
          value={query.category}
          onChange={({ target }) => onChange({ ...query, category: target.value })}
        >
          {categories.map(({ slug, label }) => (
            <option key={slug} value={slug}>
              {label}
            </option>
          ))}
          {!isListed && <option value={query.category}>{query.category}</option>}
        </SelectField>
        <Button type="submit" className="search-panel-apply">
          Apply Filters
        </Button>
      </form>
    </search>
  );
}
