import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../../lib/api.ts';
import { keys } from '../../data.tsx';
import type { ListItem } from './list-kinds.ts';

interface Props {
  items: readonly ListItem[];
  disabled: boolean;
  onAdd: (item: ListItem) => void;
}

/** Adds a link to one of the owner's public pages. Shows nothing if all of them are in the list. */
export function AddPage({ items, disabled, onAdd }: Props) {
  const id = useId();
  const { data: pages = [] } = useQuery({
    queryKey: [...keys.posts, 'pages', 'to-link'],
    async queryFn({ signal }) {
      const query = { kind: 'page', sortBy: 'title', sort: 'asc', content: 0, limit: 100 } as const;
      const { documents } = await call('GET /api/document/getdocuments', { query, signal });
      return documents.flatMap(({ _id, title, address }) =>
        address === null ? [] : { _id, title, address },
      );
    },
  });
  const others = pages.filter(({ address }) => items.every(({ href }) => href !== address));
  if (others.length === 0) return null;
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Add one of your pages
      </label>
      <select
        id={id}
        className="field w-auto max-w-full"
        disabled={disabled}
        value=""
        onChange={({ target }) => {
          const page = others.find(({ address }) => address === target.value);
          if (page) onAdd({ label: page.title, href: page.address });
        }}
      >
        <option value="">Add one of your pages</option>
        {others.map(({ _id, address, title }) => (
          <option key={_id} value={address}>
            {title} ({address})
          </option>
        ))}
      </select>
    </>
  );
}
