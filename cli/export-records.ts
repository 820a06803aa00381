import { isPageSlug } from '../api/contract/addresses.ts';
import type { Db } from '../db/client.ts';
import { findCategoryLabels } from '../db/queries/categories.ts';
import { type CommentRow, eachCommentOf } from '../db/queries/comments-table.ts';
import type { PostRow } from '../db/queries/posts.ts';
import { findHiddenPost } from '../db/queries/posts-table.ts';
import { listRedirectsOf } from '../db/queries/redirects.ts';
import { allRevisions } from '../db/queries/revisions.ts';
import { findSeriesOf } from '../db/queries/series.ts';
import { findTagsOf } from '../db/queries/tags.ts';
import {
  type CommentWithBelongings,
  eachDocument,
  listFollowsOf,
  withBelongings,
} from '../db/queries/transfer.ts';
import { viewsOf } from '../db/queries/views.ts';

/** Yields the documents of an export, each with everything that belongs to it. */
export async function* documentRecordsOf(db: Db): AsyncGenerator<object> {
  for await (const { seq: _, id, text: __, ...rest } of eachDocument(db)) {
    const [revisions, redirects, views] = [
      await allRevisions(db, id),
      await listRedirectsOf(db, id),
      await viewsOf(db, id),
    ];
    yield {
      _id: id,
      ...rest,
      revisions: revisions.map(({ documentId: ___, ...revision }) => revision),
      redirects: redirects.map(({ from }) => from),
      views: views.map(({ day, views: count }) => [day, count]),
      hidden: await hiddenOf(db, id),
    };
  }
}

/** Returns the comments of a post, public or hidden. */
export async function commentRecordsOf(db: Db, postId: string) {
  const rows: CommentRow[] = [];
  for await (const row of eachCommentOf(db, { postId })) rows.push(row);
  return (await withBelongings(db, rows)).map(exportedComment);
}

async function hiddenOf(db: Db, id: string): Promise<object | null> {
  const found = await findHiddenPost(db, id);
  if (found === undefined) return null;
  const { _id, ...post } = await exportedPost(db, found);
  return { post, comments: await commentRecordsOf(db, id) };
}

/** Returns the record of a post, public or hidden. */
export async function exportedPost(
  db: Db,
  { seq: _, id: _id, text: __, version: ___, ...post }: PostRow,
) {
  const [labels, tags, place, follows] = await Promise.all([
    findCategoryLabels(db, [post.category]),
    findTagsOf(db, _id),
    findSeriesOf(db, _id),
    listFollowsOf(db, { postId: _id }),
  ]);
  const categoryLabel = labels.get(post.category);
  return {
    _id,
    ...(isPageSlug(post.slug) && { kind: 'page' }),
    ...post,
    ...(categoryLabel && { categoryLabel }),
    tags,
    ...(follows.length > 0 && { follows: follows.map(({ postId: ____, ...rest }) => rest) }),
    ...(place && {
      series: place.title,
      seriesPosition: place.position,
      seriesSlug: place.slug,
    }),
  };
}

export function exportedComment({
  seq: _,
  id: _id,
  numberOfLikes: __,
  ...comment
}: CommentWithBelongings) {
  return { _id, ...comment };
}
