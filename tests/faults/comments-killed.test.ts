import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Comment } from '../../api/contract/comments.ts';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { article, damageIn, UNLIMITED, type Visitor, visit } from './support/site.ts';

const KILLS = isFullRun ? 20 : 2;

let folder: string;
let port: number;
let server: RunningServer;
let admin: Visitor;
let postId: string;

const start = async () => {
  const dataDir = join(folder, 'data');
  server = await startServer({ dataDir, port, env: UNLIMITED });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-comments-'));
  port = await freePort();
  await start();
  admin = await visit(server);
  postId = (await call<{ _id: string }>('POST', '/api/post/create', article()))._id;
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function call<T>(method: string, path: string, json?: unknown): Promise<T> {
  const answer = await admin.call(method, path, json);
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text) as T;
}

const write = (content: string, parentId: string | null = null) =>
  call<Comment>('POST', '/api/comment/create', {
    ...{ content, postId, parentId },
    userId: admin.userId,
  });
const moderate = (id: string, action: string) =>
  call('PUT', `/api/comment/moderate/${id}`, { action });

/** The life of one thread: what a call does, and what is stored from then on. */
interface Step {
  act(thread: Thread): Promise<unknown>;
  stored: string[];
}

interface Thread {
  n: number;
  top: string;
  reply: string;
}

function lifeOf(n: number): Step[] {
  const [top, reply, edited] = [`visible Top ${n}`, `visible Reply ${n}`, `visible Edited ${n}`];
  const life: Step[] = [
    {
      act: async (thread) => {
        thread.top = (await write(`Top ${n}`))._id;
      },
      stored: [top],
    },
    {
      act: async (thread) => {
        thread.reply = (await write(`Reply ${n}`, thread.top))._id;
      },
      stored: [`${reply}, 0 versions, 0 decisions`, top],
    },
    {
      act: (thread) => moderate(thread.reply, 'hold'),
      stored: [`held Reply ${n}, 0 versions, 1 decisions`, top],
    },
    {
      act: (thread) => moderate(thread.reply, 'approve'),
      stored: [`${reply}, 0 versions, 2 decisions`, top],
    },
    {
      act: (thread) =>
        call('PUT', `/api/comment/editComment/${thread.reply}`, { content: `Edited ${n}` }),
      stored: [`${edited}, 1 versions, 2 decisions`, top],
    },
    {
      act: (thread) => call('DELETE', `/api/comment/deleteComment/${thread.top}`),
      stored: [`${edited}, 1 versions, 2 decisions`, 'erased '],
    },
  ];
  const isDeleted = n % 2 === 1;
  const remove: Step = {
    act: (thread) => call('DELETE', `/api/comment/deleteComment/${thread.reply}`),
    stored: [],
  };
  return isDeleted ? [...life, remove] : life;
}

interface Row {
  id: string;
  threadId: string | null;
  line: string;
}

/** The stored comments, each in a line. */
function rows(): Row[] {
  const database = new SQLite(join(folder, 'data', 'blog.db'), { readonly: true });
  try {
    return database
      .prepare(
        `select id, thread_id as threadId, state || ' ' || content || case when thread_id is null
           then '' else ', ' || (select count(*) from comment_versions where comment_id = comments.id)
           || ' versions, ' || (select count(*) from audit where subject = comments.id)
           || ' decisions' end as line
         from comments`,
      )
      .all() as Row[];
  } finally {
    database.close();
  }
}

/** Runs threads until the connection ends. Returns how far the last one came. */
async function liveUntilGone(from: number, done: Map<string, string>, onStep: () => void) {
  for (let n = from; ; n++) {
    const thread: Thread = { n, top: '', reply: '' };
    const life = lifeOf(n);
    let confirmed = 0;
    for (const { act } of life) {
      try {
        await act(thread);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        return { n, life, confirmed };
      }
      confirmed++;
      onStep();
    }
    const [reply, top] = life.at(-1)?.stored ?? [];
    if (reply !== undefined) done.set(thread.reply, reply);
    if (top !== undefined) done.set(thread.top, top);
  }
}

it(`${KILLS} kills while comments are written, answered, moderated and deleted lose nothing`, async () => {
  const done = new Map<string, string>();
  let next = 0;
  for (let round = 0; round < KILLS; round++) {
    // Not always at the same step.
    const enough = 10 + Math.floor(Math.random() * 14);
    let steps = 0;
    let killed: Promise<unknown> | undefined;
    const { n, life, confirmed } = await liveUntilGone(next, done, () => {
      if (++steps === enough) {
        killed = new Promise((wait) => setTimeout(wait, Math.random() * 20)).then(() =>
          server.kill('SIGKILL'),
        );
      }
    });
    await killed;
    await start();
    expect(damageIn(join(folder, 'data', 'blog.db'))).toBe(null);
    const found = rows();
    const known = found.filter(({ id }) => done.has(id));
    expect(new Map(known.map(({ id, line }) => [id, line]))).toEqual(done);
    // The call in progress may have been written, too.
    const rest = found.filter(({ id }) => !done.has(id));
    const stored = (count: number) => (count === 0 ? [] : (life[count - 1]?.stored ?? []));
    expect(
      [stored(confirmed), stored(confirmed + 1)].map((lines) => lines.toSorted()),
    ).toContainEqual(rest.map(({ line }) => line).sort());
    const ids = new Set(found.map(({ id }) => id));
    expect(found.filter(({ threadId }) => threadId !== null && !ids.has(threadId))).toEqual([]);
    for (const { id, line } of rest) done.set(id, line);
    next = n + 1;
  }
  const page = await call<{ total: number }>('GET', `/api/comment/getthreads/${postId}`);
  expect(page.total).toBe([...done.values()].filter((line) => line.startsWith('visible')).length);
});
