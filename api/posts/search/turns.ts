import { UnavailableError } from '../../errors.ts';

export interface TurnOptions {
  /** How many calls may wait; beyond that, the client with the most waiting calls loses its newest. */
  maxWaiting: number;
  /** A call that has no answer by then gets 503. */
  deadlineMs: number;
}

interface Call {
  begin(): Promise<void>;
  refuse(): void;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * Runs work one at a time. Clients take turns, so one that sends many calls waits for itself and no one
 * else. The returned function throws an UnavailableError when the queue is full or the deadline passes;
 * work that has begun goes on then, and the next waits for its end.
 */
export function createTurns({ maxWaiting, deadlineMs }: TurnOptions) {
  /** The waiting calls of each client, oldest first. The first client is the next; a Map keeps its order. */
  const queues = new Map<string, Call[]>();
  let waiting = 0;
  let isBusy = false;

  function join(client: string, call: Call): void {
    if (waiting >= maxWaiting) {
      const dropped = newestOfLongest(client, call);
      dropped.refuse();
      if (dropped === call) return;
    }
    const queue = queues.get(client);
    if (queue) queue.push(call);
    else queues.set(client, [call]);
    waiting++;
  }

  /** The newest call of the client that has the most: `call` when that is `client`. */
  function newestOfLongest(client: string, call: Call): Call {
    let [most, newest] = [queues.get(client)?.length ?? 0, call];
    for (const queue of queues.values()) {
      const last = queue.at(-1);
      if (last && queue.length > most) [most, newest] = [queue.length, last];
    }
    return newest;
  }

  function leave(client: string, call: Call): void {
    const queue = queues.get(client);
    const place = queue?.indexOf(call) ?? -1;
    if (!queue || place < 0) return;
    queue.splice(place, 1);
    waiting--;
    if (queue.length === 0) queues.delete(client);
  }

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let [next] = queues; next; [next] = queues) {
      const [client, [call]] = next;
      if (!call) break;
      leave(client, call);
      // To the end: every other client comes first.
      const rest = queues.get(client);
      queues.delete(client);
      if (rest) queues.set(client, rest);
      await call.begin();
    }
    isBusy = false;
  }

  return <T>(client: string, task: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const call: Call = {
        begin: async () => {
          try {
            resolve(await task());
          } catch (error) {
            reject(error);
          } finally {
            clearTimeout(deadline);
          }
        },
        refuse: () => {
          clearTimeout(deadline);
          leave(client, call);
          reject(busy());
        },
      };
      const deadline = setTimeout(call.refuse, deadlineMs);
      join(client, call);
      void work();
    });
}

function busy(): UnavailableError {
  const message = 'Too many searches are running right now. Please try again in a moment.';
  return new UnavailableError(message, RETRY_AFTER_SECONDS);
}
