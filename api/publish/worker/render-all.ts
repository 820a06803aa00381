import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { asUnavailable } from '../../../db/errors.ts';
import type { SiteState } from '../../contract/site.ts';
import { errorMessage } from '../../errors.ts';
import { collectGarbageSoon } from '../../memory.ts';
import { fileOf, pack, writeUnsynced } from '../files.ts';
import type { FailedPage, RenderedPart } from '../types.ts';
import { bytesOf } from './pages.ts';
import { renderer, renderPage, renderWith } from './renderer.ts';

const PROGRESS_EVERY_MS = 100;

export interface RenderAllTask {
  root: string;
  site: SiteState;
  /** Receives the growing number of rendered pages. */
  port: MessagePort;
  /** The site is split into `parts`; this task renders number `part`, counted from 0. */
  part: number;
  parts: number;
  /** Paths to leave out. */
  skip: ReadonlySet<string>;
  /** The task ends after this time, so others get their turn. */
  maxMs: number;
}

/**
 * Renders the site, or one part of it, into a folder. Keeps existing pages: an earlier task wrote
 * them, or they were published in the meantime. Skips and reports a page that can't be rendered.
 * Throws if a file can't be written (a full disk would leave holes) or the database is unavailable.
 * The caller syncs all files at once: syncing each takes minutes with 10,000 posts.
 */
export async function renderAll(task: RenderAllTask): Promise<RenderedPart> {
  const { root, site, port, part, parts, skip, maxMs } = task;
  renderWith(site);
  /** When this task reached the first page without a file. */
  let started: number | undefined;
  let rendered = 0;
  const failed: FailedPage[] = [];
  let reportedAt = performance.now();
  for await (const path of renderer.allPaths()) {
    // Split by path: positions in the list change with every new post.
    if (crc32(path) % parts !== part || skip.has(path)) continue;
    const file = fileOf(path);
    const isMissing = !existsSync(join(root, file));
    try {
      if (isMissing) {
        started ??= performance.now();
        const page = await renderFinished(path);
        // Its posts were deleted in the meantime.
        if (page.status === 404 && path !== '/404') continue;
        writeUnsynced(join(root, file), pack(file, await bytesOf(path, page)));
      }
      rendered++;
    } catch (error) {
      if (isFileError(error) || asUnavailable(error)) throw error;
      failed.push({ path, error: errorMessage(error) });
    }
    if (performance.now() - reportedAt >= PROGRESS_EVERY_MS) {
      reportedAt = performance.now();
      port.postMessage(rendered);
    }
    // Existing pages don't count: a task that only skips thousands of them would never finish the
    // render.
    if (isMissing && performance.now() - (started ?? 0) >= maxMs) {
      return { rendered, failed, isDone: false };
    }
    // Without a turn of the event loop, the heap grows until the thread dies, and visits wait.
    await setImmediate();
  }
  collectGarbageSoon();
  return { rendered, failed, isDone: true };
}

/** Returns how many pages `renderAll` will render. */
export async function countPages(): Promise<number> {
  return (await renderer.countPaths?.()) ?? 0;
}

/** Renders an unfinished page once more: by now, work such as compiling grammars is done. */
async function renderFinished(path: string): Promise<Response> {
  const page = await renderPage(path);
  return renderer.isUnfinished?.(page) ? renderPage(path) : page;
}

/** Only file system errors have both `errno` and `syscall`. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && 'syscall' in error;
}
