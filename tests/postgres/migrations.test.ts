import { expect, test } from 'vitest';
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
