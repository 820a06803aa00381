import { z } from 'zod';
import { findFollow, saveFollow } from '../../db/queries/comment-follows.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import { hasPost } from '../../db/queries/posts-table.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';

export const followInput = z.object({
  /** False mutes the post. */
  follow: z.boolean('follow must be true or false.'),
});

const NO_POST = 'Post not found.';

/** Follows or mutes the conversation below a post. */
export async function followPost(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits'>,
  caller: Caller,
  postId: string,
  follows: boolean,
): Promise<void> {
  const limit = { name: 'follow', what: 'Too many changes' } as const;
  const isFound = await writeAs(services, caller, { limit }, async (tx, { id: userId }) => {
    if (!(await hasPost(tx, postId))) return false;
    await saveFollow(tx, { userId, postId, follows });
    return true;
  });
  if (!isFound) throw new NotFoundError(NO_POST);
}

/** Returns whether a member follows a post (true), has muted it (false), or neither (null). */
export async function readFollow(
  { database: { read } }: Pick<Services, 'database'>,
  userId: string,
  postId: string,
): Promise<boolean | null> {
  const [[post], follow] = await Promise.all([
    findPostTitles(read, [postId]),
    findFollow(read, userId, postId),
  ]);
  if (post === undefined) throw new NotFoundError(NO_POST);
  return follow;
}
