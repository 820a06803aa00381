/**
 * Requests per second of the API, compared with a bare Hono and better-sqlite3 handler on the same
 * rows: reading a thread of 50 comments and the first posts, liking, commenting. Reads are measured
 * twice, without writes and with ten writes per second, which invalidate cached responses.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { createSessions } from '../api/access/sessions.ts';
import { loadEnv } from '../api/env.ts';
import { openDatabase } from '../db/client.ts';
import { insertComment } from '../db/queries/comments-table.ts';
import { toggleLike } from '../db/queries/likes.ts';
import { listPostCards } from '../db/queries/posts.ts';
import { insertUser } from '../db/queries/users.ts';
import { type Served, startServing } from './support/child.ts';
import { compareRates, type Target } from './support/load.ts';
import { fillWithPosts } from './support/posts.ts';
import { count, type Row } from './support/rows.ts';

const COMMENTS = 50;
const POSTS = 100;
/** Enough users that each writes at a realistic rate. */
const PEOPLE = 200;
const WRITE_EVERY_MS = 100;

interface Rows {
  postId: string;
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
  const [post] = await listPostCards(database.read, {}, { startIndex: 0, limit: 1 });
  const postId = post?.id ?? '';
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
    return { commentId, ids: people };
  });
  const sessions = createSessions({ database, env, now: () => new Date() });
  const people: Rows['people'] = [];
  for (const userId of written.ids) {
    const session = await database.transaction((tx) => sessions.begin(tx, userId));
    people.push({ userId, cookie: session.cookie.split(';')[0] ?? '' });
  }
  await database.close();
  return { postId, commentId: written.commentId, people };
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

/** Returns the rows about the API. */
export async function measure(): Promise<Row[]> {
  const root = await mkdtemp(join(tmpdir(), 'inkwell-bench-api-'));
  const folders = { api: join(root, 'api'), bare: join(root, 'bare') };
  const served: Served[] = [];
  try {
    const { postId, commentId, people } = await fill(folders.api);
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
