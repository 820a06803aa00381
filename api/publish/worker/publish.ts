import type { MessagePort } from 'node:worker_threads';
import { asUnavailable } from '../../../db/errors.ts';
import { addressOf, isPageSlug, isReplaceable } from '../../contract/addresses.ts';
import { errorMessage } from '../../errors.ts';
import { removeEmptied, removeFormerLists, removePage, removePost } from '../files.ts';
import type { BatchResult, Change, ChangeResult, Target } from '../types.ts';
import { createPageWriter } from './pages.ts';
import { forEachTarget, renderer } from './renderer.ts';

/** These show every change at once; other shared pages (sitemap, archive) may follow later. */
const URGENT = new Set(['/', '/rss.xml']);
/** The page at a former address of a post. */
const MOVED = /^\/post\/([a-z0-9-]+)\.html$/;

export interface PublishTask {
  targets: Target[];
  changes: Change[];
  /** Receives the posts for the search index, which is written in parallel. */
  port?: MessagePort | undefined;
}

/**
 * Publishes changes into every root. A post that can't be rendered is reported in its result and
 * doesn't stop the others. Shared pages are rendered once for all changes. After a removal, only
 * the pages of other posts are deferred; no other page may show the post. Throws if a shared page
 * can't be rendered or a file can't be written.
 */
export async function publish({ targets, changes, port }: PublishTask): Promise<BatchResult> {
  const [first] = targets;
  const parts = await forEachTarget(targets, (roots) =>
    // The search index has the entries of the release being served.
    publishInto(roots, changes, roots === first?.roots ? port : undefined),
  );
  const [served, ...others] = parts;
  if (served === undefined) throw new Error('There is no release to publish to');
  const results = served.results.map((result, at) =>
    result.error === undefined
      ? (others.find((part) => part.results[at]?.error !== undefined)?.results[at] ?? result)
      : result,
  );
  const deferred = new Set(parts.flatMap((part) => part.deferred));
  return { results, paths: served.paths, deferred: [...deferred] };
}

async function publishInto(
  roots: string[],
  changes: Change[],
  port: MessagePort | undefined,
): Promise<BatchResult> {
  const deferred = new Set<string>();
  const write = createPageWriter(roots, (path) => deferred.add(path));
  const shared = new Map<string, Promise<boolean>>();
  const hasRemovals = changes.some(({ action }) => action === 'remove');
  const isBulk = changes.every((change) => change.isBulk);
  const rendered = new Set(changes.flatMap((one) => (one.isWritten ? [] : [pathOf(one)])));
  const writeShared = (path: string) => {
    // Pages of this batch are rendered after all of its changes.
    if (shared.has(path) || rendered.has(path)) return;
    const isNow =
      MOVED.test(path) || (hasRemovals ? !path.startsWith('/post/') : URGENT.has(path) && !isBulk);
    if (isNow) shared.set(path, write(path));
    else deferred.add(path);
  };
  for (const path of URGENT) writeShared(path);
  const removing = Promise.all([
    removeFormerLists(roots, 'author', (names) => renderer.authorsAmong(names)),
    removeFormerLists(roots, 'category', (slugs) => renderer.categoriesAmong(slugs)),
  ]);
  removing.catch(() => undefined);
  const publishing = changes.map((change) => publishOne(change, write, writeShared));
  if (port) await sendSearchEntries(changes, port);
  const results = await Promise.all(publishing);
  await Promise.all(shared.values());
  const moved = await replaceMoved(roots, changes, shared);
  // Last, when no page links to them anymore.
  const gone = changes.filter((_, index) => results[index]?.isGone);
  for (const { slug } of gone) await removePost(roots, slug);
  const isEmptied = changes.some(({ action }, at) => action === 'remove' && !results[at]?.error);
  const emptied = isEmptied ? await removeEmptied(roots, await renderer.pagesOfLists()) : [];
  // Without a database the changes have failed, and are published again later.
  const former = results.some(({ isDatabaseUnavailable }) => isDatabaseUnavailable)
    ? []
    : (await removing).flatMap((paths) => [...paths]);
  return {
    results,
    paths: [...changes.map(pathOf), ...shared.keys(), ...moved, ...emptied, ...former],
    deferred: [...deferred],
  };
}

/**
 * Deletes the files of posts at their former addresses, and outdated pages that say where a post
 * has moved. Returns the paths of the deleted files.
 */
async function replaceMoved(
  roots: string[],
  changes: readonly Change[],
  shared: ReadonlyMap<string, Promise<boolean>>,
): Promise<string[]> {
  const deleted: string[] = [];
  for (const [path, isWritten] of shared) {
    const slug = MOVED.exec(path)?.[1];
    if (slug === undefined) continue;
    if (await isWritten) await removePost(roots, slug);
    else await removePage(roots, `/post/${slug}.html`);
    deleted.push(`/post/${slug}`);
  }
  // A post may be back at a former address.
  for (const { slug } of changes) {
    if (isPageSlug(slug)) continue;
    if (!shared.has(`/post/${slug}.html`)) await removePage(roots, `/post/${slug}.html`);
  }
  return deleted;
}

/**
 * Renders from the database, not from the change: a published post may have been deleted since, and
 * another may have the slug of a removed one.
 */
async function publishOne(
  change: Change,
  write: (path: string) => Promise<boolean>,
  writeShared: (path: string) => void,
): Promise<ChangeResult> {
  const { postId, action, isWritten } = change;
  const started = performance.now();
  const own = pathOf(change);
  try {
    const page = isWritten ? true : write(own);
    for (const path of await renderer.affectedPaths(change)) {
      if (path !== own) writeShared(path);
    }
    // If another post with this slug fails, its own change reports it. A built-in screen always has
    // a page.
    const mayBeGone = action === 'remove' && !isReplaceable(own);
    const exists = mayBeGone ? await Promise.resolve(page).catch(() => false) : await page;
    return { postId, renderMs: performance.now() - started, ...(!exists && { isGone: true }) };
  } catch (error) {
    const isDatabaseUnavailable = asUnavailable(error) !== undefined;
    const renderMs = performance.now() - started;
    return { postId, error: errorMessage(error), isDatabaseUnavailable, renderMs };
  }
}

function pathOf({ slug }: Change): string {
  return addressOf(slug);
}

/** On an error the receiver asks again when the port closes. */
async function sendSearchEntries(changes: readonly Change[], port: MessagePort): Promise<void> {
  const ids = changes.flatMap(({ action, postId }) => (action === 'publish' ? [postId] : []));
  try {
    port.postMessage(await renderer.searchEntries({ ids }));
  } catch {
    // The pages matter more, and will report a database error.
  } finally {
    port.close();
  }
}

/**
 * Renders pages and writes them into every root. Skips pages of deleted posts. If a page can't be
 * rendered or written, throws after trying all of them.
 */
export async function writePages(task: { targets: Target[]; paths: string[] }): Promise<void> {
  const parts = await forEachTarget(task.targets, (roots) =>
    Promise.allSettled(task.paths.map(createPageWriter(roots))),
  );
  for (const outcome of parts.flat()) if (outcome.status === 'rejected') throw outcome.reason;
}
