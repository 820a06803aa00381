import { enqueue } from '../../db/queries/outbox.ts';
import { findPostById, type PostRow, updatePost } from '../../db/queries/posts.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { prepareContent } from '../content/sanitize.ts';
import { isEmptyContent } from '../content/text.ts';
import { BadRequestError, ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { PostChangesInput } from './input.ts';
import { waitUntilPublished } from './wait-until-published.ts';

/** The post changed after the edit was started. */
export class StalePostError extends ConflictError {
  readonly current: PostRow;

  constructor(current: PostRow) {
    super('This post has been changed since you opened it. Nothing was overwritten.');
    this.current = current;
  }
}

/**
 * Changes a post, except its slug, and publishes it. Throws NotFoundError, StalePostError or
 * BadRequestError.
 */
export async function editPost(
  services: Services,
  caller: Caller,
  postId: string,
  input: PostChangesInput,
): Promise<PostRow> {
  const { title, category, image } = input;
  const prepared = input.content === undefined ? undefined : prepareContent(input.content);
  if (prepared !== undefined && isEmptyContent(prepared.content)) {
    throw new BadRequestError('Please provide all required fields.');
  }
  const changes = { title, category, image, ...prepared };
  const row = await writeAs(services, caller, { administrator: true }, async (tx) => {
    const current = await findPostById(tx, postId);
    if (current === undefined) throw new NotFoundError('There is no such post.');
    if (isStale(current, input)) throw new StalePostError(current);
    // `updatedAt` must grow even when the clock is set back.
    const now = new Date(Math.max(services.now().getTime(), current.updatedAt.getTime() + 1));
    const post = await updatePost(tx, postId, changes, now);
    if (post === undefined) throw new NotFoundError('There is no such post.');
    await enqueue(tx, { action: 'publish', postId, slug: post.slug }, services.now());
    return post;
  });
  await waitUntilPublished(services, postId);
  return row;
}

function isStale(current: PostRow, { startedFrom }: PostChangesInput): boolean {
  return typeof startedFrom === 'string' && Date.parse(startedFrom) < current.updatedAt.getTime();
}
