import { expect, test } from 'vitest';
import { areWordsOutdated, fillWords } from '../../api/posts/search/fill-words.ts';
import { listPosts } from '../../db/queries/posts.ts';
import { schemaBefore, withMigrated } from '../support/old-database.ts';
import { expectMigratedHidden, insertOldHidden } from '../support/old-hidden.ts';
import { expectCountedLikes, insertOldLikes } from '../support/old-likes.ts';
import { expectMigratedTags, insertOldTags } from '../support/old-tags.ts';
import { emptyDatabase } from './empty-database.ts';
import { query } from './server.ts';

/** Creates a database as it was before a migration, and returns its URL. */
async function databaseBefore(migration: string): Promise<string> {
  const url = await emptyDatabase();
  await query(url, await schemaBefore('postgres', migration));
  return url;
}

test('posts that had tags before the migration are listed in order', async () => {
  const url = await databaseBefore('0004_tag_lists');
  await query(url, insertOldTags());
  await withMigrated(url, expectMigratedTags);
});

test('a row that an older version inserts has the order of its post', async () => {
  const url = await databaseBefore('0004_tag_lists');
  await withMigrated(url, async (database) => {
    await query(url, insertOldTags());
    await expectMigratedTags(database);
    await expect(
      query(url, "insert into post_tags (post_id, tag, position) values ('none', 'tips', 0)"),
    ).rejects.toThrow();
  });
});

test('likes from before the migration are counted', async () => {
  const url = await databaseBefore('0006_number_of_likes');
  await query(url, insertOldLikes());
  await withMigrated(url, expectCountedLikes);
});

test('likes that an older version inserts are counted', async () => {
  const url = await databaseBefore('0006_number_of_likes');
  await withMigrated(url, async (database) => {
    await query(url, insertOldLikes());
    await expectCountedLikes(database);
  });
});

test('posts that were hidden before the migration keep every field, comment and like', async () => {
  const url = await databaseBefore('0009_hidden_at');
  await query(url, insertOldHidden());
  await withMigrated(url, expectMigratedHidden);
});

const POSTS = `insert into posts (id, user_id, title, slug, text, content, created_at, updated_at)
  values ('old', 'u', 'Straße', 'old', '数据库', '', 1, 1), ('both', 'u', 'Über', 'both', '', '', 2, 2)`;
/** Words as an earlier release stores them. */
const FORMER_WORDS = `insert into post_words (post_seq, words)
  select seq, case id when 'old' then 'straße 数据库' else 'uber' end::tsvector from posts
  on conflict (post_seq) do update set words = excluded.words`;

test.each(['before', 'after'])(
  'search finds posts that an earlier version inserts %s the migration of words',
  async (when) => {
    const url = await databaseBefore('0012_post_words');
    const insert = async () => {
      await query(url, POSTS);
      await query(url, FORMER_WORDS);
    };
    if (when === 'before') await insert();
    await withMigrated(url, async (database) => {
      if (when === 'after') await insert();
      const find = async (searchTerm: string) => {
        const rows = await listPosts(database.read, { searchTerm }, { startIndex: 0, limit: 9 });
        return rows.map(({ id }) => id);
      };
      expect(await find('straße 数据')).toEqual(['old']);
      expect(await find('ÜBER')).toEqual(['both']);
      await fillWords({ env: { databaseUrl: url }, database });
      expect(await areWordsOutdated(database)).toBe(false);
      expect(await find('STRASSE 据库')).toEqual(['old']);
      expect(await find('uber')).toEqual(['both']);
    });
  },
);
