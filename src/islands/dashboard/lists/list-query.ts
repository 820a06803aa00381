import { MAX_TERM_LENGTH } from '../../ui/SearchField.tsx';
import { useLocationQuery } from '../tabs.tsx';

export type Direction = 'asc' | 'desc';

export interface Order<Key extends string> {
  by: Key;
  /** The direction of the first click. */
  first: Direction;
  /** The names of the two directions: "Newest first", "Title, A to Z". */
  asc: string;
  desc: string;
}

export interface ListQuery<Key extends string> {
  searchTerm: string;
  sortBy: Key;
  sort: Direction;
}

/** Returns a parameter of the URL, or '' if it's missing or none of the `allowed` values. */
export function useParameter<T extends string>(name: string, allowed: readonly T[]): T | '' {
  const value = new URLSearchParams(useLocationQuery()).get(name);
  return allowed.find((one) => one === value) ?? '';
}

export function useTextParameter(name: string): string {
  return new URLSearchParams(useLocationQuery()).get(name) ?? '';
}

/**
 * Returns search term and order from the URL. `initial`, and descending, by default and for unknown
 * values.
 */
export function useListQuery<Key extends string>(
  orders: readonly Order<Key>[],
  initial: Key,
): ListQuery<Key> {
  const searchTerm = useTextParameter('q').trim().slice(0, MAX_TERM_LENGTH);
  const sortBy = useParameter(
    'sortBy',
    orders.map(({ by }) => by),
  );
  const sort = useParameter('sort', ['asc', 'desc']);
  return { searchTerm, sortBy: sortBy || initial, sort: sort || 'desc' };
}
