import type { MatchRow } from '../../../db/queries/search-hits.ts';
import { normalForm, wordsOf } from '../../../db/words.ts';

// Runs on the search thread, without Drizzle.

const TITLE_WORD = 4;
const TITLE_PREFIX = 3;
const NAME = 2;
const TITLE_START = 1;

/** A page of the most relevant matches. */
export interface RankedPage {
  /** Of a search term. */
  prefixes: readonly string[];
  startIndex: number;
  limit: number;
}

/**
 * Returns a page of matches with the most relevant first: words of the title count most, then those
 * of tags, series and the author, then those of the text. Equal ones stay in their order.
 */
export function rankMatches(
  rows: readonly MatchRow[],
  { prefixes, startIndex, limit }: RankedPage,
): MatchRow[] {
  const ranked = rows.map((row) => ({ row, score: scoreOf(row, prefixes) }));
  ranked.sort((a, b) => b.score - a.score);
  return ranked.slice(startIndex, startIndex + limit).map(({ row }) => row);
}

function scoreOf({ title, named }: MatchRow, prefixes: readonly string[]): number {
  const base = Number(named) * NAME;
  const normal = normalForm(title);
  // Most titles have none of the words.
  if (!prefixes.some((prefix) => normal.includes(prefix))) return base;
  const words = wordsOf(title);
  const isFirst = prefixes.some((prefix) => normal.startsWith(prefix));
  const points = prefixes.map((prefix) => {
    if (words.includes(prefix)) return TITLE_WORD;
    return words.some((word) => word.startsWith(prefix)) ? TITLE_PREFIX : 0;
  });
  return points.reduce((sum, each) => sum + each, base + (isFirst ? TITLE_START : 0));
}
