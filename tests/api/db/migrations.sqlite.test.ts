import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../support/database.ts';
import { schemaBefore, withMigrated } from '../../support/old-database.ts';
import { expectMigratedHidden, insertOldHidden } from '../../support/old-hidden.ts';
import { expectCountedLikes, insertOldLikes } from '../../support/old-likes.ts';
import { expectMigratedTags, insertOldTags } from '../../support/old-tags.ts';

const newFile = async () => join(await emptyFolder(), 'blog.db');

function run(file: string, text: string): void {
  const connection = new SQLite(file);
  try {
    connection.exec(text);
  } finally {
    connection.close();
  }
}

test('posts that had tags before the migration are listed in order', async () => {
  const file = await newFile();
  run(file, await schemaBefore('sqlite', '0011_tag_lists'));
  run(file, insertOldTags());
  await withMigrated(`file:${file}`, expectMigratedTags);
});

test('a row that an older version inserts has the order of its post', async () => {
  const file = await newFile();
  await withMigrated(`file:${file}`, async (database) => {
    run(file, insertOldTags());
    const orphan = "insert into post_tags (post_id, tag, position) values ('none', 'tips', 0)";
    expect(() => run(file, orphan)).toThrow('FOREIGN KEY');
    await expectMigratedTags(database);
  });
});

test('likes from before the migration are counted', async () => {
  const file = await newFile();
  run(file, await schemaBefore('sqlite', '0013_number_of_likes'));
  run(file, insertOldLikes());
  await withMigrated(`file:${file}`, expectCountedLikes);
});

test('likes that an older version inserts are counted', async () => {
  const file = await newFile();
  await withMigrated(`file:${file}`, async (database) => {
    run(file, insertOldLikes());
    await expectCountedLikes(database);
  });
});

test('posts that were hidden before the migration keep every field, comment and like', async () => {
  const file = await newFile();
  run(file, await schemaBefore('sqlite', '0016_hidden_at'));
  run(file, insertOldHidden());
  await withMigrated(`file:${file}`, expectMigratedHidden);
});
