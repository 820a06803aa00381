import { respelled, suggestTerm } from '../../../../db/spelling.ts';
import type { SearchQuery } from '../query.ts';
import type { StaticIndex } from './static-index.ts';

/**
 * Returns the term with one word spelled as in a post of the newest shard, if that finds posts.
 * Only with the same first letter: others would load every file of words.
 */
export async function suggestFromIndex(
  index: StaticIndex,
  query: SearchQuery,
): Promise<string | undefined> {
  const { searchTerm } = query;
  const words = respelled(searchTerm).map(({ word, spellings }) => ({
    word,
    spellings: spellings.filter((spelling) => spelling.charAt(0) === word.charAt(0)),
  }));
  if (words.length === 0) return undefined;
  const counts = await index.countWords(words.flatMap(({ spellings }) => spellings));
  const suggestion = suggestTerm(searchTerm, words, (spelling) => counts.get(spelling) ?? 0);
  if (suggestion === null) return undefined;
  const page = { startIndex: 0, limit: 1 };
  const found = await index.search({ ...query, searchTerm: suggestion }, page);
  return found.length > 0 ? suggestion : undefined;
}
