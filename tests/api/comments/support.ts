import type { CommentRow } from '../../../db/queries/comments-table.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { type TestApp, type TestAppOptions, testApp } from '../../support/app.ts';
import { makeComment, makePost, makeUser } from '../../support/database.ts';

/** Creates an app with a post, a comment on it by `author`, and other users. */
export interface Scene extends TestApp {
  post: PostRow;
  comment: CommentRow;
  author: UserRow;
  reader: UserRow;
  admin: UserRow;
}

export async function scene(options?: TestAppOptions): Promise<Scene> {
  const app = await testApp(options);
  const { database } = app;
  const post = await makePost(database, { slug: 'a-post' });
  const author = await makeUser(database, { username: 'author' });
  const createdAt = new Date(Date.now() - 60_000);
  return {
    ...app,
    post,
    author,
    comment: await makeComment(database, { postId: post.id, userId: author.id, createdAt }),
    reader: await makeUser(database, { username: 'reader' }),
    admin: await makeUser(database, { username: 'admin', role: 'administrator' }),
  };
}

/** The body that the comment form sends. */
export function draft({ post }: Scene, user: UserRow, content: unknown, more = {}) {
  return { content, postId: post.id, userId: user.id, ...more };
}
