import type { Db } from '../../db/client.ts';
import { type Labeled, withCategoryLabels } from '../../db/queries/categories.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { lockPost } from '../../db/queries/posts-table.ts';
import { newId } from '../../db/schema.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { actorOf } from '../audit/record.ts';
import { isEmptyPrepared } from '../content/text.ts';
import { columnsOf, prepareFields, withFocus } from '../documents/fields.ts';
import { moveToTrash } from '../documents/lifecycle.ts';
import {
  publishAs,
  publishFields,
  recordPublished,
  type SavedPost,
  whenLive,
} from '../documents/publish.ts';
import { isPublic } from '../documents/status.ts';
import { insertDraft } from '../documents/versions.ts';
import { makeRoomForPublished, writeDocument } from '../documents/write.ts';
import { BadRequestError, ConflictError, NotFoundError } from '../errors.ts';
import { type NewPostInput, type PostChangesInput, REQUIRED } from '../post-fields/input.ts';
import { toPost } from '../post-fields/serialize.ts';
import type { Services } from '../services.ts';

// The writing calls of `/api/post`, built on the verbs of documents.

/** Sanitizes the fields of a post. Throws a BadRequestError if the content is empty afterwards. */
async function prepareFieldsOf(
  services: Services,
  caller: Caller,
  fields: NewPostInput | PostChangesInput,
) {
  const { input, limit } = await prepareFields(services, caller, fields);
  if (input.prepared && isEmptyPrepared(input.prepared)) throw new BadRequestError(REQUIRED);
  return { fields: columnsOf(input), limit };
}

/** Creates a document and publishes it. */
export async function createPost(
  services: Services,
  caller: Caller,
  input: NewPostInput,
): Promise<SavedPost> {
  const { fields, limit } = await prepareFieldsOf(services, caller, input);
  const rules = { verb: 'post.publish', limit } as const;
  const { post } = await writeAs(services, caller, rules, async (tx, user) => {
    const at = services.now();
    const values = { ...fields, id: newId(), userId: user.id, createdAt: at, updatedAt: at };
    return await publishAs(tx, services, caller, await insertDraft(tx, values), user, at);
  });
  return await whenLive(services, post);
}

/** The post changed after the edit started. */
class StalePostError extends ConflictError {
  constructor(current: Labeled<PostRow>) {
    const message = 'This post has been changed since you opened it. Nothing was overwritten.';
    super(message, undefined, { currentPost: toPost(current) });
  }
}

/**
 * Saves fields in the document of a post and publishes them. Other changes of the document stay
 * private.
 */
export async function editPost(
  services: Services,
  caller: Caller,
  postId: string,
  input: PostChangesInput,
): Promise<SavedPost> {
  const { fields, limit } = await prepareFieldsOf(services, caller, input);
  const rules = { verb: 'post.publish', limit } as const;
  const { post } = await writeDocument(
    services,
    caller,
    postId,
    rules,
    async (tx, document, user) => {
      const current = await lockPost(tx, postId);
      if (current === undefined) throw new NotFoundError('Post not found.');
      await requireCurrent(tx, current, input);
      const now = services.now();
      const changes = withFocus(fields, current);
      const published = await publishFields(tx, { document, post: current }, changes, user, now);
      await makeRoomForPublished(tx, services, published.document, user);
      await recordPublished(tx, published, actorOf(caller), now);
      return published;
    },
  );
  return await whenLive(services, post);
}

/** Throws a StalePostError if the edit started from an older version. */
async function requireCurrent(
  tx: Db,
  post: PostRow,
  { startedFrom }: PostChangesInput,
): Promise<void> {
  if (!startedFrom || Date.parse(startedFrom) >= post.updatedAt.getTime()) return;
  const [labeled = post] = await withCategoryLabels(tx, [post]);
  throw new StalePostError(labeled);
}

/** Moves a public post to the trash. Returns whether its page is already gone. */
export async function removePost(
  services: Services,
  caller: Caller,
  postId: string,
): Promise<boolean> {
  const { isLive } = await moveToTrash(services, caller, postId, (document) => {
    if (document.kind !== 'post' || !isPublic(document)) throw new NotFoundError('Post not found.');
  });
  return isLive;
}
