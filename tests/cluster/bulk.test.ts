// @module-tag long
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { percentile } from '../../bench/support/figures.ts';
import { articleOf } from '../../bench/support/posts.ts';
import { freePort, startServer } from '../e2e/support/server.ts';
import { article, call, UNLIMITED, type Visitor, visit } from '../faults/support/site.ts';
import { inBackground } from '../support/background.ts';
import { isFullRun } from '../support/full-run.ts';
import { expectWithin } from '../support/timing.ts';
import { ENGINES, newDatabase } from './support/engines.ts';
import { postFiles } from './support/posts.ts';

/** In the database before the first start. */
const STORED = isFullRun ? 5_000 : 250;
/** Imported into a running site. */
const IMPORTED = isFullRun ? 3_000 : 100;
const PUBLISH_EVERY_MS = isFullRun ? 1_000 : 300;
const CALL_MS = 15_000;
const PATIENCE_MS = 60_000;
/** How long to wait for the error of a server that has exited. */
const SERVER_ERROR_MS = 1_000;
const FIXED = ['/', '/search', '/signin', '/dashboard', '/rss.xml', '/sitemap.xml'];
const HOUR_MS = 3_600_000;

const run = promisify(execFile);
const script = (name: string) =>
  fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));

/** Writes an export of `count` posts, an hour apart up to now. Their slugs end in their number. */
async function exportOf(folder: string, count: number, name: string): Promise<string> {
  const posts = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.now() - (count - n) * HOUR_MS).toISOString();
    const ids = { _id: `${name}-${n}`, userId: 'author', slug: `${name}-${n}` };
    const { title, ...rest } = articleOf(n);
    return { ...ids, title: `${name}: ${title}`, ...rest, createdAt: at, updatedAt: at };
  });
  const users = [{ _id: 'author', username: 'author', email: 'author@example.com' }];
  const head = { format: 'inkwell-export', version: 1, users, posts, comments: [] };
  const file = join(folder, `${name}.json`);
  await writeFile(
    file,
    JSON.stringify({ ...head, counts: { users: 1, posts: count, comments: 0 } }),
  );
  return file;
}

/** Throws the server's own error, with its output, if it ended before `work` failed. */
async function withServerErrors<T>(starting: Promise<unknown>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await Promise.race([starting, wait(SERVER_ERROR_MS)]);
    throw error instanceof TypeError
      ? new Error(`${error.message}: ${error.cause}`, { cause: error })
      : error;
  }
}

async function newSite(engine: (typeof ENGINES)[number]) {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-bulk-'));
  onTestFinished(() =>
    rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  );
  const dataDir = join(folder, 'data');
  const DATABASE_URL =
    engine === 'PostgreSQL' ? await newDatabase() : `file:${join(folder, 'blog.db')}`;
  const port = await freePort();
  const env = { ...UNLIMITED, DATABASE_URL };
  const site = { url: `http://127.0.0.1:${port}`, dataDir };
  const importPosts = async (count: number, name: string) => {
    const file = await exportOf(folder, count, name);
    const started = performance.now();
    await run(process.execPath, [script('import'), file], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL },
    });
    return performance.now() - started;
  };
  const start = async () => {
    const server = await startServer({ dataDir, port, env });
    onTestFinished(() => server.stop());
    return server;
  };
  return { ...site, importPosts, start };
}

type Site = Awaited<ReturnType<typeof newSite>>;

/** Publishes at equal intervals until `isOver`. Returns how long each call took. */
async function publishRegularly(site: Site, admin: Visitor, isOver: () => boolean) {
  const times: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    const answer = await admin.call('POST', '/api/post/create', article());
    times.push(performance.now() - started);
    const { slug, live } = JSON.parse(answer.text) as { slug: string; live?: boolean };
    expect([answer.status, live], answer.text).toEqual([201, undefined]);
    expect((await call(site.url, 'GET', `/post/${slug}`)).status).toBe(200);
    await wait(Math.max(0, PUBLISH_EVERY_MS - (performance.now() - started)));
  }
  return times;
}

function summary(times: number[]): string {
  const ms = (value: number) => `${value.toFixed()} ms`;
  return (
    `${times.length} publishes: p50 ${ms(percentile(times, 0.5))}, ` +
    `p95 ${ms(percentile(times, 0.95))}, max ${ms(Math.max(...times))}`
  );
}

/** Returns how many bulk changes a killed node had left, by its own record. */
async function bulkDue({ dataDir }: Site): Promise<number> {
  const state = JSON.parse(await readFile(join(dataDir, 'published.json'), 'utf8')) as {
    backlog: { after: number; upTo: number }[];
  };
  return state.backlog.reduce((sum, { after, upTo }) => sum + upTo - after, 0);
}

const numberOf = (slug: string) => Number(/-(\d+)$/.exec(slug)?.[1]);

/** What takes long doesn't depend on the engine. */
const TRIED = isFullRun ? ENGINES : (['one SQLite file'] as const);

describe.each(TRIED)('bulk work on %s', (engine) => {
  it('delays neither health, pages nor publishing while the first release is made', async () => {
    const site = await newSite(engine);
    await site.importPosts(STORED, 'stored');
    const isComplete = () => existsSync(join(site.dataDir, 'site', '.release.json'));
    const started = performance.now();
    const starting = inBackground(site.start());
    const health = () => fetch(`${site.url}/api/health`).catch(() => undefined);
    while (!(await health())?.ok) await wait(20);
    const healthyAfter = performance.now() - started;
    expect(isComplete()).toBe(false);

    const refused: string[] = [];
    const pages: number[] = [];
    const look = async (path: string) => {
      const before = performance.now();
      let response = await fetch(site.url + path);
      // On a very busy machine a post takes over 2 s, and its visitors are told when to come back.
      while (response.status === 503 && performance.now() - before < PATIENCE_MS) {
        await wait(Number(response.headers.get('Retry-After') ?? PATIENCE_MS / 1000) * 1000);
        response = await fetch(site.url + path);
      }
      await response.text();
      pages.push(performance.now() - before);
      if (response.status !== 200) refused.push(`${response.status} ${path}`);
    };
    const newest = Array.from({ length: 10 }, (_, n) => `/post/stored-${STORED - 1 - n}`);
    /** The oldest post that has a file, while half of them have none. */
    let early: { files: number; oldest: number } | undefined;
    const lookAround = async () => {
      await look(`/post/stored-${Math.floor(Math.random() * STORED)}`);
      if ((await health())?.status !== 200) refused.push('health');
      const numbers = (await postFiles(site as never))
        .filter((slug) => slug.startsWith('stored-'))
        .map(numberOf);
      if (numbers.length > 100 && numbers.length < STORED / 2) {
        early ??= { files: numbers.length, oldest: Math.min(...numbers) };
      }
    };
    const work = async () => {
      for (const path of [...FIXED, ...newest]) await look(path);
      const publishing = inBackground(publishRegularly(site, await visit(site), isComplete));
      while (!isComplete()) await lookAround();
      return publishing;
    };
    const times = await withServerErrors(starting, work());
    const completeAfter = performance.now() - started;
    await starting;
    console.log(
      `${engine}, first start with ${STORED} posts: health 200 after ${healthyAfter.toFixed()} ms, ` +
        `complete after ${completeAfter.toFixed()} ms; ${pages.length} pages meanwhile, ` +
        `p50 ${percentile(pages, 0.5).toFixed()} ms, max ${Math.max(...pages).toFixed()} ms; ` +
        `${summary(times)}; ${JSON.stringify(early)}`,
    );
    expect(refused).toEqual([]);
    expectWithin(Math.max(...times), CALL_MS);
  });

  it('lets a person publish during an import, and a kill repeats none of it', async () => {
    const site = await newSite(engine);
    await site.importPosts(20, 'stored');
    const first = await site.start();
    const admin = await visit(site);
    let isImported = false;
    let rounds = 0;
    const usual = await publishRegularly(site, admin, () => rounds++ === 10);
    const importedFiles = async () =>
      (await postFiles(site as never)).filter((slug) => slug.startsWith('imported-'));
    const importing = inBackground(
      site.importPosts(IMPORTED, 'imported').finally(() => {
        isImported = true;
      }),
    );
    const during = await publishRegularly(site, admin, () => isImported);
    const importMs = await importing;
    const started = performance.now();
    let files: string[] = [];
    const isHalf = () => files.length > IMPORTED / 2;
    const countFiles = async () => {
      while (!isHalf()) {
        files = await importedFiles();
        await wait(20);
      }
    };
    const counting = inBackground(countFiles());
    const after = await publishRegularly(site, admin, isHalf);
    await counting;
    await first.kill('SIGKILL');
    files = await importedFiles();
    const due = await bulkDue(site);
    await site.start();
    const rest = await publishRegularly(
      site,
      admin,
      (() => {
        let isAll = false;
        void (async () => {
          while ((await importedFiles()).length < IMPORTED) await wait(50);
          isAll = true;
        })();
        return () => isAll;
      })(),
    );
    const total = performance.now() - started;
    // What was written, but not yet recorded as done. Other pages are written again as well: later
    // posts change their neighbors and related posts.
    const repeated = files.length - (IMPORTED - due);
    console.log(
      `${engine}, import of ${IMPORTED} posts (${importMs.toFixed()} ms, pages ${total.toFixed()} ms with a kill)\n` +
        `usual: ${summary(usual)}\nduring the import: ${summary(during)}\n` +
        `while it's published: ${summary(after)}\nafter a kill: ${summary(rest)}\n` +
        `${files.length} pages before the kill, ${repeated} of them repeated; ${due} were due`,
    );
    expectWithin(Math.max(...during, ...after, ...rest), CALL_MS);
    expect(repeated).toBeLessThan(IMPORTED / 2);
  });
});
