import type { Database, Db } from '../../db/client.ts';
import { getSetting, setSetting } from '../../db/queries/settings.ts';

/** An old name, kept because existing databases use it. */
const KEY = 'publisher.late';
/** Deferred pages are written when nothing was published for this long. */
const QUIET_MS = 150;
/** The maximum delay, and the delay after a failure. */
const MAX_DELAY_MS = 2_000;

/**
 * The pages that list all posts (sitemap, archive). A publish makes them outdated; they're written
 * a moment later, once for many publishes. The transaction that completes a publish stores their
 * paths, so that the next start writes them if the process is killed.
 */
export class DeferredPages {
  readonly #database: Database;
  readonly #write: (paths: string[]) => Promise<void>;
  readonly #paths = new Set<string>();
  #firstAt = 0;
  #lastAt = 0;
  #failedAt = 0;
  #isUrgent = false;

  /** `write` renders and writes the pages of these paths. */
  constructor(database: Database, write: (paths: string[]) => Promise<void>) {
    this.#database = database;
    this.#write = write;
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Adds the paths that the last run stored, and returns them. */
  async load(): Promise<string[]> {
    const stored = await getSetting(this.#database.read, KEY);
    const paths = stored === undefined ? [] : (JSON.parse(stored) as string[]);
    this.add(paths);
    return paths;
  }

  /** Stores paths in the transaction that makes them outdated. Call `add` after the commit. */
  async store(tx: Db, paths: readonly string[]): Promise<void> {
    if (paths.every((path) => this.#paths.has(path))) return;
    await storePaths(tx, new Set([...this.#paths, ...paths]));
  }

  add(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.#lastAt = performance.now();
    if (this.#paths.size === 0) this.#firstAt = this.#lastAt;
    for (const path of paths) this.#paths.add(path);
  }

  /** Milliseconds until the pages should be written; `undefined` if there are none. */
  waitMs(): number | undefined {
    if (this.#paths.size === 0) return undefined;
    if (this.#isUrgent) return 0;
    const now = performance.now();
    if (this.#failedAt > 0) return Math.max(0, this.#failedAt + MAX_DELAY_MS - now);
    return Math.max(0, Math.min(this.#lastAt + QUIET_MS, this.#firstAt + MAX_DELAY_MS) - now);
  }

  /** Makes the pages due now, because a visit waits for one of them. */
  hurry(): void {
    this.#isUrgent = true;
  }

  /** Writes all deferred pages. Throws the error of `write`; they stay deferred then. */
  async write(): Promise<void> {
    this.#isUrgent = false;
    const paths = [...this.#paths];
    if (paths.length === 0) return;
    try {
      await this.#write(paths);
    } catch (error) {
      this.#failedAt = performance.now();
      throw error;
    }
    this.#failedAt = 0;
    this.#firstAt = performance.now();
    for (const path of paths) this.#paths.delete(path);
    await this.#database.transaction((tx) => storePaths(tx, this.#paths));
  }
}

async function storePaths(tx: Db, paths: ReadonlySet<string>): Promise<void> {
  await setSetting(tx, KEY, JSON.stringify([...paths]));
}
