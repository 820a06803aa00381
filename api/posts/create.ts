import { enqueue } from '../../db/queries/outbox.ts';
import { insertPost, type PostRow, uniqueSlug } from '../../db/queries/posts.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { prepareContent } from '../content/prepare.ts';
import { isEmptyContent } from '../content/text.ts';
import { BadRequestError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { NewPostInput } from './input.ts';
import { publish } from './publish.ts';
import { slugOf } from './slug.ts';

/**
 * Saves a new post and publishes it. Throws a BadRequestError when nothing is left of the content once it
 * is sanitized, or when it is too long.
 */
export async function createPost(
  services: Services,
  caller: Caller,
  input: NewPostInput,
): Promise<PostRow> {
  const { title, category, image } = input;
  const prepared = prepareContent(input.content);
  if (isEmptyContent(prepared.content)) {
    throw new BadRequestError('Please provide all required fields.');
  }
  const base = slugOf(title);
  const row = await writeAs(services, caller, { administrator: true }, async (tx, user) => {
    const now = services.now();
    const slug = await uniqueSlug(tx, base);
    const times = { createdAt: now, updatedAt: now };
    const post = await insertPost(tx, {
      userId: user.id,
      title,
      slug,
      category,
      image,
      ...prepared,
      ...times,
    });
    await enqueue(tx, { action: 'publish', postId: post.id, slug }, now);
    return post;
  });
  await publish(services, row.id);
  return row;
}
