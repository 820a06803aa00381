import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { glob, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { addressOf, isPageSlug } from '../contract/addresses.ts';
import { LIST_PATH } from '../contract/pages.ts';
import { atomicWrite, atomicWriteAll } from '../files/atomic-write.ts';
import { removePictures } from './picture-files.ts';

const COMPRESSIBLE = /\.(html|css|js|mjs|json|xml|svg|txt|webmanifest|md)$/;
/** Below this, headers cost more than compression saves. */
const MIN_COMPRESSED_BYTES = 256;

/** For fast publishing. Brotli 5 saves 6 % over brotli 4, for half a millisecond more per page. */
const POST = { br: 5, gz: 3 };
/**
 * Feeds and sitemaps are long and change with every publish: these levels take a third of the time,
 * for files that are 5 % larger.
 */
const FEED = { br: 1, gz: 1 };
/** For pages without lists of posts, which are rarely written: 6 % smaller. */
const PAGE = { br: 9, gz: 9 };
/** For files compressed once per build. */
export const ASSET = { br: 11, gz: 9 };

/** A file and, if they're smaller, its compressed variants. */
export interface Packed {
  bytes: Uint8Array;
  variants?: { br: Uint8Array; gz: Uint8Array };
}

function effortOf(path: string) {
  if (path.endsWith('.xml')) return FEED;
  const hasPosts = /^(post|archive)\/|^index\.html$|\.json$/.test(path);
  return hasPosts || LIST_PATH.test(`/${path}`) ? POST : PAGE;
}

/** Compresses on this thread: for a page, that costs less than the thread pool. */
export function pack(path: string, bytes: Uint8Array, effort = effortOf(path)): Packed {
  if (!COMPRESSIBLE.test(path) || bytes.byteLength < MIN_COMPRESSED_BYTES) return { bytes };
  const bits = Math.max(Math.ceil(Math.log2(bytes.byteLength)), constants.BROTLI_MIN_WINDOW_BITS);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort.br,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    // A window larger than the file would only take memory.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(bits, constants.BROTLI_DEFAULT_WINDOW),
  };
  const br = brotliCompressSync(bytes, { params });
  return { bytes, variants: { br, gz: gzipSync(bytes, { level: effort.gz }) } };
}

/** Writes a file and its variants, all or none. Throws the file system's error. */
export async function writePacked(path: string, { bytes, variants }: Packed): Promise<void> {
  if (!variants) {
    // Otherwise the variants of an earlier, longer file would be served.
    if (COMPRESSIBLE.test(path)) {
      await Promise.all([rm(`${path}.br`, { force: true }), rm(`${path}.gz`, { force: true })]);
    }
    return await atomicWrite(path, bytes);
  }
  // Variants first: clients that see the new page may already request them.
  const files = [
    { path: `${path}.br`, data: variants.br },
    { path: `${path}.gz`, data: variants.gz },
    { path, data: bytes },
  ];
  await atomicWriteAll(files);
}

/** The same without syncing, for a folder that isn't used after a crash. */
export function writeUnsynced(path: string, { bytes, variants }: Packed): void {
  mkdirSync(dirname(path), { recursive: true });
  const write = (target: string, data: Uint8Array) => {
    // Rename only complete files: the first release is served while it's being rendered.
    writeFileSync(`${target}.new.tmp`, data);
    renameSync(`${target}.new.tmp`, target);
  };
  if (variants) {
    write(`${path}.br`, variants.br);
    write(`${path}.gz`, variants.gz);
  }
  write(path, bytes);
}

/** Deletes a file and its compressed variants, if they exist. */
async function removeServed(path: string): Promise<void> {
  await Promise.all(['', '.br', '.gz'].map((suffix) => rm(`${path}${suffix}`, { force: true })));
}

/** The page of an author, whose username may contain dots. Excludes the pages below it. */
const AUTHOR = /^\/author\/[^/]+$/;

/**
 * Returns the file of a page, relative to the root of the site: `/about` is `about/index.html`,
 * `/rss.xml` is `rss.xml`. Takes a decoded path that begins with `/`.
 */
export function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  if (path === '/404') return '404.html';
  if (path === '/_redirects') return '_redirects';
  const isFile = /\.[a-z0-9]+$/i.test(path) && !AUTHOR.test(path);
  return isFile ? path.slice(1) : join(path.slice(1), 'index.html');
}

/** Deletes temporary files that a killed process left in the root and next to these pages. */
export async function removeTemporaries(root: string, paths: string[]): Promise<void> {
  const folders = new Set([root, ...paths.map((path) => dirname(join(root, fileOf(path))))]);
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
    }
  }
}

/** Deletes the file of a page that no longer exists. */
export async function removePage(roots: string[], path: string): Promise<void> {
  await Promise.all(roots.map((root) => removeServed(join(root, fileOf(path)))));
}

/** Deletes the files of a post. */
export async function removePost(roots: string[], slug: string): Promise<void> {
  for (const root of roots) {
    const file = join(root, fileOf(addressOf(slug)));
    await removeServed(file);
    await rm(dirname(file), { recursive: true, force: true });
  }
  if (!isPageSlug(slug)) await removePictures(roots, slug);
}

/**
 * Deletes archive pages and parts of the sitemap that aren't in `paths`, which lists all that have
 * posts. Returns the paths of the deleted ones.
 */
export async function removeEmptied(roots: string[], paths: Iterable<string>) {
  const written = new Set(Array.from(paths, fileOf));
  const emptied = new Set<string>();
  for (const root of roots) {
    for await (const file of glob(['archive/**/index.html', 'sitemap-*.xml'], { cwd: root })) {
      if (written.has(file)) continue;
      await removeServed(join(root, file));
      emptied.add(`/${file.replace(/\/index\.html$/, '')}`);
    }
  }
  return emptied;
}

/**
 * Deletes the pages of authors who were deleted or renamed, or of categories without posts.
 * `findCurrent` returns which of some names in the folder have posts. Returns the paths of the
 * deleted pages.
 */
export async function removeFormerLists(
  roots: string[],
  list: 'author' | 'category',
  findCurrent: (names: string[]) => Promise<string[]>,
): Promise<Set<string>> {
  const removed = new Set<string>();
  for (const root of roots) {
    const names = await readdir(join(root, list)).catch(() => []);
    if (names.length === 0) continue;
    const current = new Set(await findCurrent(names));
    for (const name of names.filter((one) => !current.has(one))) {
      const folder = join(list, name);
      for await (const file of glob('**/{index.html,rss.xml}', { cwd: join(root, folder) })) {
        removed.add(`/${join(folder, file).replace(/\/index\.html$/, '')}`);
      }
      await rm(join(root, folder), { recursive: true, force: true });
    }
  }
  return removed;
}
