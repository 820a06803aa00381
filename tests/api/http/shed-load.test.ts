import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shedLoad } from '../../../api/http/shed-load.ts';

type Listener = ReturnType<typeof shedLoad>;

const log = pino({ level: 'silent' });

/** Sends a request without a network. Returns its response. */
function ask(listener: Listener, url = '/api/post/getposts'): ServerResponse {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  const response = new ServerResponse(request);
  listener(request, response);
  return response;
}

const askOften = (listener: Listener, count: number) =>
  Array.from({ length: count }, () => ask(listener));

const ended = (responses: ServerResponse[]) =>
  responses.filter(({ writableEnded }) => writableEnded).length;

async function statuses(responses: ServerResponse[]): Promise<number[]> {
  while (ended(responses) < responses.length) await turn();
  return responses.map(({ statusCode }) => statusCode);
}

/** Calls that each block the process for a time, on a fake clock. */
function working(msOf: (call: number) => number, onBegin: (call: number) => void = () => {}) {
  let time = 0;
  let begun = 0;
  const listener = shedLoad(
    async (_, response) => {
      const call = ++begun;
      onBegin(call);
      // Like reads of SQLite: awaited, and still blocking all others.
      for (let read = 0; read < 5; read++) {
        await null;
        time += msOf(call) / 5;
      }
      response.end();
    },
    { log, now: () => time },
  );
  return { listener, begun: () => begun };
}

test('a call that would wait for over a second is refused before the waiting ones start', async () => {
  const late: ServerResponse[] = [];
  let atOnce = 0;
  const { listener, begun } = working(
    () => 100,
    (call) => {
      if (call !== 5) return;
      // By now the queue knows that the last call would wait far over a second. One has just made
      // room.
      late.push(...askOften(listener, 3));
      atOnce = ended(late);
    },
  );
  const first = askOften(listener, 100);
  // The queue doesn't know yet how long calls take.
  expect(ended(first)).toBe(0);
  const answered = await statuses(first);
  expect(atOnce).toBe(2);
  expect(await statuses(late)).toEqual([503, 503, 503]);
  const accepted = answered.filter((status) => status === 200).length;
  expect(accepted).toBeGreaterThan(10);
  expect(accepted).toBeLessThan(40);
  // First come, first served; the last are refused.
  expect(answered).toEqual([...Array(accepted).fill(200), ...Array(100 - accepted).fill(503)]);
  expect(begun()).toBe(accepted);
  // Once they are done, the estimate starts again.
  await turn();
  await turn();
  const later = askOften(listener, 100);
  expect(ended(later)).toBe(0);
  await statuses(later);
});

test('neither many calls at once nor a single long one get others refused', async () => {
  const { listener: fast } = working(() => 1);
  expect(await statuses(askOften(fast, 900))).toEqual(Array(900).fill(200));
  const { listener: uneven } = working((call) => (call === 3 ? 500 : 5));
  expect(await statuses(askOften(uneven, 40))).toEqual(Array(40).fill(200));
});

test('between two long calls, other events get their turn', async () => {
  const turns: number[] = [];
  let passed = 0;
  const { listener } = working(
    () => 100,
    () => turns.push(passed),
  );
  const responses = askOften(listener, 5);
  for (; turns.length < 5; passed++) await turn();
  expect(new Set(turns).size).toBe(5);
  expect(await statuses(responses)).toEqual(Array(5).fill(200));
});

test('calls beyond the maximum are refused, and finished calls make room', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = shedLoad(
    async (_, response) => {
      await promise;
      response.end();
    },
    { log, maxCalls: 3 },
  );
  const slow = askOften(listener, 2);
  await turn();
  // Running and waiting calls count.
  slow.push(ask(listener));
  expect(await statuses([ask(listener)])).toEqual([503]);
  resolve();
  expect(await statuses(slow)).toEqual([200, 200, 200]);
  expect(await statuses(askOften(listener, 3))).toEqual([200, 200, 200]);
});

/** A server with room for one call, which it answers after `finish`. */
async function fullServer() {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const asked: (string | undefined)[] = [];
  const listener = shedLoad(
    async (request, response) => {
      asked.push(request.url);
      if (request.url === '/api/slow') await promise;
      response.end('done');
    },
    { log, maxCalls: 1 },
  );
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    finish();
    server.closeAllConnections();
    server.close();
  });
  const send = (lines: string[]) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    // At the end, the server may reset connections that are open.
    socket.on('error', () => undefined);
    socket.write([...lines, 'Host: localhost', '', ''].join('\r\n'));
    return socket;
  };
  send(['GET /api/slow HTTP/1.1']);
  while (asked.length === 0) await turn();
  return { send, asked, finish };
}

test('a refusal has Retry-After and comes before the body; health checks are still answered', async () => {
  const { send, asked } = await fullServer();
  const socket = send(['POST /api/auth/signin HTTP/1.1', 'Content-Length: 1000000']);
  const [refusal] = (await once(socket, 'data')) as [Buffer];
  const [head = '', body = ''] = refusal.toString().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  expect(head).toMatch(/^Retry-After: 2\r$/m);
  expect(head).toMatch(/^Cache-Control: no-store\r$/m);
  expect(JSON.parse(body)).toEqual({
    success: false,
    statusCode: 503,
    message: expect.any(String),
  });
  const [health] = (await once(send(['GET /api/health HTTP/1.1']), 'data')) as [Buffer];
  expect(health.toString()).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked).toEqual(['/api/slow', '/api/health']);
});

test('calls of clients that disconnected while waiting are skipped', async () => {
  const begun: (string | undefined)[] = [];
  const listener = shedLoad(
    async (request, response) => {
      begun.push(request.url);
      response.end();
    },
    { log },
  );
  const left = ask(listener, '/api/left');
  left.req.destroy();
  expect(await statuses([ask(listener, '/api/here')])).toEqual([200]);
  expect(begun).toEqual(['/api/here']);
});

test('refusals are logged as one line a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const listener = shedLoad(async (_, response) => void response.end(), {
    log: pino({}, { write: (line) => void lines.push(line) }),
    maxCalls: 1,
  });
  const calls = async (count: number) => {
    await statuses(askOften(listener, 1 + count));
    await vi.advanceTimersByTimeAsync(1_000);
    return lines.splice(0).map((line) => JSON.parse(line).calls);
  };
  expect(await calls(7)).toEqual([7]);
  expect(await calls(0)).toEqual([]);
  expect(await calls(2)).toEqual([2]);
});

/** Calls that wait for a body (`release`) until `goOn` is called. */
function waitingForBodies(maxCalls: number) {
  const goOn: (() => void)[] = [];
  const begun: (string | undefined)[] = [];
  const listener = shedLoad(
    async (request, response, permit) => {
      begun.push(request.url);
      if (request.url === '/api/body') {
        permit?.release();
        await new Promise<void>((resolve) => goOn.push(resolve));
        try {
          await permit?.reacquire();
        } catch {
          response.statusCode = 503;
        }
        begun.push('complete');
      } else if (request.url === '/api/slow') {
        await new Promise<void>((resolve) => goOn.push(resolve));
      }
      response.end();
    },
    { log, maxCalls },
  );
  return { listener, goOn, begun };
}

test('a call holds no permit while its body arrives, and takes one when it is complete', async () => {
  const { listener, goOn, begun } = waitingForBodies(1);
  const slow: ServerResponse[] = [];
  for (let n = 0; n < 5; n++) {
    slow.push(ask(listener, '/api/body'));
    await turn();
    await turn();
  }
  expect(ended(slow)).toBe(0);
  expect(await statuses([ask(listener)])).toEqual([200]);
  for (const resume of goOn) {
    resume();
    await turn();
    await turn();
  }
  expect(await statuses(slow)).toEqual(Array(5).fill(200));
  expect(begun.filter((what) => what === 'complete')).toHaveLength(5);
  // Every permit is returned exactly once.
  expect(await statuses(askOften(listener, 1))).toEqual([200]);
  const one = ask(listener, '/api/slow');
  await turn();
  await turn();
  expect(await statuses([ask(listener)])).toEqual([503]);
  goOn.at(-1)?.();
  expect(await statuses([one])).toEqual([200]);
});

test('a call with a complete body starts before new ones, and is refused when no permit is left', async () => {
  const { listener, goOn, begun } = waitingForBodies(3);
  const waiting = ask(listener, '/api/body');
  await turn();
  await turn();
  begun.length = 0;
  goOn[0]?.();
  await null;
  await null;
  const others = askOften(listener, 2);
  expect(await statuses([waiting, ...others])).toEqual([200, 200, 200]);
  expect(begun[0]).toBe('complete');

  const late = ask(listener, '/api/body');
  await turn();
  await turn();
  const full = [1, 2, 3].map(() => ask(listener, '/api/slow'));
  await turn();
  await turn();
  goOn[1]?.();
  expect(await statuses([late])).toEqual([503]);
  for (const resume of goOn) resume();
  expect(await statuses(full)).toEqual([200, 200, 200]);
});
