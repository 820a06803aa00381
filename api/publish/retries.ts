import type { PendingChange } from './pending.ts';

/** Delays after the first, second, … failed attempt. */
const DELAYS_MS = [1_000, 5_000, 30_000, 120_000];
const MAX_DELAY_MS = 600_000;

/** Between two attempts while the database is unavailable. */
export const DATABASE_RETRY_MS = 1_000;

/**
 * Returns the delay after a failure that follows this many failed attempts. A first attempt that
 * was only too slow is retried at once.
 */
export function retryDelayMs(attempts: number, isTooSlow = false): number {
  if (attempts === 0 && isTooSlow) return 0;
  return DELAYS_MS[attempts] ?? MAX_DELAY_MS;
}

/**
 * Renders the pages of failed posts again, on a separate thread: they may fail or take too long
 * again, and must not delay other posts.
 */
export class Retries {
  readonly #render: (change: PendingChange, signal: AbortSignal) => Promise<boolean>;
  readonly #onEnd: () => void;
  readonly #running = new Map<string, { seq: number; controller: AbortController }>();
  readonly #work = new Set<Promise<void>>();
  /**
   * Posts and the change (`seq`) for which their own page is written, but not the pages listing
   * them.
   */
  readonly #written = new Map<string, number>();

  /**
   * `render` writes the page of a post and returns true, or records the failure and returns false;
   * it doesn't throw. `onEnd` is called after each retry.
   */
  constructor(
    render: (change: PendingChange, signal: AbortSignal) => Promise<boolean>,
    onEnd: () => void,
  ) {
    this.#render = render;
    this.#onEnd = onEnd;
  }

  has(postId: string): boolean {
    return this.#running.has(postId);
  }

  /** Whether this exact change is being retried. */
  isRunning({ postId, seq }: PendingChange): boolean {
    return this.#running.get(postId)?.seq === seq;
  }

  /** Returns whether the page was written for this exact change, and forgets it. */
  takeWritten({ postId, seq }: PendingChange): boolean {
    const isWritten = this.#written.get(postId) === seq;
    this.#written.delete(postId);
    return isWritten;
  }

  /**
   * Starts retries and returns the other changes: first attempts, removals and written pages. While
   * a post is being retried, its newer change waits.
   */
  select(changes: PendingChange[]): PendingChange[] {
    return changes.filter((change) => {
      const running = this.#running.get(change.postId);
      if (running) {
        // The post has changed: the old page must not overwrite the new one.
        if (running.seq !== change.seq) running.controller.abort(new Error('The post changed.'));
        return false;
      }
      const isWritten = this.#written.get(change.postId) === change.seq;
      if (change.action === 'remove' || change.attempts === 0 || isWritten) return true;
      this.#start(change);
      return false;
    });
  }

  /** Resolves when no retry is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#work);
  }

  abort(): void {
    for (const { controller } of this.#running.values()) controller.abort();
  }

  #start(change: PendingChange): void {
    const { postId, seq } = change;
    const retry = { seq, controller: new AbortController() };
    this.#running.set(postId, retry);
    const { signal } = retry.controller;
    const work = this.#render(change, signal).then((isWritten) => {
      this.#work.delete(work);
      this.#running.delete(postId);
      if (isWritten && !signal.aborted) this.#written.set(postId, seq);
      this.#onEnd();
    });
    this.#work.add(work);
  }
}
