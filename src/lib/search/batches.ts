import { BATCH } from './query.ts';
import type { SearchPage } from './static-index/static-index.ts';

/** Posts that are requested again, to find where the list continues when posts came or went. */
const OVERLAP = 3;

export interface NextBatch<Post> {
  posts: Post[];
  hasMore: boolean;
}

/**
 * Returns the posts after those that are shown, even if some were published or deleted since.
 * `shown` starts at position `startIndex` of the list; `search` returns a part of the current list.
 */
export async function nextBatch<Post extends { slug: string }>(
  shown: readonly Post[],
  startIndex: number,
  search: (page: SearchPage) => Promise<readonly Post[]>,
): Promise<NextBatch<Post>> {
  const known = new Set(shown.map(({ slug }) => slug));
  const overlap = Math.min(OVERLAP, shown.length);
  const limit = overlap + BATCH;
  for (let from = startIndex + shown.length - overlap; ; from += limit) {
    const answer = await search({ startIndex: from, limit });
    const last = answer.findLastIndex(({ slug }) => known.has(slug));
    const posts = answer.slice(last + 1, last + 1 + BATCH);
    const isFull = answer.length === limit;
    // More posts were published than one answer holds, so the rest has moved further down.
    if (posts.length === 0 && isFull) continue;
    return { posts, hasMore: posts.length === BATCH || (isFull && last >= overlap) };
  }
}
