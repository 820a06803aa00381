/** The tasks of render threads: `RenderThread` runs each export by name. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PagePreview, PreviewDraft } from '../../contract/publish.ts';
import type { SearchEntry } from '../../contract/search.ts';
import type { SiteState } from '../../contract/site.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { collectGarbageSoon } from '../../memory.ts';
import { pictureFile } from '../picture-files.ts';
import type { SentPage } from '../types.ts';
import { renderer, renderPage, renderPagePreview, renderPreview, renderWith } from './renderer.ts';

export { publish, writePages } from './publish.ts';
export { countPages, renderAll } from './render-all.ts';

collectGarbageSoon();

/** Does nothing: it starts a thread for waiting tasks. */
export function wake(): void {}

export async function render(task: { path: string; site?: SiteState }): Promise<SentPage> {
  renderWith(task.site);
  return pageOf(await renderPage(task.path));
}

export async function preview(task: { draft: PreviewDraft; site?: SiteState }): Promise<SentPage> {
  renderWith(task.site);
  return pageOf(await renderPreview(task.draft));
}

export async function previewPage(task: PagePreview): Promise<SentPage> {
  renderWith(task.site);
  return pageOf(await renderPagePreview(task.path));
}

/**
 * Draws the share picture of a post into the roots, unless it exists. Returns the hash of its
 * content, or `null` if there is no such post. With `hash`, draws only the picture with this hash.
 */
export async function drawPicture(task: {
  roots: string[];
  slug: string;
  hash?: string;
  site?: SiteState;
}) {
  renderWith(task.site);
  const { roots, slug } = task;
  const picture = await renderer.sharePicture(slug);
  if (!picture) return null;
  const { hash } = picture;
  const files = roots.map((root) => join(root, pictureFile(slug, hash)));
  if ((task.hash ?? hash) !== hash || files.every(existsSync)) return hash;
  const bytes = await picture.draw();
  await Promise.all(files.map((file) => atomicWrite(file, bytes)));
  await removeFormer(files);
  return hash;
}

/** Deletes pictures of former titles next to these. */
async function removeFormer(files: string[]): Promise<void> {
  for (const file of files) {
    const names = await readdir(dirname(file));
    const former = names.filter((name) => name.endsWith('.png') && name !== basename(file));
    await Promise.all(former.map((name) => rm(join(dirname(file), name), { force: true })));
  }
}

/** See `Renderer`. */
export const { commentLists } = renderer;

/** See `Renderer`. */
export function searchEntries(task: { ids: string[]; site?: SiteState }): Promise<SearchEntry[]> {
  renderWith(task.site);
  return renderer.searchEntries({ ids: task.ids });
}

async function pageOf(response: Response): Promise<SentPage> {
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    body: await response.bytes(),
  };
}
