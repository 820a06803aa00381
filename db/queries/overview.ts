import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { comments, type DocumentStatus, documents, posts, users } from '../schema.ts';
import { withoutIndex } from './query.ts';

// Data for a writer's overview. `owner` limits it to the posts of this user.

/** A document in a short list. */
export interface OverviewDocument {
  id: string;
  userId: string;
  author: string | null;
  title: string;
  slug: string;
  status: DocumentStatus;
  updatedAt: Date;
  scheduledAt: Date | null;
  publishedAt: Date | null;
  publishedFor: Date | null;
}

export interface OverviewComment {
  id: string;
  content: string;
  createdAt: Date;
  username: string;
  profilePicture: string;
  title: string;
  slug: string;
}

const CARD = {
  id: documents.id,
  userId: documents.userId,
  author: users.username,
  title: documents.title,
  slug: documents.slug,
  status: documents.status,
  updatedAt: documents.updatedAt,
  scheduledAt: documents.scheduledAt,
  publishedAt: documents.publishedAt,
  publishedFor: documents.publishedFor,
};

interface Listing {
  where: SQL | undefined;
  owner: string | undefined;
  order: SQL[];
  limit: number;
}

async function list(db: Db, { where, owner, order, limit }: Listing): Promise<OverviewDocument[]> {
  return await db
    .select(CARD)
    .from(documents)
    .leftJoin(users, eq(users.id, documents.userId))
    .where(and(where, owner === undefined ? undefined : eq(documents.userId, owner)))
    .orderBy(...order)
    .limit(limit);
}

/** Returns unpublished documents, last changed first: the user's own, then those of others. */
export async function draftsToContinue(
  db: Db,
  userId: string,
  owner: string | undefined,
  limit: number,
): Promise<OverviewDocument[]> {
  return await list(db, {
    where: inArray(documents.status, ['draft', 'changed']),
    owner,
    order: [
      sql`case when ${documents.userId} = ${userId} then 0 else 1 end`,
      desc(documents.updatedAt),
    ],
    limit,
  });
}

/** Returns the next scheduled documents. */
export async function scheduledNext(
  db: Db,
  owner: string | undefined,
  limit: number,
): Promise<OverviewDocument[]> {
  return await list(db, {
    where: and(eq(documents.status, 'scheduled'), isNotNull(documents.scheduledAt)),
    owner,
    order: [asc(documents.scheduledAt), asc(documents.seq)],
    limit,
  });
}

/** Returns posts that the schedule has published since then, and that are still public. */
export async function publishedBySchedule(
  db: Db,
  since: Date,
  owner: string | undefined,
  limit: number,
): Promise<OverviewDocument[]> {
  return await list(db, {
    where: and(
      inArray(documents.status, ['published', 'changed']),
      isNotNull(documents.publishedFor),
      gt(documents.publishedAt, since),
    ),
    owner,
    order: [desc(documents.publishedAt)],
    limit,
  });
}

/**
 * The planner should start with the recent comments: there are few, while a user may have many
 * posts.
 */
const isPostOf = (userId: string) => sql`${withoutIndex(posts.userId)} = ${userId}`;

/** Counts comments by other users since then. */
export async function countNewComments(
  db: Db,
  since: Date,
  userId: string,
  owner: string | undefined,
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(
      and(
        gt(comments.createdAt, since),
        ne(comments.userId, userId),
        owner === undefined ? undefined : isPostOf(owner),
      ),
    );
  return row?.n ?? 0;
}

export async function countNewUsers(db: Db, since: Date): Promise<number> {
  return await db.$count(users, gt(users.createdAt, since));
}

/** Comments by others on a user's posts since then, with no later comment by that user. */
function unanswered(userId: string, since: Date): SQL | undefined {
  return and(
    isPostOf(userId),
    ne(comments.userId, userId),
    gt(comments.createdAt, since),
    sql`not exists (select 1 from ${comments} answers where answers.post_id = ${comments.postId}
      and answers.user_id = ${userId} and answers.created_at > ${comments.createdAt})`,
  );
}

/** Returns unanswered comments, newest first, and their number. */
export async function waitingComments(
  db: Db,
  userId: string,
  since: Date,
  limit: number,
): Promise<{ comments: OverviewComment[]; total: number }> {
  const where = unanswered(userId, since);
  const [found, counted] = await Promise.all([
    db
      .select({
        id: comments.id,
        content: comments.content,
        createdAt: comments.createdAt,
        username: users.username,
        profilePicture: users.profilePicture,
        title: posts.title,
        slug: posts.slug,
      })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .innerJoin(users, eq(users.id, comments.userId))
      .where(where)
      .orderBy(desc(comments.createdAt))
      .limit(limit),
    db
      .select({ n: count() })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(where),
  ]);
  return { comments: found, total: counted[0]?.n ?? 0 };
}

/** Records when a user last saw the overview. It never goes back. */
export async function setOverviewSeen(tx: Db, userId: string, at: Date): Promise<void> {
  await tx
    .update(users)
    .set({ overviewSeenAt: at })
    .where(and(eq(users.id, userId), sql`coalesce(${users.overviewSeenAt}, 0) < ${at.getTime()}`));
}
