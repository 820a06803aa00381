import type { Db } from '../../db/client.ts';
import { recordChanges } from '../../db/queries/changes.ts';
import { lockDocument } from '../../db/queries/documents.ts';
import {
  COMMENTS_AT_ONCE,
  countHiddenComments,
  deleteSomeHidden,
  hideSomeComments,
  listPartlyHidden,
  unhideSomeComments,
} from '../../db/queries/hidden-posts.ts';
import { findPostById } from '../../db/queries/posts.ts';
import type { Services } from '../services.ts';
import { inSlices } from '../slices.ts';

// Comments of long threads are hidden, restored, and deleted in slices (`inSlices`), so that other
// writes don't wait.

/** Hides some comments of a post that is about to be hidden. Returns whether there may be more. */
export async function hidesMore(tx: Db, postId: string): Promise<boolean> {
  return (await hideSomeComments(tx, postId)) === COMMENTS_AT_ONCE;
}

/** Deletes some comments of a hidden post. Returns whether there may be more. */
export async function deletesMore(tx: Db, postId: string): Promise<boolean> {
  return (await deleteSomeHidden(tx, postId)) === COMMENTS_AT_ONCE;
}

type Parts = Pick<Services, 'database' | 'now'>;

/** Restores the comments of a post that's public again, if some are still hidden. */
export async function bringBackComments({ database, now }: Parts, postId: string): Promise<void> {
  if (!(await listPartlyHidden(database.read)).includes(postId)) return;
  const hidden = await countHiddenComments(database.read, postId);
  // No more slices than necessary: if the post is being hidden again, that wins.
  let left = Math.floor(hidden / COMMENTS_AT_ONCE) + 1;
  await inSlices(() => {
    left--;
    return database.transaction(async (tx) => {
      // Comments that are hidden at the same time must not be deleted with the row of the hidden
      // post.
      await lockDocument(tx, postId);
      const moved = await unhideSomeComments(tx, postId);
      if (moved === COMMENTS_AT_ONCE && left > 0) return null;
      // Its page shows the number of comments.
      const post = await findPostById(tx, postId);
      const changes = post ? [{ action: 'publish', postId, slug: post.slug } as const] : [];
      await recordChanges(tx, changes, now());
      return true;
    });
  });
}

/**
 * Returns a function for housekeeping. It restores comments that a killed process left hidden. To
 * leave alone those that are being moved right now, it waits until two calls in a row have found
 * them.
 */
export function createBringBack(): (parts: Parts) => Promise<void> {
  let seen: string[] = [];
  return async (parts) => {
    const ids = await listPartlyHidden(parts.database.read);
    for (const id of ids.filter((each) => seen.includes(each))) await bringBackComments(parts, id);
    seen = ids;
  };
}
