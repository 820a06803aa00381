import {
  WORD_MAP_FILE,
  type WordMapFile,
  wordsChunkFile,
} from '../../../../api/contract/search.ts';
import { chunksFor, type LoadFile, loadOnce } from './files.ts';
import { unpack } from './pagefind.ts';

/**
 * A short prefix may be in many files. It's also in many posts, so that the newest shards have
 * enough.
 */
const MAX_CHUNKS = 3;

/** Which shards have which words. */
export interface WordMap {
  /**
   * Returns the numbers of the shards that have a word, tag or category with this prefix, or
   * `undefined` if that takes too many files. Throws when a file can't be loaded.
   */
  shardsWith(prefix: string): Promise<Set<number> | undefined>;
}

/** Opens a word map. Its files are loaded once, when they are first needed. */
export function openWordMap(load: LoadFile): WordMap {
  const once = loadOnce();
  const text = (name: string) =>
    once(name, async () => new TextDecoder().decode(await unpack(await load(name))));

  async function shardsWith(prefix: string): Promise<Set<number> | undefined> {
    const { chunks } = JSON.parse(await text(WORD_MAP_FILE)) as WordMapFile;
    const names = chunksFor(prefix, chunks);
    if (names.length > MAX_CHUNKS) return undefined;
    const files = await Promise.all(names.map((name) => text(wordsChunkFile(name))));
    const numbers = new Set<number>();
    for (const line of files.join('\n').split('\n')) {
      if (!line.startsWith(prefix)) continue;
      const [, ...shards] = line.split(' ');
      for (const shard of shards) numbers.add(Number.parseInt(shard, 36));
    }
    return numbers;
  }

  return { shardsWith };
}
