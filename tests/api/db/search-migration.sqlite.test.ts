import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { areWordsOutdated, fillWords } from '../../../api/posts/search/fill-words.ts';
import { openDatabase } from '../../../db/client.ts';
import { listPosts } from '../../../db/queries/posts.ts';
import { deletePost, updatePost } from '../../../db/queries/posts-table.ts';
import { emptyFolder } from '../../support/database.ts';
import { schemaBefore } from '../../support/old-database.ts';

const POSTS = 50;

/** Returns a database with posts from before the migration. */
async function databaseBefore(tag: string, file: string): Promise<void> {
  const old = new SQLite(file);
  old.exec(await schemaBefore('sqlite', tag));
  const insert = old.prepare(
    `insert into posts (id, user_id, title, slug, text, content, created_at, updated_at)
     values (?, 'u', ?, ?, ?, '', ?, ?)`,
  );
  for (let n = 0; n < POSTS; n++) insert.run(`p${n}`, `Title ${n}`, `s${n}`, `word${n} über`, n, n);
  old.close();
}

test.each(['0003_search_prefix', '0019_post_words'])(
  'searches find the posts from before the migration %s, and their changes',
  async (tag) => {
    const file = join(await emptyFolder(), 'blog.db');
    await databaseBefore(tag, file);
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
    expect(await areWordsOutdated(database)).toBe(true);
    await fillWords({ env: { databaseUrl: `file:${file}` }, database });
    expect(await areWordsOutdated(database)).toBe(false);
    expect(await find('w')).toBe(POSTS - 2);
    expect(await find('UBER')).toBe(POSTS - 2);
    expect(await find('other')).toBe(1);
    await database.close();

    const checked = new SQLite(file);
    // Throws when the index and the posts differ.
    checked.exec("insert into post_words_fts(post_words_fts, rank) values ('integrity-check', 1)");
    checked.close();
  },
);
