import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { listUpcoming, type Upcoming } from '../../db/queries/documents.ts';
import { findPostBySlug } from '../../db/queries/posts.ts';
import { uniqueSlug } from '../../db/queries/slugs.ts';
import { seriesSlug } from '../documents/series.ts';
import { errorMessage } from '../errors.ts';
import { slugOf } from '../posts/slug.ts';
import type { RenderPool } from './render-pool.ts';
import type { Change } from './types.ts';

/** How long before a post is due its page is rendered. */
const AHEAD_MS = 60_000;
/** Between two looks at what is due soon. */
const LOOK_EVERY_MS = 1_000;
/** The longest that a visit waits for a page that is about to be written. */
const MAX_WAIT_MS = 1_000;
/** The most posts that are rendered ahead: after every publish, they are rendered again. */
const MAX_POSTS = 5;

interface Options {
  database: Database;
  log: Logger;
  now: () => Date;
  pool: Pick<RenderPool, 'prepare' | 'writePrepared'>;
  onPublished(paths: string[]): void;
  /** See `PublisherOptions`. */
  preload?: ((address: string) => Promise<void>) | undefined;
  /** How far the feed of changes was published. */
  cursor: () => number;
}

/**
 * Has the pages of scheduled posts rendered a minute before they're due, and again when they or other posts
 * change. A post whose page isn't ready in time is rendered when it's due, like any other.
 */
export class UpcomingPages {
  readonly #options: Options;
  /** The revisions that were rendered, or failed. */
  #seen = new Set<string>();
  /** The slugs of pages that are ready. Resolved when the page was written, or couldn't be. */
  readonly #ready = new Map<string, PromiseWithResolvers<void>>();
  #lastLook = 0;
  #looking: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Called several times a second. `at`: when the next post is due, in epoch milliseconds. */
  notice(at: number | null): void {
    const now = this.#options.now().getTime();
    const isSoon = at !== null && at - now < AHEAD_MS;
    if (!isSoon || this.#looking || now - this.#lastLook < LOOK_EVERY_MS) return;
    this.#lastLook = now;
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /**
   * Writes the pages of posts that are public now, if they were rendered ahead and are still right. Returns
   * the ids of these posts. Doesn't throw.
   */
  async write(changes: readonly Change[], roots: string[]): Promise<Set<string>> {
    const written = new Set<string>();
    for (const { action, postId, slug } of changes) {
      const page = this.#ready.get(slug);
      if (action === 'remove' || !page) continue;
      const isWritten = await this.#writeOne(slug, roots);
      this.#ready.delete(slug);
      page.resolve();
      if (!isWritten) continue;
      written.add(postId);
      this.#options.onPublished([`/post/${slug}`]);
      // Visits that wait are answered first: the other pages will keep the machine busy.
      await this.#options.preload?.(`/post/${slug}`).catch(() => undefined);
      await setImmediate();
    }
    return written;
  }

  /**
   * If the post of this slug is public and its page is about to be written, waits for that. Doesn't throw.
   */
  async settled(slug: string): Promise<void> {
    const page = this.#ready.get(slug);
    if (!page) return;
    const { read } = this.#options.database;
    const post = await findPostBySlug(read, slug).catch(() => undefined);
    if (!post) return;
    await Promise.race([page.promise, wait(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  async #writeOne(slug: string, roots: string[]): Promise<boolean> {
    const { pool, log } = this.#options;
    try {
      const isWritten = await pool.writePrepared(slug, roots);
      if (isWritten) log.debug({ slug }, 'wrote a page that was rendered ahead');
      return isWritten;
    } catch (error) {
      log.warn(
        { err: errorMessage(error), slug },
        'a page that was rendered ahead was not written',
      );
      return false;
    }
  }

  async #look(): Promise<void> {
    const { database, log, now, cursor } = this.#options;
    try {
      const until = new Date(now().getTime() + AHEAD_MS);
      const upcoming = await listUpcoming(database.read, until, MAX_POSTS);
      const keyOf = keyAt(cursor());
      const changed = upcoming.filter((document) => !this.#seen.has(keyOf(document)));
      this.#seen = new Set(upcoming.map(keyOf));
      for (const document of changed) await this.#prepare(document);
    } catch (error) {
      log.debug({ err: errorMessage(error) }, 'no posts were rendered ahead');
    }
  }

  async #prepare({ id, slug, title, series }: Upcoming): Promise<void> {
    const { database, log, pool } = this.#options;
    const ofSeries = series === '' ? '' : seriesSlug(series);
    const wanted = slug || slugOf(title);
    try {
      const slug = await uniqueSlug(database.read, wanted, id);
      await pool.prepare({ documentId: id, slug, seriesSlug: ofSeries });
      if (!this.#ready.has(slug)) this.#ready.set(slug, Promise.withResolvers());
    } catch (error) {
      log.debug({ err: errorMessage(error), documentId: id }, 'a post was not rendered ahead');
    }
  }
}

/** Returns what tells whether a post must be rendered again. */
function keyAt(cursor: number) {
  return ({ id, revision, scheduledAt }: Upcoming) =>
    `${id} ${revision} ${scheduledAt?.getTime()} ${cursor}`;
}
