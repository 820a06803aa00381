import type { Db } from '../../db/client.ts';
import { type Labeled, withCategoryLabels } from '../../db/queries/categories.ts';
import { recordChanges } from '../../db/queries/changes.ts';
import { lockDocument } from '../../db/queries/documents.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { insertPost, lockPost, updatePost } from '../../db/queries/posts-table.ts';
import { uniqueSlug } from '../../db/queries/slugs.ts';
import { newId } from '../../db/schema.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { isEmptyPrepared } from '../content/text.ts';
import { trashDocument } from '../documents/lifecycle.ts';
import {
  insertPublishedDocument,
  makeRoom,
  makeRoomForPublished,
  prepareSave,
  requireOwn,
  SAVES,
  updateDocumentOf,
} from '../documents/write.ts';
import { BadRequestError, ConflictError, NotFoundError } from '../errors.ts';
import { keepCategoryLabel } from '../post-fields/category-label.ts';
import { type NewPostInput, type PostChangesInput, REQUIRED } from '../post-fields/input.ts';
import { toPost } from '../post-fields/serialize.ts';
import { slugOf } from '../post-fields/slug.ts';
import { waitUntilPublished } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';

/** Sanitizes the content of a post. Throws a BadRequestError when it's empty then, or too long. */
async function requireContent(services: Services, caller: Caller, html: string) {
  const content = await prepareSave(services, caller, html);
  if (isEmptyPrepared(content.prepared)) throw new BadRequestError(REQUIRED);
  return content;
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
  const { prepared, limit } = await requireContent(services, caller, input.content);
  const rules = { verb: 'post.publish', limit } as const;
  const post = await writeAs(services, caller, rules, async (tx, user) => {
    const now = services.now();
    const id = newId();
    const slug = await uniqueSlug(tx, slugOf(title));
    const fields = { title, slug, category, image, imageAlt, ...prepared };
    const values = { id, userId: user.id, ...fields, createdAt: now, updatedAt: now };
    const [post] = await Promise.all([
      insertPost(tx, values, 'exists'),
      insertPublishedDocument(tx, { ...values, categoryLabel: input.categoryLabel ?? '' }),
    ]);
    const relabeled = await keepCategoryLabel(tx, post, input.categoryLabel, user);
    await makeRoom(tx, services, post, { user, isKept: true });
    const entry = { action: 'post.create', subject: id } as const;
    const [saved] = await Promise.all([labeled(tx, post), auditAs(tx, services, caller, entry)]);
    await recordChanges(tx, relabeled, now, { isBulk: true });
    await recordChanges(tx, [{ action: 'publish', postId: id, slug }], now);
    return saved;
  });
  return { post, isLive: await waitUntilPublished(services, post.id) };
}

async function labeled(tx: Db, post: PostRow): Promise<Labeled<PostRow>> {
  const [withLabel = post] = await withCategoryLabels(tx, [post]);
  return withLabel;
}

/** The post changed after the edit was started. */
class StalePostError extends ConflictError {
  constructor(current: Labeled<PostRow>) {
    const message = 'This post has been changed since you opened it. Nothing was overwritten.';
    super(message, undefined, { currentPost: toPost(current) });
  }
}

/**
 * Changes a post, except its slug, and publishes it. The same fields of its document change; other
 * changes of it stay unpublished.
 */
export async function editPost(
  services: Services,
  caller: Caller,
  postId: string,
  input: PostChangesInput,
): Promise<SavedPost> {
  const { title, category, image, imageAlt } = input;
  const { prepared, limit } =
    input.content === undefined
      ? { prepared: {}, limit: SAVES }
      : await requireContent(services, caller, input.content);
  const rules = { verb: 'post.publish', limit } as const;
  const changes = { title, category, image, imageAlt, ...prepared };
  const post = await writeAs(services, caller, rules, async (tx, user) => {
    // First, as all others do: two writes in other orders would deadlock.
    await lockDocument(tx, postId);
    const current = await lockPost(tx, postId);
    if (current === undefined) throw new NotFoundError('Post not found.');
    requireOwn(user, 'post.publish', current);
    if (isStale(current, input)) throw new StalePostError(await labeled(tx, current));
    // `updatedAt` must grow even when the clock is set back.
    const now = new Date(Math.max(services.now().getTime(), current.updatedAt.getTime() + 1));
    const post = await updatePost(tx, postId, changes, now);
    if (post === undefined) throw new NotFoundError('Post not found.');
    const document = await updateDocumentOf(tx, post, changes, { userId: user.id, at: now });
    if (document) await makeRoomForPublished(tx, services, document, user);
    const relabeled = await keepCategoryLabel(tx, post, input.categoryLabel, user);
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

/**
 * Moves a post with its comments to the trash and removes its page. Returns whether the page is
 * gone already. Throws a NotFoundError.
 */
export async function removePost(
  services: Services,
  caller: Caller,
  postId: string,
): Promise<boolean> {
  await writeAs(services, caller, { verb: 'post.delete' }, async (tx, user) => {
    const [document, post] = [await lockDocument(tx, postId), await lockPost(tx, postId)];
    if (document === undefined || post === undefined) throw new NotFoundError('Post not found.');
    requireOwn(user, 'post.delete', post);
    await auditAs(tx, services, caller, { action: 'post.delete', subject: postId });
    await trashDocument(tx, services, document);
  });
  return await waitUntilPublished(services, postId);
}
