import { and, asc, desc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { type MailedKind, NOTIFICATION_KINDS, newId } from '../schema/types.ts';
import { commentFollows, comments, notifications, posts, users } from '../schema.ts';
import { isInState, isNotErased } from './moderation.ts';
import { type Page, prepared, runSql, textPlaceholder } from './query.ts';

// Notifications. They don't store the text of comments, so the text can't outlive its comment.

/** Kinds about other people's comments: at most one row per person and comment. */
const ABOUT_OTHERS: MailedKind[] = ['reply', 'comment'];
/** Kinds about a decision on the member's own comment: the latest replaces earlier ones. */
const DECISIONS: MailedKind[] = ['held', 'approved', 'removed'];

/** A comment that members are notified about. */
export interface Subject {
  id: string;
  postId: string;
  /** Its author. */
  userId: string;
  parentId: string | null;
}

interface Told {
  now: Date;
  /** Null: no mail. */
  mailAt: Date | null;
}

const insertOne = prepared((tx) =>
  tx
    .insert(notifications)
    .values({
      id: sql.placeholder('id'),
      userId: sql.placeholder('userId'),
      kind: sql.placeholder('kind'),
      actorId: sql.placeholder('actorId'),
      commentId: sql.placeholder('commentId'),
      postId: sql.placeholder('postId'),
      note: sql.placeholder('note'),
      createdAt: sql.placeholder('createdAt'),
      // Not a plain placeholder: the column's encoder takes no null there.
      mailAt: sql`cast(${sql.placeholder('mailAt')} as bigint)`,
    })
    .returning({ id: notifications.id }),
);

interface NewNotification {
  userId: string;
  kind: MailedKind;
  actorId: string | null;
  note?: string;
}

async function insert(tx: Db, row: NewNotification, about: Subject, { now, mailAt }: Told) {
  const { id: commentId, postId } = about;
  const times = { createdAt: now, mailAt: mailAt?.getTime() ?? null };
  await insertOne(tx, { id: newId(), note: '', ...row, commentId, postId, ...times });
}

/** About other people's comments: skips suspended members and members who muted the post. */
function mayBeTold(values: { now: SQL; postId: SQL }): SQL | undefined {
  return and(
    sql`(${users.suspendedUntil} is null or ${users.suspendedUntil} <= ${values.now})`,
    sql`not exists (select 1 from ${commentFollows} where ${commentFollows.postId} = ${values.postId}
      and ${commentFollows.userId} = ${users.id} and not ${commentFollows.follows})`,
  );
}

const wasTold = (commentId: SQL) => sql`exists (select 1 from ${notifications}
  where ${notifications.commentId} = ${commentId} and ${notifications.userId} = ${users.id}
  and ${inArray(notifications.kind, ABOUT_OTHERS)})`;

const text = textPlaceholder;
const ANSWERED = sql`(select ${comments.userId} from ${comments}
  where ${comments.id} = ${text('parentId')})`;
const POST_AUTHOR = sql`(select ${posts.userId} from ${posts} where ${posts.id} = ${text('postId')})`;

/** Authors of the post, and of the comment that was replied to. */
const concerned = prepared((db) =>
  db
    .select({
      userId: users.id,
      kind: sql<MailedKind>`case when ${users.id} = ${ANSWERED} then 'reply' else 'comment' end`,
    })
    .from(users)
    .where(
      and(
        sql`${users.id} in (${ANSWERED}, ${POST_AUTHOR})`,
        sql`${users.id} <> ${text('userId')}`,
        mayBeTold({ now: sql`${sql.placeholder('now')}`, postId: text('postId') }),
        sql`not ${wasTold(text('id'))}`,
      ),
    ),
);

const anyFollower = prepared((db) =>
  db
    .select({ one: sql`1` })
    .from(commentFollows)
    .where(and(eq(commentFollows.postId, sql.placeholder('postId')), commentFollows.follows))
    .limit(1),
);

/** 24 hex characters, like `newId`. */
const RANDOM_ID =
  engine === 'postgres'
    ? sql`left(replace(gen_random_uuid()::text, '-', ''), 24)`
    : sql`lower(hex(randomblob(12)))`;

/**
 * Notifies these people of a visible comment: the author of the comment it replies to, the author
 * of the post, and the post's followers. Each gets one notification. Returns whether anyone got
 * one.
 */
export async function insertAboutComment(tx: Db, about: Subject, told: Told): Promise<boolean> {
  const { id, postId, userId, parentId } = about;
  const [direct, [follower]] = await Promise.all([
    concerned(tx, { id, postId, userId, parentId, now: told.now.getTime() }),
    anyFollower(tx, { postId }),
  ]);
  for (const row of direct) await insert(tx, { ...row, actorId: userId }, about, told);
  if (follower) await insertForFollowers(tx, about, told);
  return direct.length > 0 || follower !== undefined;
}

/** One statement, because a post may have thousands of followers. */
async function insertForFollowers(tx: Db, { id, postId, userId }: Subject, { now, mailAt }: Told) {
  const asText = (value: string) => sql`cast(${value} as text)`;
  const asTime = (value: Date | null) => sql`cast(${value?.getTime() ?? null} as bigint)`;
  await runSql(
    tx,
    sql`insert into ${notifications}
      (id, user_id, kind, actor_id, comment_id, post_id, created_at, mail_at)
      select ${RANDOM_ID}, ${users.id}, 'comment', ${asText(userId)}, ${asText(id)},
        ${asText(postId)}, ${asTime(now)}, ${asTime(mailAt)}
      from ${commentFollows} inner join ${users} on ${users.id} = ${commentFollows.userId}
      where ${commentFollows.postId} = ${postId} and ${commentFollows.follows}
        and ${users.id} <> ${userId}
        and ${mayBeTold({ now: asTime(now), postId: asText(postId) })}
        and not ${wasTold(asText(id))}`,
  );
}

/**
 * Notifies the author of a comment of a decision about it, in place of earlier decisions. Without a
 * kind, only deletes those.
 */
export async function insertDecision(
  tx: Db,
  about: Subject,
  { kind, note, ...told }: Told & { kind: 'held' | 'approved' | 'removed' | null; note: string },
): Promise<void> {
  const { id, userId } = about;
  await tx
    .delete(notifications)
    .where(and(eq(notifications.commentId, id), inArray(notifications.kind, DECISIONS)));
  // Also authors who muted the post, or are suspended: it's about their own words.
  if (kind !== null) await insert(tx, { userId, kind, actorId: null, note }, about, told);
}

/** Queues mail to moderators: a comment waits for approval. */
export async function insertWaiting(
  tx: Db,
  about: Subject,
  { userIds, ...told }: Told & { userIds: string[] },
): Promise<void> {
  for (const userId of userIds) {
    await insert(tx, { userId, kind: 'waiting', actorId: about.userId }, about, told);
  }
}

/** The moderators who could be mailed that a comment waits. */
export async function listModerators(db: Db, now: Date) {
  const { suspendedUntil } = users;
  return await db
    .select({ id: users.id, notify: users.notify })
    .from(users)
    .where(
      and(
        inArray(users.role, ['editor', 'administrator']),
        or(isNull(suspendedUntil), lte(suspendedUntil, now)),
      ),
    );
}

/** Other people's comments must be visible. Members see their own in any state. */
export const isShown = or(
  and(
    inArray(notifications.kind, ABOUT_OTHERS),
    sql`exists (select 1 from ${comments} where ${comments.id} = ${notifications.commentId})`,
  ),
  and(inArray(notifications.kind, DECISIONS), isNotErased(notifications.commentId)),
);
/** Only mailed. */
export const isWaiting = and(
  eq(notifications.kind, 'waiting'),
  isInState(notifications.commentId, 'held'),
);

const listedOf = (userId: string) =>
  and(
    eq(notifications.userId, userId),
    inArray(notifications.kind, [...NOTIFICATION_KINDS]),
    isShown,
  );

/** Returns a page of a member's notifications, newest first. */
export async function listNotifications(db: Db, userId: string, page: Page) {
  const { id, kind, note, createdAt, readAt, commentId } = notifications;
  const columns = { id, kind, note, createdAt, readAt, commentId };
  return await db
    .select({
      ...columns,
      post: { title: posts.title, slug: posts.slug },
      actor: {
        id: users.id,
        username: users.username,
        profilePicture: users.profilePicture,
        isAdmin: users.isAdmin,
      },
    })
    .from(notifications)
    .innerJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(users, eq(users.id, notifications.actorId))
    .where(listedOf(userId))
    .orderBy(desc(notifications.seq))
    .limit(page.limit)
    .offset(page.startIndex);
}

export async function countNotifications(db: Db, userId: string): Promise<number> {
  return await db.$count(notifications, listedOf(userId));
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  return await db.$count(notifications, and(listedOf(userId), isNull(notifications.readAt)));
}

/**
 * Marks one of a member's notifications as read, or all up to it. Returns false if the member has
 * no such notification.
 */
export async function markRead(
  tx: Db,
  { userId, id, now, only }: { userId: string; id: string; now: Date; only: boolean },
): Promise<boolean> {
  const { seq, readAt } = notifications;
  const isOwn = eq(notifications.userId, userId);
  const [row] = await tx
    .select({ seq })
    .from(notifications)
    .where(and(isOwn, eq(notifications.id, id)));
  if (row === undefined) return false;
  const marked = only ? eq(seq, row.seq) : lte(seq, row.seq);
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(isOwn, isNull(readAt), marked));
  return true;
}

/** Deletes some old notifications. Returns how many. */
export async function deleteOldNotifications(
  tx: Db,
  { before, readBefore, limit }: { before: Date; readBefore: Date; limit: number },
): Promise<number> {
  const { seq, createdAt, readAt } = notifications;
  const rows = await tx
    .select({ seq })
    .from(notifications)
    .where(or(lt(createdAt, before), lt(readAt, readBefore)))
    .orderBy(asc(seq))
    .limit(limit);
  const seqs = rows.map((row) => row.seq);
  await tx.delete(notifications).where(inArray(seq, seqs));
  return rows.length;
}
