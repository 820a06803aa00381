/**
 * From sending the create request to page, home page and feed being served fresh, over HTTP, at 100, 1,000
 * and 10,000 posts; the first full render, and the memory of the whole process.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, type RunningServer, startServer } from '../tests/e2e/support/server.ts';
import { peakMb, percentile, residentMb } from './support/figures.ts';
import { articleOf, fillWithPosts } from './support/posts.ts';

const SIZES = (process.argv[2] ?? '100,1000,10000').split(',').map(Number);
const WARM_UP = 10;
const PUBLISHES = 200;

interface Row {
  posts: number;
  p50: number;
  p95: number;
  renderSeconds: number;
  afterRenderMb: number;
  peakMb: number;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.email, password: ADMIN.password }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function mustContain(address: string, text: string): Promise<void> {
  const response = await fetch(address);
  const body = await response.text();
  if (response.status !== 200 || !body.includes(text)) {
    throw new Error(`${address} answered ${response.status} without "${text}"`);
  }
}

/** Publishes one post and waits until it is seen everywhere; gives milliseconds. */
async function publishOne(url: string, cookie: string, index: number): Promise<number> {
  const article = articleOf(index);
  const body = JSON.stringify({ ...article, image: '' });
  const started = performance.now();
  const response = await fetch(`${url}/api/post/create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body,
  });
  if (response.status !== 201) throw new Error(`create answered ${response.status}`);
  const { slug } = (await response.json()) as { slug: string };
  await Promise.all([
    mustContain(`${url}/post/${slug}`, article.title),
    mustContain(`${url}/`, slug),
    mustContain(`${url}/rss.xml`, slug),
  ]);
  return performance.now() - started;
}

async function measure(posts: number): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  let server: RunningServer | undefined;
  try {
    await fillWithPosts(dataDir, posts);
    server = await startServer({ dataDir, env: { LOG_LEVEL: 'info' } });
    const rendered = /"pages":(\d+),"ms":(\d+)/.exec(server.output());
    const afterRenderMb = await residentMb(server.pid);
    const cookie = await signIn(server.url);
    const times: number[] = [];
    for (let index = 0; index < WARM_UP + PUBLISHES; index++) {
      const ms = await publishOne(server.url, cookie, 1_000_000 + index);
      if (index >= WARM_UP) times.push(ms);
    }
    return {
      posts,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      renderSeconds: Number(rendered?.[2] ?? Number.NaN) / 1000,
      afterRenderMb,
      peakMb: await peakMb(server.pid),
    };
  } finally {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const rows: Row[] = [];
for (const size of SIZES) {
  const row = await measure(size);
  rows.push(row);
  console.log(
    `publish at ${row.posts} posts: p50 ${row.p50.toFixed(1)} ms, p95 ${row.p95.toFixed(1)} ms; ` +
      `full render ${row.renderSeconds.toFixed(1)} s, ${row.afterRenderMb.toFixed(0)} MB after it, ${row.peakMb.toFixed(0)} MB at most`,
  );
}
const [first, last] = [rows[0], rows.at(-1)];
if (first && last && first !== last) {
  console.log(
    `p95 at ${last.posts} is ${(last.p95 / first.p95).toFixed(2)} times that at ${first.posts}`,
  );
}
