import { setTimeout as wait } from 'node:timers/promises';
import { publish } from '../support/client.ts';
import { percentile } from '../support/figures.ts';
import { articleOf } from '../support/posts.ts';
import type { Figures } from './figures.ts';

/** As many edits as in an hour with 2,000 of them. */
const EDIT_EVERY_MS = 1_800;
const READERS = 50;
const READ_EVERY_MS = 2_000;
const PUBLISH_EVERY_MS = 5_000;
const DURATION_MS = 120_000;

interface Post {
  _id: string;
  userId: string;
}

/**
 * Two minutes of a busy day: edits of old posts, readers who search, and a writer. Returns how long publishes
 * take, and how far the index is behind.
 */
export async function busyDay(url: string, cookie: string, posts: number): Promise<Figures> {
  const until = performance.now() + DURATION_MS;
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
  const repeat = async (everyMs: number, work: (n: number) => Promise<void>) => {
    await wait(Math.random() * everyMs);
    for (let n = 0; performance.now() < until; n++) {
      const next = performance.now() + everyMs;
      await work(n);
      await wait(Math.max(0, next - performance.now()));
    }
  };
  const publishes: number[] = [];
  let lag = 0;
  const edit = async (n: number) => {
    const index = (n * 7919) % posts;
    const list = await fetch(`${url}/api/post/getposts?slug=measured-article-${index}`);
    const [post] = ((await list.json()) as { posts: Post[] }).posts;
    if (!post) throw new Error(`There is no post ${index}`);
    const body = JSON.stringify({ ...articleOf(index), image: '', content: `<p>Edit ${n}.</p>` });
    const path = `${url}/api/post/updatepost/${post._id}/${post.userId}`;
    const response = await fetch(path, { method: 'PUT', headers, body });
    if (!response.ok) throw new Error(`updatepost returned ${response.status}`);
  };
  const search = async (n: number) => {
    const response = await fetch(`${url}/api/post/getposts?searchTerm=answer${n}`);
    if (!response.ok) throw new Error(`A search returned ${response.status}`);
    await response.text();
  };
  const write = async (n: number) => {
    const began = performance.now();
    await publish(url, cookie, 7_000_000 + n);
    publishes.push(performance.now() - began);
  };
  const watch = async () => {
    const response = await fetch(`${url}/api/publish/status`, { headers });
    const { index } = (await response.json()) as { index: { lastLagMs: number | null } };
    lag = Math.max(lag, index.lastLagMs ?? 0);
  };
  await Promise.all([
    repeat(EDIT_EVERY_MS, edit),
    repeat(PUBLISH_EVERY_MS, write),
    repeat(1_000, watch),
    ...Array.from({ length: READERS }, () => repeat(READ_EVERY_MS, search)),
  ]);
  return {
    'busy day: publish, p95': { value: percentile(publishes, 0.95), unit: 'ms', atMost: 1.5 },
    'busy day: longest index lag': { value: lag, unit: 'ms', limit: 5_000 },
  };
}
