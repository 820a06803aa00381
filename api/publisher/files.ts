import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { atomicWrite, atomicWriteAll } from '../files/atomic-write.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

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
 * Compresses a file on this thread. For a page that's less work than handing it to the thread pool
 * (1.1 ms, not 1.6). `quality` is Brotli's; 11 is for assets, which are compressed once a build.
 */
export function pack(path: string, bytes: Uint8Array, quality = defaultQuality(path)): Packed {
  if (!isCompressed(path, bytes)) return { bytes };
  const br = brotliCompressSync(bytes, {
    ...brotliOptions(bytes.byteLength, quality),
    chunkSize: CHUNK,
  });
  const gz = gzipSync(bytes, { ...gzipOptions(quality), chunkSize: CHUNK });
  return { bytes, variants: { br, gz } };
}

/** Writes a file with its `.br` and `.gz`; compresses on other threads. */
export async function writeServed(path: string, bytes: Uint8Array): Promise<void> {
  if (!isCompressed(path, bytes)) return writePacked(path, { bytes });
  const [br, gz] = await Promise.all([
    toBrotli(bytes, brotliOptions(bytes.byteLength, defaultQuality(path))),
    toGzip(bytes, gzipOptions(defaultQuality(path))),
  ]);
  return writePacked(path, { bytes, variants: { br, gz } });
}

/** Writes a file and its variants, all of them or none. Throws the file system's error. */
export async function writePacked(path: string, { bytes, variants }: Packed): Promise<void> {
  if (!variants) {
    // Variants of an earlier, longer file would be served instead.
    if (COMPRESSIBLE.test(path)) {
      await Promise.all([rm(`${path}.br`, { force: true }), rm(`${path}.gz`, { force: true })]);
    }
    return atomicWrite(path, bytes);
  }
  // The variants first: clients that see the new page may already ask for them.
  await atomicWriteAll([
    { path: `${path}.br`, data: variants.br },
    { path: `${path}.gz`, data: variants.gz },
    { path, data: bytes },
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

function defaultQuality(path: string): number {
  return path.endsWith('.xml') ? FEED_EFFORT : PAGE_EFFORT;
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
