import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/client.ts';
import { listPosts } from '../../../db/queries/posts.ts';
import { emptyFolder } from '../../support/database.ts';
import { expectUpgraded, loadRecorded, type Reader } from '../../support/recorded.ts';

const TABLES = `select name from sqlite_schema where type = 'table'
  and name not like 'sqlite_%' and name not like 'posts_fts%' and name not like 'post_words%' and name <> '__drizzle_migrations'`;

function readerOf(connection: SQLite.Database): Reader {
  return {
    tables: async () => connection.prepare<[], string>(TABLES).pluck().all(),
    rows: async (table) =>
      connection.prepare<[], Record<string, unknown>>(`select * from "${table}"`).all(),
  };
}

test.for(['cbfbaf6', '617266a', '3772c23', '5e9b37e', 'f63b057'])(
  'an upgrade from release %s keeps every row, date, id and like',
  async (commit) => {
    const file = join(await emptyFolder(), 'blog.db');
    loadRecorded(file, commit);
    const connection = new SQLite(file);
    const database = await openDatabase(`file:${file}`);
    onTestFinished(async () => {
      connection.close();
      await database.close();
    });
    await expectUpgraded(database, readerOf(connection));

    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(connection.pragma('foreign_key_check')).toEqual([]);
    // Throws when the search index and the posts differ.
    connection.exec(
      "insert into post_words_fts(post_words_fts, rank) values ('integrity-check', 1)",
    );
    const page = { startIndex: 0, limit: 9 };
    const found = await listPosts(database.read, { searchTerm: 'Changed title' }, page);
    expect(found).toMatchObject([{ slug: 'changed-later', category: 'css' }]);
  },
);
