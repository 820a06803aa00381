import { readFileSync } from 'node:fs';
import { generateDrizzleJson, generateSQLiteDrizzleJson } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { engine } from '../../../db/engine.ts';
import { postWords } from '../../../db/schema/post-words.ts';
import * as schema from '../../../db/schema.ts';

interface Tables {
  [table: string]: { columns: Record<string, { notNull: boolean }>; indexes: object };
}

/** Reads the tables in the newest snapshot of the migrations in a folder. */
function newestTables(folder: 'sqlite' | 'postgres'): Tables {
  const meta = new URL(`../../../db/migrations/${folder}/meta/`, import.meta.url);
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, meta), 'utf8'));
  const { entries } = read('_journal.json') as { entries: { idx: number }[] };
  const newest = String(Math.max(...entries.map(({ idx }) => idx))).padStart(4, '0');
  return read(`${newest}_snapshot.json`).tables;
}

test('The migrations match the schema', async () => {
  const withWords = { ...schema, postWords };
  const { tables } =
    engine === 'postgres'
      ? generateDrizzleJson(withWords)
      : await generateSQLiteDrizzleJson(withWords);
  // As a file: without what JSON leaves out.
  expect(JSON.parse(JSON.stringify(tables))).toEqual(newestTables(engine));
});

test('The migrations of both engines make the same tables, except the search index', () => {
  const described = (tables: Tables) =>
    Object.fromEntries(
      Object.entries(tables).map(([name, { columns, indexes }]) => [
        name.replace('public.', ''),
        {
          columns: Object.entries(columns).map(([column, { notNull }]) => [column, notNull]),
          indexes: Object.keys(indexes).filter((index) => !index.endsWith('_unique')),
        },
      ]),
    );
  const [postgres, sqlite] = [newestTables('postgres'), newestTables('sqlite')].map(described);
  // PostgreSQL also has an index of its words; SQLite has a virtual table.
  expect({ ...postgres, post_words: null }).toEqual({ ...sqlite, post_words: null });
});
