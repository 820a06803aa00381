/**
 * A process that makes one shard and ends: what indexing needs of memory is given back, and it runs only
 * when nobody else wants the processor. Asked and answered over the channel to its parent.
 */
import { setPriority } from 'node:os';
import type { PostRange } from '../../db/queries/search.ts';
import type { SearchEntry } from '../contract/search.ts';
import { type BuiltShard, writeShard } from './shard.ts';

const NICE = 10;

/** What the process is asked for. */
export interface ShardOrder {
  /** file: URL of the built renderer. */
  rendererEntry: string;
  /** Folder of the index. */
  root: string;
  range: PostRange;
}

/** What it answers; `peakMb` is the most memory that it held, without Pagefind's own process. */
export type ShardAnswer = { built: BuiltShard | null; peakMb: number } | { error: string };

interface Renderer {
  searchEntries(range: PostRange): Promise<SearchEntry[]>;
}

process.once('message', (order: ShardOrder) => {
  work(order)
    .catch(
      (error: unknown): ShardAnswer => ({
        error: error instanceof Error ? error.message : String(error),
      }),
    )
    .then((answer) => process.send?.(answer, () => process.exit(0)));
});
// The server is gone: nobody waits for the answer.
process.once('disconnect', () => process.exit(1));

async function work({ rendererEntry, root, range }: ShardOrder): Promise<ShardAnswer> {
  setPriority(NICE);
  const built = await writeShard(root, entriesOf(rendererEntry, range));
  return { built, peakMb: process.resourceUsage().maxRSS / 1024 };
}

async function entriesOf(rendererEntry: string, range: PostRange): Promise<SearchEntry[]> {
  const renderer = (await import(rendererEntry)) as Renderer;
  return renderer.searchEntries(range);
}
