import type { Logger } from 'pino';
import type { ChangeRow } from '../../db/queries/changes.ts';
import { errorMessage } from '../errors.ts';
import { retryDelayMs } from './retries.ts';
import type { PublishOutcome } from './types.ts';

/** No page is written more often because of comments. */
const EVERY_MS = 5_000;
/** Pages written at once. A publish waits for them. */
const BATCH = 4;

/** A page that the next start writes. */
export interface WaitingPage {
  path: string;
  /** The post of the page. Absent: it lists posts. */
  postId?: string | undefined;
}

/** A page that shows comments, or their number. */
interface CommentPage extends WaitingPage {
  /** The last change of its comments. */
  seq: number;
  /** The first removal of a comment: calls wait until it's written. */
  removedAt?: number | undefined;
  dueAt: number;
  attempts: number;
}

interface Waiter {
  /** The changes that must be written, by path. */
  pages: Map<string, number>;
  hasFailed: boolean;
  resolve(outcome: PublishOutcome): void;
}

interface Options {
  /** Renders and writes the pages of these paths. */
  write(paths: string[]): Promise<void>;
  /** Returns the pages that list these posts with the number of their comments. */
  listsOf(postIds: string[]): Promise<string[]>;
  onWritten(): void;
  log: Pick<Logger, 'warn'>;
  /** In milliseconds. Monotonic. */
  clock?: () => number;
}

/**
 * Pages whose comments changed: pages of posts, and pages that show how many comments posts have.
 * Each is written at most once in 5 s, or at once after a removal; a few at a time, between
 * publishes. They are part of the node's state: if the process is killed, the next start writes
 * them.
 */
export class CommentPages {
  readonly #options: Options;
  readonly #clock: () => number;
  readonly #pages = new Map<string, CommentPage>();
  /** When pages were written in the last 5 s. */
  readonly #writtenAt = new Map<string, number>();
  #waiters: Waiter[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** Adds the page of a post whose comments changed. */
  add({ action, postId, slug, seq }: Pick<ChangeRow, 'action' | 'postId' | 'slug' | 'seq'>): void {
    this.#add({ path: `/post/${slug}`, postId }, seq, action === 'comments-removed');
  }

  /** Adds pages that the last process didn't write. */
  resume(pages: readonly WaitingPage[]): void {
    for (const page of pages) this.#add(page, 0);
  }

  #add(page: WaitingPage, seq: number, isRemoval = false): void {
    const known = this.#pages.get(page.path);
    const now = this.#clock();
    const writtenAt = this.#writtenAt.get(page.path);
    const nextAt = writtenAt === undefined ? now : writtenAt + EVERY_MS;
    this.#pages.set(page.path, {
      ...page,
      seq,
      removedAt: known?.removedAt ?? (isRemoval ? seq : undefined),
      dueAt: isRemoval ? now : (known?.dueAt ?? nextAt),
      attempts: isRemoval ? 0 : (known?.attempts ?? 0),
    });
  }

  get waiting(): WaitingPage[] {
    return Array.from(this.#pages.values(), ({ path, postId }) => ({ path, postId }));
  }

  /** The first removal that wasn't tried yet. */
  get firstRemoval(): number | undefined {
    let first: number | undefined;
    for (const { removedAt, attempts } of this.#pages.values()) {
      if (removedAt === undefined || attempts > 0) continue;
      first = Math.min(first ?? removedAt, removedAt);
    }
    return first;
  }

  /** Milliseconds until the next page is due; `undefined` if there is none. */
  waitMs(): number | undefined {
    if (this.#pages.size === 0) return undefined;
    let next = Number.POSITIVE_INFINITY;
    for (const { dueAt } of this.#pages.values()) next = Math.min(next, dueAt);
    return Math.max(0, next - this.#clock());
  }

  /**
   * Resolves when removals on these posts are written: `failed` if a page couldn't be rendered. It
   * is retried.
   */
  removed(postIds: ReadonlySet<string>): Promise<PublishOutcome> {
    const isOne = ({ postId = '', removedAt }: CommentPage) =>
      removedAt !== undefined && postIds.has(postId);
    return this.#wait([...this.#pages.values()].filter(isOne));
  }

  /** Makes all pages due now. Resolves when some of them are written. */
  hurry(limit: number): Promise<PublishOutcome> {
    const dueAt = this.#clock();
    for (const [path, page] of this.#pages) this.#pages.set(path, { ...page, dueAt });
    return this.#wait([...this.#pages.values()].slice(0, limit));
  }

  #wait(pages: readonly CommentPage[]): Promise<PublishOutcome> {
    if (pages.length === 0) return Promise.resolve('live');
    const seqs = new Map(pages.map(({ path, seq }) => [path, seq]));
    return new Promise((resolve) => {
      this.#waiters.push({ pages: seqs, hasFailed: false, resolve });
    });
  }

  /** Ends the waiting. */
  stop(): void {
    for (const { resolve } of this.#waiters.splice(0)) resolve('failed');
  }

  /** Writes the next due pages, those with removals first. Returns whether there were any. */
  async write(): Promise<boolean> {
    const pages = this.#takeDue();
    if (pages.length === 0) return false;
    const failed = await this.#writeAll(pages);
    const written = pages.filter((page) => !failed.has(page));
    const posts = written.flatMap(({ postId }) => postId ?? []);
    try {
      const lists = posts.length > 0 ? await this.#options.listsOf(posts) : [];
      for (const path of lists) this.#add({ path }, 0);
    } catch (error) {
      for (const page of written) failed.set(page, error);
    }
    for (const page of pages) this.#settle(page, failed);
    this.#options.onWritten();
    return true;
  }

  #takeDue(): CommentPage[] {
    const now = this.#clock();
    for (const [path, at] of this.#writtenAt) {
      if (at + EVERY_MS <= now) this.#writtenAt.delete(path);
    }
    const rank = ({ removedAt }: CommentPage) => (removedAt === undefined ? 1 : 0);
    const pages = [...this.#pages.values()]
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => rank(a) - rank(b) || a.dueAt - b.dueAt)
      .slice(0, BATCH);
    for (const { path } of pages) this.#writtenAt.set(path, now);
    return pages;
  }

  /** Returns the pages that failed. */
  async #writeAll(pages: readonly CommentPage[]): Promise<Map<CommentPage, unknown>> {
    const failed = new Map<CommentPage, unknown>();
    const { write } = this.#options;
    try {
      await write(pages.map(({ path }) => path));
    } catch {
      // One by one, so only the bad page fails.
      for (const page of pages) {
        await write([page.path]).catch((error: unknown) => failed.set(page, error));
      }
    }
    return failed;
  }

  #settle(page: CommentPage, failed: ReadonlyMap<CommentPage, unknown>): void {
    const { path, attempts } = page;
    // A later change may have replaced it.
    const isLast = this.#pages.get(path) === page;
    if (failed.has(page)) {
      const err = errorMessage(failed.get(page));
      this.#options.log.warn({ path, err }, 'comments could not be published yet');
      const dueAt = this.#clock() + retryDelayMs(attempts);
      if (isLast) this.#pages.set(path, { ...page, attempts: attempts + 1, dueAt });
    } else if (isLast) this.#pages.delete(path);
    this.#tell(page, failed.has(page));
  }

  #tell({ path, seq }: CommentPage, hasFailed: boolean): void {
    for (const waiter of this.#waiters) {
      const wanted = waiter.pages.get(path);
      if (wanted === undefined || wanted > seq) continue;
      waiter.pages.delete(path);
      waiter.hasFailed ||= hasFailed;
    }
    const isDone = ({ pages }: Waiter) => pages.size === 0;
    for (const { hasFailed: isFailed, resolve } of this.#waiters.filter(isDone)) {
      resolve(isFailed ? 'failed' : 'live');
    }
    this.#waiters = this.#waiters.filter((waiter) => !isDone(waiter));
  }
}
