import { join } from 'node:path';
import { fileOf, type Packed, pack, writePacked } from '../files.ts';
import type { Upcoming } from '../types.ts';
import { bytesOf } from './pages.ts';
import { renderer, renderUpcoming } from './renderer.ts';

/** The most pages that are kept: about 5 MB. */
const MAX_PAGES = 100;

/**
 * The pages of scheduled posts, by path, until they're published. In memory, because what isn't public
 * shouldn't be in a file.
 */
const pages = new Map<string, { key: string; packed: Packed }>();

/** Renders the page of a scheduled post and keeps it. */
export async function prepare({ which }: { which: Upcoming }): Promise<void> {
  const path = `/post/${which.slug}`;
  pages.delete(path);
  const page = await renderUpcoming(which);
  if (page === undefined || renderer.isUnfinished?.(page.response)) return;
  const packed = pack(fileOf(path), await bytesOf(path, page.response));
  pages.set(path, { key: page.key, packed });
  const [oldest] = pages.keys();
  if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
}

/**
 * Writes the page of a post that was prepared, if nothing on it has changed since. Returns whether it
 * did.
 */
export async function writePrepared(task: { roots: string[]; slug: string }): Promise<boolean> {
  const { roots, slug } = task;
  const path = `/post/${slug}`;
  const page = pages.get(path);
  if (page === undefined) return false;
  pages.delete(path);
  const isCurrent = renderer.postPageKey(slug).then((key) => key === page.key);
  const writing = roots.map((root) =>
    writePacked(join(root, fileOf(path)), page.packed, isCurrent),
  );
  return (await Promise.all(writing)).every((isWritten) => isWritten);
}
