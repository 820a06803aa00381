import type { OutboxRow } from '../../db/queries/outbox.ts';

type Outcome = 'live' | 'failed';

interface Waiter {
  postId: string;
  seq: number;
  resolve(outcome: Outcome): void;
}

/** The calls that wait until a post is published. */
export class Waiters {
  #waiters: Waiter[] = [];

  /** Resolves when this row, or a newer one of its post, has an outcome. */
  wait({ postId, seq }: OutboxRow): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#waiters.push({ postId, seq, resolve });
    });
  }

  resolve(row: OutboxRow, outcome: Outcome): void {
    const isDone = (waiter: Waiter) => waiter.postId === row.postId && waiter.seq <= row.seq;
    for (const waiter of this.#waiters) if (isDone(waiter)) waiter.resolve(outcome);
    this.#waiters = this.#waiters.filter((waiter) => !isDone(waiter));
  }

  failAll(): void {
    for (const waiter of this.#waiters.splice(0)) waiter.resolve('failed');
  }
}
