import { setTimeout as startTimer } from 'node:timers';
import type { Logger } from 'pino';
import { findFeed } from '../../db/queries/changes.ts';
import { listDue } from '../../db/queries/scheduled.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import type { Node } from '../nodes/node.ts';
import type { Services } from '../services.ts';
import { publishScheduled } from './publish-one-due.ts';

/** Due documents read per query. */
const BATCH = 20;
/**
 * How long nodes without the lease wait for its holder. Publishing locks the document, so a post is
 * published once in any case.
 */
const GRACE_MS = 1_500;
const RETRY_MS = 1_000;
/** A larger lag means that the clock was changed. */
const MAX_TIMER_LAG_MS = 200;
/** The maximum delay of a timer: 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type Options = Pick<Services, 'database' | 'now' | 'publisher'> & {
  node: Pick<Node, 'hold'>;
  log: Logger;
};

/**
 * Publishes documents when they're due: on the holder of the lease `scheduler`, or on another node
 * if the holder fails to. The feed of changes has the time of the next one.
 */
export class Scheduler {
  readonly #options: Options;
  #nextAt: number | null = null;
  /** After a failure. In milliseconds of `performance.now()`. */
  #retryAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isHolder = false;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    options.node.hold('scheduler', {
      onGained: () => {
        this.#isHolder = true;
        this.#setTimer();
      },
      onLost: async () => {
        this.#isHolder = false;
      },
    });
  }

  /** Called several times a second. `at`: epoch milliseconds, or null if nothing is scheduled. */
  notice(at: number | null): void {
    if (this.#isStopped || performance.now() < this.#retryAt) return;
    // Timers don't notice that the clock was set forward.
    const isLate = at !== null && this.#msUntil(at) < -MAX_TIMER_LAG_MS;
    if (at === this.#nextAt && !isLate) return;
    this.#nextAt = at;
    this.#setTimer();
  }

  /** Publishes due documents, and sets a timer for the next one. */
  wake(): void {
    this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    if (this.#nextAt === null || this.#isStopped) return;
    this.#startTimer(this.#msUntil(this.#nextAt));
  }

  /** Returns the milliseconds until this node publishes a document due at `at`. */
  #msUntil(at: number): number {
    return at + (this.#isHolder ? 0 : GRACE_MS) - this.#options.now().getTime();
  }

  #startTimer(ms: number): void {
    const delay = Math.min(Math.max(ms, 0), MAX_TIMER_MS);
    this.#timer = startTimer(() => this.#run(), delay).unref();
  }

  #run(): void {
    if (this.#isStopped || this.#running) return;
    clearTimeout(this.#timer);
    const { log } = this.#options;
    this.#running = this.#publishDue()
      .catch((error: unknown) => {
        reportDatabaseError(log, error, 'scheduled posts could not be published');
        this.#nextAt = null;
        this.#retryAt = performance.now() + RETRY_MS;
        this.#startTimer(RETRY_MS);
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #publishDue(): Promise<void> {
    const { database, now } = this.#options;
    for (;;) {
      const due = await listDue(database.read, now(), BATCH);
      let failed = 0;
      for (const { id } of due) {
        if (this.#isStopped) return;
        if (!(await this.#publish(id))) failed++;
      }
      if (failed > 0) throw new Error(`${failed} scheduled posts could not be published`);
      if (due.length < BATCH) break;
    }
    this.#nextAt = null;
    this.notice((await findFeed(database.read)).scheduledAt);
  }

  /** Returns whether it succeeded. One document that can't be published must not delay others. */
  async #publish(documentId: string): Promise<boolean> {
    const { log, publisher } = this.#options;
    try {
      await publishScheduled(this.#options, documentId);
      // Nothing waits for it, but its page should be published at once.
      void publisher.flush(documentId);
      return true;
    } catch (err) {
      log.error({ err, documentId }, 'a scheduled post could not be published');
      return false;
    }
  }
}
