import type { Db } from '../../db/client.ts';
import { listSeriesParts, type Memberships } from '../../db/queries/post-lists.ts';
import { findNeighbors } from '../../db/queries/post-page.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { listPossiblyRelated, listRelatedPosts, type Subject } from '../../db/queries/related.ts';
import { listLatestSlugs } from '../../db/queries/slugs.ts';

/** Pages of related posts that are rendered again with a post. */
const MAX_LINKING = 8;
/** Maximum for a permanently deleted post, whose relations are unknown (the newest posts). */
const MAX_LATEST = 20;

interface Change {
  action: 'publish' | 'remove';
  postId: string;
  /** One of many changes at once. */
  isBulk?: boolean | undefined;
}

/**
 * Returns the paths of posts that link to the given post as a part of its series, as the previous
 * or next post, or as a related one. Of the related posts, returns only the closest after a
 * publish, and all that may link to it after a removal. `post` may be hidden, and is undefined if
 * it was deleted.
 */
export async function linkingPosts(
  db: Db,
  post: PostRow | undefined,
  memberships: Memberships,
  change: Change,
): Promise<string[]> {
  const [inSeries, others] = await Promise.all([
    seriesNeighbors(db, memberships, change.postId),
    post ? aroundPost(db, post, memberships, change) : latestSlugs(db),
  ]);
  return [...inSeries, ...others].map((slug) => `/post/${slug}`);
}

async function seriesNeighbors(db: Db, { series }: Memberships, postId: string): Promise<string[]> {
  const parts = await Promise.all(series.map((slug) => listSeriesParts(db, slug)));
  return parts.flat().flatMap(({ id, slug }) => (id === postId ? [] : [slug]));
}

async function aroundPost(
  db: Db,
  post: PostRow,
  { tags, series }: Memberships,
  { action, isBulk }: Change,
): Promise<string[]> {
  const subject = { ...post, tags, series };
  const [{ previous, next }, related] = await Promise.all([
    findNeighbors(db, post),
    isBulk ? [] : relatedSlugs(db, subject, action),
  ]);
  return [previous?.slug, next?.slug, ...related].filter((slug) => slug !== undefined);
}

async function relatedSlugs(db: Db, post: Subject, action: Change['action']): Promise<string[]> {
  if (action === 'remove') return await listPossiblyRelated(db, post);
  return (await listRelatedPosts(db, post, MAX_LINKING)).map(({ slug }) => slug);
}

async function latestSlugs(db: Db): Promise<string[]> {
  const latest = { beforeSeq: Number.MAX_SAFE_INTEGER, limit: MAX_LATEST };
  return (await listLatestSlugs(db, latest)).map(({ slug }) => slug);
}
