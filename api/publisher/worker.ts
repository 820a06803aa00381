import { existsSync } from 'node:fs';
import { glob, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { parentPort, workerData } from 'node:worker_threads';
import type { PreviewDraft } from '../contract/publish.ts';
import type { SearchEntry } from '../contract/search.ts';
import { atomicWrite } from '../files/atomic-write.ts';
import { collectGarbageSoon } from '../memory.ts';
import { fileOf, pack, removeServed, writeDraft, writePacked } from './files.ts';
import type { PageMessage } from './render-thread.ts';

/** What the built renderer exports (src/renderer.ts); the only thing that the server takes from `src`. */
export interface Renderer {
  /** Renders the page of an absolute URL. */
  render(url: string): Promise<Response>;
  /** Renders a post that is not stored. */
  renderPreview(draft: PreviewDraft): Promise<Response>;
  /** Every path that a change of this post touches, the post's own page first. */
  affectedPaths(change: Change): Promise<string[]>;
  /** Every path of the whole site. */
  allPaths(): AsyncIterable<string>;
  /** The picture that is shown where a post is shared; `slug` "default" is for all other pages; null: no such post. */
  renderOg(slug: string): Promise<Uint8Array | null>;
  /** Posts as the search index holds them. */
  searchEntries(which: { ids: string[] }): Promise<SearchEntry[]>;
}

export interface Change {
  action: 'publish' | 'remove';
  postId: string;
  slug: string;
  /** The post's own page is written already; the pages that list it are not. */
  isWritten?: boolean;
}

/** How the publish of one post went. Durations in milliseconds. */
export interface ChangeResult {
  postId: string;
  /** Why the page could not be rendered; absent when all is well. */
  error?: string;
  renderMs: number;
}

export interface BatchResult {
  results: ChangeResult[];
  /** Paths whose files were written or removed. */
  paths: string[];
  /** Paths whose files are out of date now, for `writePages`. */
  late: string[];
}

interface WorkerSettings {
  /** file: URL of the built renderer. */
  entry: string;
  siteUrl: string;
}

const { entry, siteUrl } = settings();
const renderer = (await import(entry)) as Renderer;
collectGarbageSoon();

function settings(): WorkerSettings {
  // Piscina wraps what it was given; ours is the second part.
  const data: unknown = Array.isArray(workerData) ? workerData[1] : workerData;
  return data as WorkerSettings;
}

const PREVIEW_PATH = '/preview/draft';

/** How often a full render tells how far it is. */
const TELL_EVERY_MS = 100;

/** Renders, and lets the publisher know since when: it ends this thread if a page takes too long. */
async function watched(path: string, page: () => Promise<Response>): Promise<Response> {
  const tell = (message: PageMessage) => parentPort?.postMessage(message);
  tell({ rendering: path });
  try {
    return await page();
  } finally {
    tell({ rendering: null });
  }
}

/** Only what an author wrote can take long; the other pages are the same for all sites. */
function renderPage(path: string): Promise<Response> {
  const render = () => renderer.render(siteUrl + path);
  return path.startsWith('/post/') ? watched(path, render) : render();
}

/** What shows a new post at once; other shared pages (sitemap, archive) may follow. */
const URGENT = new Set(['/', '/rss.xml']);

/**
 * Publishes a batch of changes into every given root. A post that cannot be rendered is reported in its
 * result and holds up no other; shared pages are rendered once for the batch, and of those that only list
 * posts for the record it tells the paths. After a removal no page may show the post: all are rendered.
 * Throws when a shared page cannot be rendered or a file cannot be written. The port, if there is one, gets the
 * posts as the search index holds them as soon as they are read: that file is written meanwhile.
 */
export async function publish(task: {
  roots: string[];
  changes: Change[];
  port?: MessagePort | undefined;
}): Promise<BatchResult> {
  const shared = new Map<string, Promise<void>>();
  const late = new Set<string>();
  const hasRemoval = task.changes.some(({ action }) => action === 'remove');
  let rendering: Promise<unknown> = Promise.resolve();
  // One page after another is rendered, while those before it are written.
  const begin = (path: string) => {
    const response = rendering.then(() => renderPage(path));
    rendering = response.catch(() => undefined);
    const page = response.then((page) => writeResponse(task.roots, path, page));
    // A failure is looked at further down; until then it must not count as one that nobody looks at.
    page.catch(() => undefined);
    return page;
  };
  const publishing = task.changes.map(async (change): Promise<ChangeResult> => {
    const started = performance.now();
    const own = `/post/${change.slug}`;
    try {
      const isOwn = change.action === 'publish' && !change.isWritten;
      const page = isOwn ? begin(own) : undefined;
      for (const path of await renderer.affectedPaths(change)) {
        if (path === own || shared.has(path)) continue;
        if (hasRemoval || URGENT.has(path)) shared.set(path, begin(path));
        else late.add(path);
      }
      await page;
      return { postId: change.postId, renderMs: performance.now() - started };
    } catch (error) {
      const renderMs = performance.now() - started;
      return { postId: change.postId, error: messageOf(error), renderMs };
    }
  });
  if (task.port) await tellEntries(task.changes, task.port);
  const results = await Promise.all(publishing);
  await Promise.all(shared.values());
  // Last, when nothing links there any more.
  for (const change of task.changes) {
    if (change.action === 'remove') await removePost(task.roots, change.slug);
  }
  const emptied = new Set<string>();
  // Only then `shared` names every page of the archive.
  const isRemoval = results.some(
    ({ error }, index) => error === undefined && task.changes[index]?.action === 'remove',
  );
  if (isRemoval)
    for (const root of task.roots) await removeEmptyMonths(root, shared.keys(), emptied);
  const own = task.changes.map((change) => `/post/${change.slug}`);
  return { results, paths: [...own, ...shared.keys(), ...emptied], late: [...late] };
}

/**
 * Renders pages anew and writes them into every given root; one that is no more is left as it is, its post's
 * removal has seen to it. Throws when one cannot be rendered or written, once all have been tried.
 */
export async function writePages(task: { roots: string[]; paths: string[] }): Promise<void> {
  let rendering: Promise<unknown> = Promise.resolve();
  const rewrite = async (path: string) => {
    const rendered = rendering.then(() => renderPage(path));
    rendering = rendered.catch(() => undefined);
    const response = await rendered;
    if (response.status !== 404) await writeResponse(task.roots, path, response);
  };
  const outcomes = await Promise.allSettled(task.paths.map(rewrite));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

interface Page {
  status: number;
  contentType: string;
  body: Uint8Array;
}

/** Renders one page without writing it. */
export async function render(task: { path: string }): Promise<Page> {
  return pageOf(await renderPage(task.path));
}

/** Renders a post that is not stored. */
export async function preview(task: { draft: PreviewDraft }): Promise<Page> {
  return pageOf(await watched(PREVIEW_PATH, () => renderer.renderPreview(task.draft)));
}

async function pageOf(response: Response): Promise<Page> {
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    body: await response.bytes(),
  };
}

/**
 * Renders the whole site into a folder that nobody reads yet, or as one of `parts` threads its share. Tells the port how far
 * it is, as `{ rendered, failed }`, and gives the counts at the end. A page that cannot be rendered is skipped
 * and named; throws when a file cannot be written (a full disk would leave a site with holes). The files are
 * not synced one by one (that alone would take minutes at 10,000 posts): the caller syncs once, before the
 * folder is used. With `skip` it goes on where a thread was ended: leaves out these paths, and those that have files.
 */
export async function renderAll(task: {
  root: string;
  port: MessagePort;
  part: number;
  parts: number;
  skip: string[];
}): Promise<{ rendered: number; failed: { path: string; error: string }[] }> {
  let rendered = 0;
  const failed: { path: string; error: string }[] = [];
  let index = 0;
  let told = performance.now();
  for await (const path of renderer.allPaths()) {
    if (index++ % task.parts !== task.part || task.skip.includes(path)) continue;
    const file = fileOf(path);
    if (task.skip.length > 0 && existsSync(join(task.root, file))) {
      rendered++;
      continue;
    }
    try {
      const bytes = await bytesOf(path, await renderPage(path));
      writeDraft(join(task.root, file), pack(file, bytes));
      rendered++;
    } catch (error) {
      if (isFileError(error)) throw error;
      failed.push({ path, error: messageOf(error) });
    }
    if (performance.now() - told >= TELL_EVERY_MS) {
      told = performance.now();
      task.port.postMessage({ rendered, failed: failed.length });
    }
    // Without a turn of the event loop the heap grows until the thread dies, and whoever wants a page waits.
    await setImmediate();
  }
  collectGarbageSoon();
  return { rendered, failed };
}

/** Renders the picture for sharing a post and writes it into the roots; null when there is no such post. */
export async function renderOg(task: {
  roots: string[];
  slug: string;
}): Promise<Uint8Array | null> {
  const bytes = await renderer.renderOg(task.slug);
  if (!bytes) return null;
  await Promise.all(
    task.roots.map((root) => atomicWrite(join(root, 'og', `${task.slug}.jpg`), bytes)),
  );
  return bytes;
}

/** Whoever waits at the port asks once more when nothing comes. */
async function tellEntries(changes: readonly Change[], port: MessagePort): Promise<void> {
  const ids = changes.flatMap(({ action, postId }) => (action === 'publish' ? [postId] : []));
  try {
    port.postMessage(await renderer.searchEntries({ ids }));
  } catch {
    // The pages count more, and a failure of the database is theirs too.
  } finally {
    port.close();
  }
}

/** Gives posts as the search index holds them; those that are gone are left out. */
export async function searchEntries(task: { ids: string[] }): Promise<SearchEntry[]> {
  return renderer.searchEntries(task);
}

async function writeResponse(roots: string[], path: string, response: Response): Promise<void> {
  const file = fileOf(path);
  const packed = pack(file, await bytesOf(path, response));
  await Promise.all(roots.map((root) => writePacked(join(root, file), packed)));
}

async function bytesOf(path: string, response: Response): Promise<Uint8Array> {
  if (response.status !== 200 && !(path === '/404' && response.status === 404)) {
    throw new Error(`${path} was rendered with status ${response.status}`);
  }
  return response.bytes();
}

/** Removes pages of the archive that have no post any more: `shared` has all that do. Adds to `emptied`. */
async function removeEmptyMonths(
  root: string,
  shared: Iterable<string>,
  emptied: Set<string>,
): Promise<void> {
  const written = new Set(Array.from(shared, fileOf));
  for await (const file of glob('archive/**/index.html', { cwd: root })) {
    if (written.has(file)) continue;
    await removeServed(join(root, file));
    emptied.add(`/${dirname(file)}`);
  }
}

async function removePost(roots: string[], slug: string): Promise<void> {
  for (const root of roots) {
    const file = join(root, fileOf(`/post/${slug}`));
    await removeServed(file);
    await rm(dirname(file), { recursive: true, force: true });
    await rm(join(root, 'og', `${slug}.jpg`), { force: true });
  }
}

/** The errors of the file system have the number of the system call's failure; no other error has. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && 'syscall' in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
