import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { UnavailableError } from '../errors.ts';
import type { Permit } from './context.ts';
import { sendRefusal } from './errors.ts';
import { isHealthCheck } from './routes.ts';

/** Calls running or waiting. Slow ones (hashing, publishing, pictures) have shorter queues. */
const MAX_CALLS = 1_000;
/** Estimated wait above which a call gets 503 instead of a place in the queue. */
const MAX_QUEUE_WAIT_MS = 1_000;
/** After this much time with calls, yield to other events: pages, new connections. */
const TURN_MS = 20;
/** Weight of the last call in the mean, so a single slow call doesn't cause refusals. */
const WEIGHT = 0.05;
const RETRY_AFTER_SECONDS = 2;
const REPORT_EVERY_MS = 1_000;

const busy = new UnavailableError(
  'The server is very busy. Please try again in a moment.',
  RETRY_AFTER_SECONDS,
);

interface QueueOptions {
  log: Logger;
  maxCalls?: number | undefined;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/**
 * Queues API calls, and answers 503 with `Retry-After` when the queue is too long for the duration
 * of recent calls. Only the headers of a refused call have been read. Health checks skip the queue:
 * a busy instance must not be taken out of service.
 */
export function shedLoad(
  handler: (request: IncomingMessage, response: ServerResponse, permit?: Permit) => Promise<void>,
  { https = false, ...options }: QueueOptions & { https?: boolean },
): (request: IncomingMessage, response: ServerResponse) => void {
  const queue = new CallQueue(options);
  return (request, response) => {
    if (isHealthCheck(request.url ?? '')) return void handler(request, response);
    queue.add({
      request,
      start() {
        const permit = queue.takePermit(request);
        void handler(request, response, permit).finally(() => permit.release());
      },
      refuse: () => sendRefusal(response, busy, https),
    });
  };
}

interface Call {
  request: IncomingMessage;
  start(): void;
  refuse(): void;
}

/** Starts calls one after another, taking turns with the other events of the process. */
class CallQueue {
  readonly #maxCalls: number;
  readonly #now: () => number;
  readonly #onRefused: () => void;
  readonly #arrived: Call[] = [];
  /**
   * Calls whose bodies are complete. They start before new ones, because they have already waited.
   */
  readonly #resumed: Call[] = [];
  #running = 0;
  #isStarting = false;
  /** Mean time from one start to the next while others wait, in milliseconds. */
  #interval = 0;

  constructor(options: QueueOptions) {
    this.#maxCalls = options.maxCalls ?? MAX_CALLS;
    this.#now = options.now ?? (() => performance.now());
    this.#onRefused = refusalCounter(options.log);
  }

  add(call: Call, queue = this.#arrived): void {
    queue.push(call);
    this.#refuseExcess();
    if (this.#isStarting) return;
    this.#isStarting = true;
    // In a later turn, after all requests that have arrived have been looked at.
    setImmediate(() => void this.#startAll());
  }

  /** Takes a permit for a call that has just started. */
  takePermit(request: IncomingMessage): Permit {
    let isHeld = true;
    this.#running++;
    return {
      release: () => {
        if (isHeld) this.#running--;
        isHeld = false;
      },
      reacquire: () =>
        new Promise((resolve, reject) => {
          const start = () => {
            this.#running++;
            isHeld = true;
            resolve();
          };
          this.add({ request, start, refuse: () => reject(busy) }, this.#resumed);
        }),
    };
  }

  /** Refuses the newest calls: the others have waited longer. */
  #refuseExcess(): void {
    for (;;) {
      const room = Math.min(
        this.#maxCalls - this.#running,
        Math.max(1, MAX_QUEUE_WAIT_MS / this.#interval),
      );
      if (this.#arrived.length + this.#resumed.length <= room) return;
      const newest = this.#arrived.pop() ?? this.#resumed.pop();
      if (!newest) return;
      newest.refuse();
      this.#onRefused();
    }
  }

  #next(): Call | undefined {
    // Skip clients that disconnected while waiting.
    while (this.#arrived[0]?.request.socket.destroyed) this.#arrived.shift();
    return this.#resumed.shift() ?? this.#arrived.shift();
  }

  async #startAll(): Promise<void> {
    let turnStart = this.#now();
    let lastStart = turnStart;
    for (let call = this.#next(); call; call = this.#next()) {
      call.start();
      await microtasks();
      if (this.#now() - turnStart >= TURN_MS) {
        await nextTurn();
        turnStart = this.#now();
      }
      this.#interval += (this.#now() - lastStart - this.#interval) * WEIGHT;
      lastStart = this.#now();
      this.#refuseExcess();
    }
    this.#interval = 0;
    this.#isStarting = false;
  }
}

/** Resolves after all work that waits only for promises: SQLite calls are synchronous. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}

/** Logs one line a second, no matter how many calls are refused. */
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
