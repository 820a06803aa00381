import { parentPort, workerData } from 'node:worker_threads';
import type { PreviewDraft } from '../../contract/publish.ts';
import type { SiteState } from '../../contract/site.ts';
import { isPost } from '../deferred-pages.ts';
import type { PageMessage } from '../render-thread.ts';
import type { Renderer, Target } from '../types.ts';

/** `entry` is the file: URL of the built renderer. */
const { entry, siteUrl }: { entry: string; siteUrl: string } = workerData;

export const renderer = (await import(entry)) as Renderer;

/**
 * Sets the site's settings for a task. A thread runs one task at a time, so they stay until it
 * ends.
 */
export function renderWith(site: SiteState | undefined): void {
  if (site) renderer.setSite?.(site);
}

/** Does work for each target, with its settings. */
export async function forEachTarget<T>(
  targets: readonly Target[],
  work: (roots: string[]) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const { roots, site } of targets) {
    renderWith(site);
    results.push(await work(roots));
  }
  return results;
}

/** Renders the page of a path. Posts and own pages are timed, because their
 * authors decide how long they take. */
export function renderPage(path: string): Promise<Response> {
  const render = () => renderer.render(siteUrl + path);
  return isPost(path) ? timed(path, render) : render();
}

/** Renders a post that isn't stored. */
export function renderPreview(draft: PreviewDraft): Promise<Response> {
  return timed('/preview/draft', () => renderer.renderPreview(draft));
}

/** Renders a public page for a preview, without its scripts. */
export function renderPagePreview(path: string): Promise<Response> {
  return timed(path, () => renderer.renderWithoutScripts(siteUrl + path));
}

/** Reports when a render starts and ends: the publisher ends this thread if it takes too long. */
async function timed<T>(path: string, render: () => Promise<T>): Promise<T> {
  const report = (message: PageMessage) => parentPort?.postMessage(message);
  report({ rendering: path });
  try {
    return await render();
  } finally {
    report({ rendering: null });
  }
}
