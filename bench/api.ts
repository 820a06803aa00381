/**
 * Requests per second of the API, compared with a bare Hono and better-sqlite3 handler on the same
 * rows: reading a thread of 50 comments and the first posts, liking, commenting. Reads are measured
 * twice, without writes and with ten writes per second, which invalidate cached responses.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { createSessions } from '../api/access/sessions.ts';
import { loadEnv } from '../api/env.ts';
import { openDatabase } from '../db/client.ts';
import { insertComment } from '../db/queries/comments-table.ts';
import { toggleLike } from '../db/queries/likes.ts';
import { listPostCards } from '../db/queries/posts.ts';
import { insertUser } from '../db/queries/users.ts';
import { type Served, startServing } from './support/child.ts';
import { percentile } from './support/figures.ts';
import { compareRates, type Target } from './support/load.ts';
import { fillWithPosts } from './support/posts.ts';
import { count, ms, type Row, within } from './support/rows.ts';

const COMMENTS = 50;
const POSTS = 100;
/** Enough users that each writes at a realistic rate. */
const PEOPLE = 200;
const WRITE_EVERY_MS = 100;

/** A post with a long conversation: 200 of its comments are in one thread. */
const MANY_COMMENTS = 5_000;
const LONG_THREAD = 200;
const THREADS_READ = 100;
const THREADS_MS = 30;

interface Rows {
  postId: string;
  busyPostId: string;
  commentId: string;
  people: { userId: string; cookie: string }[];
}

/**
 * Creates a hundred posts, signed-in users, and a post with 50 comments of three likes each.
 */
async function fill(folder: string): Promise<Rows> {
  await fillWithPosts(folder, POSTS);
  const env = loadEnv({ DATA_DIR: folder });
  const database = await openDatabase(env.databaseUrl);
  const times = { createdAt: new Date(), updatedAt: new Date() };
  const [post, busy] = await listPostCards(database.read, {}, { startIndex: 0, limit: 2 });
  const [postId, busyPostId] = [post?.id ?? '', busy?.id ?? ''];
  const written = await database.transaction(async (tx) => {
    const people: string[] = [];
    for (let i = 0; i < PEOPLE; i++) {
      const username = `reader-${i}`;
      const user = {
        username,
        email: `${username}@example.com`,
        profilePicture: '/avatars/a-1.svg',
      };
      people.push((await insertUser(tx, { ...user, ...times })).id);
    }
    const person = (n: number) => people[n % people.length] ?? '';
    let commentId = '';
    for (let i = 0; i < COMMENTS; i++) {
      const content = `Comment ${i}: a sentence or two, about as long as people write them here.`;
      const row = await insertComment(tx, { postId, userId: person(i), content, ...times });
      for (const fan of [1, 7, 13]) await toggleLike(tx, row.id, person(i + fan));
      commentId = row.id;
    }
    let top: string | null = null;
    for (let i = 0; i < MANY_COMMENTS; i++) {
      const threadId: string | null = i < LONG_THREAD ? top : null;
      const content = `Comment ${i}: a sentence or two, about as long as people write them here.`;
      const values = { postId: busyPostId, userId: person(i), content, ...times };
      const row = await insertComment(tx, { ...values, parentId: threadId, threadId });
      top ??= row.id;
    }
    return { commentId, ids: people };
  });
  const sessions = createSessions({ database, env, now: () => new Date() });
  const people: Rows['people'] = [];
  for (const userId of written.ids) {
    const session = await database.transaction((tx) => sessions.begin(tx, userId));
    people.push({ userId, cookie: session.cookie.split(';')[0] ?? '' });
  }
  await database.close();
  return { postId, busyPostId, commentId: written.commentId, people };
}

/** Writes a row ten times per second, like a busy site. */
function startWriting(folder: string): () => void {
  const sqlite = new SQLite(join(folder, 'blog.db'), { timeout: 5000 });
  const touch = sqlite.prepare('update users set updated_at = updated_at + 1 where seq = 20');
  const timer = setInterval(() => touch.run(), WRITE_EVERY_MS);
  return () => {
    clearInterval(timer);
    sqlite.close();
  };
}

async function expectEqualResponses(served: Served[], { path }: Target): Promise<void> {
  const bodies = await Promise.all(
    served.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()),
  );
  if (bodies.some((body) => body !== bodies[0])) throw new Error(`${path}: responses differ`);
}

/**
 * Returns the time to read the first 20 threads of a busy post, oldest first, which includes the
 * long one. A row is written before each read, so no response comes from the cache.
 */
async function threadsRow(port: number, postId: string): Promise<Row> {
  const url = `http://127.0.0.1:${port}/api/comment/getthreads/${postId}?sort=oldest`;
  const times: number[] = [];
  for (let n = 0; n < THREADS_READ; n++) {
    await wait(WRITE_EVERY_MS);
    const started = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - started);
  }
  const what = `threads of ${count(MANY_COMMENTS)} comments, with ten writes per second, p95`;
  return within(what, percentile(times, 0.95), THREADS_MS, ms);
}

/** Returns the rows about the API. */
export async function measure(): Promise<Row[]> {
  const root = await mkdtemp(join(tmpdir(), 'inkwell-bench-api-'));
  const folders = { api: join(root, 'api'), bare: join(root, 'bare') };
  const served: Served[] = [];
  try {
    const { postId, busyPostId, commentId, people } = await fill(folders.api);
    await cp(folders.api, folders.bare, { recursive: true });
    const ours = await startServing('api', folders.api);
    served.push(ours);
    const bare = await startServing('bare', folders.bare);
    served.push(bare);
    const compare = async (what: string, target: Target, atLeast: number): Promise<Row> => {
      const both = { port: ours.port, target };
      const rates = await compareRates(both, { ...both, port: bare.port });
      return {
        what: `${what}, requests/s`,
        ours: count(rates.ours),
        baseline: `${count(rates.baseline)}, bare Hono + SQLite`,
        ratio: rates.ratio,
        aim: { atLeast },
      };
    };
    const thread = { path: `/api/comment/getPostComments/${postId}` };
    const posts = { path: '/api/post/getposts' };
    await expectEqualResponses(served, thread);
    await expectEqualResponses(served, posts);
    const rows = [
      await compare(`thread of ${COMMENTS} comments`, thread, 0.8),
      await compare('getposts, the first 9', posts, 0.8),
    ];
    const stop = Object.values(folders).map(startWriting);
    rows.push(await compare('thread, with ten writes per second', thread, 0.8));
    rows.push(await compare('getposts, with ten writes per second', posts, 0.8));
    rows.push(await threadsRow(ours.port, busyPostId));
    for (const end of stop) end();
    const requests = people.map(({ userId, cookie }) => ({
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: 'A comment, number {n}.', postId, userId }),
    }));
    const [{ headers } = { headers: {} }] = requests;
    const path = `/api/comment/likeComment/${commentId}`;
    const like = { path, method: 'PUT', requests: [{ headers }] };
    const write = { path: '/api/comment/create', method: 'POST', requests };
    rows.push(await compare('like a comment', like, 0.7));
    rows.push(await compare('write a comment', write, 0.7));
    return rows;
  } finally {
    await Promise.all(served.map((server) => server.stop()));
    await rm(root, { recursive: true, force: true });
  }
}
