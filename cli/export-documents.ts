import type { Db } from '../db/client.ts';
import { findCategoryLabels } from '../db/queries/categories.ts';
import { findHiddenPost, listHiddenComments } from '../db/queries/hidden-posts.ts';
import { listRedirectsOf } from '../db/queries/redirects.ts';
import { allRevisions } from '../db/queries/revisions.ts';
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
  const { seq: _, id: __, text: ___, version: ____, series, ...post } = found;
  const place = series && { series: series.title, seriesPosition: series.position };
  const comments = await listHiddenComments(db, id);
  const categoryLabel = (await findCategoryLabels(db, [post.category])).get(post.category);
  return {
    post: { ...post, ...(categoryLabel && { categoryLabel }), series: undefined, ...place },
    comments: comments.map(({ seq: _____, id: commentId, ...rest }) => ({
      _id: commentId,
      ...rest,
    })),
  };
}
