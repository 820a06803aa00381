import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { listPostCards } from '../../db/queries/posts.ts';
import { listPostSlugs } from '../../db/queries/slugs.ts';
import {
  advanceStoryTime,
  findStoryTimes,
  STORIES,
  type StoryTime,
  type StoryTimes,
} from '../../db/queries/stories.ts';
import { errorMessage } from '../errors.ts';

const NEWEST = 50;
const BATCH = 50;

const MINUTE_MS = 60_000;
/** The shortest time from the start of one pass to the start of the next. */
const INTERVAL_MS = { newest: 30 * MINUTE_MS, all: 12 * 60 * MINUTE_MS };
/** Between two pages: 10 a second at most. */
const PAUSE_MS = 100;
const PAUSE_AFTER_FAILURE_MS = MINUTE_MS;
/** Publishing comes first: a pass waits until nothing was published for this long … */
const QUIET_MS = 2_000;
/** … but not longer than this before it starts, and again while it runs. */
const MAX_BUSY_MS = 10 * MINUTE_MS;

type PassName = keyof StoryTimes;
const PASSES: readonly PassName[] = ['newest', 'all'];

/** One pass over the pages of posts, and its progress on this node. */
interface Pass {
  /** The `StoryTime.at` of which all its pages show the stories. */
  done: number;
  /** That of the pass that is running, or null. */
  target: number | null;
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
 * Keeps "Recent Stories" current on the pages of posts, for readers without JavaScript: at most an
 * hour old on the newest 50 posts, at most a day old on all. When the newest posts changed, a node
 * moves the time forward of which pages show the stories (`db/queries/stories.ts`), and every node
 * writes the pages again in the background, one at a time, between publishes. So all nodes show the
 * same, whenever they rendered a page.
 *
 * The bound: 50 pages in 30 minutes, plus each page once in 12 hours, and never more than 10 pages a
 * second. A publish costs one query for three posts, after its answer, and waits for at most one
 * page. If the newest posts didn't change, there's no work.
 */
export class StoryRefresh {
  readonly #options: Options;
  readonly #queues: Record<PassName, Page[]> = { newest: [], all: [] };
  #passes: StoryPasses | undefined;
  #times: StoryTimes | undefined;
  /** The newest posts now, as a hash. */
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
    this.#passes = passes ?? { newest: passFrom(0), all: passFrom(0) };
    await this.#look();
  }

  get passes(): StoryPasses | null {
    return this.#passes ?? null;
  }

  /**
   * Call before a full render: returns the times whose stories its pages show. Moves them forward
   * if they're due, because every page is written anyway.
   */
  async prepare(): Promise<StoryTimes> {
    await this.#look();
    for (const name of PASSES) if (this.#isDue(name)) await this.#moveForward(name);
    return this.#times ?? (await findStoryTimes(this.#options.database.read));
  }

  /** Call after a full render, with the result of `prepare` from before it. */
  async reset({ newest, all }: StoryTimes): Promise<void> {
    this.#passes = { newest: passFrom(newest.at), all: passFrom(all.at) };
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

  /** When the next step of a pass is due. */
  #dueAt(name: PassName): number {
    const pass = this.#passes?.[name];
    const time = this.#times?.[name];
    if (!pass || !time) return Number.POSITIVE_INFINITY;
    const nextPageAt = this.#past(this.#nextPageAt);
    if (pass.target !== null) return nextPageAt;
    // Another node, or this one, has moved the time forward.
    if (pass.done !== time.at) return Math.max(this.#quietAt(this.#past(time.at)), nextPageAt);
    if (time.shown === this.#stories) return Number.POSITIVE_INFINITY;
    const startAt = this.#past(time.at) + INTERVAL_MS[name];
    return Math.max(startAt, this.#quietAt(startAt), nextPageAt);
  }

  #quietAt(startAt: number): number {
    return Math.min(this.#past(this.#publishedAt) + QUIET_MS, startAt + MAX_BUSY_MS);
  }

  /** Whether the stories of this time aren't the newest ones, and it's time to move it forward. */
  #isDue(name: PassName): boolean {
    const time = this.#times?.[name];
    if (!time || time.shown === this.#stories) return false;
    return this.#past(time.at) + INTERVAL_MS[name] <= this.#now();
  }

  /** Reads the newest stories, and which ones the pages show. */
  async #look(): Promise<void> {
    const { read } = this.#options.database;
    this.#unreadSince = undefined;
    const page = { startIndex: 0, limit: STORIES };
    const cards = await listPostCards(read, {}, page);
    const shown = cards.map(({ updatedAt: _, ...card }) => card);
    this.#stories = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
    this.#times = await findStoryTimes(read);
  }

  async #moveForward(name: PassName): Promise<void> {
    const { database } = this.#options;
    const seenAt = this.#times?.[name].at ?? 0;
    const from = name === 'newest' ? ((await this.#newest()).at(-1)?.createdAt.getTime() ?? 0) : 0;
    const next: StoryTime = { at: this.#now(), from, shown: this.#stories };
    this.#times = await database.transaction((tx) => advanceStoryTime(tx, name, seenAt, next));
  }

  async #newest() {
    return await listPostCards(this.#options.database.read, {}, { startIndex: 0, limit: NEWEST });
  }

  /** Starts a pass, writes its next page, or ends it. */
  async #advance(name: PassName): Promise<void> {
    const pass = this.#passes?.[name];
    if (!pass) return;
    const queue = this.#queues[name];
    if (pass.target === null) {
      await this.#look();
      if (this.#isDue(name)) await this.#moveForward(name);
      const at = this.#times?.[name].at ?? pass.done;
      if (at === pass.done) return;
      Object.assign(pass, { target: at, cursor: 0 });
    }
    if (queue.length === 0) {
      queue.push(...(await this.#batch(name, pass.cursor)));
      if (queue.length === 0) Object.assign(pass, { done: pass.target, target: null });
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
    return (await this.#newest()).map(({ slug }, index) => ({ slug, seq: index + 1 }));
  }
}

/** The state when all pages show the stories of this time. */
function passFrom(at: number): Pass {
  return { done: at, target: null, cursor: 0 };
}
