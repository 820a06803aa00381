import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { posts } from '../schema.ts';
import { firstCharacters, MAX_WORD_LENGTH, searchWords, wordsOf } from '../words.ts';
import { runSql } from './query.ts';

// The search index. SQLite: a virtual table kept by triggers (`0001_search.sql`), which splits
// texts into the same words as `words.ts`. PostgreSQL: the words themselves, in `post_words`.

/** A `tsvector` holds 1 MB. A text with more distinct words loses its last ones. */
const MAX_INDEXED_BYTES = 1_000_000;

/** Returns a subquery with the `seq` of each matching post, or `null` for a term without words. */
export function findWords(searchTerm: string): SQL | null {
  const query = engine === 'postgres' ? tsQuery(searchTerm) : ftsQuery(searchTerm);
  if (query === null) return null;
  return engine === 'postgres'
    ? sql`(select post_seq from post_words where words @@ ${query}::tsquery)`
    : sql`(select rowid from posts_fts where posts_fts match ${query})`;
}

/**
 * Turns a user's search into an FTS5 query: its words as required prefixes, quoted so that
 * operators are plain words. Returns `null` if there are no words.
 *
 * @example ftsQuery('React AND "hoo') // '"React"* "AND"* "hoo"*'
 */
export function ftsQuery(term: string): string | null {
  const words = searchWords(term).map(({ written }) => `"${written}"*`);
  return words.length === 0 ? null : words.join(' ');
}

/**
 * The same for PostgreSQL. Words are letters and numbers, so quotes are enough to escape operators.
 *
 * @example tsQuery('React AND "hoo') // "'react':* & 'and':* & 'hoo':*"
 */
export function tsQuery(term: string): string | null {
  const words = searchWords(term).map(({ folded }) => `'${folded}':*`);
  return words.length === 0 ? null : words.join(' & ');
}

/** Stores the words of a public post that this transaction writes. Does nothing on SQLite. */
export async function indexWords(
  tx: Db,
  post: { id: string } | { slug: string },
  { title, text }: { title: string; text: string },
): Promise<void> {
  if (engine === 'sqlite') return;
  const isPost = 'id' in post ? eq(posts.id, post.id) : eq(posts.slug, post.slug);
  const words = sql.param(indexedWords(`${title} ${text}`));
  await runSql(
    tx,
    sql`insert into post_words (post_seq, words)
      select ${posts.seq}, array_to_tsvector(${words}::text[]) from ${posts} where ${isPost}
      on conflict (post_seq) do update set words = excluded.words`,
  );
}

function indexedWords(text: string): string[] {
  const indexed = new Set<string>();
  let bytes = 0;
  for (const whole of wordsOf(text)) {
    // Words in search terms aren't longer either.
    const word = firstCharacters(whole, MAX_WORD_LENGTH);
    bytes += Buffer.byteLength(word);
    if (bytes > MAX_INDEXED_BYTES) break;
    indexed.add(word);
  }
  return [...indexed];
}

/**
 * With secure delete, entries of SQLite's search index are erased immediately, not with the next
 * merge. Only for deletions: with 5,000 posts, it adds 100 ms to an update.
 */
export async function setSecureDelete(tx: Db, on: boolean): Promise<void> {
  if (engine === 'postgres') return;
  // A literal: the driver binds numbers as floats, which FTS5 refuses here.
  const value = on ? sql`1` : sql`0`;
  await runSql(tx, sql`insert into posts_fts (posts_fts, rank) values ('secure-delete', ${value})`);
}
