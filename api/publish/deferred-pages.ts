import type { Logger } from 'pino';
import { addressOf, slugAt } from '../contract/addresses.ts';
import { errorMessage } from '../errors.ts';
import type { BatchResult, Change } from './types.ts';

/** Deferred pages are written after this long without a publish. */
const QUIET_MS = 150;
/** The maximum delay, also used after a failure. */
const MAX_DELAY_MS = 2_000;
/** Pages written at a time: a publish waits for them. */
const PART = 4;

/** Whether a path is of a post or an own page. */
export function isPost(path: string): boolean {
  return slugAt(path) !== undefined;
}

interface Options {
  /** Renders and writes the pages of these paths. */
  write(paths: string[]): Promise<void>;
  /** Whether more bulk changes are to be published, such as the rest of an import. */
  hasBulk(): boolean;
  log: Logger;
}

/** A change that made pages outdated. */
interface Cause {
  seq: number;
  isBulk: boolean;
}

/**
 * Pages that list all posts (sitemap, archive), and posts that list or link to a changed post. A
 * publish makes them outdated. They're written shortly afterward, once for several publishes. Their
 * paths are part of the node's state: if the process is killed, the next start writes them.
 *
 * An imported post's neighbors are mostly imported, too. So post pages wait until the import ends,
 * and pages rendered during the import are skipped: an import renders its posts once.
 */
export class DeferredPages {
  readonly #options: Options;
  /** Each with a mark: a page that is added again while it's being written stays deferred. */
  readonly #paths = new Map<string, symbol>();
  /** Pages of posts that wait for the end of bulk work. */
  readonly #held = new Set<string>();
  /** Pages rendered during bulk work, each with the last change that it contains. */
  readonly #rendered = new Map<string, number>();
  #firstAt = 0;
  #lastAt = 0;
  #failedAt = 0;
  /** The pages that are due now, in this order. */
  #due: string[] = [];
  /** Visits that wait for a page that is due. */
  readonly #visits = new Map<string, PromiseWithResolvers<void>>();

  constructor(options: Options) {
    this.#options = options;
  }

  get paths(): string[] {
    return [...this.#paths.keys(), ...this.#held];
  }

  has(path: string): boolean {
    return this.#paths.has(path) || this.#held.has(path);
  }

  /** `causes`: the changes that made the pages outdated. */
  add(paths: readonly string[], causes: readonly Cause[] = []): void {
    const isKnown = causes.length > 0;
    const seq = isKnown ? Math.max(...causes.map((cause) => cause.seq)) : Number.POSITIVE_INFINITY;
    const isBulk = isKnown && causes.every((cause) => cause.isBulk);
    const outdated = paths.filter((path) => (this.#rendered.get(path) ?? -1) < seq);
    const isHeld = (path: string) => isBulk && isPost(path);
    for (const path of outdated.filter(isHeld)) this.#held.add(path);
    this.#addNow(outdated.filter((path) => !isHeld(path)));
  }

  #addNow(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.#lastAt = performance.now();
    if (this.#paths.size === 0) this.#firstAt = this.#lastAt;
    for (const path of paths) {
      this.#paths.set(path, Symbol(path));
      this.#held.delete(path);
    }
  }

  /** Call after each batch. `seq` is the last change that the batch could see. */
  noticeRendered(changes: readonly Change[], { results }: BatchResult, seq: number): void {
    const failed = new Set(results.flatMap((one) => (one.error ? one.postId : [])));
    for (const { postId, slug, isWritten } of changes) {
      // A page written by a retry may be older.
      if (isWritten || failed.has(postId)) continue;
      const path = addressOf(slug);
      this.#paths.delete(path);
      this.#held.delete(path);
      if (this.#options.hasBulk()) this.#rendered.set(path, seq);
    }
  }

  #release(): void {
    if (this.#options.hasBulk()) return;
    this.#rendered.clear();
    this.#addNow([...this.#held]);
  }

  /** Milliseconds until the pages should be written; `undefined` if there are none. */
  waitMs(): number | undefined {
    this.#release();
    if (this.#paths.size === 0) return undefined;
    if (this.#due.length > 0) return 0;
    const now = performance.now();
    if (this.#failedAt > 0) return Math.max(0, this.#failedAt + MAX_DELAY_MS - now);
    return Math.max(0, Math.min(this.#lastAt + QUIET_MS, this.#firstAt + MAX_DELAY_MS) - now);
  }

  /** Makes pages due now, ahead of other due pages. */
  hurry(paths: readonly string[]): void {
    this.#addNow(paths);
    this.#due = [...new Set([...paths, ...this.#due])];
  }

  /** Makes a page due now. Resolves when a write of it that begins after this call ends. */
  waitFor(path: string): Promise<void> {
    this.hurry([path]);
    const visit = this.#visits.get(path) ?? Promise.withResolvers<void>();
    this.#visits.set(path, visit);
    return visit.promise;
  }

  /**
   * Writes some of the pages; the others are then due. Throws the error of the `write` option: the
   * pages then stay deferred, and none is due.
   */
  async write(): Promise<void> {
    if (this.#due.length === 0) this.#due = this.#listsFirst();
    const part = this.#due.splice(0, PART);
    const marks = part.map((path) => this.#paths.get(path));
    const visits = this.#takeVisits(part);
    try {
      await this.#writePart(part.filter((path) => this.#paths.has(path)));
      this.#failedAt = 0;
    } catch (error) {
      this.#failedAt = performance.now();
      this.#due = [];
      visits.push(...this.#takeVisits([...this.#visits.keys()]));
      throw error;
    } finally {
      for (const visit of visits) visit.resolve();
    }
    if (this.#due.length === 0) this.#firstAt = performance.now();
    for (const [index, path] of part.entries()) {
      if (this.#paths.get(path) === marks[index]) this.#paths.delete(path);
    }
  }

  /** Writes all pages except those that wait for the end of bulk work. Throws as `write` does. */
  async writeAll(): Promise<void> {
    this.#due = this.#listsFirst();
    while (this.#due.length > 0) await this.write();
  }

  #listsFirst(): string[] {
    return [...this.#paths.keys()].sort(
      (one, other) => Number(isPost(one)) - Number(isPost(other)),
    );
  }

  #takeVisits(paths: readonly string[]): PromiseWithResolvers<void>[] {
    return paths.flatMap((path) => {
      const visit = this.#visits.get(path);
      this.#visits.delete(path);
      return visit ?? [];
    });
  }

  async #writePart(paths: string[]): Promise<void> {
    const { write, log } = this.#options;
    const lists = paths.filter((path) => !isPost(path));
    if (lists.length > 0) await write(lists);
    for (const path of paths.filter(isPost)) {
      // Keep the old page.
      await write([path]).catch((error: unknown) => {
        log.warn({ path, err: errorMessage(error) }, 'could not update a post page');
      });
    }
  }
}
