import { BATCH } from './query.ts';
import type { SearchPage } from './static-index.ts';

/** So many posts that are shown already are asked for again: they tell where the list has moved to. */
const OVERLAP = 3;

/** What a list is continued with. */
export interface NextBatch<Post> {
  posts: Post[];
  hasMore: boolean;
}

/**
 * The posts that come after those that are shown, also when some were published or deleted since.
 * `shown` is the list from its `startIndex`-th post on; `search` gives a stretch of it as it is now.
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
    const isWhole = answer.length === limit;
    // More were published meanwhile than fit into one answer: the rest has moved further down.
    if (posts.length === 0 && isWhole) continue;
    return { posts, hasMore: posts.length === BATCH || (isWhole && last >= overlap) };
  }
}
