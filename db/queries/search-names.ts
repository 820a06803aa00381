import { and, eq, exists, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { posts, publicTags, series, seriesPosts, tags, users } from '../schema.ts';
import { searchPrefixes, wordsOf } from '../words.ts';
import { contains } from './query.ts';

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
export async function findSearchNames(db: Db, searchTerm: string): Promise<SearchNames> {
  const prefixes = searchPrefixes(searchTerm);
  if (prefixes.length === 0) return {};
  const hasOne = (column: SQLWrapper) => or(...prefixes.map((prefix) => contains(column, prefix)));
  const isTag = exists(
    db.select({ one: sql`1` }).from(publicTags).where(eq(publicTags.tag, tags.slug)),
  );
  const isAuthor = inArray(users.id, db.selectDistinct({ id: posts.userId }).from(posts));
  const [foundTags, foundSeries, foundAuthors] = await Promise.all([
    db
      .select({ id: tags.slug, name: tags.label })
      .from(tags)
      .where(and(hasOne(tags.key), isTag)),
    db.select({ id: series.slug, name: series.title }).from(series).where(hasOne(series.key)),
    db
      .select({ id: users.id, name: users.username })
      .from(users)
      .where(and(hasOne(users.usernameKey), isAuthor)),
  ]);
  const named = prefixes.map((prefix) => {
    const names = {
      tags: matching(foundTags, prefix),
      series: matching(foundSeries, prefix),
      authors: matching(foundAuthors, prefix),
    };
    return [prefix, names] as const;
  });
  return Object.fromEntries(
    named.filter(([, names]) => Object.values(names).some((ids) => ids.length > 0)),
  );
}

function matching(found: { id: string; name: string }[], prefix: string): string[] {
  return found
    .filter(({ name }) => wordsOf(name).some((word) => word.startsWith(prefix)))
    .map(({ id }) => id);
}

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
