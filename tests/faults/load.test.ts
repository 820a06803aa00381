// @module-tag long
import { readdir, readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { figure } from '../support/tally.ts';
import {
  article,
  call,
  newAccount,
  UNLIMITED,
  until,
  upload,
  type Visitor,
  visit,
} from './support/site.ts';

/** For half an hour of load: `LOAD_SECONDS=1800 npm run test:all -- faults load`. */
const SECONDS = Number(process.env.LOAD_SECONDS ?? (isFullRun ? 120 : 5));
/** For each kind of visitor: how many at the same time, and the pause between two requests. */
const VISITORS = {
  readers: 6,
  searchers: 3,
  commenters: 2,
  entrants: 1,
  publishers: 1,
  uploaders: 1,
};
const REST_MS = 20;
const FLOOD = 800;
/** Number of 503 responses after which the flood ends. Most come while the server is overloaded. */
const REFUSALS = isFullRun ? 5_000 : 500;
const MEBIBYTE = 1024 * 1024;
/** Allowed memory growth during the load, for caches and compiled code. */
const ROOM = 160 * MEBIBYTE;

let server: RunningServer;
let admin: Visitor;

beforeAll(async () => {
  server = await startServer({ seed: 'demo', env: UNLIMITED });
  admin = await visit(server);
});

afterAll(() => server.stop());

interface Sample {
  rss: number;
  handles: number;
}

/** Memory and open files of the server, from the kernel. Only Linux reports open files. */
async function sample(): Promise<Sample> {
  if (process.platform !== 'linux') return { rss: 0, handles: 0 };
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  const handles = await readdir(`/proc/${server.pid}/fd`);
  return { rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024, handles: handles.length };
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it(
  `${SECONDS} seconds of mixed load (pages, searches, comments, sign-ins, uploads, publishes) cause no errors and leak neither memory nor file handles`,
  async () => {
    const { posts } = JSON.parse(
      (await call(server.url, 'GET', '/api/post/getposts?limit=20')).text,
    ) as {
      posts: { _id: string; slug: string; title: string }[];
    };
    const pick = <T>(all: T[], n: number): T => all[n % all.length] as T;
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    let going = true;
    const visitor = async (
      kind: string,
      work: (n: number) => Promise<{ status: number; text: string }>,
    ) => {
      for (let n = 0; going; n++) {
        const { status, text } = await work(n);
        counts[kind] = (counts[kind] ?? 0) + 1;
        if (status >= 400) wrong.push(`${kind}: ${status} ${text.slice(0, 200)}`);
        await new Promise((rest) => setTimeout(rest, REST_MS));
      }
    };
    const paths = [
      '/',
      '/about',
      '/rss.xml',
      '/search',
      ...posts.map(({ slug }) => `/post/${slug}`),
    ];
    const read = (n: number) => call(server.url, 'GET', pick(paths, n));
    const search = (n: number) => {
      const words = encodeURIComponent(pick(pick(posts, n).title.split(' '), n));
      return call(server.url, 'GET', `/api/post/getposts?searchTerm=${words}&startIndex=${n % 3}`);
    };
    const comment = async (n: number) => {
      const json = {
        content: `Comment ${n} ${Math.random()}`,
        postId: pick(posts, n)._id,
        userId: admin.userId,
      };
      const made = await admin.call('POST', '/api/comment/create', json);
      if (made.status !== 201) return made;
      const { _id } = JSON.parse(made.text) as { _id: string };
      await admin.call('PUT', `/api/comment/likeComment/${_id}`);
      const thread = await call(server.url, 'GET', `/api/comment/getPostComments/${json.postId}`);
      // Deletes what it created, so that the site doesn't grow.
      const gone = await admin.call('DELETE', `/api/comment/deleteComment/${_id}`);
      return thread.status === 200 ? gone : thread;
    };
    const enter = async () => {
      const account = newAccount();
      const made = await call(server.url, 'POST', '/api/auth/signup', { json: account });
      if (made.status !== 201) return made;
      const person = await visit(server, account);
      return person.call('DELETE', `/api/user/delete/${person.userId}`);
    };
    const publish = async () => {
      const made = await admin.call('POST', '/api/post/create', article());
      if (made.status !== 201) return made;
      const { _id, slug } = JSON.parse(made.text) as { _id: string; slug: string };
      const page = await call(server.url, 'GET', `/post/${slug}`);
      const gone = await admin.call('DELETE', `/api/post/deletepost/${_id}/${admin.userId}`);
      return page.status === 200 ? gone : page;
    };
    const works = {
      readers: read,
      searchers: search,
      commenters: comment,
      entrants: enter,
      publishers: publish,
      uploaders: async () => {
        await new Promise((rest) => setTimeout(rest, 500));
        return upload(server.url, admin);
      },
    };
    const before = await sample();
    const lanes = Object.entries(VISITORS).flatMap(([kind, number]) =>
      Array.from({ length: number }, () => visitor(kind, works[kind as keyof typeof works])),
    );
    const samples: Sample[] = [];
    const started = performance.now();
    while (performance.now() - started < SECONDS * 1000) {
      await new Promise((rest) => setTimeout(rest, 250));
      samples.push(await sample());
    }
    going = false;
    await Promise.all(lanes);

    // Caches are full after a quarter of the time. From then on, memory must not grow.
    const quarter = Math.floor(samples.length / 4);
    const early = median(samples.slice(quarter, 2 * quarter).map(({ rss }) => rss));
    const late = median(samples.slice(-quarter).map(({ rss }) => rss));
    // All files and connections are closed. Idle keep-alive connections close after a minute.
    const { handles } = await until(async () => {
      const now = await sample();
      return now.handles <= before.handles + 40 && now;
    });
    const mib = (bytes: number) => `${Math.round(bytes / MEBIBYTE)} MiB`;
    figure(
      `${SECONDS} seconds of mixed load`,
      `${wrong.length} errors; requests: ${JSON.stringify(counts)}; memory ${mib(early)}, then ${mib(late)}; open files ${before.handles}, then ${handles}`,
    );
    expect(wrong).toEqual([]);
    expect(late - early, 'growth of memory, bytes').toBeLessThan(ROOM);
    const { queued, rendering, failed } = JSON.parse(
      (await admin.call('GET', '/api/publish/status')).text,
    ) as Record<string, unknown[]>;
    expect([queued, rendering, failed]).toEqual([[], [], []]);
  },
  (SECONDS + 600) * 1000,
);

interface Flooded {
  status: number;
  ms: number;
  retryAfter: string | undefined;
}

it(`an overload by ${FLOOD} connections gets 503 with Retry-After, while pages are still served and the site recovers`, async () => {
  for (let n = 0; n < 20; n++) {
    const content = `<p>${'Overload '.repeat(3_000)}</p>`;
    const { status } = await admin.call('POST', '/api/post/create', { ...article(), content });
    expect(status).toBe(201);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: FLOOD });
  const { hostname, port } = new URL(server.url);
  let asked = 0;
  const flood = () =>
    new Promise<Flooded>((resolve, reject) => {
      const started = performance.now();
      // Searches ignore punctuation, but cache keys don't.
      const marks = (asked++).toString(2).replaceAll('0', '.').replaceAll('1', ',');
      const path = `/api/post/getposts?limit=9&searchTerm=overload${marks}`;
      get({ hostname, port, path, agent }, (response) => {
        response.resume();
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            ms: performance.now() - started,
            retryAfter: response.headers['retry-after'],
          }),
        );
        response.on('error', reject);
      }).on('error', reject);
    });
  const answers: Flooded[] = [];
  let shed = 0;
  const lane = async () => {
    for (let n = 0; n < 100 && shed < REFUSALS; n++) {
      const answer = await flood();
      answers.push(answer);
      if (answer.status === 503) shed++;
    }
  };
  const lanes = Promise.all(Array.from({ length: FLOOD }, lane));
  await until(async () => shed > 0);
  // Pages are files and are still served, and the health check still passes.
  for (const path of ['/', '/about', '/api/health']) {
    expect([path, (await call(server.url, 'GET', path)).status]).toEqual([path, 200]);
  }
  await lanes;
  agent.destroy();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  for (const { status, retryAfter } of answers) if (status === 503) expect(retryAfter).toBe('2');
  await until(async () => (await call(server.url, 'GET', '/api/post/getposts')).status === 200);
  const waits = answers.filter(({ status }) => status === 503).map(({ ms }) => ms);
  const late = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
  figure(
    `${FLOOD} connections that search without pauses`,
    `${answers.length} answers, ${waits.length} of them 503: p50 ${Math.round(median(waits))} ms, p95 ${Math.round(late)} ms`,
  );
});
