import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { listPostCards, listPostSlugs } from '../../db/queries/posts.ts';
import { errorMessage } from '../errors.ts';

/** The posts in "Recent Stories" (src/pages/post/[slug].astro). */
const STORIES = 3;
const NEWEST = 50;
const BATCH = 50;

const MINUTE_MS = 60_000;
/**
 * The shortest time from the start of one pass to the start of the next. Short for the newest posts, so
 * that several processes soon show the same on the pages that people look at.
 */
const INTERVAL_MS = { newest: MINUTE_MS / 6, all: 12 * 60 * MINUTE_MS };
/** Between two pages: 10 a second at most. */
const PAUSE_MS = 100;
const PAUSE_AFTER_FAILURE_MS = MINUTE_MS;
/** Publishing comes first: a pass waits until nothing was published for this long … */
const QUIET_MS = 2_000;
/** … but not longer than this before it starts, and again while it runs. */
const MAX_BUSY_MS = 10 * MINUTE_MS;

type PassName = keyof typeof INTERVAL_MS;
const PASSES: readonly PassName[] = ['newest', 'all'];

/** One pass over the pages of posts, and its progress. Times are in milliseconds since 1970. */
interface Pass {
  /** The stories that all of its pages show, as a hash (see `read`). */
  shown: string;
  /** When the newest posts began to differ from `shown`; null if they don't. */
  staleSince: number | null;
  /** The stories when the current pass began; null if no pass is running. */
  target: string | null;
  /** When the latest pass began. */
  startedAt: number;
  /** `seq` of the last page of the last complete batch. */
  cursor: number;
}

/** The progress of both passes. A restart continues from it. */
export type StoryPasses = Record<PassName, Pass>;

type Page = { slug: string; seq: number };

interface Options {
  database: Database;
  log: Logger;
  now: () => Date;
  /** Renders and writes the pages of these paths. */
  write(paths: string[]): Promise<void>;
  /** Whether to wait, because a release is being made. */
  isPaused(): boolean;
  /** Whether the post is published soon anyway, or can't be rendered. */
  isPending(slug: string): boolean;
  /** Called when the progress changed. */
  onProgress(): void;
}

/**
 * Keeps "Recent Stories" current on the pages of posts, for readers without JavaScript: soon after a
 * publish on the newest 50 posts, at most a day old on all. When the newest posts changed, it writes
 * the pages again in the background, one at a time, between publishes.
 *
 * The bound: 50 pages after a publish, plus each page once in 12 hours, and never more than 10 pages a
 * second. A publish costs one query for three posts, after its answer, and waits for at most one
 * page. If the newest posts didn't change, there's no work.
 */
export class StoryRefresh {
  readonly #options: Options;
  readonly #queues: Record<PassName, Page[]> = { newest: [], all: [] };
  #passes: StoryPasses | undefined;
  #stories = '';
  /** The time of the first publish that `#stories` doesn't include yet. */
  #unreadSince: number | undefined;
  #publishedAt = 0;
  #nextPageAt = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Continues where the last process stopped. */
  async resume(passes: StoryPasses | null): Promise<void> {
    this.#passes = passes ?? { newest: passFrom(''), all: passFrom('') };
    await this.#look();
  }

  get passes(): StoryPasses | null {
    return this.#passes ?? null;
  }

  /** Returns a hash of the cards that "Recent Stories" shows now. */
  async read(): Promise<string> {
    const page = { startIndex: 0, limit: STORIES };
    const cards = await listPostCards(this.#options.database.read, {}, page);
    const shown = cards.map(({ updatedAt: _, ...card }) => card);
    return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
  }

  /** Call after a full render, with the result of `read` from before it. */
  async reset(stories: string): Promise<void> {
    this.#passes = { newest: passFrom(stories), all: passFrom(stories) };
    await this.#look();
  }

  /** Call when posts were published or removed. */
  noticePublish(): void {
    this.#publishedAt = this.#now();
    this.#unreadSince ??= this.#publishedAt;
  }

  /** Milliseconds until the next `step`; `undefined` if there is nothing to do. */
  waitMs(): number | undefined {
    if (!this.#passes || this.#options.isPaused()) return undefined;
    const times = PASSES.map((name) => this.#dueAt(name));
    if (this.#unreadSince !== undefined) times.push(this.#past(this.#unreadSince) + QUIET_MS);
    const at = Math.min(...times);
    return Number.isFinite(at) ? Math.max(0, at - this.#now()) : undefined;
  }

  /** Runs the next due step: reads the newest stories, or writes one page. Doesn't throw. */
  async step(): Promise<void> {
    if (this.waitMs() !== 0) return;
    try {
      const name = PASSES.find((each) => this.#dueAt(each) <= this.#now());
      if (name) await this.#advance(name);
      else await this.#look();
    } catch (error) {
      this.#unreadSince ??= this.#now();
      this.#nextPageAt = this.#now() + PAUSE_AFTER_FAILURE_MS;
      this.#options.log.warn({ err: errorMessage(error) }, 'recent stories could not be updated');
    }
  }

  #now(): number {
    return this.#options.now().getTime();
  }

  /** Returns a stored time, or 0 if it's so far ahead that the clock must have been set back. */
  #past(time: number): number {
    return time > this.#now() + PAUSE_AFTER_FAILURE_MS ? 0 : time;
  }

  /** When the next page of a pass is due. */
  #dueAt(name: PassName): number {
    const pass = this.#passes?.[name];
    if (!pass || (pass.target === null && pass.staleSince === null))
      return Number.POSITIVE_INFINITY;
    const nextPageAt = this.#past(this.#nextPageAt);
    if (pass.target !== null) return nextPageAt;
    const staleSince = this.#past(pass.staleSince ?? 0);
    const startAt = Math.max(this.#past(pass.startedAt) + INTERVAL_MS[name], staleSince);
    const quietAt = Math.min(this.#past(this.#publishedAt) + QUIET_MS, startAt + MAX_BUSY_MS);
    return Math.max(startAt, quietAt, nextPageAt);
  }

  /** Reads the newest stories and compares them with those that the pages show. */
  async #look(): Promise<void> {
    this.#unreadSince = undefined;
    this.#stories = await this.read();
    for (const name of PASSES) {
      const pass = this.#passes?.[name];
      if (!pass) continue;
      pass.staleSince = pass.shown === this.#stories ? null : (pass.staleSince ?? this.#now());
    }
  }

  /** Writes the next page of a pass, or ends it. */
  async #advance(name: PassName): Promise<void> {
    const pass = this.#passes?.[name];
    if (!pass) return;
    const queue = this.#queues[name];
    if (pass.target === null) {
      await this.#look();
      Object.assign(pass, { target: this.#stories, startedAt: this.#now(), cursor: 0 });
    }
    if (queue.length === 0) {
      queue.push(...(await this.#batch(name, pass.cursor)));
      if (queue.length === 0) finish(pass, this.#stories);
      this.#options.onProgress();
    }
    const page = queue.shift();
    if (!page) return;
    if (queue.length === 0) pass.cursor = page.seq;
    this.#nextPageAt = this.#now() + PAUSE_MS;
    if (this.#options.isPending(page.slug)) return;
    await this.#options.write([`/post/${page.slug}`]);
  }

  /** The newest posts are one batch, with positions as `seq`. */
  async #batch(name: PassName, cursor: number): Promise<Page[]> {
    const { read } = this.#options.database;
    if (name === 'all') return await listPostSlugs(read, { afterSeq: cursor, limit: BATCH });
    if (cursor > 0) return [];
    const cards = await listPostCards(read, {}, { startIndex: 0, limit: NEWEST });
    return cards.map(({ slug }, index) => ({ slug, seq: index + 1 }));
  }
}

/** The state when all pages show these stories. */
function passFrom(stories: string): Pass {
  return { shown: stories, staleSince: null, target: null, startedAt: 0, cursor: 0 };
}

/** Ends a pass. Its pages show the stories from its start, or newer; `stories` are the newest. */
function finish(pass: Pass, stories: string): void {
  pass.shown = pass.target ?? pass.shown;
  pass.target = null;
  pass.staleSince = pass.shown === stories ? null : pass.startedAt;
}
