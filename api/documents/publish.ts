import type { Db } from '../../db/client.ts';
import type { NewChange } from '../../db/queries/changes.ts';
import { type DocumentRow, updateDocument } from '../../db/queries/documents.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { insertPost, lockPost, showPost, updatePost } from '../../db/queries/posts-table.ts';
import { addRedirect } from '../../db/queries/redirects.ts';
import { updateRevision } from '../../db/queries/revisions.ts';
import { saveSeriesOf } from '../../db/queries/series.ts';
import { uniqueSlug } from '../../db/queries/slugs.ts';
import { saveTagsOf } from '../../db/queries/tags.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { isVisible } from '../content/invisible.ts';
import { isEmptyPrepared } from '../content/text.ts';
import { BadRequestError } from '../errors.ts';
import { keepCategoryLabel } from '../post-fields/category-label.ts';
import { REQUIRED } from '../post-fields/input.ts';
import { seriesSlug, seriesTitle } from '../post-fields/series.ts';
import { slugOf } from '../post-fields/slug.ts';

export interface Published {
  document: DocumentRow;
  post: PostRow;
  /** To record last in the transaction: the other posts of a category with a new label. */
  relabeled: NewChange[];
  change: NewChange;
}

/** Whether a document has what a post needs. */
export function isPublishable(document: DocumentRow): boolean {
  const { title, category } = document;
  return isVisible(title) && category !== '' && !isEmptyPrepared(document);
}

/**
 * Makes the current revision of a locked document public, in the caller's transaction. `user`: who
 * publishes it. Throws a BadRequestError when a field is missing.
 */
export async function publishDocument(
  tx: Db,
  document: DocumentRow,
  user: Pick<UserRow, 'id' | 'role'>,
  now: Date,
): Promise<Published> {
  if (!isPublishable(document)) throw new BadRequestError(REQUIRED);
  const current = (await lockPost(tx, document.id)) ?? (await showPost(tx, document.id));
  const post = current
    ? await updatePublic(tx, document, current, now)
    : await insertPublic(tx, document, now);
  const { id, slug } = post;
  const series = await seriesTitle(tx, document.series, user);
  const [saved, relabeled] = await Promise.all([
    updateDocument(tx, id, {
      status: 'published',
      slug,
      publishedRevision: document.revision,
      publishedAt: now,
      publishedFor: document.scheduledAt,
      scheduledAt: null,
      trashedAt: null,
      trashedFrom: null,
      series,
    }),
    keepCategoryLabel(tx, post, document.categoryLabel || undefined, user),
    updateRevision(tx, id, document.revision, { kind: 'published' }),
    saveTagsOf(tx, id, document.tags),
    saveSeriesOf(tx, id, seriesOf({ ...document, series })),
  ]);
  return { document: saved, post, relabeled, change: { action: 'publish', postId: id, slug } };
}

function seriesOf({ series: title, seriesPosition: position }: DocumentRow) {
  return title === '' ? null : { slug: seriesSlug(title), title, position };
}

/** The columns that a post has from its document. */
function publicFields(document: DocumentRow) {
  const { title, category, image, imageAlt, content, text } = document;
  const { isFeatured, noindex, seo } = document;
  return { title, category, image, imageAlt, content, text, isFeatured, noindex, seo };
}

async function insertPublic(tx: Db, document: DocumentRow, now: Date): Promise<PostRow> {
  const { id, userId } = document;
  const slug = await uniqueSlug(tx, document.slug || slugOf(document.title), id);
  const times = { createdAt: now, updatedAt: now };
  const values = { ...publicFields(document), id, userId, slug, ...times };
  return await insertPost(tx, values, 'exists');
}

async function updatePublic(
  tx: Db,
  document: DocumentRow,
  current: PostRow,
  now: Date,
): Promise<PostRow> {
  const { id } = current;
  const isMoved = document.slug !== '' && document.slug !== current.slug;
  const slug = isMoved ? await uniqueSlug(tx, document.slug, id) : current.slug;
  const address = isMoved ? { slug, guid: current.guid || current.slug } : {};
  // `updatedAt` must grow even when the clock is set back.
  const at = new Date(Math.max(now.getTime(), current.updatedAt.getTime() + 1));
  const [post] = await Promise.all([
    updatePost(tx, id, { ...publicFields(document), ...address }, at),
    isMoved && addRedirect(tx, { from: current.slug, to: slug, postId: id }, now),
  ]);
  if (post === undefined) throw new Error('The post was not written');
  return post;
}
