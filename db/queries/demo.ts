import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, posts, users } from '../schema.ts';
import { deleteActivity } from './comment-states.ts';
import type { PostRow } from './posts.ts';
import { deletePost } from './posts-table.ts';
import { forUpdate } from './query.ts';

export interface DemoCounts {
  posts: number;
  users: number;
}

/** A demo post that a user has edited is that user's work, and stays. */
const UNTOUCHED_POSTS = and(eq(posts.isDemo, true), eq(posts.version, 1));
const DEMO_USERS = and(eq(users.isDemo, true), eq(users.isAdmin, false));

export async function countDemo(db: Db): Promise<DemoCounts> {
  return {
    posts: await db.$count(posts, UNTOUCHED_POSTS),
    users: await db.$count(users, DEMO_USERS),
  };
}

/**
 * Deletes the unedited demo posts and the demo users, with all comments on and by them. Returns the
 * deleted posts and users, and the other posts that showed the comments.
 */
export async function deleteDemo(
  tx: Db,
  now: Date,
): Promise<{
  posts: Pick<PostRow, 'id' | 'slug'>[];
  users: { id: string }[];
  commented: string[];
}> {
  const deleted = await forUpdate(
    tx.select({ id: posts.id, slug: posts.slug }).from(posts).where(UNTOUCHED_POSTS),
  );
  for (const { id } of deleted) await deletePost(tx, id);
  const ids = deleted.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(documents).where(inArray(documents.id, ids));
  // Not by deleting the users alone: that would delete threads with other people's replies.
  const authors = await tx.select({ id: users.id }).from(users).where(DEMO_USERS);
  const commented: string[] = [];
  for (const { id } of authors) commented.push(...(await deleteActivity(tx, id, now)));
  const accounts = await tx.delete(users).where(DEMO_USERS).returning({ id: users.id });
  return { posts: deleted, users: accounts, commented };
}
