import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import {
  createTarDecoder,
  createTarPacker,
  type ParsedTarEntry,
  type TarPackController,
} from 'modern-tar';
import { z } from 'zod';
import { CommandError } from './terminal.ts';

/** The first entry of an archive: its format. */
export const HEADER = 'inkwell-backup.json';
/** The last entry: the list of files. A truncated archive has none. */
export const MANIFEST = 'manifest.json';
export const DATABASE = 'blog.db';
/** With PostgreSQL, instead of `DATABASE`: a dump by `pg_dump`, or our own export. */
export const DUMP = 'blog.dump';
export const EXPORT = 'export.json';
/** Incremented when older versions can't restore new archives. */
export const FORMAT_VERSION = 1;

/** Pictures hardly shrink; a higher level only takes longer. */
const GZIP_LEVEL = 4;
const MAX_JSON_BYTES = 64 * 1024 * 1024;
const MAX_CONFIGURATION_BYTES = 1024 * 1024;
/** More than fit into a manifest of `MAX_JSON_BYTES`. */
const MAX_FILES = 1_000_000;
/** What the smallest file occupies on a disk. */
const BLOCK_BYTES = 4096;
const CHUNK_BYTES = 256 * 1024;

export const headerSchema = z.object({
  format: z.literal('inkwell-backup'),
  version: z.number().int().positive(),
});

const fileSchema = z.object({
  name: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const manifestSchema = z.object({
  /** When the database was copied, ISO 8601. */
  createdAt: z.string(),
  migration: z.number(),
  /** The release that made the backup, for messages. Absent in older ones. */
  release: z.string().optional(),
  counts: z.record(z.string(), z.number()),
  files: z.array(fileSchema),
  /** Files that the database refers to, but which didn't exist. */
  missing: z.array(z.string()),
});

export type ArchiveFile = z.output<typeof fileSchema>;
export type Manifest = z.output<typeof manifestSchema>;

/** Valid names of entries: none is ambiguous or leads out of the folder. */
export const ENTRY_NAME =
  /^(?:blog\.db|blog\.dump|export\.json|configuration\/[a-z][a-z.-]*|uploads\/(?!\.)[^/\\:\p{Cc}]{1,255})$/u;

/** Appends entries to an archive. Finish one call before the next. */
export interface ArchiveWriter {
  /** Adds a file. Returns undefined if it doesn't exist. */
  addFile(name: string, path: string): Promise<ArchiveFile | undefined>;
  addText(name: string, text: string): Promise<ArchiveFile>;
}

/** Writes an archive, filled by `fill`. Throws the errors of `fill` and of the file system. */
export async function writeArchive<T>(
  path: string,
  fill: (writer: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const { readable, controller } = createTarPacker();
  const target = createWriteStream(path, { flags: 'w', mode: 0o600 });
  const stored = pipeline(Readable.from(readable), createGzip({ level: GZIP_LEVEL }), target);
  const filled = (async () => {
    try {
      const result = await fill(writerOn(controller));
      controller.finalize();
      return result;
    } catch (error) {
      controller.error(error);
      throw error;
    }
  })();
  // A disk error causes the other error.
  const [disk, work] = await Promise.allSettled([stored, filled]);
  if (disk.status === 'rejected') throw disk.reason;
  if (work.status === 'rejected') throw work.reason;
  return work.value;
}

function writerOn(controller: TarPackController): ArchiveWriter {
  const add = async (name: string, size: number, chunks: AsyncIterable<Uint8Array>) => {
    const hash = createHash('sha256');
    const writer = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter();
    for await (const chunk of chunks) {
      hash.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    return { name, size, sha256: hash.digest('hex') };
  };
  return {
    async addFile(name, path) {
      const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (handle === undefined) return undefined;
      try {
        const { size } = await handle.stat();
        const options = { autoClose: false, highWaterMark: CHUNK_BYTES };
        const bytes = size === 0 ? [] : handle.createReadStream({ ...options, end: size - 1 });
        return await add(name, size, Readable.from(bytes, { objectMode: false }));
      } finally {
        await handle.close();
      }
    },
    async addText(name, text) {
      const bytes = Buffer.from(text);
      return await add(name, bytes.length, Readable.from([bytes]));
    },
  };
}

/** An archive unpacks to more bytes than allowed. */
class TooLarge extends Error {}

/** What the files of an archive occupy on a disk. */
export interface ArchiveSize {
  files: number;
  bytes: number;
  /** The database's part of `bytes`. */
  database: number;
}

/**
 * Returns what an archive occupies on a disk, without unpacking it. Stops above `maxBytes`, and
 * then returns some number above it. Throws like `readArchive`.
 */
export async function measureArchive(path: string, maxBytes: number): Promise<ArchiveSize> {
  const size: ArchiveSize = { files: 0, bytes: 0, database: 0 };
  try {
    for await (const { header, body } of readArchive(path, maxBytes)) {
      const bytes = Math.ceil(header.size / BLOCK_BYTES) * BLOCK_BYTES + BLOCK_BYTES;
      size.files++;
      size.bytes += bytes;
      if (header.name === DATABASE) size.database += bytes;
      if (size.bytes > maxBytes) break;
      await body.cancel();
      if (size.files > MAX_FILES) {
        throw new CommandError(`${path} has more than ${MAX_FILES} files.`);
      }
    }
  } catch (error) {
    const { cause } = error as Error;
    if (!(error instanceof TooLarge || cause instanceof TooLarge)) throw error;
    size.bytes = Math.max(size.bytes, maxBytes + 1);
  }
  return size;
}

/** Fails after this number of bytes: a gzip file can unpack to a thousand times its size. */
function limitBytes(maxBytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > maxBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
}

/**
 * Reads an archive entry by entry. The caller must read or cancel each body. Throws a CommandError
 * when the file doesn't exist, isn't an archive, or is damaged or truncated.
 */
export async function* readArchive(
  path: string,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<ParsedTarEntry> {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const unpacked = limitBytes(maxBytes);
  const read = pipeline(source, createGunzip(), unpacked);
  // The loop below gets the error through `unpacked`.
  read.catch(() => undefined);
  const decoder = createTarDecoder({ strict: true });
  try {
    for await (const entry of webStream(unpacked).pipeThrough(decoder)) yield entry;
    await read;
  } catch (error) {
    throw explainReadError(error, path);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

/**
 * Unlike `Readable.toWeb`, which still delivers chunks after it's canceled, and so crashes the
 * process. Node's web streams and the DOM's differ only in their types.
 */
function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return WebStream.from(stream) as unknown as ReadableStream<Uint8Array>;
}

/** Returns a CommandError for errors of archives and their entries, and other errors unchanged. */
export function explainReadError(error: unknown, path: string): unknown {
  if (error instanceof CommandError) return error;
  // Web streams wrap the errors of zlib.
  const { cause } = error as Error;
  const { code = '', message } = (cause instanceof Error ? cause : error) as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CommandError(`File not found: ${path}.`);
  if (code === 'EISDIR') return new CommandError(`${path} is a folder, not an archive.`);
  if (code === 'Z_DATA_ERROR' && /incorrect header check|unknown compression/.test(message)) {
    return new CommandError(`${path} isn't a backup made by npm run backup.`, { cause: error });
  }
  if (code.startsWith('Z_') || /\btar\b/i.test(message)) {
    return new CommandError(`${path} is damaged or truncated: ${message}`, { cause: error });
  }
  return error;
}

/** Throws a CommandError for a configuration file of an impossible size. */
export function requireSmall({ header: { name, size } }: ParsedTarEntry): void {
  if (size > MAX_CONFIGURATION_BYTES) throw new CommandError(`The archive's ${name} is too large.`);
}

/** Returns the body of a small entry. Throws a CommandError if it's too large. */
export async function readText(entry: ParsedTarEntry): Promise<string> {
  if (entry.header.size > MAX_JSON_BYTES) {
    throw new CommandError(`The archive's ${entry.header.name} is too large.`);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
