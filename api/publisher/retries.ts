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
  /** Rows whose own page is written, and that wait for the pages that list them. */
  readonly #written = new Set<number>();
  readonly #onWritten: () => void;

  /**
   * `render` writes the own page of a row's post, or records the failure and returns false; it throws
   * nothing. `onWritten` is called when a page was written.
   */
  constructor(
    render: (row: OutboxRow, signal: AbortSignal) => Promise<boolean>,
    onWritten: () => void,
  ) {
    this.#render = render;
    this.#onWritten = onWritten;
  }

  get size(): number {
    return this.#running.size;
  }

  has(postId: string): boolean {
    return this.#running.has(postId);
  }

  /** Removes the row from the written ones, and returns whether it was one. */
  takeWritten({ seq }: OutboxRow): boolean {
    return this.#written.delete(seq);
  }

  /** Returns the rows that are not left to this thread: all first attempts, removals and written pages. */
  select(rows: OutboxRow[]): OutboxRow[] {
    return rows.filter((row) => {
      const running = this.#running.get(row.postId);
      if (running?.seq === row.seq) return false;
      // The post changed in the meantime: the old page must not be written over the new one.
      running?.controller.abort(new Error('The post changed.'));
      if (row.action === 'remove' || row.attempts === 0 || this.#written.has(row.seq)) return true;
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
    const work = this.#render(row, retry.controller.signal).then((isWritten) => {
      this.#work.delete(work);
      if (this.#running.get(row.postId) === retry) this.#running.delete(row.postId);
      if (!isWritten) return;
      this.#written.add(row.seq);
      this.#onWritten();
    });
    this.#work.add(work);
  }
}
