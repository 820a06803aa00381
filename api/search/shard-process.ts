/**
 * The process that builds one shard and exits: that returns the memory of indexing to the system, and
 * its low priority leaves the processor to the server. Talks to `buildShard` over the IPC channel.
 */
import { setPriority } from 'node:os';
import type { PostRange } from '../../db/queries/search.ts';
import type { SearchEntry } from '../contract/search.ts';
import { type WrittenShard, writeShard } from './write-shard.ts';

const PRIORITY = 10;

export interface ShardTask {
  /** file: URL of the built renderer. */
  rendererEntry: string;
  /** Folder of the index. */
  root: string;
  range: PostRange;
}

/** `shard` is null if there are no posts in the range. */
export type ShardReply = { shard: WrittenShard | null } | { error: string };

interface Renderer {
  searchEntries(range: PostRange): Promise<SearchEntry[]>;
}

process.once('message', async (task: ShardTask) => {
  const reply = await build(task).catch((error: unknown): ShardReply => {
    return { error: error instanceof Error ? error.message : String(error) };
  });
  process.send?.(reply, () => process.exit(0));
});
// The server has ended: nothing waits for the reply.
process.once('disconnect', () => process.exit(1));

async function build({ rendererEntry, root, range }: ShardTask): Promise<ShardReply> {
  setPriority(PRIORITY);
  return { shard: await writeShard(root, readEntries(rendererEntry, range)) };
}

async function readEntries(rendererEntry: string, range: PostRange): Promise<SearchEntry[]> {
  const renderer = (await import(rendererEntry)) as Renderer;
  return renderer.searchEntries(range);
}
