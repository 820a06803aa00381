import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Refusal } from './errors.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Calls begun or waiting at the same time. The slow ones (hashing, publishing, pictures) have shorter queues of their own. */
const MOST_AT_ONCE = 1_000;
/** Whoever would wait longer is refused. */
const LONGEST_WAIT_MS = 1_000;
/** After so long with calls, the process looks at what else has come: pages to serve, calls to refuse. */
const TURN_MS = 20;
/** How much the last call counts in the mean: a single long one must not make others be refused. */
const WEIGHT = 0.05;
const RETRY_AFTER_SECONDS = 2;
const REPORT_EVERY_MS = 1_000;

const HEALTH = /^\/api\/health(?:\?|$)/;

const body: Refusal = {
  success: false,
  statusCode: 503,
  message: 'The server is very busy. Please try again in a moment.',
};
const BODY = Buffer.from(JSON.stringify(body));
const HEADERS = {
  'Content-Type': 'application/json',
  'Content-Length': BODY.length,
  'Retry-After': RETRY_AFTER_SECONDS,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

interface Options {
  log: Logger;
  mostAtOnce?: number;
  longestWait?: number;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/**
 * Lets calls begin one after another, and refuses at once (503 with `Retry-After`) those that would have to
 * wait too long, by what calls have just taken: a quick no is better for everybody than a queue that only
 * grows. Of what is refused only the headers have been read. Never refused is the health check, which must
 * not take an instance out of service for being busy.
 */
export function inTurn(
  answer: Listener,
  {
    log,
    mostAtOnce = MOST_AT_ONCE,
    longestWait = LONGEST_WAIT_MS,
    now = () => performance.now(),
  }: Options,
): (request: IncomingMessage, response: ServerResponse) => void {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  const refuse = refuser(log);
  let running = 0;
  let isWorking = false;
  /** From one begin to the next while others wait: the mean, in milliseconds. */
  let interval = 0;

  const room = () => Math.min(mostAtOnce - running, Math.max(1, longestWait / interval));

  /** The newest go first: whoever came before them has waited longer. */
  function refuseExcess(): void {
    while (waiting.length > room()) refuse(waiting.pop()?.[1]);
  }

  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    running++;
    try {
      await answer(request, response);
    } finally {
      running--;
    }
  }

  async function beginAll(): Promise<void> {
    let turn = now();
    let last = turn;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // Whoever has left while waiting needs no answer.
      if (next[0].destroyed) continue;
      void begin(...next);
      await microtasks();
      if (now() - turn >= TURN_MS) {
        await nextTurn();
        turn = now();
      }
      interval += (now() - last - interval) * WEIGHT;
      last = now();
      refuseExcess();
    }
    // Nobody waits any more: what comes now is not behind with anything.
    interval = 0;
    isWorking = false;
  }

  return (request, response) => {
    if (HEALTH.test(request.url ?? '')) return void answer(request, response);
    waiting.push([request, response]);
    refuseExcess();
    if (isWorking) return;
    isWorking = true;
    // Not at once: first all that has come is looked at, then the first of it is begun.
    setImmediate(() => void beginAll());
  };
}

/** Resolves when everything that is only waiting for promises has gone as far as it can: SQLite answers without a pause. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}

/** Answers with the refusal; there is one log line a second, however many are refused. */
function refuser(log: Logger): (response: ServerResponse | undefined) => void {
  let refused = 0;
  return (response) => {
    response?.writeHead(503, HEADERS).end(BODY);
    if (refused++ > 0) return;
    setTimeout(() => {
      log.warn({ calls: refused }, 'refused: too busy');
      refused = 0;
    }, REPORT_EVERY_MS).unref();
  };
}
