import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../db/client.ts';
import { listSitemapRange } from '../../db/queries/archive.ts';
import { maxPostSeq } from '../../db/queries/posts.ts';

/** Number of positions (`seq`) checked per step. */
const RANGE = 200;

/** The picture of all pages that aren't posts, in place of a slug. */
export const SITE_PICTURE = 'default';

/** Returns the file of a share picture, relative to the root of the site. */
export function pictureFile(slug: string, hash: string): string {
  return join('og', slug, `${hash}.png`);
}

/** Returns the slug and hash in a share picture's address. Earlier versions had no hash. */
export function pictureIn(path: string): { slug: string; hash: string | undefined } | undefined {
  const [, slug, hash] = /^\/og\/([a-z0-9-]+)(?:\/([0-9a-f]+)\.png|\.jpg)$/.exec(path) ?? [];
  return slug === undefined ? undefined : { slug, hash };
}

/** Deletes the pictures of a post. */
export async function removePictures(roots: string[], slug: string): Promise<void> {
  for (const root of roots) {
    await rm(join(root, 'og', slug), { recursive: true, force: true });
    // Earlier versions had one picture per slug.
    await rm(join(root, 'og', `${slug}.jpg`), { force: true });
  }
}

/** Yields the names of all share pictures: the site's own, then those of the newest posts. */
export async function* allPictures({ read }: Database): AsyncGenerator<string> {
  yield SITE_PICTURE;
  for (let to = await maxPostSeq(read); to > 0; to -= RANGE) {
    const posts = await listSitemapRange(read, to - RANGE + 1, to);
    for (const { slug } of posts.reverse()) yield slug;
  }
}
