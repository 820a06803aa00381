import { setTimeout } from 'node:timers/promises';

/** Pictures for sharing wait until nothing has been published for this long: they are in nobody's way. */
const QUIET_MS = 2_000;

/** Makes the pictures for sharing, one after another, in the background: nobody waits for them. */
export class PictureQueue {
  readonly #slugs = new Set<string>();
  readonly #make: (slug: string) => Promise<void>;
  #busyAt = 0;
  #work: Promise<void> | null = null;
  #stopped = false;

  /** `make` makes the picture of a post's slug, and throws nothing. */
  constructor(make: (slug: string) => Promise<void>) {
    this.#make = make;
  }

  add(slug: string): void {
    this.#slugs.add(slug);
    this.#work ??= this.#drain().finally(() => {
      this.#work = null;
    });
  }

  /** Something is being published now. */
  busy(): void {
    this.#busyAt = performance.now();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #drain(): Promise<void> {
    for (const slug of this.#slugs) {
      await this.#quiet();
      if (this.#stopped) return;
      this.#slugs.delete(slug);
      await this.#make(slug);
    }
  }

  async #quiet(): Promise<void> {
    while (!this.#stopped && performance.now() - this.#busyAt < QUIET_MS) {
      await setTimeout(QUIET_MS / 4, undefined, { ref: false });
    }
  }
}
