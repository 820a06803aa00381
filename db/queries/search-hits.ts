import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { MAX_EXCERPTED } from '../excerpt.ts';
import { posts, published, users } from '../schema.ts';
import { conditionsOf, isSearch, type PostCard, type PostFilter, selectCards } from './posts.ts';
import { directionOf } from './query.ts';
import { postsWithNames } from './search-names.ts';
import { findSeriesOfAll } from './series.ts';
import { findTagsOfAll } from './tags.ts';

/** Posts and pages, under the name of the view of posts, which conditions and columns use. */
const searched = (db: Db) => db.select().from(published).as('public_posts');

/** Of a search by relevance, this many of the newest matches are ranked. */
export const MAX_RANKED = 20_000;

export interface HitsPage {
  order: 'relevance' | 'desc' | 'asc';
  startIndex: number;
  limit: number;
}

/** A match. Without Drizzle, numbers from PostgreSQL are strings. */
export interface MatchRow {
  seq: number | string;
  title: string;
  /** The number of words that a tag, a series or the author has. */
  named: number | string;
  /** The number of all matches. By relevance, 0. */
  total: number | string;
}

/**
 * Query: the matches of a filter, as `MatchRow`s. By date, those of the page. By relevance, all
 * that `rankMatches` needs, the newest first.
 */
export function matchesQuery(db: Db, filter: PostFilter, { order, startIndex, limit }: HitsPage) {
  const byRank = order === 'relevance';
  const direction = directionOf(byRank ? 'desc' : order);
  return db
    .select({
      seq: sql<number>`${posts.seq}`.as('seq'),
      title: sql<string>`${byRank ? posts.title : sql`''`}`.as('title'),
      named: sql<number>`${byRank ? countNamed(filter) : sql`0`}`.as('named'),
      total: sql<number>`${byRank ? sql`0` : sql`count(*) over ()`}`.as('total'),
    })
    .from(isSearch(filter) ? searched(db) : posts)
    .where(conditionsOf(filter))
    .orderBy(direction(posts.createdAt), direction(posts.seq))
    .limit(byRank ? MAX_RANKED : limit)
    .offset(byRank ? 0 : startIndex);
}

function countNamed({ searchNames = {} }: PostFilter): SQL {
  const counts = Object.values(searchNames).map((names) => {
    const found = sql.join(postsWithNames(names), sql` union all `);
    return sql`case when ${posts.seq} in (${found}) then 1 else 0 end`;
  });
  return counts.length === 0 ? sql`0` : sql.join(counts, sql` + `);
}

export type HitRow = PostCard & {
  seq: number;
  /** The beginning of the text, up to where searches look for an excerpt. */
  text: string;
  /** The author's username, or `null` if the account was deleted. */
  author: string | null;
  tags: { slug: string; label: string }[];
  series: string | null;
};

/** Returns these posts as results show them, in the given order. */
export async function listHits(db: Db, seqs: readonly number[]): Promise<HitRow[]> {
  if (seqs.length === 0) return [];
  const isOne = inArray(posts.seq, [...seqs]);
  const [cards, texts] = await Promise.all([
    selectCards(db, searched(db)).where(isOne),
    db
      .select({
        id: posts.id,
        seq: posts.seq,
        text: sql<string>`substr(${posts.text}, 1, ${sql.raw(String(MAX_EXCERPTED))})`,
        author: users.username,
      })
      .from(searched(db))
      .leftJoin(users, eq(users.id, posts.userId))
      .where(isOne),
  ]);
  const ids = cards.map(({ id }) => id);
  const [tags, series] = await Promise.all([findTagsOfAll(db, ids), findSeriesOfAll(db, ids)]);
  const textOf = new Map(texts.map((row) => [row.id, row]));
  const rows = cards.flatMap((card): HitRow[] => {
    const row = textOf.get(card.id);
    if (row === undefined) return [];
    const named = { tags: tags.get(card.id) ?? [], series: series.get(card.id)?.title ?? null };
    return [{ ...card, ...row, ...named }];
  });
  return rows.sort((a, b) => seqs.indexOf(a.seq) - seqs.indexOf(b.seq));
}

/** A word with the number of public posts that have it. */
export interface WordCountRow {
  word: string;
  posts: number | string;
}

/** Query: which of these words public posts have, as `WordCountRow`s. */
export function wordCountsQuery(db: Db, words: readonly string[]) {
  const counted =
    engine === 'postgres'
      ? sql`(select word, (select count(*) from ${published} where ${published.seq} in
            (select post_seq from post_words where words @@ ('''' || word || '''')::tsquery)) as posts
          from unnest(${sql.param([...words])}::text[]) as word) as counted`
      : sql`(select value as word, (select count(*) from ${published} where ${published.seq} in
            (select rowid from post_words_fts where post_words_fts match '"' || value || '"')) as posts
          from json_each(${JSON.stringify(words)})) as counted`;
  return db
    .select({ word: sql<string>`word`.as('word'), posts: sql<number>`posts`.as('posts') })
    .from(counted)
    .where(sql`posts > 0`);
}
