import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { published } from '../schema.ts';
import { searchPrefixes, WORDS_VERSION, wordsOf } from '../words.ts';
import { formerQuery } from './former-words.ts';
import { allRows, runSql } from './query.ts';
import { postsWithNames, type SearchNames } from './search-names.ts';

// The search index: the table `post_words` (db/schema/post-words.ts).

/** A `tsvector` holds 1 MB. A text with more distinct words loses its last ones. */
const MAX_INDEXED_BYTES = 1_000_000;

const isOutdated = sql.raw(`version < ${WORDS_VERSION}`);

/** SQL: the `seq` of posts with missing or outdated words. */
export const outdatedSeqs = sql`select post_seq from post_words where ${isOutdated}`;

export async function hasOutdatedWords(db: Db): Promise<boolean> {
  return (await allRows(db, sql`${outdatedSeqs} limit 1`)).length > 0;
}

/**
 * Returns a subquery with the `seq` of each matching post, or `null` for a term without words. A
 * word of the term is in the title, in the text, or in one of `names`. Posts with outdated words
 * are also found through the former index.
 */
export function findWords(searchTerm: string, names: SearchNames = {}): SQL | null {
  const prefixes = searchPrefixes(searchTerm);
  if (prefixes.length === 0) return null;
  // Words such as `constructor` are properties of every object.
  const unnamed = prefixes.filter((prefix) => !Object.hasOwn(names, prefix));
  if (unnamed.length === prefixes.length) return sql`(${findInTexts(prefixes, searchTerm)})`;
  // One set of posts for the words without names, and one for each of the others.
  const sets = unnamed.length > 0 ? [findInTexts(unnamed, unnamed.join(' '))] : [];
  for (const prefix of prefixes) {
    const inNames = names[prefix];
    if (inNames && !unnamed.includes(prefix)) {
      const either = [findInTexts([prefix], prefix), ...postsWithNames(inNames)];
      sets.push(sql.join(either, sql` union all `));
    }
  }
  const subqueries = sets.map((set) => sql`select * from (${set}) as found_words`);
  return sql`(${sql.join(subqueries, sql` intersect `)})`;
}

/** SQL: the query for posts whose texts have all these prefixes. */
function findInTexts(prefixes: readonly string[], searchTerm: string): SQL {
  const former = formerQuery(searchTerm);
  if (engine === 'postgres') {
    const orFormer = former && sql` or (${isOutdated} and words @@ ${former}::tsquery)`;
    return sql`select post_seq from post_words
      where words @@ ${tsQueryOf(prefixes)}::tsquery${orFormer ?? sql``}`;
  }
  const found = sql`select rowid from post_words_fts
    where post_words_fts match ${ftsQueryOf(prefixes)}`;
  if (former === null) return found;
  // The `+` keeps the planner from running the query for each post.
  return sql`${found} union all select rowid from posts_fts
    where posts_fts match ${former} and +rowid in (${outdatedSeqs})`;
}

/**
 * Returns an FTS5 query for words that begin with these prefixes. They are quoted, so that
 * operators are plain words.
 *
 * @example ftsQueryOf(['react', 'and', 'hoo']) // '"react"* "and"* "hoo"*'
 */
export function ftsQueryOf(prefixes: readonly string[]): string {
  return prefixes.map((prefix) => `"${prefix}"*`).join(' ');
}

/**
 * The same for PostgreSQL. No word contains a quote, so quotes are enough to escape operators.
 *
 * @example tsQueryOf(['react', 'and', 'hoo']) // "'react':* & 'and':* & 'hoo':*"
 */
export function tsQueryOf(prefixes: readonly string[]): string {
  return prefixes.map((prefix) => `'${prefix}':*`).join(' & ');
}

/** Stores the words of a public post that this transaction writes. */
export async function indexWords(
  tx: Db,
  post: { id: string } | { slug: string },
  content: { title: string; text: string },
): Promise<void> {
  const isPost = 'id' in post ? eq(published.id, post.id) : eq(published.slug, post.slug);
  await storeWords(tx, sql`(select ${published.seq} from ${published} where ${isPost})`, content);
}

/** Stores the words of the post with this `seq`. A trigger has added its row. */
export async function storeWords(
  tx: Db,
  seq: number | SQL,
  { title, text }: { title: string; text: string },
): Promise<void> {
  const words = indexedWords(`${title} ${text}`);
  const stored =
    engine === 'postgres' ? sql`array_to_tsvector(${sql.param(words)}::text[])` : words.join(' ');
  await runSql(
    tx,
    sql`update post_words set words = ${stored}, version = ${WORDS_VERSION} where post_seq = ${seq}`,
  );
}

function indexedWords(text: string): string[] {
  const words = wordsOf(text);
  let bytes = 0;
  for (const [index, word] of words.entries()) {
    bytes += Buffer.byteLength(word);
    if (bytes > MAX_INDEXED_BYTES) return words.slice(0, index);
  }
  return words;
}

/**
 * With secure delete, entries of SQLite's search index are erased immediately, not with the next
 * merge. Only for deletions: with 5,000 posts, it adds 100 ms to an update.
 */
export async function setSecureDelete(tx: Db, on: boolean): Promise<void> {
  if (engine === 'postgres') return;
  // A literal: the driver binds numbers as floats, which FTS5 refuses here.
  const value = on ? sql`1` : sql`0`;
  await runSql(
    tx,
    sql`insert into post_words_fts (post_words_fts, rank) values ('secure-delete', ${value})`,
  );
}
