import { join } from 'node:path';
import { asUnavailable } from '../../../db/errors.ts';
import { isPost } from '../deferred-pages.ts';
import { fileOf, pack, removePage, writePacked } from '../files.ts';
import { renderer, renderPage } from './renderer.ts';

/** Lists of posts: one without posts has no page. */
const LISTS = /^\/(?:tag|series|author)\//;

/** A publish waits for a post, the home page and the feed. They wait for the database together. */
function laneOf(path: string): 'posts' | 'home' | 'others' {
  if (isPost(path)) return 'posts';
  return path === '/' ? 'home' : 'others';
}

/**
 * Returns a function that renders a path and writes the page into these roots: in each lane one page
 * at a time, each written while the next one renders. Returns false, and writes nothing, for a page
 * with status 404: its posts were deleted in the meantime. Without a database it renders no further
 * pages. `onUnfinished` gets the paths that should be rendered again later.
 */
export function createPageWriter(roots: string[], onUnfinished?: (path: string) => void) {
  const rendering: Record<string, Promise<unknown>> = {};
  return (path: string): Promise<boolean> => {
    const lane = laneOf(path);
    const response = Promise.resolve(rendering[lane]).then(() => renderPage(path));
    const rendered = response.catch((error: unknown) => {
      if (asUnavailable(error)) throw error;
    });
    rendered.catch(() => undefined);
    rendering[lane] = rendered;
    const written = response.then(async (page) => {
      if (page.status === 404 && path !== '/404') {
        if (LISTS.test(path)) await removePage(roots, path);
        return false;
      }
      if (renderer.isUnfinished?.(page)) onUnfinished?.(path);
      const file = fileOf(path);
      const packed = pack(file, await bytesOf(path, page));
      await Promise.all(roots.map((root) => writePacked(join(root, file), packed)));
      return true;
    });
    // The caller looks at it later; until then it isn't an unhandled rejection.
    written.catch(() => undefined);
    return written;
  };
}

/** Returns the content of a rendered page. Throws if its status says that it isn't the page. */
export async function bytesOf(path: string, response: Response): Promise<Uint8Array> {
  if (response.status !== 200 && !(path === '/404' && response.status === 404)) {
    throw new Error(`${path} was rendered with status ${response.status}`);
  }
  return response.bytes();
}
