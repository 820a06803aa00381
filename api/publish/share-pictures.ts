import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { findPicturedPost } from '../../db/queries/share-pictures.ts';
import { pictureHash, siteCard, storedPostCard } from '../../src/og/address.ts';
import { errorMessage, MovedError, UnavailableError } from '../errors.ts';
import { allPictures, pictureFile, removePictures, SITE_PICTURE } from './picture-files.ts';
import type { Releases } from './releases.ts';
import { PageTimeoutError, RenderThread, type ThreadOptions } from './render-thread.ts';
import type { RenderedPage } from './types.ts';

/** Time without a publish before pictures are drawn. */
const QUIET_MS = 2_000;
const TIMEOUT_MS = 15_000;
const RETRY_AFTER_SECONDS = 10;
/**
 * Pictures drawn ahead of visits come in batches: about 3 s of work, then a pause. That takes 10 %
 * of one core, and an hour for 2,000 posts. The thread ends in every pause.
 */
const BATCH = 20;
const REST_MS = 30_000;
/** After this many consecutive failures (a full disk), drawing waits for the next start. */
const MAX_FAILURES = 3;
/**
 * Pictures are slow to draw and rarely needed: the thread runs only for them, with low priority.
 */
const IDLE_MS = 10_000;
const NICE = 10;

const NO_PICTURE = { status: 404, contentType: 'image/png', body: Buffer.alloc(0) };

interface Options {
  database: Database;
  siteUrl: string;
  thread: ThreadOptions;
  releases: Releases;
  log: Logger;
  onPublished(paths: string[]): void;
  /** Draws the pictures of all posts, for a copy of the site that can't draw them on a visit. */
  drawsAhead?: boolean | undefined;
  /** Milliseconds between two batches. Defaults to 30,000. */
  pictureRestMs?: number | undefined;
}

/**
 * The pictures for shared links (`/og/my-slug/HASH.png`): drawn on the first request, and kept by
 * all releases. The hash is of the picture's content.
 */
export class SharePictures {
  readonly #options: Options;
  readonly #thread: RenderThread;
  readonly #queue = new Set<string>();
  #pausedAt = 0;
  #work: Promise<void> | null = null;
  #isStopped = false;
  #fills = 0;

  constructor(options: Options) {
    this.#options = options;
    const thread = { ...options.thread, minThreads: 0, idleTimeout: IDLE_MS, niceIncrement: NICE };
    this.#thread = new RenderThread(thread, TIMEOUT_MS, options.log);
  }

  /**
   * Draws a picture, or redirects to the post's current one with a MovedError. Returns status 404
   * if there is no such post.
   */
  async render({ slug, hash }: { slug: string; hash: string | undefined }): Promise<RenderedPage> {
    // Before the drawing thread starts, so made-up addresses cost little.
    const current = await this.#hashOf(slug);
    if (current === undefined) return NO_PICTURE;
    if (current !== hash) throw new MovedError(`/${pictureFile(slug, current)}`);
    const drawn = await this.#draw(slug, hash);
    if (drawn === null) return NO_PICTURE;
    // The post may have changed in the meantime.
    if (drawn !== hash) throw new MovedError(`/${pictureFile(slug, drawn)}`);
    const { roots, root } = this.#options.releases;
    const bytes = await readFile(join(root, pictureFile(slug, hash)));
    // The post may have been deleted in the meantime.
    if (await this.#isWanted(slug)) return { status: 200, contentType: 'image/png', body: bytes };
    await removePictures(roots, slug);
    return NO_PICTURE;
  }

  /** Draws a post's picture if it's missing and `hash` is current. Returns its hash, or `null`. */
  async #draw(slug: string, hash?: string): Promise<string | null> {
    const { roots = [], site } = this.#options.releases.targets[0] ?? {};
    const task = { roots, slug, hash, site };
    try {
      return await this.#thread.run('drawPicture', task, { timeoutMs: TIMEOUT_MS });
    } catch (error) {
      // Usually a busy machine: the thread has a low priority.
      const isLate = error instanceof PageTimeoutError || (error as Error).name === 'TimeoutError';
      if (!isLate) throw error;
      const message = 'The server is busy. Please try again in a moment.';
      throw new UnavailableError(message, RETRY_AFTER_SECONDS);
    }
  }

  async #isWanted(slug: string): Promise<boolean> {
    return (await this.#hashOf(slug)) !== undefined;
  }

  /**
   * Returns the hash of the current picture, drawn or not; `undefined` if there is no such post.
   */
  async #hashOf(slug: string): Promise<string | undefined> {
    const { database, releases, siteUrl } = this.#options;
    const { site } = releases.site ?? {};
    if (site === undefined) return undefined;
    if (slug === SITE_PICTURE) return pictureHash(siteCard(site, siteUrl));
    const post = await findPicturedPost(database.read, slug);
    return post && pictureHash(storedPostCard(post, site, siteUrl));
  }

  /**
   * If pictures are drawn ahead, draws missing ones in batches. Call it after a start, and after
   * the site's settings changed: pictures show its name. A new call ends an earlier one.
   */
  fill(): void {
    if (!this.#options.drawsAhead) return;
    this.#fill(++this.#fills).catch((error: unknown) => {
      this.#options.log.warn({ err: errorMessage(error) }, 'could not list missing pictures');
    });
  }

  async #fill(run: number): Promise<void> {
    const { database, releases, pictureRestMs = REST_MS } = this.#options;
    let drawn = 0;
    let failures = 0;
    await this.#rest(pictureRestMs);
    for await (const slug of allPictures(database)) {
      if (this.#isStopped || run !== this.#fills) return;
      const hash = await this.#hashOf(slug);
      if (hash === undefined || existsSync(join(releases.root, pictureFile(slug, hash)))) continue;
      if (drawn > 0 && drawn % BATCH === 0) await this.#rest(pictureRestMs);
      await this.#quiet();
      if (this.#isStopped || run !== this.#fills || failures === MAX_FAILURES) return;
      failures = (await this.#make(slug)) ? 0 : failures + 1;
      drawn++;
    }
  }

  /** If pictures are drawn ahead, queues the picture of a post. */
  add(slug: string): void {
    if (!this.#options.drawsAhead) return;
    this.#queue.add(slug);
    this.#work ??= this.#drain().finally(() => {
      this.#work = null;
    });
  }

  /** Delays the queue, because a publish is running. */
  pause(): void {
    this.#pausedAt = performance.now();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread.destroy();
  }

  async #drain(): Promise<void> {
    for (const slug of this.#queue) {
      await this.#quiet();
      if (this.#isStopped) return;
      this.#queue.delete(slug);
      await this.#make(slug);
    }
  }

  /** Waits until no publish is running. */
  async #quiet(): Promise<void> {
    while (!this.#isStopped && performance.now() - this.#pausedAt < QUIET_MS) {
      await this.#rest(QUIET_MS / 4);
    }
  }

  async #rest(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { ref: false });
  }

  /** Returns whether it succeeded. */
  async #make(slug: string): Promise<boolean> {
    const { log, onPublished, releases } = this.#options;
    try {
      const hash = await this.#draw(slug);
      const isWanted = await this.#isWanted(slug);
      if (!isWanted) await removePictures(releases.roots, slug);
      else if (hash !== null) onPublished([`/${pictureFile(slug, hash)}`]);
      return true;
    } catch (error) {
      const err = errorMessage(error);
      if (!this.#isStopped) log.warn({ slug, err }, 'a share picture could not be drawn');
      return false;
    }
  }
}
