import type { Db } from '../../db/client.ts';
import type { Comment } from '../../db/queries/comment-columns.ts';
import { eraseComments, listRemovedBefore } from '../../db/queries/comment-states.ts';
import { deleteSomeLikes } from '../../db/queries/likes.ts';
import { REMOVED_DAYS } from '../contract/comments.ts';
import type { Services } from '../services.ts';
import { inSlices } from '../slices.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Likes of a comment, and comments, deleted per transaction. */
const LIKES_SLICE = 1_000;
const COMMENTS_SLICE = 20;

/**
 * Deletes comments for good. Returns null if it has to be called again: thousands of likes are
 * deleted first, in slices, so other writes don't wait.
 */
export async function eraseSome(
  tx: Db,
  comments: Pick<Comment, 'id' | 'numberOfLikes'>[],
  now: Date,
): Promise<true | null> {
  const liked = comments.find(({ numberOfLikes }) => numberOfLikes > LIKES_SLICE);
  if (liked) {
    await deleteSomeLikes(tx, liked.id, LIKES_SLICE);
    return null;
  }
  const ids = comments.map(({ id }) => id);
  await eraseComments(tx, ids, now);
  return true;
}

/** Deletes comments for good that moderators removed, or marked as spam, `REMOVED_DAYS` ago. */
export async function cleanUpComments({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - REMOVED_DAYS * DAY_MS);
  await inSlices(() =>
    database.transaction(async (tx) => {
      const found = await listRemovedBefore(tx, before, COMMENTS_SLICE);
      if (found.length === 0) return true;
      await eraseSome(tx, found, now());
      return null;
    }),
  );
}
