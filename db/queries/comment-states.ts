import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import type { CommentState } from '../schema/types.ts';
import { allComments } from '../schema.ts';
import { lockComments } from './comments-table.ts';

// Decisions about comments, also about those on hidden posts.

const { id, userId, postId, state, stateAt, reasons, createdAt } = allComments;

/** A held comment that says why is held again when it's restored. */
export const UNAPPROVED = ['Not approved yet'];

/** Sets a comment's state as it's given. The caller has locked the comment. */
export async function putState(
  tx: Db,
  commentId: string,
  to: { state: CommentState; stateAt: Date | null; reasons: string[] },
): Promise<void> {
  await tx.update(allComments).set(to).where(eq(id, commentId));
}

/** Holds a visible comment, or adds reasons to one that waits. */
export async function setHeld(
  tx: Db,
  commentId: string,
  because: string[],
  now: Date,
): Promise<void> {
  await tx
    .update(allComments)
    // A comment that waits keeps its place in the queue.
    .set({
      state: 'held',
      reasons: because,
      stateAt: sql`case when ${state} = 'held' then ${stateAt} else ${now.getTime()} end`,
    })
    .where(eq(id, commentId));
}

/** A part of an act that takes several transactions. */
interface Part {
  userId: string;
  limit: number;
}

/** What a part has changed. */
interface Done {
  /** The post of each changed comment. */
  postIds: string[];
  /** Also if others changed some of the comments in the meantime. */
  mayHaveMore: boolean;
}

/** Removes some of a user's visible and held comments, since a time if it's given. */
export async function removeSome(
  tx: Db,
  part: Part & { since: Date | undefined; at: Date },
): Promise<Done> {
  const found = tx
    .select({ id })
    .from(allComments)
    .where(
      and(
        eq(userId, part.userId),
        or(eq(state, 'visible'), eq(state, 'held')),
        part.since && gte(createdAt, part.since),
      ),
    )
    .orderBy(asc(createdAt))
    .limit(part.limit);
  const ids = (await found).map((row) => row.id);
  await lockComments(tx, ids);
  const isOne = inArray(id, ids);
  const lacksReasons = and(isOne, eq(state, 'held'), eq(reasons, []));
  await tx.update(allComments).set({ reasons: UNAPPROVED }).where(lacksReasons);
  const removed = await tx
    .update(allComments)
    .set({ state: 'removed', stateAt: part.at })
    .where(and(isOne, inArray(state, ['visible', 'held'])))
    .returning({ postId });
  return toDone(removed, ids.length === part.limit);
}

/** Restores some of a user's comments that were removed at exactly this time, like `removeSome`. */
export async function restoreSome(
  tx: Db,
  part: Part & { removedAt: Date; at: Date },
): Promise<Done> {
  const isRemoved = and(
    eq(userId, part.userId),
    eq(state, 'removed'),
    eq(stateAt, part.removedAt),
    // The condition of the index.
    sql`${state} <> 'visible'`,
  );
  const found = tx.select({ id }).from(allComments).where(isRemoved).limit(part.limit);
  const ids = (await found).map((row) => row.id);
  await lockComments(tx, ids);
  const restored = await tx
    .update(allComments)
    .set({
      state: sql`case when ${eq(reasons, [])} then 'visible' else 'held' end`,
      stateAt: part.at,
    })
    .where(and(inArray(id, ids), isRemoved))
    .returning({ postId });
  return toDone(restored, ids.length === part.limit);
}

const toDone = (changed: { postId: string }[], mayHaveMore: boolean): Done => ({
  postIds: changed.map(({ postId }) => postId),
  mayHaveMore,
});
