import { asc, inArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { commentVersions } from '../schema.ts';
import type { Comment } from './comment-columns.ts';

// The former texts of edited comments.

export type VersionRow = typeof commentVersions.$inferSelect;

/** Stores the text of a comment that is about to change. */
export async function insertVersion(
  tx: Db,
  { id, content, updatedAt }: Pick<Comment, 'id' | 'content' | 'updatedAt'>,
): Promise<void> {
  await tx.insert(commentVersions).values({ commentId: id, content, createdAt: updatedAt });
}

/** Returns the former texts of comments, oldest first. */
export async function listVersions(db: Db, commentIds: string[]): Promise<VersionRow[]> {
  const { commentId, seq } = commentVersions;
  return await db
    .select()
    .from(commentVersions)
    .where(inArray(commentId, commentIds))
    .orderBy(asc(seq));
}

/** Stores former texts of a comment, oldest first. */
export async function insertVersions(
  tx: Db,
  commentId: string,
  versions: Pick<VersionRow, 'content' | 'createdAt'>[],
): Promise<void> {
  if (versions.length === 0) return;
  await tx.insert(commentVersions).values(versions.map((each) => ({ ...each, commentId })));
}
