import { createWriteStream } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decodedPart } from '../../../api/contract/urls.ts';
import { removeAtExit } from '../../output-file.ts';
import type { FileTree } from '../file-tree.ts';

const HEAD_BYTES = 64 * 1024;

/** Whether a text begins like an export of WordPress. */
export function looksLikeWxr(head: string): boolean {
  return /<rss[\s>]/.test(head) && /wordpress\.org\/export\/|<wp:wxr_version>/.test(head);
}

/** Whether it's a site that moved from WordPress to Markdown, and still contains its export. */
export function hasMarkdown({ files }: FileTree): boolean {
  return files.some((file) => /\.(?:md|mdx|markdown)$/i.test(file) && !/readme/i.test(file));
}

/** Returns the exports among the files. WordPress splits large ones. */
export async function exportsIn(tree: FileTree): Promise<string[]> {
  const found: string[] = [];
  for (const file of tree.files) {
    if (/\.xml$/i.test(file) && looksLikeWxr(await headOf(tree, file))) found.push(file);
  }
  return found;
}

async function headOf(tree: FileTree, file: string): Promise<string> {
  let head = '';
  for await (const chunk of await tree.open(file)) {
    head += String(chunk);
    if (head.length >= HEAD_BYTES) break;
  }
  return head;
}

/**
 * Returns the paths of files of a folder or zip. Extracts those of a zip, because they're read
 * twice.
 */
export async function pathsOf(
  root: string,
  tree: FileTree,
  files: readonly string[],
): Promise<string[]> {
  if ((await stat(root)).isDirectory()) return files.map((file) => join(root, file));
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-wordpress-'));
  removeAtExit(folder);
  const paths: string[] = [];
  for (const [index, file] of files.entries()) {
    const path = join(folder, `${index}-${basename(file)}`);
    await pipeline(await tree.open(file), createWriteStream(path, { mode: 0o600 }));
    paths.push(path);
  }
  return paths;
}

/** The files of an uploads folder, by their paths in it, such as `2020/01/photo.jpg`. */
export class Uploads {
  readonly #files: ReadonlyMap<string, string>;

  constructor({ files }: FileTree) {
    this.#files = new Map(files.map((file) => [placeOf(file), file]));
  }

  /** Returns the file of an address, or the original of a smaller size. */
  fileOf(address: string): string | undefined {
    const url = URL.parse(address);
    if (url === null) return undefined;
    const place = placeOf(decodedPart(url.pathname));
    const original = place.replace(/-(?:\d{1,5}x\d{1,5}|scaled)(?=\.[a-z]{3,4}$)/i, '');
    return this.#files.get(place) ?? this.#files.get(original);
  }
}

/** WordPress.com has no folder "uploads", neither in addresses nor in exports of media. */
function placeOf(path: string): string {
  const [, inUploads] = /(?:^|\/)uploads\/(.+)$/s.exec(path) ?? [];
  return inUploads ?? path.split('/').slice(-3).join('/');
}
