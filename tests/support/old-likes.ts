import { expect } from 'vitest';
import type { Database } from '../../db/client.ts';
import { listComments } from '../../db/queries/comments.ts';

/** SQL that inserts comments with likes into a database from before `number_of_likes` existed. */
export function insertOldLikes(): string {
  const user = (id: string) => `insert into users
    (id, username, username_key, email, profile_picture, role, created_at, updated_at)
    values ('${id}', '${id}', '${id}', '${id}@example.com', '', 'reader', 1, 1)`;
  const comment = (id: string, at: number) => `insert into comments
    (id, post_id, user_id, content, created_at, updated_at)
    values ('${id}', 'p', 'ann', 'text', ${at}, ${at})`;
  const like = (id: string, by: string) => `insert into likes values ('${id}', '${by}', 1)`;
  return [
    user('ann'),
    user('bob'),
    `insert into posts (id, user_id, title, slug, text, content, created_at, updated_at)
      values ('p', 'ann', 'Post', 'post', '', '', 1, 1)`,
    ...[comment('none', 1), comment('two', 2), comment('one', 3)],
    ...[like('two', 'ann'), like('two', 'bob'), like('one', 'bob')],
  ].join(';\n');
}

/** Checks the rows of `insertOldLikes` in a migrated database. */
export async function expectCountedLikes({ read }: Database): Promise<void> {
  const found = await listComments(read, { startIndex: 0, limit: 9, sortBy: 'likes' });
  expect(found.map(({ id, numberOfLikes }) => [id, numberOfLikes])).toEqual([
    ['two', 2],
    ['one', 1],
    ['none', 0],
  ]);
}
