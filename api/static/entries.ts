import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { contentTypeOf } from './content-types.ts';
import type { Coding, Validators } from './negotiate.ts';
import { cacheControlOf, type Place, securityHeadersOf, transportHeadersOf } from './places.ts';

/** One way in which a thing can be sent: plain or packed, with its headers ready made. */
export interface Representation extends Validators {
  size: number;
  /** Its bytes, or the file to stream them from. */
  body: Buffer | undefined;
  file: string;
  /** Flat lists of names and values, as `writeHead` takes them. */
  headers: string[];
  headers304: string[];
}

/** All that is needed to answer requests for one address. */
export interface Entry {
  status: number;
  guarded: boolean;
  representations: { identity: Representation } & Partial<Record<Coding, Representation>>;
  /** Parts of it may be asked for. */
  ranges: boolean;
  /** What it weighs in memory; 0: do not keep it. */
  bytes: number;
}

/** Files above this are streamed from disk: a few of them would push every page out of the memory. */
export const MAX_CACHED_FILE = 1024 * 1024;
/** Strings, headers and objects around the bytes of an entry (measured with 1,000 entries: about 4 kB). */
const ENTRY_OVERHEAD = 4096;

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EPERM']);

/** Gives what `look` finds, or undefined when the file system says that there is no such file for us. */
async function unlessMissing<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

interface Found {
  file: string;
  size: number;
  modified: Date;
}

/**
 * Looks for the file of an address in a folder: the file of that name, or the index page of the folder of
 * that name. Links are followed only to files inside the folder (which may be a link itself).
 */
export async function findFile(folder: string, address: string): Promise<Found | undefined> {
  const root = await unlessMissing(realpath(folder));
  if (root === undefined) return undefined;
  const found = await within(root, join(root, address));
  return found === 'folder' ? pageIn(root, join(root, address, 'index.html')) : found;
}

async function pageIn(root: string, file: string): Promise<Found | undefined> {
  const found = await within(root, file);
  return found === 'folder' ? undefined : found;
}

async function within(root: string, wanted: string): Promise<Found | 'folder' | undefined> {
  const file = await unlessMissing(realpath(wanted));
  if (file === undefined || !(file === root || file.startsWith(root + sep))) return undefined;
  const stats = await unlessMissing(stat(file));
  if (stats?.isDirectory()) return 'folder';
  return stats?.isFile() ? { file, size: stats.size, modified: stats.mtime } : undefined;
}

export async function isFile(file: string): Promise<boolean> {
  return (await unlessMissing(stat(file)))?.isFile() === true;
}

interface Part {
  coding: Coding;
  size: number;
  body: Buffer | undefined;
  file: string;
  etag: string;
}

/** Makes the entry of a file, with those of its variants (`.br`, `.gz`) that are there. */
export async function entryOfFile(
  found: Found,
  place: Place,
  status: number,
  https: boolean,
): Promise<Entry | undefined> {
  const { type, compressible } = contentTypeOf(
    found.file.endsWith('.html') ? 'index.html' : place.address,
  );
  const keep = found.size <= MAX_CACHED_FILE;
  const [plain, br, gzip] = await Promise.all([
    partOf(found.file, 'identity', keep),
    compressible ? partOf(`${found.file}.br`, 'br', keep) : undefined,
    compressible ? partOf(`${found.file}.gz`, 'gzip', keep) : undefined,
  ]);
  if (!plain) return undefined;
  const ranges = status === 200 && !(compressible && keep);
  const options = { type, status, https, ranges, modified: found.modified };
  return entryOf([plain, br, gzip], place, {
    ...options,
    keep: keep && !place.address.includes('%'),
  });
}

/** Makes the entry of a page that has just been rendered. It is not kept: the file is the truth. */
export function entryOfPage(
  page: { contentType: string; body: Buffer },
  place: Place,
  https: boolean,
) {
  const part: Part = {
    coding: 'identity',
    size: page.body.length,
    body: page.body,
    file: '',
    etag: hashOf(page.body),
  };
  return entryOf([part], place, {
    type: page.contentType,
    status: 200,
    https,
    ranges: false,
    modified: new Date(),
    keep: false,
  });
}

async function partOf(file: string, coding: Coding, keep: boolean): Promise<Part | undefined> {
  if (keep) {
    const body = await unlessMissing(readFile(file));
    return body && { coding, size: body.length, body, file, etag: hashOf(body) };
  }
  const stats = await unlessMissing(stat(file));
  if (!stats?.isFile()) return undefined;
  const etag = `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}-${coding}"`;
  return { coding, size: stats.size, body: undefined, file, etag };
}

function hashOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

interface EntryOptions {
  type: string;
  status: number;
  https: boolean;
  ranges: boolean;
  modified: Date;
  keep: boolean;
}

function entryOf(parts: (Part | undefined)[], place: Place, options: EntryOptions): Entry {
  const present = parts.filter((part) => part !== undefined);
  const cacheControl = cacheControlOf(place, options.status);
  const lastModified = options.modified.toUTCString();
  const represent = ({ coding, ...part }: Part): Representation => {
    const validators = ['Cache-Control', cacheControl];
    if (cacheControl !== 'no-store') {
      validators.push('ETag', part.etag, 'Last-Modified', lastModified);
    }
    if (present.length > 1) validators.push('Vary', 'Accept-Encoding');
    const headers = ['Content-Type', options.type, 'Content-Length', String(part.size)];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    if (options.ranges) headers.push('Accept-Ranges', 'bytes');
    headers.push(...validators, ...securityHeadersOf(place, options.type, options.https));
    const headers304 = [...validators, ...transportHeadersOf(options.https)];
    return { ...part, lastModified, headers, headers304 };
  };
  const represented = Object.fromEntries(present.map((part) => [part.coding, represent(part)]));
  const bytes = present.reduce((sum, part) => sum + part.size, ENTRY_OVERHEAD);
  return {
    status: options.status,
    guarded: place.guarded,
    representations: represented as Entry['representations'],
    ranges: options.ranges,
    bytes: options.keep ? bytes : 0,
  };
}
