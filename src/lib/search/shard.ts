import {
  type Key,
  POSTS_FILE,
  type PostsFile,
  WORDS_FILE,
  wordsChunkFile,
} from '../../../api/contract/search.ts';
import { type Engine, type EngineIndex, unpack } from './engine.ts';

type LoadFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/** One shard of the index: some hundred posts that follow each other in time. */
export interface Shard {
  /** The posts with words that begin so, oldest first. `category` empty: every one. */
  find(wanted: { prefixes: string[]; category: string }): Promise<{ rank: number; key: Key }[]>;
  /** What a file of it holds. */
  file(name: string): Promise<unknown>;
}

/** The posts of a shard as they are used. */
interface Posts {
  keys: Key[];
  categoryOf(rank: number): string | undefined;
  chunks: PostsFile['chunks'];
}

/** Opens a shard; its files are loaded when they are first needed, and once. */
export function openShard(load: LoadFile, engine: () => Promise<Engine>): Shard {
  const loaded = new Map<string, Promise<unknown>>();
  /** A load that failed is not remembered: the next search tries again. */
  function once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = loaded.get(name) as Promise<T> | undefined;
    if (known) return known;
    const started = work();
    loaded.set(name, started);
    started.catch(() => loaded.delete(name));
    return started;
  }
  const bytes = async (name: string) => unpack(await load(name));
  const file = (name: string) =>
    once(name, async () => JSON.parse(new TextDecoder().decode(await bytes(name))) as unknown);
  const posts = () => once('posts', async () => postsOf((await file(POSTS_FILE)) as PostsFile));
  const words = () =>
    once(WORDS_FILE, async () => {
      const [meta, open] = await Promise.all([bytes(WORDS_FILE), engine()]);
      return open(meta);
    });

  async function ranksWith(prefixes: string[], chunks: PostsFile['chunks'], index: EngineIndex) {
    const names = new Set(prefixes.flatMap((prefix) => chunksFor(prefix, chunks)));
    await Promise.all(
      Array.from(names, (name) =>
        once(name, async () => index.addWords(await bytes(wordsChunkFile(name)))),
      ),
    );
    const [first = new Set<number>(), ...others] = prefixes.map((prefix) => index.ranks(prefix));
    return [...first].filter((rank) => others.every((ranks) => ranks.has(rank)));
  }

  return {
    async find({ prefixes, category }) {
      const [{ keys, chunks, categoryOf }, index] = await Promise.all([
        posts(),
        prefixes.length > 0 ? words() : null,
      ]);
      const ranks = index ? await ranksWith(prefixes, chunks, index) : [...keys.keys()];
      return ranks
        .filter((rank) => category === '' || categoryOf(rank) === category)
        .sort((a, b) => a - b)
        .flatMap((rank) => {
          const key = keys[rank];
          return key ? [{ rank, key }] : [];
        });
    },
    file,
  };
}

function postsOf({ at, seq, category, categories, chunks }: PostsFile): Posts {
  const times = sums(at);
  const seqs = sums(seq);
  return {
    keys: times.map((time, rank): Key => [time, seqs[rank] ?? 0]),
    categoryOf: (rank) => categories[category[rank] ?? -1],
    chunks,
  };
}

function sums(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}

/**
 * The files with words that begin so. (Pagefind's own choice is only the one file that the beginning
 * itself would be in.) Words are letters and digits of ASCII, which all come before `~`.
 */
function chunksFor(prefix: string, chunks: PostsFile['chunks']): string[] {
  return chunks
    .filter(([from, to]) => to >= prefix && from <= `${prefix}~`)
    .map(([, , name]) => name);
}
