import { asc, eq, ne } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import * as schema from '../../../db/schema.ts';

/**
 * Rows of tables that an export carries, sorted, without values that each database generates.
 * Views that belong to no post aren't exported.
 */
export async function rowsOf({ read }: Pick<Database, 'read'>) {
  const tables = {
    users: read.select().from(schema.users).orderBy(asc(schema.users.id)),
    pictures: read.select().from(schema.pictures).orderBy(asc(schema.pictures.url)),
    posts: read.select().from(schema.allPosts).orderBy(asc(schema.allPosts.id)),
    comments: read.select().from(schema.allComments).orderBy(asc(schema.allComments.id)),
    likes: read
      .select()
      .from(schema.likes)
      .orderBy(asc(schema.likes.commentId), asc(schema.likes.userId)),
    reports: read
      .select()
      .from(schema.commentReports)
      .orderBy(asc(schema.commentReports.commentId), asc(schema.commentReports.userId)),
    versions: read
      .select()
      .from(schema.commentVersions)
      .orderBy(asc(schema.commentVersions.commentId), asc(schema.commentVersions.seq)),
    follows: read
      .select()
      .from(schema.commentFollows)
      .orderBy(asc(schema.commentFollows.postId), asc(schema.commentFollows.userId)),
    categories: read.select().from(schema.categories).orderBy(asc(schema.categories.slug)),
    documents: read.select().from(schema.documents).orderBy(asc(schema.documents.id)),
    revisions: read
      .select()
      .from(schema.revisions)
      .orderBy(asc(schema.revisions.documentId), asc(schema.revisions.number)),
    tags: read.select().from(schema.tags).orderBy(asc(schema.tags.slug)),
    postTags: read
      .select()
      .from(schema.postTags)
      .where(eq(schema.postTags.isFormer, false))
      .orderBy(asc(schema.postTags.postId), asc(schema.postTags.position)),
    series: read.select().from(schema.series).orderBy(asc(schema.series.slug)),
    seriesPosts: read
      .select()
      .from(schema.seriesPosts)
      .where(eq(schema.seriesPosts.isFormer, false))
      .orderBy(asc(schema.seriesPosts.postId)),
    redirects: read
      .select({
        from: schema.redirects.from,
        postId: schema.redirects.postId,
        status: schema.redirects.status,
      })
      .from(schema.redirects)
      .orderBy(asc(schema.redirects.from)),
    pathRedirects: read
      .select({
        from: schema.pathRedirects.from,
        to: schema.pathRedirects.to,
        status: schema.pathRedirects.status,
      })
      .from(schema.pathRedirects)
      .orderBy(asc(schema.pathRedirects.from)),
    views: read
      .select()
      .from(schema.views)
      .where(ne(schema.views.postId, ''))
      .orderBy(asc(schema.views.postId), asc(schema.views.day)),
  };
  const found: Record<string, object[]> = {};
  for (const [name, query] of Object.entries(tables)) found[name] = (await query).map(comparable);
  return found;
}

/** Leaves out what an import numbers itself. */
function comparable(stored: Record<string, unknown>): object {
  const { seq: _, postSeq: __, version: ___, hiddenAt, ...row } = stored;
  return hiddenAt === undefined ? row : { ...row, isHidden: hiddenAt !== null };
}

/** A folder has no earlier versions, so version numbers restart. */
export function withoutVersions(rows: Record<string, object[]>): Record<string, object[]> {
  const { revisions: _, documents = [], ...others } = rows;
  const strip = ({ revision: _, publishedRevision: __, ...row }: Record<string, unknown>) => row;
  const users = (others.users as Record<string, unknown>[]).map(
    ({ passwordHash: _, ...row }) => row,
  );
  return { ...others, users, documents: documents.map((row) => strip({ ...row })) };
}
