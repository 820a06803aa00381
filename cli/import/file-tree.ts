import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { CommandError } from '../terminal.ts';

/** Files below a folder or in a zip. */
export interface FileTree {
  /** Their paths below the folder, with slashes, sorted. */
  readonly files: readonly string[];
  /** Throws a CommandError for a file that can't be read. */
  open(file: string): Promise<Readable>;
  close(): void;
}

/** More files than any blog has. */
const MAX_FILES = 200_000;
/** A larger text file isn't a post. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
/** Folders of tools, which have no posts. */
const SKIPPED = new Set(['node_modules', '.git', '__MACOSX']);

/** Returns the content of a file as UTF-8. Throws a CommandError if it's over 256 MiB. */
export async function readText(tree: FileTree, file: string): Promise<string> {
  try {
    const bytes = await readBytes(tree, file, MAX_TEXT_BYTES);
    if (!bytes) throw new CommandError(`${file} is larger than 256 MB.`);
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be read: ${(error as Error).message}`);
  }
}

/** Returns the bytes of a file, or `undefined` if there are more than `max`. */
export async function readBytes(
  tree: FileTree,
  file: string,
  max: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await tree.open(file)) {
    size += (chunk as Buffer).length;
    if (size > max) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Lists the files below a folder. Skips symbolic links: they can lead out of it. */
export async function folderTree(root: string): Promise<FileTree> {
  const files: string[] = [];
  const walk = async (folder: string) => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) await walk(path);
      if (entry.isFile()) addFile(files, path, root);
    }
  };
  await walk('');
  return {
    files: files.sort(),
    open: async (file) => {
      const path = join(root, file);
      const info = await lstat(path).catch(() => undefined);
      if (!info?.isFile()) throw new CommandError(`File not found: ${path}.`);
      return createReadStream(path);
    },
    close: () => undefined,
  };
}

/** Returns one file as a tree. */
export function singleFile(path: string): FileTree {
  return {
    files: [basename(path)],
    open: async () => createReadStream(path),
    close: () => undefined,
  };
}

/**
 * Lists the files of a zip. Throws a CommandError for a file that isn't a zip, or has paths that
 * lead out of it.
 */
export async function zipTree(path: string): Promise<FileTree> {
  const entries = new Map<string, Entry>();
  const files: string[] = [];
  let zip: ZipFile;
  try {
    // yauzl checks paths, and that a file isn't larger than it says.
    zip = await openPromise(path, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      const isSkipped = entry.fileName.split('/').some((part) => SKIPPED.has(part));
      if (entry.fileName.endsWith('/') || isSkipped || isLink(entry)) continue;
      addFile(files, entry.fileName, path);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} isn't a usable zip file: ${(error as Error).message}.`);
  }
  return {
    files: files.sort(),
    open: async (file) => {
      const entry = entries.get(file);
      if (!entry) throw new CommandError(`${path} has no file ${file}.`);
      return await zip.openReadStreamPromise(entry);
    },
    close: () => zip.close(),
  };
}

/** Whether a Unix mode in the zip says that it's a symbolic link. */
function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

function addFile(files: string[], file: string, root: string): void {
  if (files.length >= MAX_FILES) throw new CommandError(`${root} has more than 200,000 files.`);
  files.push(file);
}
