import { inArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts } from '../schema.ts';

const MAX_SLUG_LENGTH = 80;
/** Tried in one query. */
const SLUGS_AT_ONCE = 10;

/**
 * Returns the first free slug of `base`, `base-2`, `base-3`… (at most 80 characters with the
 * number). Call it in the transaction that inserts the post.
 */
export async function uniqueSlug(tx: Db, base: string): Promise<string> {
  for (let n = 1; ; n += SLUGS_AT_ONCE) {
    const wanted = Array.from({ length: SLUGS_AT_ONCE }, (_, at) => numbered(base, n + at));
    const rows = await tx
      .select({ slug: posts.slug })
      .from(posts)
      .where(inArray(posts.slug, wanted));
    const taken = new Set(rows.map(({ slug }) => slug));
    const free = wanted.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}

function numbered(base: string, n: number): string {
  const end = n === 1 ? '' : `-${n}`;
  return (base.slice(0, MAX_SLUG_LENGTH - end.length).replace(/-+$/, '') || 'post') + end;
}
