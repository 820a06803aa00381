import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { postsQuery } from '../../../api/post-fields/input.ts';
import { createPostSearch } from '../../../api/posts/search/search.ts';
import { createSearchThread, type SearchThread } from '../../../api/search-thread.ts';
import { insertPicture } from '../../../db/queries/pictures.ts';
import { testApp } from '../../support/app.ts';
import { makePost, testDatabase } from '../../support/database.ts';

const log = pino({ level: 'silent' });
const FAULTY = new URL('faulty-search-worker.ts', import.meta.url);
const THREAD = new URL('../../../api/search-thread.ts', import.meta.url);

function threadOf(file: string, deadlineMs: number, script?: URL): SearchThread {
  const thread = createSearchThread(file, { deadlineMs, log, ...(script && { script }) });
  onTestFinished(() => thread.stop());
  return thread;
}

const ask = async (thread: SearchThread, sql: string) =>
  Buffer.from(
    await thread.run<string>({ sql, params: [], withPictures: false, limit: 9 }),
  ).toString();

const NOTHING = 'select 0 as total, 0 as lastMonth, null as id';
const ANSWER = '{"posts":[],"totalPosts":0,"lastMonthPosts":0}';

describe('the search thread', () => {
  test('the search thread can read but not write', async () => {
    const { url } = await testDatabase();
    const thread = threadOf(url.slice('file:'.length), 5_000);
    expect(await ask(thread, NOTHING)).toBe(ANSWER);
    await expect(ask(thread, "update posts set title = '' returning 1")).rejects.toMatchObject({
      code: 'SQLITE_READONLY',
    });
    expect(await ask(thread, NOTHING)).toBe(ANSWER);
  });

  test('the search thread starts again after a stop', async () => {
    const { url } = await testDatabase();
    const thread = threadOf(url.slice('file:'.length), 5_000);
    await thread.stop();
    expect(await ask(thread, NOTHING)).toBe(ANSWER);
    await thread.stop();
    expect(await ask(thread, NOTHING)).toBe(ANSWER);
  });

  test.each(['throw', 'exit'])(
    'is replaced after it ends by %s; the search gets 503',
    async (fault) => {
      const thread = threadOf('', 5_000, FAULTY);
      const first = await ask(thread, 'number');
      expect(await ask(thread, 'number')).toBe(first);
      await expect(ask(thread, fault)).rejects.toMatchObject({
        statusCode: 503,
        headers: { 'Retry-After': '2' },
      });
      expect(await ask(thread, 'number')).not.toBe(first);
    },
  );

  test('the search thread is replaced after it ends between searches', async () => {
    const thread = threadOf('', 5_000, FAULTY);
    const first = await ask(thread, 'die later');
    // In turns: a busy event loop takes a while to notice the end of the thread.
    for (let turn = 0; turn < 20; turn++) await new Promise((ended) => setTimeout(ended, 50));
    expect(await ask(thread, 'number')).not.toBe(first);
  });

  test('the search thread ends when idle and starts again', async () => {
    const thread = createSearchThread('', { deadlineMs: 5_000, idleMs: 50, log, script: FAULTY });
    onTestFinished(() => thread.stop());
    const first = await ask(thread, 'number');
    expect(await ask(thread, 'number')).toBe(first);
    await new Promise((ended) => setTimeout(ended, 200));
    expect(await ask(thread, 'number')).not.toBe(first);
  });

  test('the search thread is replaced when it hangs past the deadline', async () => {
    const thread = threadOf('', 2_000, FAULTY);
    await expect(ask(thread, 'hang')).rejects.toMatchObject({ statusCode: 503 });
    expect(await ask(thread, 'number')).toMatch(/^\d+$/);
  });

  test('the search thread has time to start, which the deadline of the search doesn’t include', async () => {
    const thread = threadOf('3000', 2_000, FAULTY);
    expect(await ask(thread, 'number')).toMatch(/^\d+$/);
  });

  test('the queue of searches waits for the thread to start, however long that takes', async () => {
    const { services } = await testApp();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const found = services.postSearch.find(postsQuery.parse({ searchTerm: 'react' }), '192.0.2.1');
    vi.advanceTimersByTime(10_000);
    expect(JSON.parse(Buffer.from(await found).toString())).toMatchObject({ totalPosts: 0 });
  });

  test('the search thread doesn’t keep the process alive', async () => {
    const { url, folder } = await testDatabase();
    const program = join(folder, 'search-once.mjs');
    await writeFile(
      program,
      `import { createSearchThread } from ${JSON.stringify(THREAD.href)};
       const options = { deadlineMs: 5000, log: console };
       const thread = createSearchThread(${JSON.stringify(url.slice('file:'.length))}, options);
       const task = { sql: ${JSON.stringify(NOTHING)}, params: [], withPictures: false, limit: 9 };
       console.log((await thread.run(task)).length);`,
    );
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const printed: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(Buffer.concat(printed).toString().trim()).toBe(String(ANSWER.length));
  });
});

test('with a remote database, searches run there and return the same results', async () => {
  const { services, database } = await testApp();
  const image = 'https://example.com/cover.jpg';
  await database.transaction(async (tx) => {
    const size = { width: 900, height: 500, bytes: 1, widths: [400] };
    await insertPicture(tx, { url: image, kind: 'post', ...size, createdAt: new Date() });
  });
  for (let n = 0; n < 5; n++) {
    await makePost(database, { title: `react ${n}`, ...(n % 2 && { image }), category: 'reactjs' });
  }
  await makePost(database, { title: 'react long ago', createdAt: new Date(5) });
  const env = { ...services.env, databaseUrl: 'https://database.example.com' };
  const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());
  const elsewhere = createPostSearch({ ...services, env });
  const queries = [
    { searchTerm: 'rea' },
    { searchTerm: 'rea', pictures: '1', limit: '2', sort: 'asc' },
    { searchTerm: 'react 1', category: 'ReactJS', pictures: '1' },
    { searchTerm: 'react', startIndex: '100' },
    { searchTerm: 'nothing' },
    { searchTerm: '!!!' },
  ];
  for (const given of queries) {
    const query = postsQuery.parse(given);
    const [here, there] = await Promise.all(
      [services.postSearch, elsewhere].map(async (search) =>
        parse(await search.find(query, '192.0.2.1')),
      ),
    );
    expect(there, JSON.stringify(given)).toEqual(here);
  }
  const all = await elsewhere.find(postsQuery.parse({ searchTerm: 'react', limit: '1' }), '');
  expect(parse(all)).toMatchObject({ totalPosts: 6, lastMonthPosts: 5 });
});
