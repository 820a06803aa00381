/** Whose turn it is: owners take turns within their lane, lanes among each other. */
export interface Owner {
  lane: number;
  key: string;
}

export interface FairQueueOptions {
  /** How much runs at once. */
  concurrency: number;
  lanes: number;
  /** Per lane: however full one is, the others have room. */
  maxWaiting: number;
  /** The error for work that finds no room. */
  full(): Error;
}

/** Runs work when its owner's turn comes, and returns what it returns. Throws `full()`. */
export type FairQueue = <T>(owner: Owner, work: () => Promise<T>) => Promise<T>;

interface Waiter {
  start(): void;
  refuse(error: Error): void;
}

interface Lane {
  /** Waiting work of each owner, first come first. The owner at the front is next. */
  owners: Map<string, Waiter[]>;
  size: number;
}

/**
 * A queue in which much work of one owner delays the others by one piece, and gives way to theirs when
 * its lane is full.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const lanes = Array.from({ length: options.lanes }, (): Lane => ({ owners: new Map(), size: 0 }));
  let lastLane = 0;
  let running = 0;

  async function turnOf({ lane: at, key }: Owner): Promise<void> {
    const lane = lanes[at];
    if (lane === undefined) throw new RangeError(`There is no lane ${at}`);
    if (lane.size >= options.maxWaiting && !makeRoomFor(key, lane)) throw options.full();
    const waiters = lane.owners.get(key) ?? [];
    lane.owners.set(key, waiters);
    lane.size++;
    await new Promise<void>((start, refuse) => waiters.push({ start, refuse }));
  }

  /** Refuses the last work of the owner with the most, unless the newcomer would then have as much. */
  function makeRoomFor(key: string, lane: Lane): boolean {
    let most: Waiter[] = [];
    for (const waiters of lane.owners.values()) if (waiters.length > most.length) most = waiters;
    if (most.length <= (lane.owners.get(key)?.length ?? 0) + 1) return false;
    most.pop()?.refuse(options.full());
    lane.size--;
    return true;
  }

  function takeNext(): Waiter | undefined {
    for (let n = 1; n <= lanes.length; n++) {
      const at = (lastLane + n) % lanes.length;
      const lane = lanes[at];
      const [front] = lane?.owners ?? [];
      if (lane === undefined || front === undefined) continue;
      const [key, waiters] = front;
      const next = waiters.shift();
      // To the back: every other owner comes before this one's second piece.
      lane.owners.delete(key);
      if (waiters.length > 0) lane.owners.set(key, waiters);
      lane.size--;
      lastLane = at;
      return next;
    }
    return undefined;
  }

  return async (owner, work) => {
    if (running < options.concurrency) running++;
    else await turnOf(owner);
    try {
      return await work();
    } finally {
      // The place is handed on, so `running` stays as it is.
      const next = takeNext();
      if (next) next.start();
      else running--;
    }
  };
}
