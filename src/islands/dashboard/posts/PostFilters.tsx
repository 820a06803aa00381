import { useQuery } from '@tanstack/react-query';
import { documentsApi } from '../../../lib/documents-api.ts';
import { categoryLabel } from '../../../site.config.ts';
import { useCategories } from '../../editor/categories.ts';
import { keys } from '../data.tsx';
import { FilterSelect } from '../lists/Filter.tsx';
import { setQuery } from '../tabs.tsx';
import { STATUSES } from './listed-post.ts';

interface Props {
  status: string;
  category: string;
  tag: string;
  author: string;
  allAuthors: boolean;
}

/** Filters of the list, kept in the address. */
export function PostFilters({ status, category, tag, author, allAuthors }: Props) {
  const categories = useCategories()
    .filter(({ slug }) => slug !== 'uncategorized')
    .map(({ slug, label }) => ({ value: slug, label }));
  const { data: tags = [] } = useQuery({
    queryKey: [...keys.postFilters, 'tags'],
    queryFn: async ({ signal }) => (await documentsApi.tags({ signal })).tags,
  });
  const { data: authors = [] } = useQuery({
    queryKey: [...keys.postFilters, 'authors'],
    queryFn: async ({ signal }) => (await documentsApi.authors({ signal })).authors,
    enabled: allAuthors,
  });
  return (
    <>
      <Select label="Status" name="status" all="All statuses" value={status} choices={STATUSES} />
      <Select
        label="Category"
        name="category"
        all="All categories"
        value={category}
        choices={categories}
        unlisted={categoryLabel(category)}
      />
      {(tags.length > 0 || tag !== '') && (
        <Select
          label="Tag"
          name="tag"
          all="All tags"
          value={tag}
          choices={tags.map(({ slug, label }) => ({ value: slug, label }))}
        />
      )}
      {allAuthors && (
        <Select
          label="Author"
          name="author"
          all="Every author"
          value={author}
          choices={authors.map(({ _id, username }) => ({ value: _id, label: username }))}
        />
      )}
    </>
  );
}

interface SelectProps {
  label: string;
  /** Of the parameter in the address. */
  name: string;
  /** The choice without a filter. */
  all: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  /** The label of a value that isn't among the choices. */
  unlisted?: string;
}

function Select({ label, name, all, value, choices, unlisted = value }: SelectProps) {
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

export function AuthorSwitch({ checked }: { checked: boolean }) {
  return (
    <label className="order-last inline-flex min-h-11 items-center gap-3 font-medium text-sm">
      <span className="relative inline-flex">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: `checked` says it, and validators reject both
          role="switch"
          className="peer h-6 w-11 appearance-none rounded-full border border-field bg-sunken transition-colors checked:border-accent checked:bg-accent"
          checked={checked}
          onChange={({ target }) => setQuery({ authors: target.checked ? 'all' : '', author: '' })}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-field transition-transform peer-checked:translate-x-5 peer-checked:bg-on-accent"
        />
      </span>
      All authors
    </label>
  );
}
