import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { articleOf } from '../../bench/support/posts.ts';
import { ADMIN, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { until } from './support/site.ts';

const ROUNDS = isFullRun ? 10 : 1;
const PUBLISHES = 200;
const AT_ONCE = 4;

let dataDir: string;
let server: RunningServer;
/** Slug and title of every post that was created with status 201. */
const acknowledged = new Map<string, string>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inkwell-kill-'));
  server = await startServer({ dataDir });
  // Without it, the next start renders everything, and serves the first release until then.
  await until(async () => existsSync(join(dataDir, 'published.json')));
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function signIn(): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.email, password: ADMIN.password }),
  });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Publishes until it's done or the server ends; returns how many were acknowledged. */
async function publishMany(round: number, cookie: string, onAnswer: (count: number) => void) {
  let next = 0;
  let count = 0;
  const one = async () => {
    while (next < PUBLISHES) {
      const article = articleOf(round * PUBLISHES + next++);
      try {
        const response = await fetch(`${server.url}/api/post/create`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Cookie: cookie },
          body: JSON.stringify(article),
        });
        const { slug } = (await response.json()) as { slug: string };
        expect(response.status).toBe(201);
        acknowledged.set(slug, article.title);
        onAnswer(++count);
      } catch (error) {
        if (error instanceof TypeError) return; // The connection ended: the server was killed.
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return count;
}

/** Whether the posts that the kill interrupted are live. A busy machine starts without them. */
async function isPublished(cookie: string): Promise<boolean> {
  const response = await fetch(`${server.url}/api/publish/status`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  const { queued, rendering, failed } = await response.json();
  return queued.length + rendering.length + failed.length === 0;
}

/** The copies are replaced one after the other, so they differ while the page is written again. */
async function expectWhole(file: string): Promise<string> {
  const copies = async () => {
    const plain = await readFile(file);
    const gzip = gunzipSync(await readFile(`${file}.gz`));
    const brotli = brotliDecompressSync(await readFile(`${file}.br`));
    return { gzip: gzip.equals(plain), brotli: brotli.equals(plain) };
  };
  await expect.poll(copies, { message: file }).toEqual({ gzip: true, brotli: true });
  return readFile(file, 'utf8');
}

it(`a kill during ${PUBLISHES} publishes loses no acknowledged post and truncates no file, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const cookie = await signIn();
    const killAfter = 3 + Math.floor((round * 37) % 60);
    let killed: Promise<unknown> | undefined;
    const count = await publishMany(round, cookie, (answers) => {
      if (answers === killAfter) killed = server.kill('SIGKILL');
    });
    await killed;
    expect(count, 'killed before the last publish').toBeLessThan(PUBLISHES);
    // The same URL keeps the same release, so only the feed of changes can bring the missing files.
    server = await startServer({ dataDir, port: Number(new URL(server.url).port) });

    await until(() => isPublished(cookie));

    // Pages that only list posts are written after the response. Pending ones must survive the
    // kill.
    const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
    for (const [slug, title] of acknowledged) {
      expect(sitemap).toContain(`/post/${slug}<`);
      const html = await expectWhole(join(dataDir, 'site', 'post', slug, 'index.html'));
      expect(html.endsWith('</html>'), `${slug} is cut short`).toBe(true);
      expect(html).toContain(title);
    }
    for (const name of ['index.html', 'rss.xml', 'sitemap.xml']) {
      await expectWhole(join(dataDir, 'site', name));
    }
    // The search index may be writing a shard right now. Files left by the kill would stay.
    const left = async () =>
      (await readdir(join(dataDir, 'site'), { recursive: true })).filter((name) =>
        name.endsWith('.tmp'),
      );
    await expect.poll(left, { timeout: 30_000, message: 'half-written files' }).toEqual([]);

    // The site serves exactly the posts in the database, acknowledged or not.
    const listed = await fetch(`${server.url}/api/post/getposts?limit=9`);
    const { posts } = (await listed.json()) as { posts: { slug: string; title: string }[] };
    const home = await (await fetch(`${server.url}/`)).text();
    const feed = await (await fetch(`${server.url}/rss.xml`)).text();
    for (const post of posts) {
      expect(home).toContain(`/post/${post.slug}`);
      expect(feed).toContain(`/post/${post.slug}`);
      const page = await fetch(`${server.url}/post/${post.slug}`);
      expect([page.status, (await page.text()).includes(post.title)]).toEqual([200, true]);
    }
  }
  console.log(`killed ${ROUNDS} times, all ${acknowledged.size} acknowledged posts still exist`);
});
