import type { Db } from '../../db/client.ts';
import {
  type DocumentRow,
  type DocumentUpdate,
  updateDocument,
} from '../../db/queries/documents.ts';
import { deleteRedirectsFrom, savePathRedirects } from '../../db/queries/path-redirects.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { insertPost, showPost, updatePost } from '../../db/queries/posts-table.ts';
import { updateRevision } from '../../db/queries/revisions.ts';
import { PUBLIC_FIELDS, pick } from '../../db/schema.ts';
import { isReplaceable } from '../contract/addresses.ts';
import { pagePath } from './page-path.ts';
import { nextUpdatedAt } from './status.ts';

interface PublishedPage {
  document: DocumentRow;
  post: PostRow;
  /** The page's previous path, if it has moved. */
  formerPath?: string;
}

/**
 * Makes the current revision of a page's locked document public, and sets these columns of the
 * document. Throws a ConflictError if the page can't have its path.
 */
export async function publishPage(
  tx: Db,
  document: DocumentRow,
  columns: DocumentUpdate,
  now: Date,
): Promise<PublishedPage> {
  const { id, revision } = document;
  const path = await pagePath(tx, document.slug || document.title, id);
  const current = await showPost(tx, id);
  const post = current
    ? await updatePage(tx, current, document, { path, now })
    : await insertPage(tx, document, { path, now });
  // The page is at this path now. A redirect from it to the former path would loop.
  await deleteRedirectsFrom(tx, path);
  const saved = await updateDocument(tx, id, { ...columns, slug: path });
  await updateRevision(tx, id, revision, { kind: 'published' });
  const isMoved = current !== undefined && current.slug !== path;
  return { document: saved, post, ...(isMoved && { formerPath: current.slug }) };
}

interface Place {
  path: string;
  now: Date;
}

/** The public fields. The table needs a category, but no screen shows a page's. */
const shownOf = (document: DocumentRow) => ({
  ...pick(document, PUBLIC_FIELDS),
  category: 'uncategorized',
});

async function insertPage(tx: Db, document: DocumentRow, { path, now }: Place): Promise<PostRow> {
  const { id, userId } = document;
  const values = { ...shownOf(document), id, userId, kind: 'page' as const, slug: path };
  return await insertPost(tx, { ...values, createdAt: now, updatedAt: now }, 'exists');
}

async function updatePage(
  tx: Db,
  current: PostRow,
  document: DocumentRow,
  { path, now }: Place,
): Promise<PostRow> {
  const { id, slug: from } = current;
  const changes = { ...shownOf(document), slug: path };
  const post = await updatePost(tx, id, changes, nextUpdatedAt(current, now));
  if (post === undefined) throw new Error('The page was not written');
  // At the former path, the screen shows its built-in text again.
  if (from === path || isReplaceable(from)) return post;
  await savePathRedirects(tx, [{ from, to: path, status: 301, createdAt: now }]);
  return post;
}
