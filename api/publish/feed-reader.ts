import type { Database } from '../../db/client.ts';
import {
  type ChangeRange,
  type ChangeRow,
  findFeed,
  hasChangesSince,
  isPostChange,
  listBulkChanges,
  listSingleChanges,
} from '../../db/queries/changes.ts';
import type { CommentPages } from './comment-pages.ts';
import { BULK_BATCH, Pending, type PendingChange } from './pending.ts';

/** How long changes are kept. A node that was offline for longer renders everything. */
export const FEED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Maximum number of single changes in memory. Older ones are treated as bulk changes. */
const MAX_SINGLES = 10_000;

/** Bulk changes still in the database. */
export interface BacklogRange extends ChangeRange {
  /** Single changes up to this one are treated as bulk changes. */
  singlesUpTo: number;
}

/** A node's position in the feed. */
export interface Position {
  /** Id of the feed. */
  feed: string;
  /** Every change up to here is published, failed, or in the backlog. */
  cursor: number;
  backlog: BacklogRange[];
}

/** The database was replaced, so everything must be rendered. */
export class FeedReplacedError extends Error {
  override name = 'FeedReplacedError';
}

/** Returns whether a node can continue from its position, or must render everything. */
export async function canContinue({ read }: Database, position: Position): Promise<boolean> {
  const { id, seq } = await findFeed(read);
  const first = firstUnpublished(position);
  return id === position.feed && position.cursor <= seq && (await hasChangesSince(read, first));
}

/** Returns whether changes were pruned from the feed before a node at this position read them. */
export async function missedChanges({ read }: Database, position: Position): Promise<boolean> {
  const { id } = await findFeed(read);
  return id === position.feed && !(await hasChangesSince(read, firstUnpublished(position)));
}

function firstUnpublished({ cursor, backlog }: Position): number {
  return Math.min(cursor, ...backlog.map(({ after }) => after));
}

/** Called with other results of reading the feed. */
export interface FeedWatcher {
  /** There are jobs from functions (api/jobs). */
  onJobs?(): void;
  /** A page that isn't a post's should be rendered again. */
  onPage?(path: string): void;
  /** When the next document is due, in epoch milliseconds, or null. */
  onScheduled?(at: number | null): void;
  /** The highest version of the site's settings. */
  onSite?(version: number): void;
}

/**
 * Reads the feed of changes. Single changes go to `pending` at once, those of comments to the pages
 * of comments; bulk changes wait in the database, and come in small batches, newest first.
 */
export class FeedReader {
  readonly pending = new Pending();
  readonly #database: Database;
  readonly #comments: Pick<CommentPages, 'add' | 'firstRemoval'>;
  readonly #onLook: FeedWatcher;
  #feed = '';
  #read = 0;
  #backlog: BacklogRange[] = [];
  #looking: Promise<boolean> = Promise.resolve(false);

  constructor(
    database: Database,
    comments: Pick<CommentPages, 'add' | 'firstRemoval'>,
    onLook: FeedWatcher = {},
  ) {
    this.#database = database;
    this.#comments = comments;
    this.#onLook = onLook;
  }

  resume({ feed, cursor, backlog }: Position, failures: readonly PendingChange[]): void {
    this.#feed = feed;
    this.#read = cursor;
    this.#backlog = backlog;
    for (const change of failures) this.pending.addFailed(change);
  }

  get position(): Position {
    const single = this.pending.untriedSingles()[0]?.seq;
    // Additions of comments are in the node's state.
    const first = Math.min(single ?? Infinity, this.#comments.firstRemoval ?? Infinity);
    const cursor = Math.min(first - 1, this.#read);
    const backlog = this.#backlog.map((range) => ({ ...range }));
    for (const { seq } of this.pending.untriedBulk()) {
      backlog.push({ after: seq - 1, upTo: seq, singlesUpTo: seq });
    }
    // Changes above the cursor are read again after a restart.
    const below = backlog.filter(({ after }) => after < cursor);
    return {
      feed: this.#feed,
      cursor,
      backlog: below.map((range) => ({ ...range, upTo: Math.min(range.upTo, cursor) })),
    };
  }

  /** Every change up to here is published or failed. */
  get cursor(): number {
    return firstUnpublished(this.position);
  }

  /** The last change that was read. */
  get lastRead(): number {
    return this.#read;
  }

  get hasBacklog(): boolean {
    return this.#backlog.length > 0;
  }

  /**
   * Reads everything committed before this call. Returns whether there is something new. Throws a
   * FeedReplacedError.
   */
  look(): Promise<boolean> {
    const look = () => this.#look();
    this.#looking = this.#looking.then(look, look);
    return this.#looking;
  }

  async #look(): Promise<boolean> {
    const { read } = this.#database;
    const { id, seq, hasJobs, scheduledAt, siteVersion } = await findFeed(read);
    if (hasJobs) this.#onLook.onJobs?.();
    this.#onLook.onScheduled?.(scheduledAt);
    this.#onLook.onSite?.(siteVersion);
    if (id !== this.#feed || seq < this.#read) {
      throw new FeedReplacedError('The database was replaced');
    }
    if (seq === this.#read) return false;
    const range = { after: this.#read, upTo: seq };
    const singles = await listSingleChanges(read, range, MAX_SINGLES);
    for (const row of singles) this.#add(row);
    if (singles.length < seq - this.#read) {
      const oldest = singles.length === MAX_SINGLES ? singles.at(-1) : undefined;
      this.#backlog.push({ ...range, singlesUpTo: oldest ? oldest.seq - 1 : range.after });
    }
    this.#read = seq;
    return true;
  }

  #add(row: ChangeRow): void {
    if (isPostChange(row)) this.pending.add(row);
    else if (row.action === 'page') this.#onLook.onPage?.(row.slug);
    else this.#comments.add(row);
  }

  /** Takes the newest bulk changes from the backlog. Returns false if there are none. */
  async takeBulk(): Promise<boolean> {
    for (let range = this.#backlog.at(-1); range; range = this.#backlog.at(-1)) {
      const rows = await listBulkChanges(this.#database.read, range, BULK_BATCH);
      for (const row of rows) this.#add({ ...row, isBulk: true });
      const last = rows.at(-1);
      if (last && rows.length === BULK_BATCH) range.upTo = last.seq - 1;
      else this.#backlog = this.#backlog.filter((each) => each !== range);
      if (last) return true;
    }
    return false;
  }

  /** Skips changes that a release contains. Returns those that were pending. */
  skipTo(seq: number): PendingChange[] {
    this.#read = Math.max(this.#read, seq);
    this.#backlog = this.#backlog
      .filter(({ upTo }) => upTo > seq)
      .map((range) => ({ ...range, after: Math.max(range.after, seq) }));
    return this.pending.dropUpTo(seq);
  }
}
