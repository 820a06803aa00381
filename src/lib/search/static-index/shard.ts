import {
  type Key,
  PAGE_CATEGORY,
  POSTS_FILE,
  type PostsFile,
  WORDS_FILE,
  wordsChunkFile,
} from '../../../../api/contract/search.ts';
import { chunksFor, type LoadFile, loadOnce } from './files.ts';
import { type Engine, unpack, type WordIndex } from './pagefind.ts';
import { isOnlyPosts, type Wanted } from './wanted.ts';

export interface Shard {
  /** Positions and keys of the posts that match, oldest first. */
  find(wanted: Wanted): Promise<{ rank: number; key: Key }[]>;
  /** Returns which of these encoded words its posts have, with the number of posts. */
  countWords(words: readonly string[]): Promise<Map<string, number>>;
  readFile(name: string): Promise<unknown>;
}

/** Opens a shard. Its files are loaded once, when they are first needed. */
export function openShard(load: LoadFile, engine: () => Promise<Engine>): Shard {
  const once = loadOnce();
  const bytes = async (name: string) => unpack(await load(name));
  const readFile = (name: string) =>
    once(name, async () => JSON.parse(new TextDecoder().decode(await bytes(name))) as unknown);
  const posts = () =>
    once('posts', async () => readPosts((await readFile(POSTS_FILE)) as PostsFile));
  const words = () =>
    once(WORDS_FILE, async () => {
      const [metadata, open] = await Promise.all([bytes(WORDS_FILE), engine()]);
      return open(metadata);
    });

  async function addChunks(
    prefixes: readonly string[],
    chunks: PostsFile['chunks'],
    index: WordIndex,
  ): Promise<void> {
    const names = new Set(prefixes.flatMap((prefix) => chunksFor(prefix, chunks)));
    await Promise.all(
      Array.from(names, (name) =>
        once(name, async () => index.addChunk(await bytes(wordsChunkFile(name)))),
      ),
    );
  }

  async function ranksOf(prefixes: string[], chunks: PostsFile['chunks'], index: WordIndex) {
    await addChunks(prefixes, chunks, index);
    const [first = new Set<number>(), ...others] = prefixes.map((prefix) => index.search(prefix));
    return [...first].filter((rank) => others.every((ranks) => ranks.has(rank)));
  }

  return {
    readFile,
    async countWords(wanted) {
      const [{ chunks }, index] = await Promise.all([posts(), words()]);
      await addChunks(wanted, chunks, index);
      return new Map(
        wanted
          .map((word) => [word, index.search(word).size] as const)
          .filter(([, size]) => size > 0),
      );
    },
    async find(wanted) {
      const { prefixes } = wanted;
      const [{ keys, chunks, isIn }, index] = await Promise.all([
        posts(),
        prefixes.length > 0 ? words() : null,
      ]);
      const ranks = index ? await ranksOf(prefixes, chunks, index) : [...keys.keys()];
      return ranks
        .filter((rank) => isIn(rank, wanted))
        .sort((a, b) => a - b)
        .flatMap((rank) => {
          const key = keys[rank];
          return key ? [{ rank, key }] : [];
        });
    },
  };
}

function readPosts({ at, seq, category, categories, tags = [], tagged, chunks }: PostsFile) {
  const seqs = sums(seq);
  const hasTag = (rank: number, tag: string) =>
    tagged?.[rank]?.some((position) => tags[position]?.[0] === tag) === true;
  return {
    keys: sums(at).map((time, rank): Key => [time, seqs[rank] ?? 0]),
    /** Returns whether a post is in the category and tag that are wanted. */
    isIn(rank: number, wanted: Wanted): boolean {
      const own = categories[category[rank] ?? -1];
      if (isOnlyPosts(wanted) && own === PAGE_CATEGORY) return false;
      if (wanted.category !== '' && wanted.category !== own) return false;
      return wanted.tag === '' || hasTag(rank, wanted.tag);
    },
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
