import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { allRows } from './query.ts';

// The search index of earlier releases. Searches use it for posts that aren't reindexed yet. On
// SQLite, it's the virtual table `posts_fts`, which is emptied afterwards. On PostgreSQL, it's the
// old words in `post_words`.

const WORDS = /[\p{L}\p{N}]{1,64}/gu;
const MAX_WORDS = 8;

/** Returns the query of a search term, or `null` if it has no words. */
export function formerQuery(searchTerm: string): string | null {
  const words = (searchTerm.normalize('NFC').match(WORDS) ?? []).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return engine === 'postgres'
    ? words.map((word) => `'${foldFormer(word)}':*`).join(' & ')
    : words.map((word) => `"${word}"*`).join(' ');
}

/** Folds like the former index: removes case, and the accents of the letters a to z. */
function foldFormer(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/([a-z])\p{Mn}+/gu, '$1')
    .normalize('NFC');
}

/** Returns whether the former index still has posts. */
export async function hasFormerIndex(db: Db): Promise<boolean> {
  if (engine === 'postgres') return false;
  return (await allRows(db, sql`select 1 from posts_fts_docsize limit 1`)).length > 0;
}
