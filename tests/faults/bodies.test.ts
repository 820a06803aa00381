import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ADMIN, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { article, UNLIMITED, until, type Visitor, visit } from './support/site.ts';

/** More than the server's limit of concurrent calls. */
const HELD = 1_500;
const LARGE = isFullRun ? 600 : 200;
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
/**
 * The server reads rejected bodies briefly so that the client sees the response, and they use
 * memory until garbage collection: about the same for 1,000 bodies as for 300. When complete bodies
 * were buffered, 300 took 750 MiB.
 */
const MAX_GROWTH = 256 * MEBIBYTE;
const ATTACKER = '203.0.113.9';

let server: RunningServer;
let admin: Visitor;
let postId: string;
const held: Socket[] = [];
let comments = 0;

beforeAll(async () => {
  server = await startServer({ seed: 'none', env: { ...UNLIMITED, TRUST_PROXY: '1' } });
  admin = await visit(server);
  const made = await admin.call('POST', '/api/post/create', article());
  postId = (JSON.parse(made.text) as { _id: string })._id;
});

afterAll(() => server.stop());

afterEach(() => {
  for (const socket of held.splice(0)) socket.destroy();
});

/** Sends exactly these lines and bytes, and keeps the connection open. */
async function hold(line: string, headers: string[], body: Buffer | string): Promise<Socket> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  held.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return socket;
}

/** Opens connections in batches, so that none is refused because of the connection rate. */
async function openMany(count: number, line: string, headers: string[], body: Buffer | string) {
  for (let n = 0; n < count; n += 100) {
    await Promise.all(Array.from({ length: 100 }, () => hold(line, headers, body)));
  }
}

/** Waits until the server has accepted `count` connections and read their data. */
async function accepted(count: number): Promise<void> {
  if (process.platform === 'linux') {
    await until(async () => (await readdir(`/proc/${server.pid}/fd`)).length > count);
  }
  await new Promise((settle) => setTimeout(settle, 1_000));
}

/** Resident memory of the server, in bytes. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * KIBIBYTE;
}

/** Returns the server's peak memory, once it hasn't grown for a second. */
async function peakMemory(): Promise<number> {
  let peak = 0;
  for (let quiet = 0; quiet < 10; quiet++) {
    const now = await memory();
    if (now > peak + MEBIBYTE) quiet = 0;
    peak = Math.max(peak, now);
    await new Promise((wait) => setTimeout(wait, 100));
  }
  return peak;
}

/** Calls as another user from another address. */
async function ask(method: string, path: string, json?: unknown, cookie = '') {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'X-Forwarded-For': '198.51.100.7',
      'Content-Type': 'application/json',
      ...(cookie === '' ? {} : { Cookie: cookie }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  await response.text();
  return response.status;
}

const from = (address: string) => `X-Forwarded-For: ${address}`;

async function expectOthersServed() {
  const { email, password } = ADMIN;
  for (let n = 0; n < 5; n++) {
    const comment = { content: `Comment ${++comments}`, postId, userId: admin.userId };
    const statuses = [
      await ask('POST', '/api/auth/signin', { email, password }),
      await ask('POST', '/api/comment/create', comment, admin.cookie),
      await ask('GET', '/api/post/getposts'),
    ];
    expect(statuses).toEqual([200, 201, 200]);
  }
  const content = `<p>${'Long. '.repeat(170_000)}</p>`;
  expect(await ask('POST', '/api/post/create', { ...article(), content }, admin.cookie)).toBe(201);
}

it.runIf(process.platform === 'linux')(
  `${LARGE} incomplete 2 MiB bodies sent to sign-in use less than ${MAX_GROWTH / MEBIBYTE} MiB`,
  async () => {
    const before = await memory();
    const body = Buffer.alloc(2 * MEBIBYTE - 1, ' ');
    const length = `Content-Length: ${2 * MEBIBYTE}`;
    await openMany(LARGE, 'POST /api/auth/signin', [length, from(ATTACKER)], body);
    const growth = (await peakMemory()) - before;
    console.log(
      `${LARGE} incomplete 2 MiB bodies: memory grew by ${Math.round(growth / MEBIBYTE)} MiB`,
    );
    expect(growth).toBeLessThan(MAX_GROWTH);
    await expectOthersServed();
  },
);

async function expectOthersServedDespite(address: string) {
  await openMany(HELD, 'POST /api/auth/signin', ['Content-Length: 60000', from(address)], '{');
  await accepted(HELD);
  await expectOthersServed();
}

it(
  `${HELD} incomplete bodies from one address stop no other user from signing in, commenting or publishing`,
  {
    tags: 'long',
  },
  () => expectOthersServedDespite(ATTACKER),
);

it(`${HELD} incomplete bodies from the same address as all users stop no other user from signing in, commenting or publishing`, () =>
  expectOthersServedDespite('198.51.100.7'));
