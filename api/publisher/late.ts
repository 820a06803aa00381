import type { Database, Db } from '../../db/client.ts';
import { getSetting, setSetting } from '../../db/queries/settings.ts';

const KEY = 'publisher.late';
/** The pages wait until nothing has been published for so long, … */
const QUIET_MS = 150;
/** … but never longer than this; after a failure, for just so long. */
const LONGEST_MS = 2_000;

/**
 * Pages that list posts for the record (sitemap, archive): out of date after a publish, and written a
 * moment after it, many publishes at once. They are noted in the transaction that completes the publish,
 * so that a killed process writes them when it starts again.
 */
export class LatePages {
  readonly #database: Database;
  readonly #write: (paths: string[]) => Promise<void>;
  readonly #paths = new Set<string>();
  #since = 0;
  #changed = 0;
  #failed = 0;
  #wanted = false;

  /** `write` renders and writes the pages of these paths. */
  constructor(database: Database, write: (paths: string[]) => Promise<void>) {
    this.#database = database;
    this.#write = write;
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Takes up what the last run left, and gives it. */
  async load(): Promise<string[]> {
    const stored = await getSetting(this.#database.read, KEY);
    const paths = stored === undefined ? [] : (JSON.parse(stored) as string[]);
    this.add(paths);
    return paths;
  }

  /** Notes paths in the transaction that makes them out of date; `add` follows when it is committed. */
  async note(tx: Db, paths: readonly string[]): Promise<void> {
    if (paths.every((path) => this.#paths.has(path))) return;
    await this.#store(tx, new Set([...this.#paths, ...paths]));
  }

  add(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.#changed = performance.now();
    if (this.#paths.size === 0) this.#since = this.#changed;
    for (const path of paths) this.#paths.add(path);
  }

  /** Milliseconds until the pages are to be written; undefined when there are none. */
  waitMs(): number | undefined {
    if (this.#paths.size === 0) return undefined;
    if (this.#wanted) return 0;
    const now = performance.now();
    if (this.#failed > 0) return Math.max(0, this.#failed + LONGEST_MS - now);
    return Math.max(0, Math.min(this.#changed + QUIET_MS, this.#since + LONGEST_MS) - now);
  }

  /** Somebody waits for one of the pages. */
  want(): void {
    this.#wanted = true;
  }

  /** Writes all of them. Throws what writing throws; they are tried again then. */
  async write(): Promise<void> {
    this.#wanted = false;
    const paths = [...this.#paths];
    if (paths.length === 0) return;
    try {
      await this.#write(paths);
    } catch (error) {
      this.#failed = performance.now();
      throw error;
    }
    this.#failed = 0;
    this.#since = performance.now();
    for (const path of paths) this.#paths.delete(path);
    await this.#database.transaction((tx) => this.#store(tx, this.#paths));
  }

  async #store(tx: Db, paths: ReadonlySet<string>): Promise<void> {
    await setSetting(tx, KEY, JSON.stringify([...paths]));
  }
}
