import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fillWithPosts } from '../../bench/support/posts.ts';
import { ADMIN, freePort, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { figure } from '../support/tally.ts';
import type { Target } from './support/attackers.ts';
import { article, call, newAccount, type Visitor, visit } from './support/site.ts';

const SECONDS = 120;
const POSTS = 3_000;
const READERS = 6;
const WRITERS = 3;
const REST_MS = 50;
const MEBIBYTE = 1024 * 1024;
/** Posts of 0.9 MB that the attackers list, and drafts of that size that they search. */
const LONG_TEXTS = 20;
const MAX_P95_MS = 100;
const MAX_MEMORY = 400 * MEBIBYTE;
const ATTACKERS = fileURLToPath(new URL('./support/attackers.ts', import.meta.url));

const percentile = (values: number[], part: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0);

async function memoryOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

// Each attack has tests of its own (tests/api/attack; bodies, search and uploads in this folder).
it.runIf(isFullRun)(
  `${SECONDS} seconds of searches, slow bodies, unfinished uploads, sign-ins, wrong passwords, hostile drafts, headers, previews and long lists delay no reader, member or administrator`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-attack-'));
    await fillWithPosts(dataDir, POSTS);
    const env = { TRUST_PROXY: '1', RATE_LIMITS: 'comment=100000/60,upload=100000/60' };
    const options = { dataDir, env, port: await freePort() };
    // The first start renders all pages. The attack starts when the site is up.
    await (await startServer(options)).kill('SIGTERM');
    const server = await startServer(options);
    const { url } = server;
    const post = `measured-article-${POSTS - 1}`;
    const { posts } = JSON.parse(
      (await call(url, 'GET', `/api/post/getposts?slug=${post}`)).text,
    ) as { posts: { _id: string }[] };
    const postId = posts[0]?._id ?? '';

    // A browser that has signed in before, like the administrator's.
    const first = await signInFrom(url, ADMIN, '');
    const attackingMember = await member(url);
    const author = await attackingAuthor(url);
    const preview = await writeLongTexts(author);
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => member(url)));

    const target: Target = {
      url,
      seconds: SECONDS,
      member: attackingMember.cookie,
      author: author.cookie,
      preview,
    };
    const child = spawn(process.execPath, [ATTACKERS, JSON.stringify(target)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const attacks = text(child.stdout);
    const ended = once(child, 'exit');
    const until = performance.now() + SECONDS * 1000;
    const wrong: string[] = [];
    const times = { pages: [] as number[], comments: [] as number[], publishes: [] as number[] };
    const memory: number[] = [];
    const repeat = async (rest: number, work: (n: number) => Promise<void>) => {
      for (let n = 0; performance.now() < until; n++) {
        await work(n);
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
    };
    const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
      const started = performance.now();
      const result = await work();
      into.push(performance.now() - started);
      return result;
    };
    const paths = ['/', '/about', '/search', `/post/${post}`, '/post/measured-article-7'];
    const read = async (n: number) => {
      const path = paths[n % paths.length] ?? '/';
      const { status } = await timed(times.pages, () => call(url, 'GET', path));
      if (status !== 200) wrong.push(`${path}: ${status}`);
    };
    const write = (writer: (typeof writers)[number]) => async (n: number) => {
      const json = { content: `Comment ${n} ${Math.random()}`, postId, userId: writer.userId };
      const { status } = await timed(times.comments, () =>
        writer.call('POST', '/api/comment/create', json),
      );
      if (status !== 201) wrong.push(`comment: ${status}`);
    };
    const administer = async () => {
      const admin = await signInFrom(url, ADMIN, first.cookies);
      if (admin.status !== 200) return void wrong.push(`administrator's sign-in: ${admin.status}`);
      const made = await timed(times.publishes, () =>
        call(url, 'POST', '/api/post/create', { json: article(), cookie: admin.cookies }),
      );
      if (made.status !== 201) return void wrong.push(`publish: ${made.status} ${made.text}`);
      const { slug } = JSON.parse(made.text) as { slug: string };
      const page = await call(url, 'GET', `/post/${slug}`);
      if (page.status !== 200) wrong.push(`published page: ${page.status}`);
    };
    await Promise.all([
      ...Array.from({ length: READERS }, () => repeat(REST_MS, read)),
      ...writers.map((writer) => repeat(500, write(writer))),
      repeat(1_500, administer),
      repeat(250, async () => void memory.push(await memoryOf(server.pid))),
    ]);
    await ended;
    const most = Math.max(...memory);
    figure(
      `${SECONDS} seconds of mixed attack on ${POSTS} posts`,
      [
        `${times.pages.length} pages, p50 ${percentile(times.pages, 0.5)} ms, p95 ${percentile(times.pages, 0.95)} ms`,
        `${times.comments.length} comments, p95 ${percentile(times.comments, 0.95)} ms`,
        `${times.publishes.length} sign-ins and publishes of the administrator, p95 ${percentile(times.publishes, 0.95)} ms`,
        `errors: ${wrong.length}; most memory ${Math.round(most / MEBIBYTE)} MiB`,
        `attacks by status: ${(await attacks).trim()}`,
      ].join('; '),
    );
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    expect(wrong).toEqual([]);
    expect(percentile(times.pages, 0.95)).toBeLessThan(MAX_P95_MS);
    expect(most).toBeLessThan(MAX_MEMORY);
  },
  (SECONDS + 180) * 1000,
);

/** Signs in with the browser's cookies. Returns its new cookies as `cookies`. */
async function signInFrom(
  url: string,
  { email, password }: { email: string; password: string },
  cookies: string,
) {
  const json = { email, password };
  const answer = await call(url, 'POST', '/api/auth/signin', { json, cookie: cookies });
  const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { status: answer.status, cookies: set.length > 0 ? set.join('; ') : cookies };
}

async function member(url: string) {
  const account = newAccount();
  const made = await call(url, 'POST', '/api/auth/signup', { json: account });
  expect(made.status, made.text).toBe(201);
  return await visit({ url }, account);
}

/** Creates a member and makes them an author. */
async function attackingAuthor(url: string): Promise<Visitor> {
  const author = await member(url);
  const admin = await visit({ url });
  const changed = await admin.call('PUT', `/api/user/role/${author.userId}`, { role: 'author' });
  expect(changed.status, changed.text).toBe(200);
  return author;
}

/** Publishes long posts and saves long drafts. Returns the path of a draft's preview link. */
async function writeLongTexts(author: Visitor): Promise<string> {
  let documentId = '';
  for (let n = 0; n < LONG_TEXTS; n++) {
    const text = { ...article(), content: `<p>${`word${n} and more. `.repeat(50_000)}</p>` };
    const post = await author.call('POST', '/api/post/create', text);
    expect(post.status, post.text).toBe(201);
    const draft = await author.call('POST', '/api/document/create', text);
    expect(draft.status, draft.text).toBe(201);
    documentId = (JSON.parse(draft.text) as { _id: string })._id;
  }
  const link = await author.call('POST', `/api/document/previewlink/${documentId}`, {});
  expect(link.status, link.text).toBe(201);
  return new URL((JSON.parse(link.text) as { url: string }).url).pathname;
}
