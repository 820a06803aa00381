import { searchWords } from '../words.ts';

/**
 * Turns what somebody typed into an FTS5 query: its words, quoted (so that operators are plain words), as
 * prefixes, all of them required. Returns null when the text has no word.
 *
 * @example ftsQuery('React AND "hoo') // '"React"* "AND"* "hoo"*'
 */
export function ftsQuery(term: string): string | null {
  const words = searchWords(term).map(({ written }) => `"${written}"*`);
  return words.length === 0 ? null : words.join(' ');
}
