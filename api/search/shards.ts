import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PostKey, PostRange, PostState } from '../../db/queries/search.ts';
import {
  compareKeys,
  INDEX_FILE,
  INDEX_FORMAT,
  type IndexFile,
  type Key,
} from '../contract/search.ts';
import type { ShardMark } from './shard.ts';

/** Posts of a shard. More make it slow to write again, fewer make many to search through. */
export const SHARD_SIZE = 500;
/** A shard in the middle grows only when old posts are imported; then it is cut in pieces. */
const SHARD_MAX = 750;

/** What a shard says of itself, in its folder. */
export const MARK_FILE = 'shard.json';

/** Before every post. */
export const FIRST_KEY: Key = [-8.64e15, 0];

/** A stretch of the order of posts, and the folder that holds it, once it has been made. */
export interface Shard {
  from: Key;
  built: { folder: string; mark: ShardMark } | null;
}

/** The shard in which a post of this key belongs. `shards` are in order and begin with `FIRST_KEY`. */
export function shardOf(shards: readonly Shard[], key: Key): Shard | undefined {
  return shards.findLast((shard) => compareKeys(shard.from, key) <= 0);
}

/** The range of a shard: up to the one behind it. */
export function rangeOf(shards: readonly Shard[], shard: Shard): PostRange {
  const next = shards[shards.indexOf(shard) + 1];
  return { from: postKey(shard.from), to: next && postKey(next.from) };
}

const postKey = ([at, seq]: Key): PostKey => ({ at, seq });

/**
 * Where the pieces of a shard begin that holds these posts now (oldest first). The newest shard is filled
 * up and then another is begun; others are cut evenly, and only when they have grown much.
 */
export function piecesOf(from: Key, states: readonly PostState[], isNewest: boolean): Key[] {
  if (states.length === 0) return [];
  const fits = states.length <= (isNewest ? SHARD_SIZE : SHARD_MAX);
  const count = Math.ceil(states.length / SHARD_SIZE);
  const size = isNewest ? SHARD_SIZE : Math.ceil(states.length / count);
  if (fits) return [from];
  const starts = states.filter((_, index) => index > 0 && index % size === 0);
  return [from, ...starts.map(({ at, seq }): Key => [at, seq])];
}

/** What a kept index is made of: its engine, and its shards, those that are broken without folder. */
export interface KeptIndex {
  engine: string;
  shards: Shard[];
}

/** Reads the index that is on disk, as far as it is whole; null when there is none of this format. */
export async function readIndex(root: string): Promise<KeptIndex | null> {
  try {
    const index = JSON.parse(await readFile(join(root, INDEX_FILE), 'utf8')) as IndexFile;
    if (index.format !== INDEX_FORMAT) return null;
    const hasEngine = index.engine !== '' && (await isFile(join(root, index.engine)));
    const shards = await Promise.all(
      index.shards.map(async ({ folder, from }): Promise<Shard> => {
        const mark = hasEngine ? await readMark(join(root, folder)) : null;
        return { from, built: mark && { folder, mark } };
      }),
    );
    // The index of a site was still being made, the newest posts first.
    const isWhole = compareKeys(shards[0]?.from ?? FIRST_KEY, FIRST_KEY) === 0;
    if (!isWhole) shards.unshift({ from: FIRST_KEY, built: null });
    return { engine: index.engine, shards };
  } catch {
    return null;
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );

/** The mark of a shard whose files are all there and whole. */
export async function readMark(folder: string): Promise<ShardMark | null> {
  try {
    const mark = JSON.parse(await readFile(join(folder, MARK_FILE), 'utf8')) as ShardMark;
    for (const [name, size] of Object.entries(mark.files)) {
      if ((await stat(join(folder, name))).size !== size) return null;
    }
    return mark;
  } catch {
    return null;
  }
}

/**
 * Removes what has been out of use for a while: pages that are open may still ask for it. Keeps in
 * `unusedSince` since when.
 */
export async function sweep(
  root: string,
  used: ReadonlySet<string>,
  unusedSince: Map<string, number>,
  { now, graceMs }: { now: number; graceMs: number },
): Promise<void> {
  const names = await readdir(root);
  for (const name of names) {
    if (used.has(name) || SERVED.has(name)) {
      unusedSince.delete(name);
      continue;
    }
    const since = unusedSince.get(name) ?? now;
    unusedSince.set(name, since);
    if (now - since < graceMs) continue;
    await rm(join(root, name), { recursive: true, force: true });
    unusedSince.delete(name);
  }
}

const SERVED = new Set(['', '.br', '.gz'].map((suffix) => INDEX_FILE + suffix));

/**
 * Removes what a killed indexer left half-made, and indexes of other formats beside this one: nobody keeps
 * those up to date, and the pages that read them ask the API when they are gone.
 */
export async function removeLeftovers(root: string): Promise<void> {
  const own = basename(root);
  const beside = (await readdir(dirname(root))).filter(
    (name) => /^v\d+$/.test(name) && name !== own,
  );
  for (const name of beside) await rm(join(dirname(root), name), { recursive: true, force: true });
  const drafts = (await readdir(root)).filter((name) => name.endsWith('.tmp'));
  for (const name of drafts) await rm(join(root, name), { recursive: true, force: true });
}
