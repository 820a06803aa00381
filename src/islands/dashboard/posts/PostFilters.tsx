import { useQuery } from '@tanstack/react-query';
import { categoryLabel } from '../../../../api/contract/site.ts';
import { call } from '../../../lib/api.ts';
import { isCategorized } from '../../../lib/category.ts';
import { pageValues } from '../../../lib/page-values.ts';
import type { Choice } from '../../editor/categories.ts';
import { keys } from '../data.tsx';
import { UrlFilter } from '../lists/Filter.tsx';
import { useParameter } from '../lists/list-query.ts';
import { setQuery } from '../tabs.tsx';
import { STATUSES } from './listed-post.ts';

interface Props {
  categories: readonly Choice[];
  status: string;
  category: string;
  tag: string;
  author: string;
  allAuthors: boolean;
}

export function PostFilters({ categories, status, category, tag, author, allAuthors }: Props) {
  const listed = categories
    .filter(({ slug }) => isCategorized(slug))
    .map(({ slug, label }) => ({ value: slug, label }));
  const { data: tags = [] } = useQuery({
    queryKey: [...keys.postFilters, 'tags'],
    queryFn: async ({ signal }) => (await call('GET /api/document/tags', { signal })).tags,
  });
  const { data: authors = [] } = useQuery({
    queryKey: [...keys.postFilters, 'authors'],
    queryFn: async ({ signal }) => (await call('GET /api/document/authors', { signal })).authors,
    enabled: allAuthors,
  });
  return (
    <>
      <StatusFilter status={status} />
      <UrlFilter
        label="Category"
        name="category"
        all="All categories"
        value={category}
        choices={listed}
        unlisted={categoryLabel(pageValues().categories, category)}
      />
      {(tags.length > 0 || tag !== '') && (
        <UrlFilter
          label="Tag"
          name="tag"
          all="All tags"
          value={tag}
          choices={tags.map(({ slug, label }) => ({ value: slug, label }))}
        />
      )}
      {allAuthors && (
        <UrlFilter
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

/** The chosen status, or an empty string for all. */
export function useStatus() {
  return useParameter(
    'status',
    STATUSES.map(({ value }) => value),
  );
}

export function StatusFilter({ status }: { status: string }) {
  return (
    <UrlFilter label="Status" name="status" all="All statuses" value={status} choices={STATUSES} />
  );
}

export function AuthorSwitch({ checked }: { checked: boolean }) {
  return (
    <label className="order-last inline-flex min-h-11 items-center gap-3 font-medium text-sm">
      <span className="relative inline-flex">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: `checked` says it; validators reject both
          role="switch"
          className="peer h-6 w-11 appearance-none rounded-full border border-field bg-sunken transition-colors checked:border-accent checked:bg-accent"
          checked={checked}
          onChange={({ target }) => setQuery({ authors: target.checked ? 'all' : '', author: '' })}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-field transition-transform peer-checked:translate-x-5 peer-checked:bg-on-accent forced-colors:bg-[CanvasText]!"
        />
      </span>
      All authors
    </label>
  );
}
