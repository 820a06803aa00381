import { listVersions } from '../../db/queries/comment-versions.ts';
import type { Services } from '../services.ts';
import { requireAnyComment } from './require-comment.ts';

/** Returns the earlier versions of an edited comment, oldest first. Throws a NotFoundError. */
export async function listEarlierVersions(
  { database: { read } }: Pick<Services, 'database'>,
  commentId: string,
) {
  await requireAnyComment(read, commentId);
  const versions = await listVersions(read, [commentId]);
  return versions.map(({ content, createdAt }) => ({ content, at: createdAt.toISOString() }));
}
