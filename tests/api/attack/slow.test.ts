import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { download } from '../../../api/http/download.ts';
import { SMALL_BODY } from '../../../api/http/read-body.ts';
import { apiListener, type ConnectionLimits, createHttpServer } from '../../../api/http/server.ts';
import { SITE, testApp } from '../../support/app.ts';

/** The server of the process, with shorter limits to keep the test fast. */
const SHORT: Partial<ConnectionLimits> = {
  headers: 200,
  request: 600,
  silence: 400,
  keepAlive: 300,
  checkEvery: 50,
  connections: 20,
};

let server: Server;
const sockets: Socket[] = [];

beforeEach(async () => {
  const { app, services } = await testApp();
  const listener = apiListener(app, { siteUrl: SITE, log: services.log });
  server = createHttpServer((request, response) => {
    if (request.url !== '/large') return listener(request, response);
    // More than sockets hold on the way.
    response.end(Buffer.alloc(64 * 1024 * 1024));
  }, SHORT);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function open(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  return socket;
}

/** Returns everything that arrives until the server closes. */
async function untilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1').slice(0, 1000);
  });
  // Not `once` of node:events, which throws when the connection is reset.
  if (!socket.destroyed) await new Promise((closed) => socket.once('close', closed));
  return text;
}

/** Sends a byte now and then until the server hangs up, as Slowloris does. */
function trickle(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer);
    else socket.write(text[at++ % text.length] ?? '');
  }, 20);
  socket.once('close', () => clearInterval(timer));
}

/** The answer, or none where the connection was reset before it was read. */
const CUT_OFF = /^($|HTTP\/1\.1 408 )/;

const POST =
  'POST /api/auth/signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

describe('a deliberately slow client is disconnected', () => {
  test('a deliberately slow client is disconnected when it sends nothing', async () => {
    expect(await untilClosed(open())).toMatch(CUT_OFF);
  });

  test('a deliberately slow client is disconnected when its headers come a byte at a time', async () => {
    const socket = open();
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    trickle(socket, 'x');
    expect(await untilClosed(socket)).toMatch(CUT_OFF);
  });

  test('a deliberately slow client is disconnected when its body comes a byte at a time', async () => {
    const socket = open();
    socket.write(`${POST}Content-Length: 60000\r\n\r\n`);
    trickle(socket, ' ');
    expect(await untilClosed(socket)).toMatch(CUT_OFF);
  });

  test('a deliberately slow client is disconnected when its chunks come one at a time, without end', async () => {
    const socket = open();
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
    trickle(socket, '1\r\n \r\n');
    expect(await untilClosed(socket)).toMatch(CUT_OFF);
  });

  test('a deliberately slow client is disconnected when it requests a lot and reads nothing', async () => {
    const socket = open();
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [peer] = (await once(server, 'connection')) as [Socket];
    await once(peer, 'close');
    expect(peer.destroyed).toBe(true);
  });

  test('a deliberately slow client is disconnected when it keeps an idle connection', async () => {
    const socket = open();
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('and other clients are served in the meantime', async () => {
    for (let i = 0; i < 15; i++) trickle(open(), 'G');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(answer.status).toBe(200);
  });
});

test('a download and its connection end when the client stops reading', async () => {
  const { services } = await testApp();
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>();
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
  });
  const fetch = () => new Response(download(endless, { stallMs: 100, onEnd }));
  // Its timeout of silent connections is 120 s.
  const own = createHttpServer(apiListener({ fetch }, { siteUrl: SITE, log: services.log }));
  onTestFinished(() => void own.close());
  own.listen(0, '127.0.0.1');
  await once(own, 'listening');
  const socket = connect((own.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET /api/download HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  await ended;
  socket.resume();
  await once(socket, 'close');
});

test('connections over the maximum are closed at once, and closed ones make room', async () => {
  const many = Array.from({ length: 40 }, open);
  const closed = await Promise.all(many.map((socket) => untilClosed(socket)));
  expect(closed).toHaveLength(40);
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
});

test('a JSON body that doesn’t end in time is 408, even when bytes keep coming', async () => {
  vi.useFakeTimers();
  try {
    const { call } = await testApp();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((wait) => setTimeout(wait, 1000));
        controller.enqueue(new Uint8Array([0x20]));
      },
    });
    const headers = { 'Content-Type': 'application/json' };
    const answered = call('POST /api/auth/signin', { body, headers });
    await vi.advanceTimersByTimeAsync(SMALL_BODY.timeoutMs + 2000);
    const { status, headers: sent } = await answered;
    expect([status, sent.get('Connection')]).toEqual([408, 'close']);
  } finally {
    vi.useRealTimers();
  }
});
