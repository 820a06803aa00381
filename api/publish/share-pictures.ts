import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { findPostBySlug } from '../../db/queries/posts.ts';
import { UnavailableError } from '../errors.ts';
import { missingPictures, pictureFile, SITE_PICTURE } from './missing-pictures.ts';
import type { Releases } from './releases.ts';
import { PageTimeoutError, RenderThread, type ThreadOptions } from './render-thread.ts';
import type { RenderedPage } from './types.ts';

/** Quiet time after a publish before pictures are drawn. */
const QUIET_MS = 2_000;
const TIMEOUT_MS = 15_000;
const RETRY_AFTER_SECONDS = 10;
/**
 * Missing pictures are drawn in batches: about 3 s of work, then a rest. That takes 10 % of one
 * core, and an hour for 2,000 posts. The thread ends in every rest.
 */
const BATCH = 20;
const REST_MS = 30_000;
/** After this many failures in a row (a full disk), drawing waits for the next start. */
const MAX_FAILURES = 3;
/** They're slow to make and rarely needed: the thread runs only for them, with low priority. */
const IDLE_MS = 10_000;
const NICE = 10;

interface Options {
  database: Database;
  thread: ThreadOptions;
  releases: Releases;
  log: Logger;
  onPublished(paths: string[]): void;
  /** Milliseconds between two batches of missing pictures; 30,000 by default. */
  restMs?: number | undefined;
}

/** The pictures shown where a page is shared (`/og/slug.jpg`), made on a visit or later. */
export class SharePictures {
  readonly #options: Options;
  readonly #thread: RenderThread;
  readonly #queue = new Set<string>();
  #pausedAt = 0;
  #work: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    const thread = { ...options.thread, minThreads: 0, idleTimeout: IDLE_MS, niceIncrement: NICE };
    this.#thread = new RenderThread(thread, TIMEOUT_MS, options.log);
  }

  /** Makes and writes a post's picture. Status 404 without such a post. */
  async render(slug: string): Promise<RenderedPage> {
    const { roots } = this.#options.releases;
    const bytes = await this.#draw(roots, slug);
    if (!bytes || (await this.#removeUnwanted(roots, slug)))
      return { status: 404, contentType: 'image/jpeg', body: Buffer.alloc(0) };
    return { status: 200, contentType: 'image/jpeg', body: Buffer.from(bytes) };
  }

  async #draw(roots: string[], slug: string): Promise<Uint8Array | null> {
    const options = { timeoutMs: TIMEOUT_MS };
    try {
      return await this.#thread.run('renderOg', { roots, slug }, options);
    } catch (error) {
      // A busy machine, mostly: the thread has a low priority.
      const isLate = error instanceof PageTimeoutError || (error as Error).name === 'TimeoutError';
      if (!isLate) throw error;
      const message = 'The server is busy. Please try again in a moment.';
      throw new UnavailableError(message, RETRY_AFTER_SECONDS);
    }
  }

  /** Deletes the picture of a post that was deleted in the meantime. Returns whether it did. */
  async #removeUnwanted(roots: string[], slug: string): Promise<boolean> {
    if (slug === SITE_PICTURE) return false;
    if (await findPostBySlug(this.#options.database.read, slug)) return false;
    await Promise.all(roots.map((root) => rm(join(root, pictureFile(slug)), { force: true })));
    return true;
  }

  /**
   * Draws the pictures that the published site lacks, such as those of posts that came with a full
   * render, in batches. Continues after a restart.
   */
  async fill(): Promise<void> {
    const { database, releases, restMs = REST_MS } = this.#options;
    let drawn = 0;
    let failures = 0;
    await this.#rest(restMs);
    for await (const slug of missingPictures(database, () => releases.root)) {
      if (drawn > 0 && drawn % BATCH === 0) await this.#rest(restMs);
      await this.#quiet();
      if (this.#isStopped || failures === MAX_FAILURES) return;
      failures = (await this.#make(slug)) ? 0 : failures + 1;
      drawn++;
    }
  }

  /** Queues the picture of a post. */
  add(slug: string): void {
    this.#queue.add(slug);
    this.#work ??= this.#drain().finally(() => {
      this.#work = null;
    });
  }

  /** Delays the queue, because something is being published. */
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

  /** Waits until nothing is being published. */
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
    const { log, onPublished } = this.#options;
    try {
      await this.render(slug);
      onPublished([`/og/${slug}.jpg`]);
      return true;
    } catch (error) {
      const err = (error as Error).message;
      if (!this.#isStopped) log.warn({ slug, err }, 'no picture for sharing');
      return false;
    }
  }
}
