/**
 * The process that builds one shard, or the word map, and exits. This returns its memory to the
 * system, and its low priority leaves the processor to the server. `build-shard.ts` starts it and
 * reads its output.
 */
import { setPriority } from 'node:os';
import type { PostRange } from '../../db/queries/search.ts';
import type { SiteState } from '../contract/site.ts';
import { errorMessage } from '../errors.ts';
import type { Renderer } from '../publish/types.ts';
import { addedWords, writeWordMap } from './word-map.ts';
import { type WrittenShard, writeShard } from './write-shard.ts';

export interface ShardTask {
  /** file: URL of the built renderer. */
  rendererEntry: string;
  /** The settings that cards show. */
  site?: SiteState | undefined;
  /** Folder of the index. */
  root: string;
  range: PostRange;
  /** Folder of the shard that the new one replaces. */
  former?: string | undefined;
}

export interface WordMapTask {
  root: string;
  /** Folders of the shards. */
  shards: string[];
}

/** `shard` is `null` if the range has no posts. `wordMap` is the folder of a word map. */
export type IndexReply = { shard: WrittenShard | null } | { wordMap: string };

async function build(task: ShardTask | WordMapTask): Promise<IndexReply> {
  if ('shards' in task) return { wordMap: await writeWordMap(task.root, task.shards) };
  const { rendererEntry, site, root, range, former } = task;
  const entries = import(rendererEntry).then((renderer: Renderer) => {
    if (site) renderer.setSite?.(site);
    return renderer.searchEntries(range);
  });
  const shard = await writeShard(root, entries);
  if (shard === null || former === undefined) return { shard };
  // If a word list can't be read, leave the shard out of the word map until the next map.
  const added = await addedWords(root, former, shard.folder).catch(() => undefined);
  return { shard: added ? { ...shard, added } : shard };
}

setPriority(10);
// The server has ended: nothing waits for the reply.
process.stdin.resume().once('end', () => process.exit(1));
const task: ShardTask | WordMapTask = JSON.parse(process.argv[2] ?? '');
const reply = await build(task).catch((error: unknown) => ({ error: errorMessage(error) }));
// On the last line: a library may have printed others.
process.stdout.write(`\n${JSON.stringify(reply)}`, () => process.exit(0));
