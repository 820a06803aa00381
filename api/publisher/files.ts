import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

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

/** Keeps a publish fast: with gzip 3, half the time of 5 and 5 for 6 % more bytes. */
const PAGE_EFFORT = 4;
/** Feeds and sitemaps are long, read by machines, and written anew with every publish: a third of the time for 5 % more. */
const FEED_EFFORT = 1;

/** Each compression keeps its last piece of output for as long as V8 does not look through the whole heap. */
const CHUNK = 4096;

/** What is written of a file: itself and, where its type gains from that, its compressed variants. */
interface Packed {
  bytes: Uint8Array;
  variants?: { br: Uint8Array; gz: Uint8Array };
}

/**
 * Compresses a file on this thread. For pages that is less work than to hand it to others (1.1 ms instead of 1.6), and what
 * it took is free at once: Node keeps what its asynchronous forms were given until V8 looks through the whole heap.
 */
export function pack(path: string, bytes: Uint8Array): Packed {
  if (!isCompressed(path, bytes)) return { bytes };
  const effort = path.endsWith('.xml') ? FEED_EFFORT : PAGE_EFFORT;
  const { byteLength } = bytes;
  const br = brotliCompressSync(bytes, { ...brotliOptions(byteLength, effort), chunkSize: CHUNK });
  return {
    bytes,
    variants: { br, gz: gzipSync(bytes, { ...gzipOptions(effort), chunkSize: CHUNK }) },
  };
}

/**
 * Writes a file with its `.br` and `.gz` beside it, where the type gains from that; compresses on other threads. `effort`
 * is the Brotli quality; 11 is for assets that are compressed once a build. `sync: false` leaves it to the caller to sync.
 */
export async function writeServed(
  path: string,
  bytes: Uint8Array,
  { effort = PAGE_EFFORT, sync = true }: { effort?: number; sync?: boolean } = {},
): Promise<void> {
  if (!isCompressed(path, bytes)) return writePacked(path, { bytes }, sync);
  const [br, gz] = await Promise.all([
    toBrotli(bytes, brotliOptions(bytes.byteLength, effort)),
    toGzip(bytes, gzipOptions(effort)),
  ]);
  return writePacked(path, { bytes, variants: { br, gz } }, sync);
}

/** Writes a file and its variants, all of them or none. Throws what the file system throws. */
export async function writePacked(
  path: string,
  { bytes, variants }: Packed,
  sync = true,
): Promise<void> {
  if (!variants) {
    // Those of a longer file before it would be served instead of it.
    if (COMPRESSIBLE.test(path)) {
      await Promise.all([rm(`${path}.br`, { force: true }), rm(`${path}.gz`, { force: true })]);
    }
    return writeWhole(path, bytes, sync);
  }
  // The variants first: whoever sees the new page may already ask for them.
  await commitAll([
    stage(`${path}.br`, variants.br, sync),
    stage(`${path}.gz`, variants.gz, sync),
    stage(path, bytes, sync),
  ]);
}

/**
 * The same for a folder that nobody reads yet: straight into place. Killed meanwhile, it leaves half a file: the whole
 * folder counts for nothing until it is complete. Throws what the file system throws.
 */
export function writeDraft(path: string, { bytes, variants }: Packed): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  if (!variants) return;
  writeFileSync(`${path}.br`, variants.br);
  writeFileSync(`${path}.gz`, variants.gz);
}

function isCompressed(path: string, bytes: Uint8Array): boolean {
  return COMPRESSIBLE.test(path) && bytes.byteLength >= MIN_COMPRESSED_BYTES;
}

function brotliOptions(length: number, effort: number) {
  const bits = Math.max(Math.ceil(Math.log2(length)), constants.BROTLI_MIN_WINDOW_BITS);
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      // A larger window than the file finds nothing more, and its memory would press the collector.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(bits, constants.BROTLI_DEFAULT_WINDOW),
    },
  };
}

function gzipOptions(effort: number) {
  return { level: effort > PAGE_EFFORT ? 9 : Math.min(effort, 3) };
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
