import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { countPosts, listPostCards } from '../../db/queries/posts.ts';
import { listLatestSlugs } from '../../db/queries/slugs.ts';
import {
  advanceStoryTime,
  findStoryTime,
  STORIES,
  type StoryTime,
} from '../../db/queries/stories.ts';
import { errorMessage } from '../errors.ts';

const BATCH = 50;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** From the start of one pass to the start of the next: a second per post, within limits. */
const MIN_INTERVAL_MS = 30 * MINUTE_MS;
const MAX_INTERVAL_MS = 12 * 60 * MINUTE_MS;
/** Between two pages: at most 10 a second. */
const PAUSE_MS = 100;
const PAUSE_AFTER_FAILURE_MS = MINUTE_MS;
/** Delay from a publish to reading the newest posts, once for many publishes. */
const LOOK_DELAY_MS = 2 * SECOND_MS;

/** The progress of this node. A restart continues from here. */
export interface StoryPass {
  /** All pages show the stories of this `StoryTime.at`. */
  done: number;
  /** The `StoryTime.at` of the running pass, or `null`. */
  target: number | null;
  /** `seq` of the last page of the last complete batch. Pages are written newest first. */
  cursor: number;
}

type Page = { slug: string; seq: number };

interface Options {
  database: Database;
  log: Logger;
  now: () => Date;
  /** Renders and writes the pages of these paths. */
  write(paths: string[]): Promise<void>;
  /** Whether to wait, because a release is being rendered. */
  isPaused(): boolean;
  /** Whether the post is about to be published anyway, or can't be rendered. */
  isPending(slug: string): boolean;
  /** Called when the progress changed. */
  onProgress(): void;
}

/**
 * Keeps "Recent Stories" current on the pages of posts, for readers without JavaScript. All pages
 * show the stories of one stored time (`db/queries/stories.ts`). When the newest posts have
 * changed, a node moves this time forward, and every node rewrites all pages of posts in the
 * background, one at a time, between publishes. So all nodes show the same stories, no matter when
 * they rendered a page.
 *
 * Every removal makes the next pass due, because pages may still show the post as a related one.
 *
 * A publish costs one query for four posts, after its response, and waits for at most one page. If
 * neither the newest posts nor the number of posts changed, there's no work.
 */
export class StoryRefresh {
  readonly #options: Options;
  readonly #queue: Page[] = [];
  #pass: StoryPass | undefined;
  #time: StoryTime | undefined;
  #intervalMs = MIN_INTERVAL_MS;
  /** Hash of the newest posts and the number of all. */
  #stories = '';
  /** Time of the first publish not yet included in `#stories`. */
  #unreadSince: number | undefined;
  #nextPageAt = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Continues where the last process stopped. */
  async resume(pass: StoryPass | null): Promise<void> {
    this.#pass = pass ?? passFrom(0);
    await this.#look();
  }

  get pass(): StoryPass | null {
    return this.#pass ?? null;
  }

  /**
   * Call before a full render. Returns the time whose stories its pages show. Moves it forward if
   * it's due, because every page is written anyway.
   */
  async prepare(): Promise<StoryTime> {
    const time = await this.#look();
    return this.#isDue(time) ? await this.#moveForward(time) : time;
  }

  /** Call after a full render, with the result of the preceding `prepare`. */
  async reset({ at }: StoryTime): Promise<void> {
    this.#pass = passFrom(at);
    await this.#look();
  }

  /** Call after posts were published or removed. */
  noticePublish(): void {
    this.#unreadSince ??= this.#now();
  }

  /** Milliseconds until the next `step`; `undefined` if there is nothing to do. */
  waitMs(): number | undefined {
    if (!this.#pass || this.#options.isPaused()) return undefined;
    const times = [this.#pageDueAt(this.#pass)];
    if (this.#unreadSince !== undefined) times.push(this.#past(this.#unreadSince) + LOOK_DELAY_MS);
    const at = Math.min(...times);
    return Number.isFinite(at) ? Math.max(0, at - this.#now()) : undefined;
  }

  /** Runs the next due step: reads the newest stories, or writes one page. Doesn't throw. */
  async step(): Promise<void> {
    if (!this.#pass || this.waitMs() !== 0) return;
    try {
      if (this.#pageDueAt(this.#pass) <= this.#now()) await this.#advance(this.#pass);
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

  /**
   * Returns a stored time, or 0 if it's so far in the future that the clock must have been set
   * back.
   */
  #past(time: number): number {
    return time > this.#now() + PAUSE_AFTER_FAILURE_MS ? 0 : time;
  }

  /** Returns when the next page is due. */
  #pageDueAt({ target, done }: StoryPass): number {
    if (!this.#time) return Number.POSITIVE_INFINITY;
    const nextPageAt = this.#past(this.#nextPageAt);
    // A pass is running, or a node has moved the time forward.
    if (target !== null || done !== this.#time.at) return nextPageAt;
    return Math.max(this.#passDueAt(this.#time), nextPageAt);
  }

  /** Returns when the next pass is due: never, if these stories are the newest ones. */
  #passDueAt({ shown, at }: StoryTime): number {
    if (shown === this.#stories) return Number.POSITIVE_INFINITY;
    return this.#past(at) + this.#intervalMs;
  }

  #isDue(time: StoryTime): boolean {
    return this.#passDueAt(time) <= this.#now();
  }

  /** Reads the newest stories, and returns the time whose stories the pages show. */
  async #look(): Promise<StoryTime> {
    const { read } = this.#options.database;
    this.#unreadSince = undefined;
    const [cards, postCount, time] = await Promise.all([
      // A post's page omits the post itself.
      listPostCards(read, {}, { startIndex: 0, limit: STORIES + 1 }),
      countPosts(read),
      findStoryTime(read),
    ]);
    const shown = [postCount, ...cards.map(({ updatedAt: _, ...card }) => card)];
    this.#stories = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
    const intervalMs = Math.max(MIN_INTERVAL_MS, postCount * SECOND_MS);
    this.#intervalMs = Math.min(intervalMs, MAX_INTERVAL_MS);
    this.#time = time;
    return time;
  }

  async #moveForward({ at: seenAt }: StoryTime): Promise<StoryTime> {
    const next: StoryTime = { at: this.#now(), shown: this.#stories };
    const { database } = this.#options;
    const time = await database.transaction((tx) => advanceStoryTime(tx, seenAt, next));
    this.#time = time;
    return time;
  }

  /** Starts a pass, writes its next page, or ends it. */
  async #advance(pass: StoryPass): Promise<void> {
    if (pass.target === null) {
      const { at } = await this.prepare();
      if (at === pass.done) return;
      Object.assign(pass, { target: at, cursor: Number.MAX_SAFE_INTEGER });
    }
    if (this.#queue.length === 0) {
      const { read } = this.#options.database;
      this.#queue.push(...(await listLatestSlugs(read, { beforeSeq: pass.cursor, limit: BATCH })));
      if (this.#queue.length === 0) Object.assign(pass, { done: pass.target, target: null });
      this.#options.onProgress();
    }
    const page = this.#queue.shift();
    if (!page) return;
    if (this.#queue.length === 0) pass.cursor = page.seq;
    this.#nextPageAt = this.#now() + PAUSE_MS;
    if (this.#options.isPending(page.slug)) return;
    await this.#options.write([`/post/${page.slug}`]);
  }
}

/** Returns the state in which all pages show the stories of this time. */
function passFrom(at: number): StoryPass {
  return { done: at, target: null, cursor: 0 };
}
