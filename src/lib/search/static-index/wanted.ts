import { isPageSlug } from '../../../../api/contract/addresses.ts';
import { type ChangedEntry, categoryTerm, tagTerm } from '../../../../api/contract/search.ts';
import { searchPrefixes } from '../../../../db/words.ts';
import { EVERY_POST, type SearchQuery } from '../query.ts';
import { encodePrefix, encodeTitlePrefix, hasPrefix } from './encode.ts';

export interface Wanted {
  /** Beginnings of words, encoded. */
  prefixes: string[];
  /** Empty for every category. */
  category: string;
  /** The slug of a tag, or empty. */
  tag: string;
}

/**
 * Returns null for a term without a word, such as "***": it matches no post. `inTitles`: all words
 * must be in the title.
 */
export function wantedBy(
  { searchTerm, category, tag }: SearchQuery,
  { inTitles = false } = {},
): Wanted | null {
  const prefixes = searchPrefixes(searchTerm);
  if (prefixes.length === 0 && searchTerm.trim() !== '') return null;
  return {
    prefixes: prefixes.map(inTitles ? encodeTitlePrefix : encodePrefix),
    category: category === EVERY_POST.category ? '' : category,
    tag,
  };
}

/** The terms that the word map must list for a shard. */
export function termsOf({ prefixes, category, tag }: Wanted): string[] {
  return [
    ...prefixes,
    ...(tag === '' ? [] : [tagTerm(tag)]),
    ...(category === '' ? [] : [categoryTerm(category)]),
  ];
}

/** Whether only posts match, not pages. */
export const isOnlyPosts = ({ prefixes }: Wanted) => prefixes.length === 0;

export function isEveryPost({ prefixes, category, tag }: Wanted): boolean {
  return prefixes.length === 0 && category === '' && tag === '';
}

/** Whether a changed post matches. A shard may have an older version of it. */
export function matches({ words, card, tags }: ChangedEntry, wanted: Wanted): boolean {
  const { prefixes, category, tag } = wanted;
  if (isOnlyPosts(wanted) && isPageSlug(card.slug)) return false;
  if (category !== '' && card.category !== category) return false;
  if (tag !== '' && !tags?.some(([slug]) => slug === tag)) return false;
  return prefixes.every((prefix) => hasPrefix(words, prefix));
}
