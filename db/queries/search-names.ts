import { and, eq, exists, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { posts, publicTags, series, seriesPosts, tags, users } from '../schema.ts';
import { searchPrefixes, wordsOf } from '../words.ts';
import { contains, type RunQuery } from './query.ts';

/** The names of posts with a word that has one prefix: their tags, series and authors. */
export interface NamesOfPrefix {
  /** Slugs. */
  tags: string[];
  /** Slugs. */
  series: string[];
  /** Ids. */
  authors: string[];
}

/** Which names match, by the prefixes of a search term. Prefixes without names are left out. */
export type SearchNames = Record<string, NamesOfPrefix>;

/**
 * Finds the tags, series and authors whose names have the words of a search term. A rename takes
 * effect at once, because searches join them instead of storing their words with each post.
 */
export async function findSearchNames(
  db: Db,
  searchTerm: string,
  run: RunQuery,
): Promise<SearchNames> {
  const prefixes = searchPrefixes(searchTerm);
  if (prefixes.length === 0) return {};
  const rows = await run(namesQuery(db, prefixes));
  const found = rows.map((row) => ({ ...row, words: wordsOf(row.name) }));
  const named = prefixes.map((prefix) => {
    const matching = found.filter(({ words }) => words.some((word) => word.startsWith(prefix)));
    const idsOf = (kind: NameRow['kind']) =>
      matching.filter((row) => row.kind === kind).map(({ id }) => id);
    const names = { tags: idsOf('tag'), series: idsOf('series'), authors: idsOf('author') };
    return [prefix, names] as const;
  });
  return Object.fromEntries(
    named.filter(([, names]) => Object.values(names).some((ids) => ids.length > 0)),
  );
}

interface NameRow {
  kind: 'tag' | 'series' | 'author';
  id: string;
  name: string;
}

/** Query: the names that contain one of these prefixes anywhere, as `NameRow`s. */
function namesQuery(db: Db, prefixes: readonly string[]) {
  const hasOne = (column: SQLWrapper) => or(...prefixes.map((prefix) => contains(column, prefix)));
  const isTag = exists(
    db.select({ one: sql`1` }).from(publicTags).where(eq(publicTags.tag, tags.slug)),
  );
  const isAuthor = inArray(users.id, db.selectDistinct({ id: posts.userId }).from(posts));
  return unionAll(
    db
      .select(nameRow('tag', tags.slug, tags.label))
      .from(tags)
      .where(and(hasOne(tags.key), isTag)),
    db
      .select(nameRow('series', series.slug, series.title))
      .from(series)
      .where(hasOne(series.key)),
    db
      .select(nameRow('author', users.id, users.username))
      .from(users)
      .where(and(hasOne(users.usernameKey), isAuthor)),
  );
}

const nameRow = (kind: NameRow['kind'], id: SQLWrapper, name: SQLWrapper) => ({
  kind: sql<NameRow['kind']>`${sql.raw(`'${kind}'`)}`.as('kind'),
  id: sql<string>`${id}`.as('id'),
  name: sql<string>`${name}`.as('name'),
});

/** Returns the usernames of these users, by id. */
export async function findUsernames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** SQL: queries for the `seq` of the posts with these names. */
export function postsWithNames({ tags: ofTags, series: ofSeries, authors }: NamesOfPrefix) {
  const { postId, isFormer } = seriesPosts;
  return [
    ofTags.length > 0 &&
      sql`select ${publicTags.postSeq} from ${publicTags} where ${publicTags.tag} in ${list(ofTags)}`,
    ofSeries.length > 0 &&
      sql`select ${posts.seq} from ${posts} where ${posts.id} in (select ${postId} from ${seriesPosts}
        where ${seriesPosts.series} in ${list(ofSeries)} and ${isFormer} = false)`,
    authors.length > 0 &&
      sql`select ${posts.seq} from ${posts} where ${posts.userId} in ${list(authors)}`,
  ].filter((query) => query !== false);
}

/** One parameter, because there may be more values than a statement takes. */
function list(values: string[]): SQL {
  return engine === 'postgres'
    ? sql`(select unnest(${sql.param(values)}::text[]))`
    : sql`(select value from json_each(${JSON.stringify(values)}))`;
}
