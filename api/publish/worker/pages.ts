import { join } from 'node:path';
import { asUnavailable } from '../../../db/errors.ts';
import { isPageSlug, slugAt } from '../../contract/addresses.ts';
import { LIST_PATH } from '../../contract/pages.ts';
import { isPost } from '../deferred-pages.ts';
import { fileOf, pack, removePage, writePacked } from '../files.ts';
import { renderer, renderPage } from './renderer.ts';

/** Concurrent renders of pages other than posts: they share the wait for the database. */
const LANES = 4;

/**
 * Returns a function that renders a path and writes the page into these roots, and renders the next
 * one while it writes. Posts are rendered one at a time, because they're timed. Returns false, and
 * writes nothing, for a page with status 404: its posts were deleted in the meantime. If the
 * database is unavailable, it renders no further pages. `onUnfinished` gets the paths to render
 * again later.
 */
export function createPageWriter(roots: string[], onUnfinished?: (path: string) => void) {
  const lanes: Promise<unknown>[] = [];
  let others = 0;
  return (path: string): Promise<boolean> => {
    const lane = isPost(path) ? LANES : others++ % LANES;
    const response = Promise.resolve(lanes[lane]).then(() => renderPage(path));
    const rendered = response.catch((error: unknown) => {
      if (asUnavailable(error)) throw error;
    });
    rendered.catch(() => undefined);
    lanes[lane] = rendered;
    const written = response.then(async (page) => {
      if (page.status === 404 && path !== '/404') {
        // Lists of posts have no page while they're empty, and own pages move.
        if (LIST_PATH.test(path) || isPageSlug(slugAt(path) ?? '')) await removePage(roots, path);
        return false;
      }
      if (renderer.isUnfinished?.(page)) onUnfinished?.(path);
      const file = fileOf(path);
      const packed = pack(file, await bytesOf(path, page));
      await Promise.all(roots.map((root) => writePacked(join(root, file), packed)));
      return true;
    });
    // The caller awaits it later; until then it must not be an unhandled rejection.
    written.catch(() => undefined);
    return written;
  };
}

/** Returns the content of a rendered page. Throws if its status is an error. */
export async function bytesOf(path: string, response: Response): Promise<Uint8Array> {
  if (response.status !== 200 && !(path === '/404' && response.status === 404)) {
    throw new Error(`${path} was rendered with status ${response.status}`);
  }
  return response.bytes();
}
