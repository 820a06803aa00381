export interface FairQueueOptions {
  /** Tasks that run at once. */
  concurrency: number;
  /** Tasks that may wait in a lane. Beyond it, the key with the most waiting tasks loses its newest. */
  maxWaiting: number;
  /** The error for a task that finds no room, or must give way. */
  full(): Error;
  /** Tasks of one key that may wait. */
  maxWaitingPerKey?: number;
  /** The error for a task beyond `maxWaitingPerKey`. */
  tooMany?(): Error;
  /** Lanes take turns, and each has room of its own. One unless given. */
  lanes?: number;
  /** A task that hasn't ended by then, waiting or running, gets `full()`. A running one goes on. */
  deadlineMs?: number;
}

/**
 * Runs a task when the turn of its key comes, and returns what it returns. A key is a user or
 * an address. Throws `full()` or `tooMany()`.
 */
export type FairQueue = <T>(key: string, task: () => Promise<T>, lane?: number) => Promise<T>;

interface Waiter {
  key: string;
  start(): void;
  refuse(error: Error): void;
}

/**
 * A queue in which keys take turns: a free place goes to the key with the fewest tasks running, and among
 * those to the one that has waited longest. However many tasks one key adds, the next key waits for one
 * of them to end, not for all.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const lanes = Array.from({ length: options.lanes ?? 1 }, () => createLane(options));
  const running = new Map<string, number>();
  let free = options.concurrency;
  let lastLane = 0;

  function begin(key: string): void {
    running.set(key, (running.get(key) ?? 0) + 1);
  }

  /** Hands the place of a task that has ended to the next one. */
  function end(key: string): void {
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
    for (const lane of lanes) lane.moveToBack(key);
    const next = takeNext();
    if (next === undefined) free += 1;
    else next.start();
  }

  function takeNext(): Waiter | undefined {
    for (let n = 1; n <= lanes.length; n++) {
      const at = (lastLane + n) % lanes.length;
      const next = lanes[at]?.take((key) => running.get(key) ?? 0);
      if (next === undefined) continue;
      lastLane = at;
      return next;
    }
    return undefined;
  }

  return (key, task, lane = 0) =>
    new Promise((resolve, reject) => {
      let deadline: NodeJS.Timeout | undefined;
      const waiter: Waiter = {
        key,
        start() {
          begin(key);
          const run = async () => resolve(await task());
          void run()
            .catch(reject)
            .finally(() => {
              clearTimeout(deadline);
              end(key);
            });
        },
        refuse(error) {
          clearTimeout(deadline);
          reject(error);
        },
      };
      if (options.deadlineMs !== undefined) {
        deadline = setTimeout(() => {
          lanes[lane]?.remove(waiter);
          waiter.refuse(options.full());
        }, options.deadlineMs);
      }
      if (free > 0) {
        free -= 1;
        waiter.start();
      } else {
        lanes[lane]?.add(waiter);
      }
    });
}

/** The waiting tasks of a lane. */
function createLane({ maxWaiting, full, maxWaitingPerKey, tooMany = full }: FairQueueOptions) {
  /** The tasks of each key, oldest first. A Map keeps its order: the key at the front is next. */
  const queues = new Map<string, Waiter[]>();
  let size = 0;

  function remove(waiter: Waiter): void {
    const queue = queues.get(waiter.key);
    const at = queue?.indexOf(waiter) ?? -1;
    if (!queue || at < 0) return;
    queue.splice(at, 1);
    size -= 1;
    if (queue.length === 0) queues.delete(waiter.key);
  }

  /** A key that has just had a turn comes after all others. */
  function moveToBack(key: string): void {
    const queue = queues.get(key);
    if (queue && queues.delete(key)) queues.set(key, queue);
  }

  /** The newest task of the key with the most, unless the newcomer would then have as many. */
  function toGiveWay(newcomer: Waiter): Waiter {
    let most = (queues.get(newcomer.key)?.length ?? 0) + 1;
    let newest = newcomer;
    for (const queue of queues.values()) {
      const last = queue.at(-1);
      if (last && queue.length > most) [most, newest] = [queue.length, last];
    }
    return newest;
  }

  return {
    remove,
    moveToBack,

    add(waiter: Waiter): void {
      const queue = queues.get(waiter.key) ?? [];
      if (maxWaitingPerKey !== undefined && queue.length >= maxWaitingPerKey) {
        waiter.refuse(tooMany());
        return;
      }
      if (size >= maxWaiting) {
        const givesWay = toGiveWay(waiter);
        remove(givesWay);
        givesWay.refuse(full());
        if (givesWay === waiter) return;
      }
      queue.push(waiter);
      queues.set(waiter.key, queue);
      size += 1;
    },

    take(runningOf: (key: string) => number): Waiter | undefined {
      let fewest = Number.POSITIVE_INFINITY;
      let next: Waiter[] | undefined;
      for (const [key, queue] of queues) {
        const load = runningOf(key);
        if (load < fewest) [fewest, next] = [load, queue];
        if (load === 0) break;
      }
      const waiter = next?.[0];
      if (!waiter || !next) return undefined;
      remove(waiter);
      moveToBack(waiter.key);
      return waiter;
    },
  };
}
