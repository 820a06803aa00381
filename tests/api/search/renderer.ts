/**
 * Stands in for the built renderer in the process that builds a shard: returns the entries of a
 * database. Reads it with plain SQL, because loading Drizzle takes longer than building a small
 * shard.
 */
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import pg from 'pg';
import type { PostRange } from '../../../db/queries/search.ts';
import { type EntrySource, entryOf } from './entries.ts';

const EVERYTHING = { at: -8.64e15, seq: 0 };
const END = { at: 8.64e15, seq: 0 };

/** PostgreSQL's `bigint` arrives as text. */
type Row = Omit<EntrySource, 'createdAt'> & { createdAt: number | string };

const IN_RANGE = (from: string, to: string) =>
  `select id, seq, version, slug, title, category, text, created_at as "createdAt" from posts
   where (created_at, seq) >= (${from}) and (created_at, seq) < (${to}) order by created_at, seq`;

export async function searchEntries({ from = EVERYTHING, to = END }: PostRange) {
  const rows = await readRows(process.env.DATABASE_URL ?? '', [from.at, from.seq, to.at, to.seq]);
  return rows.map((row) =>
    entryOf({ ...row, seq: Number(row.seq), createdAt: new Date(Number(row.createdAt)) }),
  );
}

async function readRows(url: string, ends: number[]): Promise<Row[]> {
  if (url.startsWith('file:')) {
    const database = new SQLite(fileURLToPath(url), { readonly: true });
    return database.prepare<number[], Row>(IN_RANGE('?, ?', '?, ?')).all(...ends);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(IN_RANGE('$1, $2', '$3, $4'), ends)).rows;
  } finally {
    await client.end();
  }
}
