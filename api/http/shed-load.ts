import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { UnavailableError } from '../errors.ts';
import { sendRefusal } from './errors.ts';
import { isHealthCheck } from './routes.ts';

/** Calls running or waiting. The slow ones (hashing, publishing, pictures) have shorter queues. */
const MAX_CALLS = 1_000;
/** Estimated wait above which a call gets 503 instead of a place in the queue. */
const MAX_QUEUE_WAIT_MS = 1_000;
/** After this long with calls, the process looks at its other events: pages, new connections. */
const TURN_MS = 20;
/** Weight of the last call in the mean: a single long one must not get others refused. */
const WEIGHT = 0.05;
const RETRY_AFTER_SECONDS = 2;
const REPORT_EVERY_MS = 1_000;

const busy = () =>
  new UnavailableError(
    'The server is very busy. Please try again in a moment.',
    RETRY_AFTER_SECONDS,
  );

/** The permit of a running call. */
export interface Permit {
  /** Gives the permit back while the call waits for its client, who may take as long as they like. */
  release(): void;
  /** Waits for a permit again. Throws an UnavailableError when there are too many calls. */
  reacquire(): Promise<void>;
}

interface Options {
  log: Logger;
  /** Whether the site is served over HTTPS. */
  https?: boolean;
  maxCalls?: number | undefined;
  maxQueueWaitMs?: number;
  /** The clock, in milliseconds. */
  now?: () => number;
}

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  permit?: Permit,
) => Promise<void>;

/**
 * Queues API calls, and answers 503 with `Retry-After` when the queue is too long, judging by how
 * long recent calls took. Of a refused call only the headers have been read. Health checks skip the
 * queue: being busy must not take an instance out of service.
 */
export function shedLoad(
  handler: Handler,
  { log, https = false, ...limits }: Options,
): (request: IncomingMessage, response: ServerResponse) => void {
  const countRefusal = refusalCounter(log);
  const queue = createCallQueue({ ...limits, onRefused: countRefusal });

  async function run(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const permit = queue.permit(request);
    try {
      await handler(request, response, permit);
    } finally {
      permit.release();
    }
  }

  return (request, response) => {
    if (isHealthCheck(request.url ?? '')) return void handler(request, response);
    queue.add({
      request,
      start: () => void run(request, response),
      refuse: () => sendRefusal(response, busy(), https),
    });
  };
}

interface Call {
  request: IncomingMessage;
  start(): void;
  refuse(): void;
}

interface QueueOptions extends Pick<Options, 'maxCalls' | 'maxQueueWaitMs' | 'now'> {
  onRefused(): void;
}

/** Starts calls one after another, in turns with the other events of the process. */
function createCallQueue(options: QueueOptions) {
  const { maxQueueWaitMs = MAX_QUEUE_WAIT_MS, now = () => performance.now(), onRefused } = options;
  const maxCalls = options.maxCalls ?? MAX_CALLS;
  const arrived: Call[] = [];
  /** Calls whose bodies are complete. They start before new ones: they have waited already. */
  const resumed: Call[] = [];
  let running = 0;
  let isStarting = false;
  /** Mean time from one start to the next while others wait, in milliseconds. */
  let interval = 0;

  function add(call: Call, queue = arrived): void {
    queue.push(call);
    refuseExcess();
    if (isStarting) return;
    isStarting = true;
    // In a later turn: first all requests that have come are looked at.
    setImmediate(() => void startAll());
  }

  /** Refuses the newest calls: the others have waited longer. */
  function refuseExcess(): void {
    const room = () => Math.min(maxCalls - running, Math.max(1, maxQueueWaitMs / interval));
    while (arrived.length + resumed.length > room()) {
      (arrived.pop() ?? resumed.pop())?.refuse();
      onRefused();
    }
  }

  function next(): Call | undefined {
    // Skip clients that disconnected while waiting.
    while (arrived[0]?.request.socket.destroyed) arrived.shift();
    return resumed.shift() ?? arrived.shift();
  }

  async function startAll(): Promise<void> {
    let turnStart = now();
    let lastStart = turnStart;
    for (let call = next(); call; call = next()) {
      call.start();
      await microtasks();
      if (now() - turnStart >= TURN_MS) {
        await nextTurn();
        turnStart = now();
      }
      interval += (now() - lastStart - interval) * WEIGHT;
      lastStart = now();
      refuseExcess();
    }
    interval = 0;
    isStarting = false;
  }

  /** Takes a permit for a call that has just started. */
  function permit(request: IncomingMessage): Permit {
    let isHeld = true;
    running++;
    return {
      release() {
        if (isHeld) running--;
        isHeld = false;
      },
      reacquire: () =>
        new Promise((resolve, reject) => {
          const start = () => {
            running++;
            isHeld = true;
            resolve();
          };
          add({ request, start, refuse: () => reject(busy()) }, resumed);
        }),
    };
  }

  return { add, permit };
}

/** Resolves when all that waits only for promises is done: SQLite answers without a pause. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
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
