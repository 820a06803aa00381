export interface FairQueueOptions {
  /** Maximum number of running tasks. */
  concurrency: number;
  /** Maximum number of waiting tasks per lane. If full, the key with the most tasks loses one. */
  maxWaiting: number;
  /** The error for a task that doesn't fit, or loses its place. */
  full(): Error;
  /** Maximum number of waiting tasks per key. */
  maxWaitingPerKey?: number;
  /** The error for a task beyond `maxWaitingPerKey`. */
  tooMany?(): Error;
  /** Number of lanes, which take turns. Defaults to 1. */
  lanes?: number;
  /** A task that hasn't ended by then gets `full()`. A running one continues. */
  deadlineMs?: number;
}

/** Runs a task when its key (a user or an address) has its turn. */
export type FairQueue = <T>(key: string, task: () => Promise<T>, lane?: number) => Promise<T>;

interface Waiter {
  key: string;
  start(): void;
  refuse(error: Error): void;
}

/**
 * Returns a queue in which keys take turns. The next task belongs to the key with the fewest
 * running tasks; among equals, to the key that has waited longest. No matter how many tasks one key
 * adds, others wait for one of them to end, not for all.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const lanes = Array.from({ length: options.lanes ?? 1 }, () => new Lane(options));
  const running = new Map<string, number>();
  let free = options.concurrency;
  let lastLane = 0;

  function onEnd(key: string): void {
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
    for (const lane of lanes) lane.moveToBack(key);
    for (let n = 1; n <= lanes.length; n++) {
      const index = (lastLane + n) % lanes.length;
      const next = lanes[index]?.take(running);
      if (!next) continue;
      lastLane = index;
      next.start();
      return;
    }
    free += 1;
  }

  return <T>(key: string, task: () => Promise<T>, lane = 0) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiter: Waiter = {
      key,
      start() {
        running.set(key, (running.get(key) ?? 0) + 1);
        const run = async () => await task();
        run()
          .then(resolve, reject)
          .finally(() => onEnd(key));
      },
      refuse: reject,
    };
    if (options.deadlineMs !== undefined) {
      const timer = setTimeout(() => {
        lanes[lane]?.remove(waiter);
        reject(options.full());
      }, options.deadlineMs);
      promise.catch(() => undefined).then(() => clearTimeout(timer));
    }
    if (free > 0) {
      free -= 1;
      waiter.start();
    } else {
      lanes[lane]?.add(waiter);
    }
    return promise;
  };
}

class Lane {
  readonly #options: FairQueueOptions;
  /** The tasks of each key, oldest first. The first key of the Map is next. */
  readonly #queues = new Map<string, Waiter[]>();
  #size = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Adds a task. If the queue is full, refuses it or the newest task of the key with the most. */
  add(waiter: Waiter): void {
    const { maxWaiting, maxWaitingPerKey = maxWaiting, full, tooMany = full } = this.#options;
    const queue = this.#queues.get(waiter.key) ?? [];
    if (queue.length >= maxWaitingPerKey) {
      waiter.refuse(tooMany());
      return;
    }
    if (this.#size >= maxWaiting) {
      const refused = this.#newestOfLongest(waiter);
      this.remove(refused);
      refused.refuse(full());
      if (refused === waiter) return;
    }
    queue.push(waiter);
    this.#queues.set(waiter.key, queue);
    this.#size += 1;
  }

  remove(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.key);
    const index = queue?.indexOf(waiter) ?? -1;
    if (!queue || index < 0) return;
    queue.splice(index, 1);
    this.#size -= 1;
    if (queue.length === 0) this.#queues.delete(waiter.key);
  }

  /** Removes and returns the next task. */
  take(running: ReadonlyMap<string, number>): Waiter | undefined {
    let fewest = Number.POSITIVE_INFINITY;
    let next: Waiter | undefined;
    for (const [key, [oldest]] of this.#queues) {
      const count = running.get(key) ?? 0;
      if (count < fewest) [fewest, next] = [count, oldest];
      if (count === 0) break;
    }
    if (!next) return undefined;
    this.remove(next);
    this.moveToBack(next.key);
    return next;
  }

  /** Puts a key that just had a turn behind all others. */
  moveToBack(key: string): void {
    const queue = this.#queues.get(key);
    if (queue && this.#queues.delete(key)) this.#queues.set(key, queue);
  }

  /**
   * Returns the newest task of the key with the most tasks, or the newcomer if its key would have
   * as many.
   */
  #newestOfLongest(newcomer: Waiter): Waiter {
    let longest = (this.#queues.get(newcomer.key)?.length ?? 0) + 1;
    let newest = newcomer;
    for (const queue of this.#queues.values()) {
      const last = queue.at(-1);
      if (last && queue.length > longest) [longest, newest] = [queue.length, last];
    }
    return newest;
  }
}
