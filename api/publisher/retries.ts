import type { OutboxRow } from '../../db/queries/outbox.ts';

interface Retry {
  seq: number;
  controller: AbortController;
}

/**
 * Posts whose page is rendered again after a failure. They are rendered on a thread of their own: what
 * failed or took too long before may do so again, and must not delay other posts.
 */
export class Retries {
  readonly #render: (row: OutboxRow, signal: AbortSignal) => Promise<boolean>;
  readonly #running = new Map<string, Retry>();
  readonly #work = new Set<Promise<void>>();
  /** Posts whose own page is written for this row (`seq`), and that wait for the pages that list them. */
  readonly #written = new Map<string, number>();
  readonly #onEnd: () => void;

  /**
   * `render` writes the own page of a row's post, or records the failure and returns false; it throws
   * nothing. `onEnd` is called when a retry has ended, however it ended.
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

  /** Forgets what was written for the row's post, and returns whether that was for this row. */
  takeWritten({ postId, seq }: OutboxRow): boolean {
    const isWritten = this.#written.get(postId) === seq;
    this.#written.delete(postId);
    return isWritten;
  }

  /**
   * Returns the rows that are not left to this thread: first attempts, removals and written pages. The row
   * of a post that is being retried waits until that has ended.
   */
  select(rows: OutboxRow[]): OutboxRow[] {
    return rows.filter((row) => {
      const running = this.#running.get(row.postId);
      if (running) {
        // The post changed in the meantime: the old page must not be written over the new one.
        if (running.seq !== row.seq) running.controller.abort(new Error('The post changed.'));
        return false;
      }
      const isWritten = this.#written.get(row.postId) === row.seq;
      if (row.action === 'remove' || row.attempts === 0 || isWritten) return true;
      this.#start(row);
      return false;
    });
  }

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
