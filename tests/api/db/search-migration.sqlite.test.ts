import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../db/client.ts';
import { deletePost, listPosts, updatePost } from '../../../db/queries/posts.ts';
import { emptyFolder } from '../../support/database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/sqlite', import.meta.url));
const POSTS = 50;

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/** Returns a database with posts from before the migration. */
async function databaseBefore(tag: string, file: string): Promise<void> {
  const journal = await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as Journal;
  const old = new SQLite(file);
  old.exec(
    'create table __drizzle_migrations (id integer primary key, hash text not null, created_at numeric)',
  );
  for (const entry of entries.slice(
    0,
    entries.findIndex((one) => one.tag === tag),
  )) {
    old.exec(await readFile(join(MIGRATIONS, `${entry.tag}.sql`), 'utf8'));
    old
      .prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
      .run(entry.tag, entry.when);
  }
  const insert = old.prepare(
    `insert into posts (id, user_id, title, slug, text, content, created_at, updated_at)
     values (?, 'u', ?, ?, ?, '', ?, ?)`,
  );
  for (let n = 0; n < POSTS; n++) insert.run(`p${n}`, `Title ${n}`, `s${n}`, `word${n} über`, n, n);
  old.close();
}

test('the prefix index has the existing posts, and follows changes', async () => {
  const file = join(await emptyFolder(), 'blog.db');
  await databaseBefore('0003_search_prefix', file);
  const database = await openDatabase(`file:${file}`);
  await database.migrate();
  const find = async (searchTerm: string) =>
    (await listPosts(database.read, { searchTerm }, { startIndex: 0, limit: 100 })).length;
  expect(await find('w')).toBe(POSTS);
  expect(await find('u')).toBe(POSTS);
  expect(await find('word7')).toBe(1);
  await database.transaction((tx) => updatePost(tx, 'p7', { text: 'other' }, new Date()));
  await database.transaction((tx) => deletePost(tx, 'p8'));
  expect(await find('w')).toBe(POSTS - 2);
  expect(await find('o')).toBe(1);
  await database.close();

  const checked = new SQLite(file);
  const definition = checked
    .prepare("select sql from sqlite_schema where name = 'posts_fts'")
    .pluck();
  expect(definition.get()).toContain("prefix='1 2 3'");
  // Throws when the index and the posts differ.
  checked.exec("insert into posts_fts(posts_fts, rank) values ('integrity-check', 1)");
  checked.close();
});
