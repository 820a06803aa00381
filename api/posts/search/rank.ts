import type { MatchRow } from '../../../db/queries/search-hits.ts';
import { hasSpaceless, normalForm } from '../../../db/words.ts';

// Runs on the search thread, without Drizzle.

const TITLE_WORD = 4;
const TITLE_PREFIX = 3;
const NAME = 2;
const TITLE_START = 1;
/** A character of a word. */
const LETTER = '[\\p{L}\\p{N}\\p{M}\\p{Co}]';

/** A page of the most relevant matches. */
export interface RankedPage {
  /** Of the search term, by `searchPrefixes`. */
  prefixes: readonly string[];
  startIndex: number;
  limit: number;
}

/**
 * Returns a page of matches, the most relevant first: words of the title count most, then those of
 * tags, series and the author, then those of the text. Ties keep their order. `total` is the number
 * of given matches.
 */
export function rankMatches(
  rows: readonly MatchRow[],
  { prefixes, startIndex, limit }: RankedPage,
): MatchRow[] {
  const patterns = prefixes.map(patternsOf);
  const ranked = rows.map((row) => ({ row, score: scoreOf(row, patterns) }));
  ranked.sort((a, b) => b.score - a.score);
  const page = ranked.slice(startIndex, startIndex + limit);
  return page.map(({ row }) => ({ ...row, total: rows.length }));
}

interface Patterns {
  prefix: string;
  /** A word that starts with the prefix. */
  start: RegExp;
  word: RegExp;
}

/** Patterns are five times faster than splitting titles into words. */
function patternsOf(prefix: string): Patterns {
  // No other character of a word is special in a pattern.
  const text = prefix.replace(/[.+]/g, '\\$&');
  // In a run or a name, a word may start anywhere: `数据库`, `ASP.NET`.
  const isAnywhere = prefix.startsWith('.') || hasSpaceless(prefix);
  const start = isAnywhere ? text : `(?<!${LETTER})${text}`;
  const end = isAnywhere ? '' : `(?!${LETTER})`;
  return { prefix, start: new RegExp(start, 'u'), word: new RegExp(start + end, 'u') };
}

function scoreOf({ title, named }: MatchRow, patterns: readonly Patterns[]): number {
  const base = Number(named) * NAME;
  const normal = normalForm(title);
  // Most titles have none of the words.
  if (!patterns.some(({ prefix }) => normal.includes(prefix))) return base;
  const isFirst = patterns.some(({ prefix }) => normal.startsWith(prefix));
  const points = patterns.map(({ start, word }) => {
    if (!start.test(normal)) return 0;
    return word.test(normal) ? TITLE_WORD : TITLE_PREFIX;
  });
  return points.reduce((sum, each) => sum + each, base + (isFirst ? TITLE_START : 0));
}
