import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '../../../db/client.ts';
import { excerptOf } from '../../../db/excerpt.ts';
import type { PostFilter } from '../../../db/queries/posts.ts';
import type { RunQuery } from '../../../db/queries/query.ts';
import { withSearchNames } from '../../../db/queries/search.ts';
import {
  type HitRow,
  listHits,
  MAX_RANKED,
  type MatchRow,
  matchesQuery,
  type WordCountRow,
  wordCountsQuery,
} from '../../../db/queries/search-hits.ts';
import { respelled, suggestTerm } from '../../../db/spelling.ts';
import { searchPrefixes } from '../../../db/words.ts';
import type { SearchAnswer, SearchHit } from '../../contract/search.ts';
import { choice, given, paging } from '../../http/paging.ts';
import { type RankedPage, rankMatches } from './rank.ts';

/** Without a match, the excerpt is the start of the text. */
const BEGINNING = 240;
/** In characters. Longer terms are cut. */
const MAX_TERM = 200;

/** The parameters of `GET /api/post/search`. */
export const hitsQuery = z
  .object({
    searchTerm: given.transform((value) => value?.slice(0, MAX_TERM)),
    category: given.transform((value) => value?.trim().toLowerCase()),
    /** A slug or a label. */
    tag: given,
    sort: choice('sort', ['relevance', 'desc', 'asc']),
    ...paging(),
  })
  .transform(({ sort, startIndex, limit, ...filter }) => ({
    filter: filter as PostFilter,
    page: { order: sort ?? ('desc' as const), startIndex, limit },
  }));

export type HitsQuery = z.output<typeof hitsQuery>;

/** Runs the queries of a search, here or on another thread. */
export interface SearchRunner {
  all: RunQuery;
  /** Returns a page of the matches, the most relevant first. */
  ranked(query: ReturnType<typeof matchesQuery>, page: RankedPage): Promise<MatchRow[]>;
}

export const runHere: SearchRunner = {
  all: async (query) => await query,
  ranked: async (query, page) => rankMatches(await query, page),
};

/**
 * Finds the posts of a page of results with excerpts. If nothing matches, also suggests a term with
 * another spelling that does.
 */
export async function findHits(
  { filter: given, page }: HitsQuery,
  db: Db,
  run: SearchRunner,
): Promise<SearchAnswer> {
  const filter = await withSearchNames(db, given, run.all);
  const { searchTerm = '' } = filter;
  const { rows, total } = await findMatches({ filter, page }, db, run);
  const found = await listHits(
    db,
    rows.map(({ seq }) => Number(seq)),
  );
  const hits: SearchHit[] = [];
  for (const row of found) {
    hits.push(toHit(row, searchTerm));
    // The excerpt of a long text takes several milliseconds, and pages wait for this thread.
    await setImmediate();
  }
  const suggestion = total > 0 ? null : await suggest({ filter, page }, db, run);
  return {
    hits,
    total,
    ...(suggestion !== null && { suggestion }),
  };
}

async function findMatches({ filter, page }: HitsQuery, db: Db, run: SearchRunner) {
  const query = matchesQuery(db, filter, page);
  const prefixes = searchPrefixes(filter.searchTerm ?? '');
  const rows: MatchRow[] =
    page.order === 'relevance'
      ? await run.ranked(query, { prefixes, ...page })
      : await run.all(query);
  const total = Number(rows[0]?.total ?? 0);
  // A page beyond the last match has no row with the total, and only `MAX_RANKED` are ranked.
  const isComplete = page.order !== 'relevance' || total < MAX_RANKED;
  if (rows.length === 0 ? page.startIndex === 0 : isComplete) return { rows, total };
  const first = matchesQuery(db, filter, { order: 'desc', startIndex: 0, limit: 1 });
  const [counted]: MatchRow[] = await run.all(first);
  return { rows, total: Number(counted?.total ?? 0) };
}

async function suggest(
  { filter, page }: HitsQuery,
  db: Db,
  { all: run }: SearchRunner,
): Promise<string | null> {
  const { searchTerm = '' } = filter;
  const words = respelled(searchTerm);
  if (words.length === 0 || page.startIndex > 0) return null;
  const spellings = [...new Set(words.flatMap((word) => word.spellings))];
  const counted: WordCountRow[] = await run(wordCountsQuery(db, spellings));
  const counts = new Map(counted.map(({ word, posts }) => [word, Number(posts)]));
  const suggestion = suggestTerm(searchTerm, words, (spelling) => counts.get(spelling) ?? 0);
  if (suggestion === null) return null;
  const suggested = await withSearchNames(db, { ...filter, searchTerm: suggestion }, run);
  const [match] = await run(
    matchesQuery(db, suggested, { order: 'desc', startIndex: 0, limit: 1 }),
  );
  return match ? suggestion : null;
}

function toHit(row: HitRow, searchTerm: string): SearchHit {
  const text = row.text.replace(/\s+/g, ' ').trim();
  return {
    slug: row.slug,
    title: row.title,
    category: row.category,
    categoryLabel: row.categoryLabel ?? undefined,
    image: row.image,
    ...(row.imageFocus && { imageFocus: row.imageFocus }),
    picture: row.picture ?? undefined,
    createdAt: row.createdAt.toISOString(),
    excerpt: excerptOf(text, searchTerm) ?? text.slice(0, BEGINNING).toWellFormed(),
    characters: row.contentLength,
    author: row.author ?? undefined,
    tags: row.tags.map(({ slug, label }) => [slug, label]),
    series: row.series ?? undefined,
  };
}
