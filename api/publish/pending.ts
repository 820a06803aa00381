import type { PostChangeRow } from '../../db/queries/changes.ts';

/** A change that isn't published yet, or couldn't be. Times are in milliseconds since 1970. */
export interface PendingChange {
  /** 0: a page that failed without a change, on a visit or in a full render. */
  seq: number;
  action: 'publish' | 'remove';
  postId: string;
  slug: string;
  at: number;
  isBulk: boolean;
  attempts: number;
  /** Why the last attempt failed, for the administrator. */
  error: string | null;
  /** The earliest time of the next attempt. */
  retryAt: number;
}

const MAX_BATCH = 32;
/** A publish waits for a running batch: with 16 posts, several times as long as for its own. */
export const BULK_BATCH = 4;
/** Maximum wait for a retry. A later time means that the clock was set back: the retry is due. */
const MAX_WAIT_MS = 15 * 60 * 1000;

/** The changes that this node has to publish, one per post: a later one replaces an earlier one. */
export class Pending {
  readonly #byPost = new Map<string, PendingChange>();

  get size(): number {
    return this.#byPost.size;
  }

  add({ at, ...row }: PostChangeRow): void {
    const known = this.#byPost.get(row.postId);
    if (known && known.seq >= row.seq) return;
    const isNew = { attempts: 0, error: null, retryAt: 0 };
    this.#byPost.set(row.postId, { ...row, at: at.getTime(), ...isNew });
  }

  /** Adds a failed page, unless a change of its post is already pending. */
  addFailed(change: PendingChange): void {
    if (!this.#byPost.has(change.postId)) this.#byPost.set(change.postId, change);
  }

  get(postId: string): PendingChange | undefined {
    return this.#byPost.get(postId);
  }

  findBySlug(slug: string): PendingChange | undefined {
    return this.all().findLast((change) => change.slug === slug);
  }

  /** All changes, oldest first. */
  all(): PendingChange[] {
    return [...this.#byPost.values()].sort((a, b) => a.seq - b.seq);
  }

  failed(): PendingChange[] {
    return this.all().filter(({ attempts }) => attempts > 0);
  }

  /**
   * Returns the next batch: changes with waiting calls, then other single changes, oldest first. If
   * there are none, bulk changes, newest first. Skips changes that `isRunning`.
   */
  next(
    now: number,
    isAwaited: (postId: string) => boolean,
    isRunning: (change: PendingChange) => boolean,
  ): PendingChange[] {
    const due = this.all().filter((change) => isDue(change, now) && !isRunning(change));
    const awaited = due.filter(({ postId }) => isAwaited(postId));
    const singles = due.filter(({ postId, isBulk }) => !isBulk && !isAwaited(postId));
    const first = [...awaited, ...singles];
    if (first.length > 0) return first.slice(0, MAX_BATCH);
    return due.reverse().slice(0, BULK_BATCH);
  }

  /** Milliseconds until the next retry, or `undefined`. Skips posts that `isRunning`. */
  waitMs(now: number, isRunning: (postId: string) => boolean): number | undefined {
    const times = this.all().flatMap(({ postId, retryAt }) => (isRunning(postId) ? [] : retryAt));
    return times.length > 0 ? Math.max(0, Math.min(...times) - now) : undefined;
  }

  /** Removes a published change. Returns false if a later one has replaced it. */
  complete({ postId, seq }: PendingChange): boolean {
    return this.#byPost.get(postId)?.seq === seq && this.#byPost.delete(postId);
  }

  /** Records a failure, unless a later change has replaced this one. */
  fail({ postId, seq }: PendingChange, error: string, retryAt: number): void {
    const change = this.#byPost.get(postId);
    if (change?.seq !== seq) return;
    this.#byPost.set(postId, { ...change, attempts: change.attempts + 1, error, retryAt });
  }

  /** Retries a change later, without counting a failure. */
  postpone({ postId, seq }: PendingChange, retryAt: number): void {
    const change = this.#byPost.get(postId);
    if (change?.seq === seq) this.#byPost.set(postId, { ...change, retryAt });
  }

  /** Makes the change of a post due now. Returns false if there is none. */
  hurry(postId: string): boolean {
    const change = this.#byPost.get(postId);
    if (change) this.#byPost.set(postId, { ...change, retryAt: 0 });
    return change !== undefined;
  }

  /** Removes and returns changes up to this one. */
  dropUpTo(seq: number): PendingChange[] {
    const dropped = this.all().filter((change) => change.seq <= seq);
    for (const { postId } of dropped) this.#byPost.delete(postId);
    return dropped;
  }

  /** Single changes not yet tried, oldest first. */
  untriedSingles(): PendingChange[] {
    return this.all().filter(({ isBulk, attempts }) => !isBulk && attempts === 0);
  }

  /** Bulk changes not yet tried. */
  untriedBulk(): PendingChange[] {
    return this.all().filter(({ isBulk, attempts }) => isBulk && attempts === 0);
  }
}

function isDue({ retryAt }: PendingChange, now: number): boolean {
  return retryAt <= now || retryAt > now + MAX_WAIT_MS;
}
