import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Releases } from './releases.ts';
import { RenderThread, type ThreadOptions } from './render-thread.ts';
import type { RenderedPage } from './types.ts';

/** Quiet time after a publish before pictures are drawn. */
const QUIET_MS = 2_000;
const TIMEOUT_MS = 15_000;
/** They're slow to make and rarely needed: the thread runs only for them, with low priority. */
const IDLE_MS = 10_000;
const NICE = 10;

interface Options {
  thread: ThreadOptions;
  releases: Releases;
  log: Logger;
  onPublished(paths: string[]): void;
}

/** The pictures shown where a post is shared (`/og/slug.jpg`), made on a visit or later. */
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
    const task = { roots: this.#options.releases.roots, slug };
    const options = { timeoutMs: TIMEOUT_MS };
    const bytes = await this.#thread.run<Uint8Array | null>('renderOg', task, options);
    if (!bytes) return { status: 404, contentType: 'image/jpeg', body: Buffer.alloc(0) };
    return { status: 200, contentType: 'image/jpeg', body: Buffer.from(bytes) };
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
      while (!this.#isStopped && performance.now() - this.#pausedAt < QUIET_MS) {
        await setTimeout(QUIET_MS / 4, undefined, { ref: false });
      }
      if (this.#isStopped) return;
      this.#queue.delete(slug);
      await this.#make(slug);
    }
  }

  async #make(slug: string): Promise<void> {
    const { log, onPublished } = this.#options;
    try {
      await this.render(slug);
      onPublished([`/og/${slug}.jpg`]);
    } catch (error) {
      const err = (error as Error).message;
      if (!this.#isStopped) log.warn({ slug, err }, 'no picture for sharing');
    }
  }
}
