import { setTimeout as startTimer } from 'node:timers';
import type { Logger } from 'pino';
import type { SiteState } from '../contract/site.ts';
import { errorMessage } from '../errors.ts';

const RETRY_MS = 5 * 60_000;

interface Options {
  readSite(): Promise<SiteState>;
  /** The settings that the served pages show; `undefined` before the first release is complete. */
  served(): SiteState | undefined;
  /**
   * Renders a release with these settings and serves it. Throws the signal's reason if it's
   * aborted.
   */
  make(site: SiteState, signal: AbortSignal): Promise<void>;
  log: Logger;
}

/**
 * Applies the newest settings of the site: each version is rendered into a release next to the one
 * being served. A newer version ends the rendering of an older one.
 */
export class SiteApplier {
  readonly #options: Options;
  #wanted = 0;
  #live = 0;
  #error: string | null = null;
  #running: Promise<void> | null = null;
  #making: AbortController | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** The newest version, and the one that the served pages show. */
  get status() {
    return { wanted: this.#wanted, live: this.#live, error: this.#error };
  }

  /** Notes the version of a release that another part of the publisher has made. */
  noteLive(version: number): void {
    this.#live = version;
    this.#wanted = Math.max(this.#wanted, version);
  }

  /** Takes the newest version; returns at once. */
  notice(version: number): void {
    if (version === this.#wanted && (this.#running || version === this.#live || this.#error)) {
      return;
    }
    this.#wanted = version;
    this.#making?.abort(new Error('The site’s settings changed again'));
    this.#start();
  }

  #start(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#running ??= this.#apply().finally(() => {
      this.#running = null;
    });
  }

  async #apply(): Promise<void> {
    const { log, make, readSite, served } = this.#options;
    for (let state: SiteState | undefined; !this.#isStopped; ) {
      try {
        state = await readSite();
        const current = served();
        if (current === undefined) break;
        if (current.hash !== state.hash) {
          this.#making = new AbortController();
          await make(state, this.#making.signal);
        }
        this.#live = state.version;
        this.#error = null;
        if (this.#live >= this.#wanted) return;
      } catch (error) {
        if (this.#making?.signal.aborted) continue;
        if (this.#isStopped) return;
        this.#error = errorMessage(error);
        log.error({ err: this.#error }, 'the settings of the site could not be applied yet');
        break;
      } finally {
        this.#making = null;
      }
    }
    this.#timer = startTimer(() => this.#start(), RETRY_MS).unref();
  }

  /** Ends a rendering. The next process continues it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
