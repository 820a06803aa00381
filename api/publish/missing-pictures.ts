import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/client.ts';
import { listSitemapRange } from '../../db/queries/archive.ts';
import { maxPostSeq } from '../../db/queries/posts.ts';

/** The number of positions (`seq`) to check at a time. */
const RANGE = 200;

/**
 * Yields the names of the share pictures that the published site lacks: the site's own, then those
 * of the newest posts. `root` returns its folder.
 */
export async function* missingPictures(
  { read }: Database,
  root: () => string,
): AsyncGenerator<string> {
  const isMissing = (name: string) => !existsSync(join(root(), pictureFile(name)));
  if (isMissing(SITE_PICTURE)) yield SITE_PICTURE;
  for (let to = await maxPostSeq(read); to > 0; to -= RANGE) {
    const posts = await listSitemapRange(read, to - RANGE + 1, to);
    for (const { slug } of posts.reverse()) if (isMissing(slug)) yield slug;
  }
}

/** Shown for all pages that aren't posts. */
export const SITE_PICTURE = 'default';

/** Returns the file of a share picture, relative to the root of the site. */
export function pictureFile(name: string): string {
  return `og/${name}.jpg`;
}
