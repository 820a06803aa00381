import { listVersions } from '../../db/queries/comment-versions.ts';
import { findAnyComment } from '../../db/queries/moderation.ts';
import { NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Returns the earlier versions of an edited comment, oldest first. Throws a NotFoundError. */
export async function listEarlierVersions(
  { database }: Pick<Services, 'database'>,
  commentId: string,
) {
  if (!(await findAnyComment(database.read, commentId))) {
    throw new NotFoundError('There is no such comment.');
  }
  const versions = await listVersions(database.read, [commentId]);
  return versions.map(({ content, createdAt }) => ({ content, at: createdAt.toISOString() }));
}
