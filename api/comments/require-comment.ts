import type { Db } from '../../db/client.ts';
import { type AnyComment, findAnyComment } from '../../db/queries/moderation.ts';
import { NotFoundError } from '../errors.ts';

/** The same for a comment that doesn't exist and one that the caller may not see. */
export function noComment(): NotFoundError {
  return new NotFoundError('There is no such comment.');
}

/** Returns a comment in any state but `erased`, for moderators. Throws a NotFoundError. */
export async function requireAnyComment(db: Db, id: string): Promise<AnyComment> {
  const comment = await findAnyComment(db, id);
  if (comment === undefined) throw noComment();
  return comment;
}
