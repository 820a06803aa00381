import type { PublishOutcome } from './types.ts';

interface Waiter {
  postId: string;
  seq: number;
  resolve(outcome: PublishOutcome): void;
}

/** The calls that wait until a post is published. */
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
