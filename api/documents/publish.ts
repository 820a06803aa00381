import type { Db } from '../../db/client.ts';
import { type AuditEntry, recordAudit } from '../../db/queries/audit.ts';
import { type Labeled, withCategoryLabels } from '../../db/queries/categories.ts';
import { type NewChange, recordChanges, recordPage } from '../../db/queries/changes.ts';
import {
  type DocumentRow,
  type DocumentUpdate,
  updateDocument,
} from '../../db/queries/documents.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import {
  insertPost,
  type PostChanges,
  showPost,
  updatePost,
} from '../../db/queries/posts-table.ts';
import { addRedirect } from '../../db/queries/redirects.ts';
import { updateRevision } from '../../db/queries/revisions.ts';
import { saveSeriesOf } from '../../db/queries/series.ts';
import { uniqueSlug } from '../../db/queries/slugs.ts';
import { saveTagsOf } from '../../db/queries/tags.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { PUBLIC_FIELDS, pick } from '../../db/schema.ts';
import type { Caller } from '../access/write.ts';
import { actorOf } from '../audit/record.ts';
import { isVisible } from '../content/invisible.ts';
import { isEmptyPrepared } from '../content/text.ts';
import { BadRequestError } from '../errors.ts';
import {
  changesOfFormerCategory,
  keepCategoryLabel,
  resolveCategory,
} from '../post-fields/category-label.ts';
import { REQUIRED } from '../post-fields/input.ts';
import { seriesSlug, seriesTitle } from '../post-fields/series.ts';
import { slugOf } from '../post-fields/slug.ts';
import { waitUntilPublished } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';
import { publishPage } from './publish-page.ts';
import { isPublic, nextUpdatedAt } from './status.ts';
import { makeRoomForPublished, savePublicFields } from './write.ts';

export interface Published {
  document: DocumentRow;
  post: PostRow;
  /** False: the post wasn't public before. */
  wasPublic: boolean;
  /** Other posts to publish again: their category changed its label, or lost this post. */
  others: NewChange[];
  /** A page's previous path, if it has moved. */
  formerPath?: string;
}

/** Returns whether a document has all fields that a post needs. */
export function isPublishable(document: DocumentRow): boolean {
  const { kind, title, category } = document;
  return isVisible(title) && (kind === 'page' || category !== '') && !isEmptyPrepared(document);
}

/**
 * Makes the current revision of a locked document public, in the caller's transaction. `user` is
 * the publisher. Throws a BadRequestError when a field is missing.
 */
export async function publishDocument(
  tx: Db,
  given: DocumentRow,
  user: Pick<UserRow, 'id' | 'role'>,
  now: Date,
): Promise<Published> {
  if (!isPublishable(given)) throw new BadRequestError(REQUIRED);
  const columns = {
    status: 'published',
    publishedRevision: given.revision,
    publishedAt: now,
    publishedFor: given.scheduledAt,
    scheduledAt: null,
    trashedAt: null,
    trashedFrom: null,
  } as const;
  const wasPublic = isPublic(given);
  return given.kind === 'page'
    ? { ...(await publishPage(tx, given, columns, now)), wasPublic, others: [] }
    : { ...(await publishPost(tx, given, columns, user, now)), wasPublic };
}

async function publishPost(
  tx: Db,
  given: DocumentRow,
  columns: DocumentUpdate,
  user: Pick<UserRow, 'id' | 'role'>,
  now: Date,
): Promise<Omit<Published, 'wasPublic'>> {
  const typedLabel = given.categoryLabel || undefined;
  const [current, free, category] = await Promise.all([
    showPost(tx, given.id),
    uniqueSlug(tx, given.slug || slugOf(given.title), given.id),
    resolveCategory(tx, given, typedLabel),
  ]);
  const document = { ...given, category };
  const post = current
    ? await updatePublic(
        tx,
        current,
        { ...pick(document, PUBLIC_FIELDS), slug: document.slug },
        now,
      )
    : await insertPublic(tx, { ...document, slug: free }, now);
  const { id, slug } = post;
  const series = await seriesTitle(tx, document.series, user);
  const [saved, relabeled] = await Promise.all([
    updateDocument(tx, id, { ...columns, slug, category, series }),
    keepCategoryLabel(tx, post, typedLabel, user),
    updateRevision(tx, id, document.revision, { kind: 'published' }),
    saveTagsOf(tx, id, document.tags),
    saveSeriesOf(tx, id, seriesOf({ ...document, series })),
  ]);
  const left = current ? await changesOfFormerCategory(tx, current, post) : [];
  return { document: saved, post, others: [...relabeled, ...left] };
}

/** Saves fields of a public post and makes them public, without other changes of its document. */
export async function publishFields(
  tx: Db,
  before: { document: DocumentRow; post: PostRow },
  given: DocumentUpdate,
  user: UserRow,
  now: Date,
): Promise<Published> {
  const typedLabel = given.categoryLabel || undefined;
  const { id } = before.post;
  const category =
    given.category && (await resolveCategory(tx, { id, category: given.category }, typedLabel));
  const fields = category ? { ...given, category } : given;
  const document = await savePublicFields(tx, before.document, fields, {
    userId: user.id,
    at: now,
  });
  const post = await updatePublic(tx, before.post, pick(fields, PUBLIC_FIELDS), now);
  const relabeled = await keepCategoryLabel(tx, post, typedLabel, user);
  const left = await changesOfFormerCategory(tx, before.post, post);
  return { document, post, wasPublic: true, others: [...relabeled, ...left] };
}

/**
 * Records a publish in the audit log and in the feed of changes. Call it last in the transaction,
 * because every other publish waits for the feed.
 */
export async function recordPublished(
  tx: Db,
  { post, wasPublic, others, formerPath }: Published,
  by: Pick<AuditEntry, 'actor' | 'address' | 'details'>,
  at: Date,
): Promise<void> {
  const action = wasPublic ? 'post.update' : 'post.create';
  await Promise.all([
    recordAudit(tx, { ...by, action, subject: post.id, at }),
    recordChanges(tx, others, at, { isBulk: true }),
    recordChanges(tx, [{ action: 'publish', postId: post.id, slug: post.slug }], at),
    // No page is at the former path anymore, so its file is deleted.
    formerPath !== undefined && recordPage(tx, formerPath, at),
  ]);
}

/** Publishes a locked document on behalf of the caller, at the end of the transaction. */
export async function publishAs(
  tx: Db,
  services: Pick<Services, 'env' | 'now'>,
  caller: Caller,
  document: DocumentRow,
  user: UserRow,
  now = services.now(),
): Promise<Published> {
  const published = await publishDocument(tx, { ...document, scheduledAt: null }, user, now);
  await makeRoomForPublished(tx, services, document, user);
  await recordPublished(tx, published, actorOf(caller), now);
  return published;
}

export interface SavedPost {
  post: Labeled<PostRow>;
  /** False: the post is saved, but its page isn't on the site yet. */
  isLive: boolean;
}

/** Waits until a published post is on the site. */
export async function whenLive(services: Services, post: PostRow): Promise<SavedPost> {
  const [isLive, [labeled = post]] = await Promise.all([
    waitUntilPublished(services, post.id),
    withCategoryLabels(services.database.read, [post]),
  ]);
  return { post: labeled, isLive };
}

function seriesOf({ series: title, seriesPosition: position }: DocumentRow) {
  return title === '' ? null : { slug: seriesSlug(title), title, position };
}

async function insertPublic(tx: Db, document: DocumentRow, now: Date): Promise<PostRow> {
  const { id, userId, slug } = document;
  const times = { createdAt: now, updatedAt: now };
  const values = { ...pick(document, PUBLIC_FIELDS), id, userId, slug, ...times };
  return await insertPost(tx, values, 'exists');
}

async function updatePublic(
  tx: Db,
  current: PostRow,
  { slug: chosen = '', ...fields }: PostChanges,
  now: Date,
): Promise<PostRow> {
  const { id } = current;
  const isWanted = chosen !== '' && chosen !== current.slug;
  const slug = isWanted ? await uniqueSlug(tx, chosen, id) : current.slug;
  const isMoved = slug !== current.slug;
  const address = isMoved ? { slug, guid: current.guid || current.slug } : {};
  const [post] = await Promise.all([
    updatePost(tx, id, { ...fields, ...address }, nextUpdatedAt(current, now)),
    isMoved && addRedirect(tx, { from: current.slug, to: slug, postId: id }, now),
  ]);
  if (post === undefined) throw new Error('The post was not written');
  return post;
}
