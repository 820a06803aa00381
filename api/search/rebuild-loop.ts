import { setTimeout as startTimer } from 'node:timers';

/** Changes in quick succession are indexed together: a rebuild waits for a pause of this length. */
const QUIET_MS = 250;
/** Under a steady stream of changes, a rebuild starts this long after the first one. */
const MAX_WAIT_MS = 1_000;
const RETRY_DELAYS_MS = [2_000, 15_000, 60_000];
const MAX_RETRY_MS = 300_000;

interface RebuildWork {
  hasWork(): boolean;
  /** Whether the remaining work should wait for a pause in the changes. */
  canWait(): boolean;
  /** Does one piece of the work. The signal aborts when the loop is stopped. */
  step(signal: AbortSignal): Promise<void>;
  onError(error: unknown): void;
}

/** Runs the steps of the work one after another: soon after a change, later after a failure. */
export class RebuildLoop {
  readonly #work: RebuildWork;
  #abort = new AbortController();
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Time of the first change since the last run. */
  #firstChangeAt: number | undefined;
  #failures = 0;

  constructor(work: RebuildWork) {
    this.#work = work;
    this.#abort.abort();
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Starts now, or after the first retry delay if the preparation failed. */
  start({ afterFailure = false } = {}): void {
    this.#abort = new AbortController();
    this.#failures = afterFailure ? 1 : 0;
    this.#schedule(afterFailure ? this.#delayMs() : 0);
  }

  /** Schedules a run after a change. Doesn't shorten the delay after a failure. */
  noteChange(): void {
    this.#firstChangeAt ??= performance.now();
    if (this.#failures === 0) this.#clearTimer();
    this.#schedule(this.#delayMs());
  }

  /** Aborts the current step and waits until it has ended. */
  async stop(): Promise<void> {
    this.#abort.abort(new Error('The search index was closed'));
    this.#clearTimer();
    this.#firstChangeAt = undefined;
    await this.#running;
  }

  #schedule(delayMs: number): void {
    if (this.#timer || this.#running || this.#abort.signal.aborted || !this.#work.hasWork()) return;
    this.#timer = startTimer(() => {
      this.#timer = undefined;
      this.#firstChangeAt = undefined;
      this.#running = this.#run().finally(() => {
        this.#running = null;
        this.#schedule(this.#delayMs());
      });
    }, delayMs);
    this.#timer.unref();
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #delayMs(): number {
    if (this.#failures > 0) return RETRY_DELAYS_MS[this.#failures - 1] ?? MAX_RETRY_MS;
    if (this.#firstChangeAt === undefined) return 0;
    const latest = this.#firstChangeAt + MAX_WAIT_MS;
    return Math.min(QUIET_MS, Math.max(0, latest - performance.now()));
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    while (this.#work.hasWork() && !signal.aborted) {
      if (this.#firstChangeAt !== undefined && this.#work.canWait()) return;
      try {
        await this.#work.step(signal);
        this.#failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        this.#failures++;
        return this.#work.onError(error);
      }
    }
  }
}
