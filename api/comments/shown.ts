import type { Db } from '../../db/client.ts';
import { recordComments } from '../../db/queries/changes.ts';
import type { CommentState } from '../../db/schema/types.ts';
import type { Services } from '../services.ts';

/** A changed comment: its post, and its states before and after. A new one had none. */
export interface ChangedComment {
  postId: string;
  was?: CommentState;
  state: CommentState;
}

/**
 * Records which pages show changed comments. Call it last in the transaction. Returns the posts of
 * comments that are no longer shown: pass them to `waitUntilRemoved` after the commit.
 */
export async function recordShown(
  tx: Db,
  { now }: Pick<Services, 'now'>,
  changed: readonly ChangedComment[],
): Promise<string[]> {
  const at = now();
  const removed = postsOf(changed, ({ was, state }) => was === 'visible' && state !== 'visible');
  const shown = postsOf(changed, ({ state }) => state === 'visible');
  await recordComments(tx, removed, at, { isRemoval: true });
  await recordComments(tx, shown, at);
  return removed;
}

function postsOf(
  changed: readonly ChangedComment[],
  isOne: (one: ChangedComment) => boolean,
): string[] {
  return changed.filter(isOne).map(({ postId }) => postId);
}
