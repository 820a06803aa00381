import type { Db } from '../db/client.ts';
import { findCategoryLabels } from '../db/queries/categories.ts';
import { type CommentRow, eachCommentOf } from '../db/queries/comments-table.ts';
import { withLikes } from '../db/queries/likes.ts';
import { findHiddenPost } from '../db/queries/posts-table.ts';
import { listRedirectsOf } from '../db/queries/redirects.ts';
import { allRevisions } from '../db/queries/revisions.ts';
import { findSeriesOf } from '../db/queries/series.ts';
import { findTagsOf } from '../db/queries/tags.ts';
import { eachDocument } from '../db/queries/transfer.ts';
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

async function hiddenOf(db: Db, id: string): Promise<object | null> {
  const found = await findHiddenPost(db, id);
  if (found === undefined) return null;
  const { seq: _, id: __, text: ___, version: ____, ...post } = found;
  const [tags, series] = [await findTagsOf(db, id), await findSeriesOf(db, id)];
  const place = series && { series: series.title, seriesPosition: series.position };
  const categoryLabel = (await findCategoryLabels(db, [post.category])).get(post.category);
  const rows: CommentRow[] = [];
  for await (const row of eachCommentOf(db, { postId: id })) rows.push(row);
  const comments = (await withLikes(db, rows)).map(({ seq, numberOfLikes, id: _id, ...rest }) => ({
    _id,
    ...rest,
  }));
  return { post: { ...post, ...(categoryLabel && { categoryLabel }), tags, ...place }, comments };
}
