import type { OutboxRow } from '../../db/queries/outbox.ts';

/** Delays after the first, second, … failed attempt. */
const DELAYS_MS = [1_000, 5_000, 30_000, 120_000];
const MAX_DELAY_MS = 600_000;

/** Returns how long to wait after a failure that follows this many failed attempts. */
export function retryDelayMs(attempts: number): number {
  return DELAYS_MS[attempts] ?? MAX_DELAY_MS;
}

/**
 * Posts whose page is rendered again after a failure, on a separate thread: what failed or took too
 * long before may do so again, and must not delay other posts.
 */
export class Retries {
  readonly #render: (row: OutboxRow, signal: AbortSignal) => Promise<boolean>;
  readonly #onEnd: () => void;
  readonly #running = new Map<string, { seq: number; controller: AbortController }>();
  readonly #work = new Set<Promise<void>>();
  /** Posts and the row (`seq`) that their own page is written for, but not the pages listing them. */
  readonly #written = new Map<string, number>();

  /**
   * `render` writes the page of a row's post and returns true, or records the failure and returns
   * false; it doesn't throw. `onEnd` is called after each retry.
   */
  constructor(
    render: (row: OutboxRow, signal: AbortSignal) => Promise<boolean>,
    onEnd: () => void,
  ) {
    this.#render = render;
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#running.size;
  }

  has(postId: string): boolean {
    return this.#running.has(postId);
  }

  /** Returns whether the page is written for exactly this row, and forgets it. */
  takeWritten({ postId, seq }: OutboxRow): boolean {
    const isWritten = this.#written.get(postId) === seq;
    this.#written.delete(postId);
    return isWritten;
  }

  /**
   * Starts retries and returns the other rows: first attempts, removals and written pages. While a
   * post is being retried, its newer row waits.
   */
  select(rows: OutboxRow[]): OutboxRow[] {
    return rows.filter((row) => {
      const running = this.#running.get(row.postId);
      if (running) {
        // The post changed in the meantime: the old page must not overwrite the new one.
        if (running.seq !== row.seq) running.controller.abort(new Error('The post changed.'));
        return false;
      }
      const isWritten = this.#written.get(row.postId) === row.seq;
      if (row.action === 'remove' || row.attempts === 0 || isWritten) return true;
      this.#start(row);
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

  #start(row: OutboxRow): void {
    const retry = { seq: row.seq, controller: new AbortController() };
    this.#running.set(row.postId, retry);
    const { signal } = retry.controller;
    const work = this.#render(row, signal).then((isWritten) => {
      this.#work.delete(work);
      this.#running.delete(row.postId);
      if (isWritten && !signal.aborted) this.#written.set(row.postId, row.seq);
      this.#onEnd();
    });
    this.#work.add(work);
  }
}
