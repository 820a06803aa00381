import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/http/routes.ts';
import { freePort } from '../e2e/support/server.ts';
import { type Answer, asker, type Question } from '../support/ask.ts';
import { type Recorder, startRecorder } from '../support/recorder.ts';
import { secretPaths } from '../support/secret-paths.ts';
import { type Nginx, startNginx } from './nginx.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
/** The most arriving bodies of one client. */
const HELD = 40;
const HALF = '{"content":"';

let recorder: Recorder;
let nginx: Nginx;
let dataDir: string;
let port: number;
let ask: ReturnType<typeof asker>;
let lastClient = 1;

/** Returns an unused address: each has separate limits. */
const newClient = () => `127.0.1.${++lastClient}`;
const many = (count: number, path: (n: number) => string, question: Question) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(path(n), question)));
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();

function expectRefusal({ status, headers, text }: Answer, statusCode: number): void {
  expect(status).toBe(statusCode);
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('application/json'),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(JSON.parse(text)).toEqual({ success: false, statusCode, message: expect.any(String) });
}

/** Sends the head of a request and half of its body. */
function hold(path: string, from: string): ClientRequest {
  const held = request({ host: '127.0.0.1', port, path, method: 'POST', localAddress: from });
  held.setHeader('Content-Type', 'application/json').setHeader('Content-Length', 1000);
  held.on('error', () => undefined).write(HALF);
  return held;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inkwell-nginx-'));
  await mkdir(join(dataDir, 'site/_assets'), { recursive: true });
  await writeFile(join(dataDir, 'site/index.html'), '<h1>Home</h1>');
  for (let n = 0; n < 200; n++) await writeFile(join(dataDir, `site/_assets/${n}.js`), `${n}`);
  recorder = await startRecorder();
  port = await freePort();
  const folder = join(dataDir, 'nginx');
  nginx = await startNginx({ port, upstream: recorder.address, dataDir, folder });
  ask = asker(port);
});

afterEach(() => {
  recorder.received.length = 0;
});

afterAll(async () => {
  await nginx?.stop();
  await recorder?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('nginx with our file', () => {
  test.each(
    ROUTES.flatMap(({ examples, frontend }) =>
      examples.map((example): [string, string] => [example, frontend]),
    ),
  )('goes where the route table says: %s, %s', async (path, frontend) => {
    const { status } = await ask(path, { from: newClient() });
    const isOnDisk = frontend === 'disk';
    expect(status).toBe(isOnDisk ? 404 : 200);
    expect(recorder.received.map((call) => call.path)).toEqual(isOnDisk ? [] : [path]);
  });

  test.each([
    ['PUT', '/api/user/update/1', 64 * KIB],
    ['POST', '/api', 64 * KIB],
    ['POST', '/api/upload', 64 * KIB],
    ['POST', '/api/post/create', 2 * MIB],
    ['PUT', '/api/document/update/1', 2 * MIB],
    ['POST', '/api/redirects/import', 2 * MIB],
    ['PUT', '/api/upload/1-picture.png', 11 * MIB],
    ['PUT', '/api/imports/upload?offset=0', 8 * MIB],
  ])('%s %s takes at most %i bytes', async (method, path, limit) => {
    const from = newClient();
    const fits = await ask(path, { method, from, body: Buffer.alloc(limit) });
    expect(fits.status).toBe(200);
    expect(recorder.received).toEqual([{ path, bytes: limit }]);
    expectRefusal(await ask(path, { method, from, body: Buffer.alloc(limit + 1) }), 413);
    const headers = { 'Transfer-Encoding': 'chunked' };
    const unannounced = { method, from, headers, body: Buffer.alloc(limit + 1) };
    expectRefusal(await ask(path, unannounced), 413);
    expect(recorder.received).toHaveLength(1);
  });

  test('a slow body does not reach Inkwell, and a client can hold only a limited number', async () => {
    const from = newClient();
    const held = Array.from({ length: HELD }, () => hold('/api/comment/create', from));
    await expect
      .poll(async () => (await ask('/api/comment/create', { method: 'POST', from })).status)
      .toBe(429);
    const refused = await ask('/api/comment/create', { method: 'POST', from });
    expectRefusal(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('/', { from })).status).toBe(200);
    expect((await ask('/api/comment/create', { method: 'POST', from: newClient() })).status).toBe(
      200,
    );
    // Until now the only calls that have arrived are those without a body.
    expect(recorder.received.every(({ bytes }) => bytes === 0)).toBe(true);
    expect(recorder.received.length).toBeLessThan(HELD);
    const [first, ...others] = held;
    for (const other of others) other.destroy();
    first?.end('x'.repeat(1000 - HALF.length));
    await expect
      .poll(() => recorder.received.filter(({ bytes }) => bytes === 1000))
      .toHaveLength(1);
  });

  test('too many calls of one client are refused with Retry-After', async () => {
    const from = newClient();
    const answers = await many(250, (n) => `/api/post/getposts?startIndex=${n}`, { from });
    expect(statuses(answers)).toEqual([200, 429]);
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expectRefusal(answer, 429);
      expect(answer.headers['retry-after']).toBe('5');
    }
    expect(recorder.received.length).toBeLessThan(200);
    expect((await ask('/api/post/getposts', { from: newClient() })).status).toBe(200);
    // Pages and their files don't count as calls.
    expect((await ask('/', { from })).status).toBe(200);
  });

  test('sign-in has a stricter limit, which does not count the session call', async () => {
    const from = newClient();
    const guesses = await many(38, () => '/api/auth/signin', { from, method: 'POST', json: {} });
    expect(statuses(guesses)).toEqual([200, 429]);
    expect((await ask('/api/auth/session', { from })).status).toBe(200);
    // Several at once: nginx admits another one every half a second.
    const signUps = await many(4, () => '/api/auth/signup', { from, method: 'POST', json: {} });
    expect(statuses(signUps)).toContain(429);
  });

  test('readers are not limited: a page with hundreds of files and its calls', async () => {
    const from = newClient();
    const [files, calls, home] = await Promise.all([
      many(200, (n) => `/_assets/${n}.js`, { from }),
      many(30, () => '/api/auth/session', { from }),
      many(10, () => '/', { from }),
    ]);
    expect(statuses([...files, ...calls, ...home])).toEqual([200]);
  });

  test('pages that Inkwell must answer have a limit', async () => {
    const from = newClient();
    const answers = await many(200, (n) => `/post/unknown-${n}`, { from });
    expect(statuses(answers)).toEqual([200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });

  test('logs have no search terms, no tokens, and only addresses of clients that reached a limit', async () => {
    const headers = { Referer: `http://localhost:${port}/reset-password?token=secret` };
    await ask('/search?searchTerm=secret', { headers });
    await ask('/api/post/getposts?searchTerm=secret', { headers });
    await ask('/preview/secret', { headers });
    await ask('/verify-email?token=secret', { headers });
    for (const path of secretPaths('secret')) await ask(path, { headers });
    const from = newClient();
    await many(250, () => '/api/post/getposts?searchTerm=secret', { from, headers });
    const log = await readFile(join(dataDir, 'nginx/inkwell.log'), 'utf8');
    expect(log).toContain('GET /search 200');
    expect(log).toContain('GET /preview/- 200');
    expect(log).not.toContain('secret');
    const lines = log.trim().split('\n');
    const refused = lines.filter((line) => line.startsWith(from));
    expect(refused.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.startsWith('127.')).toBe(/ 429 /.test(line));
    expect(await readFile(join(dataDir, 'nginx/inkwell-error.log'), 'utf8')).toBe('');
  });
});
