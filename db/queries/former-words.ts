import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { allRows } from './query.ts';

// The search index of earlier releases. Searches use it for posts whose words aren't indexed yet,
// and it's emptied afterwards. SQLite: the virtual table `posts_fts`. PostgreSQL: the same table,
// with the former words.

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

/** Folded as the former index was: without case, and without accents of the letters a to z. */
function foldFormer(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/([a-z])\p{Mn}+/gu, '$1')
    .normalize('NFC');
}

/** Whether the former index still has posts. */
export async function hasFormerIndex(db: Db): Promise<boolean> {
  if (engine === 'postgres') return false;
  return (await allRows(db, sql`select 1 from posts_fts_docsize limit 1`)).length > 0;
}
