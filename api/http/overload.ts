import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { UnavailableError } from '../errors.ts';
import type { Refusal } from './errors.ts';
import { outsideAppHeaders } from './security-headers.ts';

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

const MESSAGE = 'The server is very busy. Please try again in a moment.';

/** The place of one call among those that run at the same time. */
export interface Place {
  /**
   * Gives the place up, because what follows takes as long as the client likes. From here on the call
   * doesn't count.
   */
  release(): void;
  /** Waits for a place again. Throws an UnavailableError when there are too many calls. */
  reacquire(): Promise<void>;
}

interface Waiting {
  request: IncomingMessage;
  begin(): void;
  refuse(): void;
}

interface Options {
  log: Logger;
  /** Whether the site is served over HTTPS. */
  https?: boolean;
  mostAtOnce?: number | undefined;
  longestWait?: number;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/**
 * Lets calls begin one after another, and refuses at once (503 with `Retry-After`) those that would have to
 * wait too long, by what calls have just taken: a quick no is better for everybody than a queue that only
 * grows. Of what is refused only the headers have been read. A call that waits for its body gives its place
 * up for that time (see Place), so slow senders keep nobody out. Never refused is the health check, which must
 * not take an instance out of service for being busy: it has no place.
 */
export function inTurn(
  answer: (request: IncomingMessage, response: ServerResponse, place?: Place) => Promise<void>,
  {
    log,
    https = false,
    mostAtOnce = MOST_AT_ONCE,
    longestWait = LONGEST_WAIT_MS,
    now = () => performance.now(),
  }: Options,
): (request: IncomingMessage, response: ServerResponse) => void {
  const arrived: Waiting[] = [];
  /** Calls whose bodies are complete. They go before new ones: they have waited in line already. */
  const resumed: Waiting[] = [];
  const countRefusal = refusalCounter(log);
  const refuse = refuser(https);
  let running = 0;
  let isWorking = false;
  /** From one begin to the next while others wait: the mean, in milliseconds. */
  let interval = 0;

  const room = () => Math.min(mostAtOnce - running, Math.max(1, longestWait / interval));

  function enqueue(queue: Waiting[], call: Waiting): void {
    queue.push(call);
    refuseExcess();
    if (isWorking) return;
    isWorking = true;
    // Not at once: first all that has come is looked at, then the first of it is begun.
    setImmediate(() => void beginAll());
  }

  /** The newest go first: whoever came before them has waited longer. */
  function refuseExcess(): void {
    while (arrived.length + resumed.length > room()) {
      (arrived.pop() ?? resumed.pop())?.refuse();
      countRefusal();
    }
  }

  function next(): Waiting | undefined {
    // Skip clients that disconnected while waiting.
    while (arrived[0]?.request.socket.destroyed) arrived.shift();
    return resumed.shift() ?? arrived.shift();
  }

  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let holdsPlace = true;
    running++;
    const place: Place = {
      release() {
        if (holdsPlace) running--;
        holdsPlace = false;
      },
      reacquire: () =>
        new Promise((resolve, reject) => {
          const resume = () => {
            running++;
            holdsPlace = true;
            resolve();
          };
          const busy = () => reject(new UnavailableError(MESSAGE, RETRY_AFTER_SECONDS));
          enqueue(resumed, { request, begin: resume, refuse: busy });
        }),
    };
    try {
      await answer(request, response, place);
    } finally {
      place.release();
    }
  }

  async function beginAll(): Promise<void> {
    let turn = now();
    let last = turn;
    for (let call = next(); call; call = next()) {
      call.begin();
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
    enqueue(arrived, {
      request,
      begin: () => void begin(request, response),
      refuse: () => refuse(response),
    });
  };
}

/** Resolves when everything that is only waiting for promises has gone as far as it can: SQLite answers without a pause. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}

/** Answers with the refusal, which is ready made. */
function refuser(https: boolean): (response: ServerResponse) => void {
  const refusal: Refusal = { success: false, statusCode: 503, message: MESSAGE };
  const body = Buffer.from(JSON.stringify(refusal));
  const headers = {
    ...outsideAppHeaders(https),
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Retry-After': RETRY_AFTER_SECONDS,
    'Cache-Control': 'no-store',
  };
  return (response) => void response.writeHead(503, headers).end(body);
}

/** Logs one line a second, however many calls are refused. */
function refusalCounter(log: Logger): () => void {
  let refused = 0;
  return () => {
    if (refused++ > 0) return;
    setTimeout(() => {
      log.warn({ calls: refused }, 'refused: too busy');
      refused = 0;
    }, REPORT_EVERY_MS).unref();
  };
}
