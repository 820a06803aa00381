import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../db/client.ts';
import { emptyFolder } from '../../support/database.ts';
import { schemaBefore } from '../../support/old-database.ts';
import { expectMigratedTags, insertOldTags } from '../../support/old-tags.ts';

test('posts that had tags before the migration are listed in order', async () => {
  const file = join(await emptyFolder(), 'blog.db');
  const old = new SQLite(file);
  old.exec(await schemaBefore('sqlite', '0011_tag_lists'));
  old.exec(insertOldTags());
  old.close();
  const database = await openDatabase(`file:${file}`);
  await database.migrate();
  await expectMigratedTags(database);
  await database.close();
});

test('a row that an older version inserts has the order of its post', async () => {
  const file = join(await emptyFolder(), 'blog.db');
  const database = await openDatabase(`file:${file}`);
  await database.migrate();
  const older = new SQLite(file);
  older.exec(insertOldTags());
  expect(() =>
    older.exec("insert into post_tags (post_id, tag, position) values ('none', 'tips', 0)"),
  ).toThrow('FOREIGN KEY');
  older.close();
  await expectMigratedTags(database);
  await database.close();
});
