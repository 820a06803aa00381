import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { transportHeaders } from '../http/headers.ts';
import {
  cacheControlOf,
  contentTypeOf,
  type Described,
  isCompressible,
  securityHeadersOf,
} from './headers.ts';
import type { Encoding, Validators } from './negotiate.ts';

/** A file in one encoding, with its headers. */
export interface Variant extends Validators {
  encoding: Encoding;
  size: number;
  /** The bytes, or `undefined` to stream them from `file`. */
  body: Buffer | undefined;
  file: string;
  headers: Record<string, string>;
  /** For responses without the file: 304 and 416. */
  headersWithoutBody: Record<string, string>;
}

/** The response for one address. */
export interface Entry {
  status: number;
  /** Whether clients may store and revalidate it. */
  isStorable: boolean;
  identity: Variant;
  compressed: readonly Variant[];
  /** Whether range requests are supported. */
  hasRanges: boolean;
  /** Bytes of memory. 0 for an entry that must not be cached. */
  bytes: number;
}

/** Larger files are streamed from disk: a few of them would evict every page. */
const MAX_CACHED_FILE = 1024 * 1024;
/** Strings, headers and objects around the bytes of an entry (measured with 1,000 entries). */
const ENTRY_OVERHEAD = 4096;

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EPERM']);

/** Returns the result, or `undefined` if the file doesn't exist or can't be read. */
async function unlessMissing<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Returns the file of an address in a folder: the file with its name, or the index page of the
 * folder with its name. Follows links only to files inside `folder`, which may be a link.
 */
export async function findFile(folder: string, address: string) {
  const root = await unlessMissing(realpath(folder));
  if (root === undefined) return undefined;
  for (const name of [address, join(address, 'index.html')]) {
    const file: string | undefined = await unlessMissing(realpath(join(root, name)));
    if (file === undefined || !(file === root || file.startsWith(root + sep))) return undefined;
    const stats = await unlessMissing(stat(file));
    if (stats?.isFile()) return { file, size: stats.size, modified: stats.mtime };
    if (!stats?.isDirectory()) return undefined;
  }
  return undefined;
}

export async function isFile(file: string): Promise<boolean> {
  return (await unlessMissing(stat(file)))?.isFile() === true;
}

type FileOptions = Omit<Described, 'type'> & { https: boolean };

/** Returns the entry of a file, with its compressed variants (`.br`, `.gz`) on disk. */
export async function entryOfFile(
  { file, size, modified }: { file: string; size: number; modified: Date },
  options: FileOptions,
): Promise<Entry | undefined> {
  const type = contentTypeOf(file.endsWith('.html') ? 'index.html' : options.address);
  const isCached = size <= MAX_CACHED_FILE;
  const hasVariants = isCompressible(type);
  const [identity, br, gzip] = await Promise.all([
    read(file, 'identity', isCached),
    hasVariants ? read(`${file}.br`, 'br', isCached) : undefined,
    hasVariants ? read(`${file}.gz`, 'gzip', isCached) : undefined,
  ]);
  if (!identity) return undefined;
  const compressed = [br, gzip].filter((variant) => variant !== undefined);
  return createEntry(identity, compressed, {
    ...options,
    type,
    modified,
    hasRanges: options.status === 200 && !(hasVariants && isCached),
    isCached,
  });
}

/** Returns the entry of a page that was just rendered. Not cached: the file takes precedence. */
export function entryOfPage(
  { body, contentType }: { body: Buffer; contentType: string },
  options: FileOptions,
): Entry {
  return createEntry(bytesOf('', 'identity', body), [], {
    ...options,
    type: contentType,
    modified: new Date(),
    hasRanges: false,
    isCached: false,
  });
}

type FileBytes = Pick<Variant, 'encoding' | 'size' | 'body' | 'file' | 'etag'>;

async function read(
  file: string,
  encoding: Encoding,
  isCached: boolean,
): Promise<FileBytes | undefined> {
  if (isCached) {
    const body = await unlessMissing(readFile(file));
    return body && bytesOf(file, encoding, body);
  }
  const stats = await unlessMissing(stat(file));
  if (!stats?.isFile()) return undefined;
  const etag = `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}-${encoding}"`;
  return { encoding, size: stats.size, body: undefined, file, etag };
}

function bytesOf(file: string, encoding: Encoding, body: Buffer): FileBytes {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { encoding, size: body.length, body, file, etag };
}

function createEntry(
  identity: FileBytes,
  compressed: FileBytes[],
  options: Described & { modified: Date; https: boolean; hasRanges: boolean; isCached: boolean },
): Entry {
  const { type, status, https, hasRanges, isCached } = options;
  const cacheControl = cacheControlOf(options);
  const isStorable = cacheControl !== 'no-store';
  const lastModified = options.modified.toUTCString();
  const security = securityHeadersOf(options, https);

  const variantOf = (bytes: FileBytes): Variant => {
    const validators = {
      'Cache-Control': cacheControl,
      ...(isStorable && { ETag: bytes.etag, 'Last-Modified': lastModified }),
      ...(compressed.length > 0 && { Vary: 'Accept-Encoding' }),
    };
    const headers = {
      'Content-Type': type,
      'Content-Length': String(bytes.size),
      ...(bytes.encoding !== 'identity' && { 'Content-Encoding': bytes.encoding }),
      ...(hasRanges && { 'Accept-Ranges': 'bytes' }),
      ...validators,
      ...security,
    };
    const headersWithoutBody = { ...validators, ...transportHeaders(https) };
    return { ...bytes, lastModified, headers, headersWithoutBody };
  };

  const total = [identity, ...compressed].reduce((sum, { size }) => sum + size, ENTRY_OVERHEAD);
  return {
    status,
    isStorable,
    identity: variantOf(identity),
    compressed: compressed.map(variantOf),
    hasRanges,
    bytes: isCached ? total : 0,
  };
}
