/**
 * The process that builds one shard and exits: that returns the memory of indexing to the system, and
 * its low priority leaves the processor to the server. `buildShard` starts it and reads its output.
 */
import { setPriority } from 'node:os';
import type { PostRange } from '../../db/queries/search.ts';
import { errorMessage } from '../errors.ts';
import type { Renderer } from '../publish/types.ts';
import { type WrittenShard, writeShard } from './write-shard.ts';

export interface ShardTask {
  /** file: URL of the built renderer. */
  rendererEntry: string;
  /** Folder of the index. */
  root: string;
  range: PostRange;
}

/** `shard` is null if there are no posts in the range. */
export type ShardReply = { shard: WrittenShard | null } | { error: string };

async function build({ rendererEntry, root, range }: ShardTask): Promise<ShardReply> {
  const entries = import(rendererEntry).then((renderer: Renderer) => renderer.searchEntries(range));
  return { shard: await writeShard(root, entries) };
}

setPriority(10);
// The server has ended: nothing waits for the reply.
process.stdin.resume().once('end', () => process.exit(1));
const task: ShardTask = JSON.parse(process.argv[2] ?? '');
const reply = await build(task).catch((error: unknown) => ({ error: errorMessage(error) }));
// The last line: a library may have printed others.
process.stdout.write(`\n${JSON.stringify(reply)}`, () => process.exit(0));
