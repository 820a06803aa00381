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

/** What to search for. Changes are told as they are made; the button and Enter apply them. */
export function FilterPanel({ form, query, categories, onChange, onApply }: Props) {
  const isListed = categories.some(({ slug }) => slug === query.category);
  return (
    <search aria-labelledby="filter-title">
      <form
        ref={form}
        action="/search"
        // What differs at the start is the reader's own, then, not what the browser brought back.
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
