/**
 * Requests a second for a thread of 50 comments: our whole server process against a bare Hono handler that
 * asks better-sqlite3 for the same rows each time, in the same run, by the same loader. A second row does
 * the same while somebody writes ten times a second, which is what our server keeps answers against.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import SQLite from 'better-sqlite3';
import { Hono } from 'hono';
import { createApp } from '../api/app.ts';
import { loadEnv } from '../api/env.ts';
import { createLogger } from '../api/http/log.ts';
import type { Publisher } from '../api/publisher/types.ts';
import { openDatabase } from '../db/client.ts';
import { insertComment, toggleLike } from '../db/queries/comments.ts';
import { insertPost } from '../db/queries/posts.ts';
import { insertUser } from '../db/queries/users.ts';
import { percentile } from './support/figures.ts';

const COMMENTS = 50;
const CONNECTIONS = 32;
const SECONDS = 1.5;
const ROUNDS = 7;
const WRITE_EVERY_MS = 100;
const AIM = 0.8;

type Kind = 'ours' | 'bare';

const urlOf = (folder: string) => `file:${join(folder, 'blog.db')}`;

/** Twenty people, a post, and 50 comments with three likes each. Gives the post's id. */
async function fill(folder: string): Promise<string> {
  const database = await openDatabase(urlOf(folder));
  await database.migrate();
  const postId = await database.transaction(async (tx) => {
    const at = new Date();
    const times = { createdAt: at, updatedAt: at };
    const people: string[] = [];
    for (let i = 0; i < 20; i++) {
      const username = `reader-${i}`;
      const profilePicture = '/avatars/r-0.svg';
      const email = `${username}@example.com`;
      people.push((await insertUser(tx, { username, email, profilePicture, ...times })).id);
    }
    const userId = people[0] ?? '';
    const text = { title: 'Measured', slug: 'measured', content: '<p>x</p>', text: 'x' };
    const post = await insertPost(tx, { userId, ...text, ...times });
    for (let i = 0; i < COMMENTS; i++) {
      const author = people[i % people.length] ?? '';
      const content = `Comment ${i}: a sentence or two, about as long as people write them here.`;
      const comment = await insertComment(tx, {
        postId: post.id,
        userId: author,
        content,
        ...times,
      });
      for (const fan of [1, 7, 13])
        await toggleLike(tx, comment.id, people[(i + fan) % people.length] ?? '');
    }
    return post.id;
  });
  await database.close();
  return postId;
}

/** The whole app, as `npm start` runs it, without the pages and without a log line a request. */
async function ourApp(folder: string) {
  const env = loadEnv({ DATA_DIR: folder, DATABASE_URL: urlOf(folder) });
  const database = await openDatabase(env.databaseUrl);
  // Nothing is published here.
  const publisher = {} as Publisher;
  return createApp({ env, database, publisher, log: createLogger('error'), now: () => new Date() });
}

/** As little as possible between the socket and the rows. */
function bareApp(folder: string) {
  const sqlite = new SQLite(join(folder, 'blog.db'));
  sqlite.pragma('journal_mode = WAL');
  const thread = sqlite.prepare<[string], Record<string, string | number>>(
    `select c.id, c.post_id, c.user_id, c.content, c.created_at, c.updated_at, u.username,
       u.profile_picture, u.is_admin,
       (select json_group_array(l.user_id) from likes l where l.comment_id = c.id) as likes
     from comments c join users u on u.id = c.user_id
     where c.post_id = ? order by c.created_at desc, c.seq desc limit 50`,
  );
  return new Hono().get('/api/comment/getPostComments/:postId', (c) =>
    c.json(
      thread.all(c.req.param('postId')).map((row) => {
        const likes = JSON.parse(String(row.likes)) as string[];
        return {
          _id: row.id,
          postId: row.post_id,
          userId: row.user_id,
          content: row.content,
          likes,
          numberOfLikes: likes.length,
          createdAt: new Date(Number(row.created_at)).toISOString(),
          updatedAt: new Date(Number(row.updated_at)).toISOString(),
          author: {
            _id: row.user_id,
            username: row.username,
            profilePicture: row.profile_picture,
            isAdmin: row.is_admin === 1,
          },
        };
      }),
    ),
  );
}

async function serve(kind: Kind, folder: string): Promise<void> {
  const app = kind === 'ours' ? await ourApp(folder) : bareApp(folder);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address !== 'string') process.send?.(address.port);
  });
  process.once('disconnect', () => process.exit());
}

/** In a process of its own. */
async function start(kind: Kind, folder: string) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve', kind, folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { port, stop };
}

async function load(port: number, postId: string): Promise<number> {
  const url = `http://127.0.0.1:${port}/api/comment/getPostComments/${postId}`;
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  const [rate] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return rate;
}

async function loadHere(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (res) => {
        if (res.statusCode !== 200) reject(new Error(`answered ${res.statusCode}`));
        res.resume().once('end', resolve);
      }).once('error', reject);
    });
  const connection = async () => {
    while (performance.now() < until) {
      await one();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return done / SECONDS;
}

async function sameAnswer(ports: number[], postId: string): Promise<void> {
  const bodies = await Promise.all(
    ports.map(async (port) => {
      const path = `/api/comment/getPostComments/${postId}`;
      return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    }),
  );
  if (bodies.some((body) => body !== bodies[0])) throw new Error('the two answer differently');
}

/** Writes a row now and then, as a busy site does. */
function writeNowAndThen(folder: string): () => void {
  const sqlite = new SQLite(join(folder, 'blog.db'), { timeout: 5000 });
  const touch = sqlite.prepare('update users set updated_at = updated_at + 1 where seq = 20');
  const timer = setInterval(() => touch.run(), WRITE_EVERY_MS);
  return () => {
    clearInterval(timer);
    sqlite.close();
  };
}

interface Compared {
  ours: number;
  bare: number;
  ratio: number;
}

/**
 * Both in turns, so that other work on the machine slows both: the median of the rounds' ratios. The first
 * round only warms up.
 */
async function compare(ours: number, bare: number, postId: string): Promise<Compared> {
  const rounds: Compared[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [a, b] = [await load(ours, postId), await load(bare, postId)];
    if (round > 0) rounds.push({ ours: a, bare: b, ratio: a / b });
  }
  const middle = (of: (round: Compared) => number) => percentile(rounds.map(of), 0.5);
  return {
    ours: middle((round) => round.ours),
    bare: middle((round) => round.bare),
    ratio: middle((round) => round.ratio),
  };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-bench-comments-'));
  const postId = await fill(folder);
  const ours = await start('ours', folder);
  const bare = await start('bare', folder);
  try {
    await sameAnswer([ours.port, bare.port], postId);
    console.log('| what | ours | baseline | ratio | aim |');
    console.log('|---|---:|---:|---:|---:|');
    for (const writing of [false, true]) {
      const stop = writing ? writeNowAndThen(folder) : () => {};
      const rates = await compare(ours.port, bare.port, postId);
      stop();
      const what = `thread of ${COMMENTS} comments, requests/s${writing ? ', ten writes a second' : ''}`;
      const count = (rate: number) => Math.round(rate).toLocaleString('en-US');
      console.log(
        `| ${what} | ${count(rates.ours)} | ${count(rates.bare)} | ${rates.ratio.toFixed(2)} | ${AIM} |`,
      );
    }
    console.log(`\nLoader: Node, one thread, ${CONNECTIONS} connections.`);
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

if (!isMainThread) parentPort?.postMessage(await loadHere(String(workerData)));
else if (process.argv[2] === '--serve')
  await serve(process.argv[3] === 'ours' ? 'ours' : 'bare', process.argv[4] ?? '');
else await main();
