/**
 * What the threads that render can do: each export is a task that `RenderThread` runs by its name.
 */
import { join } from 'node:path';
import type { PreviewDraft } from '../../contract/publish.ts';
import type { SearchEntry } from '../../contract/search.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { collectGarbageSoon } from '../../memory.ts';
import { renderer, renderPage, renderPreview } from './renderer.ts';

export { publish, writePages } from './publish.ts';
export { renderAll } from './render-all.ts';

/** A page as it's sent to another thread. */
export interface Page {
  status: number;
  contentType: string;
  body: Uint8Array;
}

collectGarbageSoon();

/** Renders one page without writing it. */
export async function render(task: { path: string }): Promise<Page> {
  return pageOf(await renderPage(task.path));
}

/** Renders a post that isn't stored. */
export async function preview(task: { draft: PreviewDraft }): Promise<Page> {
  return pageOf(await renderPreview(task.draft));
}

/**
 * Renders the share picture of a post and writes it into the roots; null if there's no such post.
 */
export async function renderOg(task: {
  roots: string[];
  slug: string;
}): Promise<Uint8Array | null> {
  const bytes = await renderer.renderOg(task.slug);
  if (!bytes) return null;
  const files = task.roots.map((root) => join(root, 'og', `${task.slug}.jpg`));
  await Promise.all(files.map((file) => atomicWrite(file, bytes)));
  return bytes;
}

/** Returns posts as the search index holds them; deleted ones are left out. */
export async function searchEntries(task: { ids: string[] }): Promise<SearchEntry[]> {
  return renderer.searchEntries(task);
}

async function pageOf(response: Response): Promise<Page> {
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    body: await response.bytes(),
  };
}
