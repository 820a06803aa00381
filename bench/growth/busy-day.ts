import { setTimeout as wait } from 'node:timers/promises';
import { INDEX_FILE, INDEX_PATH, type IndexFile } from '../../api/contract/search.ts';
import { publish } from '../support/client.ts';
import { percentile, timed } from '../support/figures.ts';
import { articleOf } from '../support/posts.ts';
import type { Figures } from './figures.ts';

/** The rate of 2,000 edits an hour. */
const EDIT_EVERY_MS = 1_800;
const READERS = 50;
const READ_EVERY_MS = 2_000;
const PUBLISH_EVERY_MS = 2_000;
const DURATION_MS = 60_000;
/** Shorter than a rebuild, so that none is missed. */
const WATCH_SHARDS_EVERY_MS = 250;

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

interface Post {
  _id: string;
}

/** Works once every `everyMs`, for the duration of the day. */
async function repeat(everyMs: number, work: (n: number) => Promise<void>): Promise<void> {
  const until = performance.now() + DURATION_MS;
  await wait(Math.random() * everyMs);
  for (let n = 0; performance.now() < until; n++) {
    const next = performance.now() + everyMs;
    await work(n);
    await wait(Math.max(0, next - performance.now()));
  }
}

/**
 * A minute of a busy day: edits of old posts, readers who search, and a writer. Returns how long
 * publishes take, and how far the index is behind.
 */
export async function busyDay(url: string, cookie: string, posts: number): Promise<Figures> {
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
  const session = await fetch(`${url}/api/auth/session`, { headers });
  const { user } = (await session.json()) as { user: { _id: string } };
  const publishes: number[] = [];
  let edits = 0;
  let lag = 0;
  const edit = async (n: number) => {
    const index = (n * 7919) % posts;
    const list = await fetch(`${url}/api/post/getposts?slug=measured-article-${index}`);
    const [post] = ((await list.json()) as { posts: Post[] }).posts;
    if (!post) throw new Error(`There is no post ${index}`);
    const body = JSON.stringify({ ...articleOf(index), image: '', content: `<p>Edit ${n}.</p>` });
    const path = `${url}/api/post/updatepost/${post._id}/${user._id}`;
    const response = await fetch(path, { method: 'PUT', headers, body });
    if (!response.ok) throw new Error(`updatepost returned ${response.status}`);
    edits++;
  };
  const search = async (n: number) => {
    const response = await fetch(`${url}/api/post/getposts?searchTerm=answer${n}`);
    if (!response.ok) throw new Error(`A search returned ${response.status}`);
    await response.text();
  };
  const write = async (n: number) => {
    publishes.push((await timed(() => publish(url, cookie, 7_000_000 + n))).ms);
  };
  const watch = async () => {
    const response = await fetch(`${url}/api/publish/status`, { headers });
    const { index } = (await response.json()) as { index: { lastLagMs: number | null } };
    lag = Math.max(lag, index.lastLagMs ?? 0);
  };
  /** The folders of each shard, by its first key: a rebuild changes the folder. */
  const folders = new Map<string, Set<string>>();
  const watchShards = async () => {
    const response = await fetch(`${url}${INDEX_PATH}/${INDEX_FILE}`);
    for (const { from, folder } of ((await response.json()) as IndexFile).shards) {
      const known = folders.get(from.join()) ?? new Set();
      folders.set(from.join(), known.add(folder));
    }
  };
  await watchShards();
  await Promise.all([
    repeat(WATCH_SHARDS_EVERY_MS, watchShards),
    repeat(EDIT_EVERY_MS, edit),
    repeat(PUBLISH_EVERY_MS, write),
    repeat(1_000, watch),
    ...Array.from({ length: READERS }, () => repeat(READ_EVERY_MS, search)),
  ]);
  // The newest shard changes with every new post.
  const rebuilds = Array.from(folders.values(), ({ size }) => size - 1).slice(0, -1);
  return {
    'busy day: edits': { value: edits, unit: 'times' },
    'busy day: old shards rebuilt': { value: sum(rebuilds), unit: 'times', limit: edits },
    'busy day: most rebuilds of one old shard': { value: Math.max(...rebuilds, 0), unit: 'times' },
    'busy day: publish, p95': { value: percentile(publishes, 0.95), unit: 'ms', atMost: 1.5 },
    'busy day: longest index lag': { value: lag, unit: 'ms', limit: 5_000 },
  };
}
