/**
 * Stands in for the built renderer in the process that builds a shard: returns the entries of a
 * database. Reads it with plain SQL, because loading Drizzle takes longer than building a small shard.
 */
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import type { PostRange } from '../../../db/queries/search.ts';
import { type EntrySource, entryOf } from './entries.ts';

const EVERYTHING = { at: -8.64e15, seq: 0 };
const END = { at: 8.64e15, seq: 0 };

type Row = Omit<EntrySource, 'createdAt'> & { createdAt: number };

export async function searchEntries({ from = EVERYTHING, to = END }: PostRange) {
  const database = new SQLite(fileURLToPath(process.env.DATABASE_URL ?? ''), { readonly: true });
  const rows = database
    .prepare<number[], Row>(
      `select id, seq, version, slug, title, category, text, created_at as createdAt from posts
       where (created_at, seq) >= (?, ?) and (created_at, seq) < (?, ?) order by created_at, seq`,
    )
    .all(from.at, from.seq, to.at, to.seq);
  return rows.map((row) => entryOf({ ...row, createdAt: new Date(row.createdAt) }));
}
