import { setTimeout as wait } from 'node:timers/promises';
import type { PublishOutcome } from './types.ts';

/** With 3 s for the database, no call takes over 15 s. */
const MAX_WAIT_MS = 12_000;

interface Waiter {
  postId: string;
  seq: number;
  resolve(outcome: PublishOutcome): void;
}

/** The calls waiting for a post to be published. */
export class Waiters {
  #waiters: Waiter[] = [];

  has(postId: string): boolean {
    return this.#waiters.some((waiter) => waiter.postId === postId);
  }

  /** Resolves when this change, or a newer one of its post, has an outcome. */
  wait({ postId, seq }: { postId: string; seq: number }): Promise<PublishOutcome> {
    return new Promise((resolve) => {
      this.#waiters.push({ postId, seq, resolve });
    });
  }

  resolve({ postId, seq }: { postId: string; seq: number }, outcome: PublishOutcome): void {
    const isDone = (waiter: Waiter) => waiter.postId === postId && waiter.seq <= seq;
    for (const waiter of this.#waiters) if (isDone(waiter)) waiter.resolve(outcome);
    this.#waiters = this.#waiters.filter((waiter) => !isDone(waiter));
  }

  resolveAll(outcome: PublishOutcome): void {
    for (const waiter of this.#waiters.splice(0)) waiter.resolve(outcome);
  }
}

/**
 * Resolves with `pending` after `MAX_WAIT_MS`: the change is saved, and the call can say that it
 * isn't live yet.
 */
export async function withinLimit(outcome: Promise<PublishOutcome>): Promise<PublishOutcome> {
  const timer = new AbortController();
  const limit = wait(MAX_WAIT_MS, 'pending' as const, { ref: false, signal: timer.signal });
  limit.catch(() => undefined);
  return Promise.race([outcome, limit]).finally(() => timer.abort());
}
