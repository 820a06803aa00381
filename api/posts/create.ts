import { enqueue } from '../../db/queries/outbox.ts';
import { insertPost, type PostRow, uniqueSlug } from '../../db/queries/posts.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { prepareContent } from '../content/sanitize.ts';
import { isEmptyContent } from '../content/text.ts';
import { BadRequestError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { NewPostInput } from './input.ts';
import { slugOf } from './slug.ts';
import { waitUntilPublished } from './wait-until-published.ts';

/**
 * Saves a new post and publishes it. Throws a BadRequestError when the sanitized content is empty
 * or too long.
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
  await waitUntilPublished(services, row.id);
  return row;
}
