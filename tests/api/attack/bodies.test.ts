import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { apiListener, createHttpServer } from '../../../api/http/server.ts';
import { makeAccount, PASSWORD, SITE, type TestApp, testApp } from '../../support/app.ts';
import { tally } from '../../support/tally.ts';

const PLACES = 3;
const KIBIBYTE = 1024;
const attempt = tally();
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** The API on a separate port, with a low limit of concurrent calls. */
async function serve(maxCalls = PLACES): Promise<TestApp & { port: number }> {
  const app = await testApp({ env: { TRUST_PROXY: '1' } });
  const { log } = app.services;
  const server = createHttpServer(apiListener(app.app, { siteUrl: SITE, log, maxCalls }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...app, port: (server.address() as AddressInfo).port };
}

interface Connection {
  socket: Socket;
  /** Everything received so far. */
  text(): string;
  /** Waits until the received text matches. */
  receives(pattern: RegExp): Promise<void>;
}

/** Sends a request with these lines and bytes; the connection stays open. */
function send(port: number, lines: string[], body: string | Buffer = ''): Connection {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  const [line, ...headers] = lines;
  const head = [
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return {
    socket,
    text: () => text,
    async receives(pattern) {
      await expect.poll(() => text, { interval: 5, timeout: 5_000 }).toMatch(pattern);
    },
  };
}

const SIGN_IN = 'POST /api/auth/signin';
const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

test('calls that wait for their bodies take no place in the queue', async () => {
  const { port, database, signIn, call } = await serve();
  const admin = await makeAccount(database, { role: 'administrator' });
  const cookie = `Cookie: ${await signIn(admin)}`;
  const upload = { kind: 'profile', name: 'a.png', type: 'image/png', size: 100 };
  const { url } = (await call('POST /api/upload', { json: upload, as: admin })).body;
  const lines = [
    [SIGN_IN],
    ['POST /api/auth/signup'],
    ['POST /api/comment/create', cookie],
    ['POST /api/post/create', cookie],
    ['POST /api/post/preview', cookie],
    [`PUT /api/post/updatepost/x/${admin.id}`, cookie],
    [`PUT /api/user/update/${admin.id}`, cookie],
    [`PUT ${url}`, cookie],
  ];
  for (const line of lines) {
    for (const length of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      await attempt(
        'unfinished bodies that block other clients',
        async () => {
          const held = Array.from({ length: PLACES + 2 }, () => send(port, [...line, length]));
          await wait(20);
          const statusOf = async () =>
            (await fetch(`http://127.0.0.1:${port}/api/auth/session`)).status;
          // On a busy machine, what comes before the bodies takes a while.
          await expect.poll(statusOf, { message: line.join(), timeout: 5_000 }).toBe(200);
          for (const { socket } of held) socket.destroy();
        },
        PLACES + 2,
      );
    }
  }
});

test('a slow body that is completed is answered', async () => {
  const { port, database } = await serve();
  const { email } = await makeAccount(database);
  const json = JSON.stringify({ email, password: PASSWORD });
  const length = `Content-Length: ${json.length}`;
  const held = Array.from({ length: PLACES }, () =>
    send(port, [SIGN_IN, length], json.slice(0, 9)),
  );
  await wait(20);
  for (const { socket } of held) socket.write(json.slice(9));
  for (const { receives } of held) await receives(/^HTTP\/1\.1 200 /);
});

test("a guest's body isn’t read on routes for users", async () => {
  const { port } = await serve();
  for (const line of [
    'POST /api/comment/create',
    'POST /api/post/create',
    'PUT /api/upload/x.png',
  ]) {
    await send(port, [line, 'Content-Length: 60000'], '{').receives(/^HTTP\/1\.1 401 /);
  }
});

test.each([
  ['announced', 'Content-Length: 2000000', ''],
  ['as it grows', 'Transfer-Encoding: chunked', `11000\r\n${' '.repeat(0x11000)}\r\n`],
])(
  'a body over the limit of its route is 413 before it is complete: %s',
  async (_, length, body) => {
    const { port } = await serve();
    await send(port, [SIGN_IN, length], body).receives(/^HTTP\/1\.1 413 /);
  },
);

test('a body of one-byte chunks is 400, and its connection is closed', async () => {
  const { port } = await serve();
  const { socket, receives } = send(port, [SIGN_IN, 'Transfer-Encoding: chunked']);
  socket.write('1\r\n \r\n'.repeat(2_000));
  await receives(/^HTTP\/1\.1 400 [\s\S]*^Connection: close\r$/im);
});

describe('unusual but valid requests', () => {
  test('Expect: 100-continue is answered before the body is sent', async () => {
    const { port } = await serve();
    const body = '{"email":"nobody@example.com","password":"x"}';
    const lines = [SIGN_IN, `Content-Length: ${body.length}`, 'Expect: 100-continue'];
    const { socket, receives, text } = send(port, lines);
    await receives(/^HTTP\/1\.1 100 /);
    socket.write(body);
    await receives(/^HTTP\/1\.1 401 /m);
    expect(statusesIn(text())).toEqual([100, 401]);
  });

  test('pipelined requests with bodies are answered in order', async () => {
    const { port } = await serve(100);
    const bad = '{"email":"nobody@example.com","password":"x"}';
    const request = (line: string, body: string) =>
      `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const all = [
      request(SIGN_IN, bad),
      request('GET /api/auth/session', ''),
      request('POST /api/comment/create', bad),
      request(SIGN_IN, '[]'),
      request('GET /api/nothing', ''),
    ];
    const { socket, receives, text } = send(port, ['GET /api/health']);
    const half = Math.floor(all.join('').length / 2);
    socket.write(all.join('').slice(0, half));
    await wait(20);
    socket.write(all.join('').slice(half));
    await receives(/404 Not Found/);
    expect(statusesIn(text())).toEqual([200, 401, 200, 401, 400, 404]);
  });
});

test('an address over its budget loses its own bodies, and small ones get through', async () => {
  const { port, database } = await serve();
  const { email } = await makeAccount(database);
  const json = JSON.stringify({ email, password: PASSWORD });
  const from = (address: string) => `X-Forwarded-For: ${address}`;
  const fill = ' '.repeat(60 * KIBIBYTE);
  await attempt(
    'a client that fills the memory for bodies',
    async () => {
      const length = `Content-Length: ${64 * KIBIBYTE}`;
      // From one household, whose addresses count together.
      const held = Array.from({ length: 40 }, (_, n) =>
        send(port, [SIGN_IN, length, from(`2001:db8::${n.toString(16)}`)], fill),
      );
      const dropped = () => held.filter(({ text }) => /^HTTP\/1\.1 429 /.test(text())).length;
      await expect.poll(dropped, { interval: 5, timeout: 5_000 }).toBeGreaterThan(10);
      for (const address of ['2001:db8::1', '198.51.100.7']) {
        const lines = [SIGN_IN, `Content-Length: ${json.length}`, from(address)];
        await send(port, lines, json).receives(/^HTTP\/1\.1 200 /);
      }
      expect(held.map(({ text }) => text()).join('')).not.toMatch(/HTTP\/1\.1 (?!429)/);
    },
    40,
  );
});
