const QUIET_MS = 1_000;
/** Someone who types without a pause is saved after this time. */
const MAX_WAIT_MS = 1_500;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

export class SaveTimer {
  readonly #onDue: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The first change that isn't saved, in epoch milliseconds. */
  #waitingSince: number | null = null;
  #failures = 0;
  /** Earliest next save that the server allows, in epoch milliseconds. */
  #earliest = 0;
  #isStopped = false;

  constructor(onDue: () => void) {
    this.#onDue = onDue;
  }

  touch(): void {
    this.#waitingSince ??= Date.now();
    const left = this.#waitingSince + MAX_WAIT_MS - Date.now();
    this.start(Math.max(0, Math.min(QUIET_MS, left)));
  }

  start(ms: number): void {
    clearTimeout(this.#timer);
    const wait = Math.max(ms, this.#earliest - Date.now());
    if (!this.#isStopped) this.#timer = setTimeout(this.#onDue, wait);
  }

  /** Saving failed. Each pause is longer. `afterMs`: the minimum pause that the server asks for. */
  retry(afterMs = 0): void {
    const pause = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#earliest = Date.now() + afterMs;
    this.start(pause);
    this.#failures += 1;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** Call it when the waiting changes are being saved, or were dropped. */
  settle(): void {
    this.#waitingSince = null;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  stop(): void {
    this.#isStopped = true;
    this.clear();
  }
}
