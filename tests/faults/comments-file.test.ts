import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import {
  article,
  call,
  newAccount,
  UNLIMITED,
  until,
  type Visitor,
  visit,
} from './support/site.ts';

const KILLS = isFullRun ? 20 : 4;

let server: RunningServer;
let post: { _id: string; slug: string };

beforeAll(async () => {
  server = await startServer({ env: UNLIMITED });
  const admin = await visit(server);
  const made = await admin.call('POST', '/api/post/create', article());
  post = JSON.parse(made.text);
});

afterAll(() => server.stop());

const fileOf = (path: string) => join(server.dataDir, 'site', path, 'index.html');

const htmlOf = (path: string) => readFile(fileOf(path), 'utf8');

/**
 * The file of the post and its compressed copies. They're replaced one after the other, so two of
 * them may differ while the page is written again.
 */
async function copiesOfPost(): Promise<string[]> {
  const file = fileOf(`post/${post.slug}`);
  return [
    await readFile(file, 'utf8'),
    brotliDecompressSync(await readFile(`${file}.br`)).toString(),
    gunzipSync(await readFile(`${file}.gz`)).toString(),
  ];
}

const isInPost = async (text: string) => (await htmlOf(`post/${post.slug}`)).includes(text);

const numberIn = (html: string) => Number(/"commentCount":(\d+)/.exec(html)?.[1]);

const write = (visitor: Visitor, content: string) =>
  visitor.call('POST', '/api/comment/create', {
    content,
    postId: post._id,
    userId: visitor.userId,
  });

async function total(): Promise<number> {
  const { text } = await call(server.url, 'GET', `/api/comment/getthreads/${post._id}`);
  return JSON.parse(text).total;
}

test(`after ${KILLS} kills during comments, the files have their number and text right after the start`, {
  tags: 'long',
}, async () => {
  let written = 0;
  for (let round = 0; round < KILLS; round++) {
    const admin = await visit(server);
    let latest = '';
    let killed: Promise<unknown> | undefined;
    const killAfter = 1 + ((round * 7) % 20);
    for (let n = 1; killed === undefined; n++) {
      const content = `Round ${round}, number ${n}.`;
      expect((await write(admin, content)).status).toBe(201);
      latest = content;
      written += 1;
      if (n === killAfter) killed = server.kill('SIGKILL');
    }
    await killed;
    const port = Number(new URL(server.url).port);
    server = await startServer({ dataDir: server.dataDir, port, env: UNLIMITED });
    for (const html of await copiesOfPost()) {
      expect(numberIn(html)).toBe(written);
      expect(html).toContain(latest);
    }
    expect(await total()).toBe(written);
  }
  await until(async () => (await htmlOf('')).includes(`${written} comments`));
});

test('a removed comment is out of the file before the answer', async () => {
  const admin = await visit(server);
  const before = await total();
  const { status, text } = await write(admin, 'A sentence to be removed.');
  expect(status).toBe(201);
  const { _id } = JSON.parse(text);
  await until(() => isInPost('A sentence to be removed.'));
  await admin.call('DELETE', `/api/comment/deleteComment/${_id}`);
  for (const html of await copiesOfPost()) {
    expect(html).not.toContain('A sentence to be removed.');
    expect(numberIn(html)).toBe(before);
  }
});

test('the comments of a deleted account are out of all files before the answer', async () => {
  const account = newAccount();
  const made = await call(server.url, 'POST', '/api/auth/signup', { json: account });
  expect(made.status, made.text).toBe(201);
  const member = await visit(server, account);
  const before = await total();
  expect((await write(member, 'By someone who leaves.')).status).toBe(201);
  await until(() => isInPost('By someone who leaves.'));
  const admin = await visit(server);
  const removed = await admin.call('DELETE', `/api/user/delete/${member.userId}`);
  expect(removed.status, removed.text).toBe(200);
  for (const html of await copiesOfPost()) {
    expect(html).not.toContain('By someone who leaves.');
    expect(numberIn(html)).toBe(before);
  }
});
