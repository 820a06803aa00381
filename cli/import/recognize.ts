import { open, stat } from 'node:fs/promises';
import { CommandError } from '../terminal.ts';
import { folderTree, zipTree } from './file-tree.ts';
import { FORMATS } from './formats.ts';
import type { ForeignFormat, ForeignSource, ImportPath } from './source.ts';

const HEAD_BYTES = 64 * 1024;

/** The names of `--from`. */
export const FROM: string[] = FORMATS.map(({ name }) => name);

/** The export at a path: our own, or one of another system. */
export type Recognized = { file: string } | { foreign: ForeignSource };

/**
 * Finds out which kind of export is at a path. `from` overrides what the content suggests. Throws a
 * CommandError if it's no known export.
 */
export async function recognize(path: string, from?: string): Promise<Recognized> {
  const found = await importPath(path);
  const isOwn = from === undefined ? isOwnExport(found.head) : from === 'inkwell' && !found.tree;
  if (isOwn) return { file: path };
  const format = await formatOf(found, from);
  return { foreign: await format.open(found) };
}

async function formatOf(path: ImportPath, from: string | undefined): Promise<ForeignFormat> {
  for (const format of FORMATS) {
    const isIt = from === undefined ? await format.recognizes(path) : format.name === from;
    if (isIt) return format;
  }
  throw new CommandError(
    `${path.path} is ${contentOf(path)}, not an export that Inkwell knows. To say what it is, add --from ${FROM.join('|')}.`,
  );
}

async function importPath(path: string): Promise<ImportPath> {
  const info = await stat(path).catch(() => undefined);
  if (!info) throw new CommandError(`File or folder not found: ${path}.`);
  if (info.isDirectory()) return { path, head: '', tree: await folderTree(path) };
  const head = await headOf(path);
  if (head.startsWith('PK\u0003\u0004')) return { path, head: '', tree: await zipTree(path) };
  return { path, head, tree: undefined };
}

async function headOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}

/** `format` is the first member of our exports. */
function isOwnExport(head: string): boolean {
  return /^\s*\{\s*"format"\s*:\s*"inkwell-export"/.test(head);
}

function contentOf({ head, tree }: ImportPath): string {
  if (tree) return `a ${tree.files.length === 0 ? 'folder or zip without files' : 'folder or zip'}`;
  if (head.trim() === '') return 'an empty file';
  if (/^\s*[[{]/.test(head)) return 'a JSON file';
  if (/^\s*<\?xml|^\s*<rss/.test(head)) return 'an XML file';
  if (/^\s*<(?:!doctype html|html)/i.test(head)) return 'an HTML file';
  return head.includes('\u0000') || head.includes('\uFFFD') ? 'a binary file' : 'a text file';
}
