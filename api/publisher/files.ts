import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A file that is complete on disk under a temporary name. */
interface Staged {
  /** Puts it in the place of the old file. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

async function stage(path: string, bytes: Uint8Array, sync: boolean): Promise<Staged> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const discard = () => rm(temporary, { force: true });
  try {
    const file = await open(temporary, 'wx').catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(dirname(path), { recursive: true });
      return open(temporary, 'wx');
    });
    try {
      await file.writeFile(bytes);
      if (sync) await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { commit: () => rename(temporary, path), discard };
}

/**
 * Writes a file whole: into a temporary file beside it, synced, then renamed over the old one. Killed at
 * any instant, the old file or the new one is there, never a part. Makes missing folders.
 * Throws what the file system throws, and leaves no temporary file then. Without `sync` a power cut (not a
 * killed process) may still lose it.
 */
export async function writeWhole(path: string, bytes: Uint8Array, sync = true): Promise<void> {
  await commitAll([stage(path, bytes, sync)]);
}

/** Commits files in this order, once all of them are staged; when one cannot be, none is. */
async function commitAll(files: Promise<Staged>[]): Promise<void> {
  const outcomes = await Promise.allSettled(files);
  const staged = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    for (const file of staged) await file.commit();
  } catch (error) {
    await Promise.all(staged.map((file) => file.discard()));
    throw error;
  }
}

const COMPRESSIBLE = /\.(html|css|js|mjs|json|xml|svg|txt|webmanifest|md)$/;
/** Below this, headers cost more than compression saves. */
const MIN_COMPRESSED_BYTES = 256;

/**
 * Writes a file with its `.br` and `.gz` beside it, where the type gains from that. `effort` is the
 * Brotli quality: 4 keeps a publish fast (with gzip 3, half the time of 5 and 5 for 6 % more bytes), 11 is for assets that are compressed once a build. `sync: false`
 * leaves it to the caller to sync.
 */
export async function writeServed(
  path: string,
  bytes: Uint8Array,
  { effort = 4, sync = true }: { effort?: number; sync?: boolean } = {},
): Promise<void> {
  if (!COMPRESSIBLE.test(path)) return writeWhole(path, bytes, sync);
  if (bytes.byteLength < MIN_COMPRESSED_BYTES) {
    // Those of a longer file before it would be served instead of it.
    await Promise.all([rm(`${path}.br`, { force: true }), rm(`${path}.gz`, { force: true })]);
    return writeWhole(path, bytes, sync);
  }
  const br = toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      // A larger window than the file finds nothing more, and its memory would press the collector.
      [constants.BROTLI_PARAM_LGWIN]: windowOf(bytes.byteLength),
    },
  });
  const gz = toGzip(bytes, { level: effort > 4 ? 9 : 3 });
  // The variants first: whoever sees the new page may already ask for them.
  await commitAll([
    br.then((compressed) => stage(`${path}.br`, compressed, sync)),
    gz.then((compressed) => stage(`${path}.gz`, compressed, sync)),
    stage(path, bytes, sync),
  ]);
}

function windowOf(length: number): number {
  const bits = Math.ceil(Math.log2(length));
  return Math.min(
    Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_DEFAULT_WINDOW,
  );
}

/** Removes a file with its compressed variants; one that is not there is no error. */
export async function removeServed(path: string): Promise<void> {
  await Promise.all(['', '.br', '.gz'].map((suffix) => rm(`${path}${suffix}`, { force: true })));
}

/**
 * The file of a page: `/about` is `about/index.html`, `/rss.xml` is `rss.xml`. Takes a path of the site
 * (decoded, beginning with `/`), gives it relative to the root of the site.
 */
export function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  if (path === '/404') return '404.html';
  return /\.[a-z0-9]+$/i.test(path) ? path.slice(1) : join(path.slice(1), 'index.html');
}

/** Removes what a killed process left half-written beside the files of these pages and in the root. */
export async function removeTemporaries(root: string, paths: string[]): Promise<void> {
  const folders = new Set([root, ...paths.map((path) => dirname(join(root, fileOf(path))))]);
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
    }
  }
}
