import { and, asc, eq, gt, inArray, lte, max, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import type { MailedKind } from '../schema/types.ts';
import { commentFollows, comments, mail, notifications, posts, users } from '../schema.ts';
import { isShown, isWaiting } from './notifications.ts';
import type { UserRow } from './users.ts';

// Notifications on their way into a mail.

/** A mail about a comment that isn't visible at the moment waits until it is. */
const isMailed = or(isShown, isWaiting);

const dueFor = (userId: string, now: Date, where?: SQL) =>
  and(eq(notifications.userId, userId), lte(notifications.mailAt, now), where);

/** Returns the members with notifications that are due for mail, the longest waiting first. */
export async function listDueUsers(db: Db, now: Date, limit: number): Promise<UserRow[]> {
  const { userId, mailAt } = notifications;
  const due = await db
    .select({ userId })
    .from(notifications)
    .where(and(lte(mailAt, now), isMailed))
    .groupBy(userId)
    .orderBy(asc(sql`min(${mailAt})`))
    .limit(limit);
  const ids = due.map((row) => row.userId);
  return await db.select().from(users).where(inArray(users.id, ids)).orderBy(asc(users.seq));
}

/** Takes due notifications of these kinds out of the queue. */
export async function cancelMail(
  tx: Db,
  user: Pick<UserRow, 'id'>,
  { now, kinds }: { now: Date; kinds: MailedKind[] },
): Promise<void> {
  await tx
    .update(notifications)
    .set({ mailAt: null })
    .where(dueFor(user.id, now, inArray(notifications.kind, kinds)));
}

/** Moves due notifications to a later time: all, or new ones of these kinds. */
export async function postponeMail(
  tx: Db,
  user: Pick<UserRow, 'id'>,
  { now, until, newOfKinds }: { now: Date; until: Date; newOfKinds?: MailedKind[] },
): Promise<void> {
  const { kind, mailAt, createdAt } = notifications;
  const isNew = newOfKinds && and(inArray(kind, newOfKinds), eq(mailAt, createdAt));
  await tx
    .update(notifications)
    .set({ mailAt: until })
    .where(dueFor(user.id, now, isNew));
}

/** Takes the due notifications out of the queue, for one mail. Returns their ids, oldest first. */
export async function takeDue(tx: Db, user: Pick<UserRow, 'id'>, now: Date): Promise<string[]> {
  const rows = await tx
    .update(notifications)
    .set({ mailAt: null })
    .where(dueFor(user.id, now, isMailed))
    .returning({ id: notifications.id, seq: notifications.seq });
  return rows.sort((a, b) => a.seq - b.seq).map(({ id }) => id);
}

/** Returns when each address last got a mail of this kind, if it was after `since`. */
export async function lastMailed(
  db: Db,
  { kind, to, since }: { kind: string; to: string[]; since: Date },
): Promise<Map<string, Date>> {
  const rows = await db
    .select({ to: mail.to, at: max(mail.createdAt) })
    .from(mail)
    .where(and(eq(mail.kind, kind), gt(mail.createdAt, since), inArray(mail.to, to)))
    .groupBy(mail.to);
  return new Map(rows.flatMap(({ to: address, at }) => (at ? [[address, at]] : [])));
}

/** Returns what a mail says about these notifications, without hidden comments. */
export async function listForMail(db: Db, userId: string, ids: string[]) {
  const { id, kind, note, commentId, postId, seq } = notifications;
  return await db
    .select({
      id,
      kind,
      note,
      commentId,
      actor: users.username,
      /** Null unless it's visible. */
      words: comments.content,
      post: { id: posts.id, title: posts.title, slug: posts.slug, userId: posts.userId },
      follows: commentFollows.follows,
    })
    .from(notifications)
    .innerJoin(posts, eq(posts.id, postId))
    .leftJoin(users, eq(users.id, notifications.actorId))
    .leftJoin(comments, eq(comments.id, commentId))
    .leftJoin(
      commentFollows,
      and(eq(commentFollows.postId, postId), eq(commentFollows.userId, userId)),
    )
    .where(and(eq(notifications.userId, userId), inArray(id, ids), isMailed))
    .orderBy(asc(seq));
}

/** Gives up on waiting mail about comments that have been out of sight since `before`. */
export async function forgetMailBefore(tx: Db, before: Date): Promise<void> {
  await tx.update(notifications).set({ mailAt: null }).where(lte(notifications.mailAt, before));
}
