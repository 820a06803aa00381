/** The tasks of render threads: `RenderThread` runs each export by its name. */
import { join } from 'node:path';
import type { PreviewDraft } from '../../contract/publish.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { collectGarbageSoon } from '../../memory.ts';
import { renderer, renderPage, renderPreview } from './renderer.ts';

export { publish, writePages } from './publish.ts';
export { renderAll } from './render-all.ts';
export { prepare, writePrepared } from './upcoming.ts';

/** A page as it's sent to another thread. */
export interface Page {
  status: number;
  contentType: string;
  body: Uint8Array;
}

collectGarbageSoon();

/** Does nothing: it starts a thread for the tasks that wait. */
export function wake(): void {}

export async function render(task: { path: string }): Promise<Page> {
  return pageOf(await renderPage(task.path));
}

export async function preview(task: { draft: PreviewDraft }): Promise<Page> {
  return pageOf(await renderPreview(task.draft));
}

/** Renders a post's share picture and writes it into the roots; null without such a post. */
export async function renderOg({ roots, slug }: { roots: string[]; slug: string }) {
  const bytes = await renderer.renderOg(slug);
  if (!bytes) return null;
  await Promise.all(roots.map((root) => atomicWrite(join(root, 'og', `${slug}.jpg`), bytes)));
  return bytes;
}

/** See `Renderer.searchEntries`. */
export const { searchEntries } = renderer;

async function pageOf(response: Response): Promise<Page> {
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    body: await response.bytes(),
  };
}
