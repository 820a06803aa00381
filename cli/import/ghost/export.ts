import { readFile } from 'node:fs/promises';
import { CommandError } from '../../terminal.ts';
import { type FileTree, readText } from '../file-tree.ts';
import type { ImportPath } from '../source.ts';

export type Row = Record<string, unknown>;

/** The tables of an export of Ghost, and the files next to it. */
export interface GhostExport {
  version: string;
  tables: Readonly<Record<string, Row[]>>;
  tree: FileTree | undefined;
}

const IS_GHOST = /"exported_on"\s*:|"db"\s*:\s*\[|"mobiledoc"\s*:|"lexical"\s*:/;

/** Returns whether JSON starts like an export of Ghost. */
export function looksLikeGhost(head: string): boolean {
  return /^\s*\{/.test(head) && IS_GHOST.test(head);
}

/** Returns the JSON files at the top of a folder or zip, or one folder below. */
export function jsonFiles({ files }: FileTree): string[] {
  return files.filter((file) => /^(?:[^/]+\/){0,2}[^/]+\.json$/.test(file));
}

/** Reads an export. Throws a CommandError if it's not one, or has no posts. */
export async function readExport({ path, tree }: ImportPath): Promise<GhostExport> {
  const { name, text } = await sourceOf(path, tree);
  let parsed: Row;
  try {
    parsed = Object(JSON.parse(text)) as Row;
  } catch (error) {
    throw new CommandError(`${name} isn't valid JSON: ${(error as Error).message}.`);
  }
  const root = Object(Array.isArray(parsed.db) ? parsed.db[0] : parsed) as Row;
  const data = Object(root.data) as Record<string, unknown>;
  if (!Array.isArray(data.posts)) throw new CommandError(`${name} has no posts of Ghost.`);
  const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null;
  const tables = Object.entries(data).map(([table, rows]) => {
    return [table, Array.isArray(rows) ? rows.filter(isRow) : []] as const;
  });
  const { version } = Object(root.meta) as Row;
  return { version: String(version ?? ''), tables: Object.fromEntries(tables), tree };
}

async function sourceOf(path: string, tree: FileTree | undefined) {
  if (!tree) return { name: path, text: (await readFile(path, 'utf8')).replace(/^\uFEFF/, '') };
  for (const name of jsonFiles(tree)) {
    const text = await readText(tree, name);
    if (looksLikeGhost(text.slice(0, 64 * 1024))) return { name, text };
  }
  throw new CommandError(`${path} has no JSON file of Ghost.`);
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const idOf = (value: unknown): string => String(value ?? '');
export const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1';

/** Returns the rows that belong to each post, in their order. */
export function byPost(rows: readonly Row[] = []): Map<string, Row[]> {
  const sorted = rows.toSorted((a, b) => Number(a.sort_order) - Number(b.sort_order));
  return Map.groupBy(sorted, ({ post_id }) => idOf(post_id));
}
