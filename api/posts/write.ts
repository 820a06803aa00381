import type { Db } from '../../db/client.ts';
import { type Labeled, withCategoryLabels } from '../../db/queries/categories.ts';
import { recordChanges } from '../../db/queries/changes.ts';
import {
  deletePost,
  insertPost,
  lockPost,
  type PostRow,
  updatePost,
} from '../../db/queries/posts.ts';
import { uniqueSlug } from '../../db/queries/slugs.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { auditAs } from '../audit/record.ts';
import { can, type Verb } from '../auth/permissions.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { prepareContent } from '../content/sanitize.ts';
import { isEmptyContent } from '../content/text.ts';
import { BadRequestError, ConflictError, ForbiddenError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { keepCategoryLabel } from './category-label.ts';
import { type NewPostInput, type PostChangesInput, REQUIRED } from './input.ts';
import { slugOf } from './slug.ts';

/** Sanitizes the content of a post. Throws a BadRequestError when it's empty then, or too long. */
function requireContent(html: string) {
  const prepared = prepareContent(html);
  if (isEmptyContent(prepared.content)) throw new BadRequestError(REQUIRED);
  return prepared;
}

export interface SavedPost {
  post: Labeled<PostRow>;
  /** False: the post is saved, but its page isn't on the site yet. */
  isLive: boolean;
}

/** Saves a new post and publishes it. */
export async function createPost(
  services: Services,
  caller: Caller,
  input: NewPostInput,
): Promise<SavedPost> {
  const { title, category, image, imageAlt } = input;
  const prepared = requireContent(input.content);
  const post = await writeAs(services, caller, { verb: 'post.publish' }, async (tx, user) => {
    const now = services.now();
    const slug = await uniqueSlug(tx, slugOf(title));
    const fields = { title, slug, category, image, imageAlt, ...prepared };
    const times = { createdAt: now, updatedAt: now };
    const post = await insertPost(tx, { userId: user.id, ...fields, ...times });
    const relabeled = await keepCategoryLabel(tx, post, input.categoryLabel);
    const entry = { action: 'post.create', subject: post.id } as const;
    const [saved] = await Promise.all([labeled(tx, post), auditAs(tx, services, caller, entry)]);
    await recordChanges(tx, relabeled, now, { isBulk: true });
    await recordChanges(tx, [{ action: 'publish', postId: post.id, slug }], now);
    return saved;
  });
  return { post, isLive: await waitUntilPublished(services, post.id) };
}

async function labeled(tx: Db, post: PostRow): Promise<Labeled<PostRow>> {
  const [withLabel = post] = await withCategoryLabels(tx, [post]);
  return withLabel;
}

/** The post changed after the edit was started. */
export class StalePostError extends ConflictError {
  readonly current: Labeled<PostRow>;

  constructor(current: Labeled<PostRow>) {
    super('This post has been changed since you opened it. Nothing was overwritten.');
    this.current = current;
  }
}

/** Changes a post, except its slug, and publishes it. */
export async function editPost(
  services: Services,
  caller: Caller,
  postId: string,
  input: PostChangesInput,
): Promise<SavedPost> {
  const { title, category, image, imageAlt } = input;
  const prepared = input.content === undefined ? {} : requireContent(input.content);
  const changes = { title, category, image, imageAlt, ...prepared };
  const post = await writeAs(services, caller, { verb: 'post.publish' }, async (tx, user) => {
    const current = await lockPost(tx, postId);
    if (current === undefined) throw new NotFoundError('Post not found.');
    requireOwn(user, 'post.publish', current);
    if (isStale(current, input)) throw new StalePostError(await labeled(tx, current));
    // `updatedAt` must grow even when the clock is set back.
    const now = new Date(Math.max(services.now().getTime(), current.updatedAt.getTime() + 1));
    const post = await updatePost(tx, postId, changes, now);
    if (post === undefined) throw new NotFoundError('Post not found.');
    const relabeled = await keepCategoryLabel(tx, post, input.categoryLabel);
    const entry = { action: 'post.update', subject: postId } as const;
    const [saved] = await Promise.all([labeled(tx, post), auditAs(tx, services, caller, entry)]);
    await recordChanges(tx, relabeled, services.now(), { isBulk: true });
    const change = { action: 'publish', postId, slug: post.slug } as const;
    await recordChanges(tx, [change], services.now());
    return saved;
  });
  return { post, isLive: await waitUntilPublished(services, postId) };
}

function isStale(current: PostRow, { startedFrom }: PostChangesInput): boolean {
  return typeof startedFrom === 'string' && Date.parse(startedFrom) < current.updatedAt.getTime();
}

/** Throws a ForbiddenError when the post is someone else's, and the role allows only one's own. */
function requireOwn(user: UserRow, verb: Verb, { userId: owner }: PostRow): void {
  if (can(user, verb, { owner })) return;
  throw new ForbiddenError('You may change only your own posts.');
}

/** Deletes a post with its comments and removes its page. Throws a NotFoundError. */
export async function removePost(
  services: Services,
  caller: Caller,
  postId: string,
): Promise<void> {
  await writeAs(services, caller, { verb: 'post.delete' }, async (tx, user) => {
    const post = await deletePost(tx, postId);
    if (post === undefined) throw new NotFoundError('Post not found.');
    requireOwn(user, 'post.delete', post);
    const change = { action: 'remove', postId, slug: post.slug } as const;
    const entry = { action: 'post.delete', subject: postId } as const;
    await Promise.all([
      auditAs(tx, services, caller, entry),
      recordChanges(tx, [change], services.now()),
    ]);
  });
  await waitUntilPublished(services, postId);
}

/**
 * Waits until a committed change is on the site, and returns whether it is. Never throws: the change
 * is saved, the publisher retries, and until then the page is rendered on request.
 */
export async function waitUntilPublished(
  { publisher, log }: Pick<Services, 'publisher' | 'log'>,
  postId: string,
): Promise<boolean> {
  try {
    const state = await publisher.flush(postId);
    if (state !== 'live') log.warn({ postId, state }, 'a change is saved, but not live yet');
    return state === 'live';
  } catch (err) {
    log.error({ postId, err }, 'the publisher failed to process a post');
    return false;
  }
}
