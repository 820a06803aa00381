import { INDEX_PATH } from '../../api/contract/search.ts';
import { BATCH, EVERY_POST, type SearchQuery } from '../../src/lib/search/query.ts';
import { type FetchFile, StaticIndex } from '../../src/lib/search/static-index/static-index.ts';
import { articleOf, randomOf } from '../support/posts.ts';
import type { Figures } from './figures.ts';

const QUERIES = 500;
const CATEGORIES = ['uncategorized', 'javascript', 'reactjs', 'nextjs'];

/** Returns a search for one to three words or prefixes. Some are in no post. */
function queryOf(random: () => number, posts: number): SearchQuery {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const wordOf = () => {
    const index = Math.floor(random() * posts);
    const word = pick([...articleOf(index).title.split(' '), `answer${index}`, `zebra${index}`]);
    return random() < 0.3 ? word.slice(0, 4) : word;
  };
  return {
    ...EVERY_POST,
    searchTerm: Array.from({ length: 1 + Math.floor(random() * 3) }, wordOf).join(' '),
    sort: pick(['asc', 'desc']),
    category: random() < 0.3 ? pick(CATEGORIES) : EVERY_POST.category,
  };
}

/** Returns the slugs of the posts that the API finds. */
async function searchApi(url: string, query: SearchQuery): Promise<string[]> {
  const values = new URLSearchParams({ ...query, limit: String(BATCH) });
  const response = await fetch(`${url}/api/post/getposts?${values}`);
  if (!response.ok) throw new Error(`A search returned ${response.status}`);
  return ((await response.json()) as { posts: { slug: string }[] }).posts.map(({ slug }) => slug);
}

/** Runs 500 random searches, in the index alone and through the API. Returns how many differ. */
export async function agreement(url: string, posts: number): Promise<Figures> {
  const random = randomOf(posts);
  const files = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const load = async (name: string) => {
    const response = await fetch(`${url}${INDEX_PATH}/${name}`);
    if (!response.ok) throw new Error(`${name} returned ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  let different = 0;
  const shards: number[] = [];
  for (let n = 0; n < QUERIES; n++) {
    const query = queryOf(random, posts);
    const touched = new Set<string>();
    const fetchFile: FetchFile = (name) => {
      if (name.startsWith('shard-')) touched.add(name.replace(/\/.*/, ''));
      const known = files.get(name) ?? load(name);
      files.set(name, known);
      return known;
    };
    const index = new StaticIndex(fetchFile);
    const cards = await index.search(query, { startIndex: 0, limit: BATCH });
    const slugs = cards.map(({ slug }) => slug);
    if (slugs.join(' ') !== (await searchApi(url, query)).join(' ')) different++;
    shards.push(touched.size);
  }
  return {
    'searches of 500 that differ from the API': { value: different, unit: 'searches', limit: 0 },
    'most shards of a search without the API': {
      value: Math.max(...shards),
      unit: 'shards',
      limit: 12,
    },
  };
}
