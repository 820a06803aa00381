import { LostLeaseError } from '../../db/queries/leases.ts';
import { changeTaskState, type Scheduled, type Task } from '../../db/queries/task-state.ts';
import { errorMessage } from '../errors.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import type { HeldLease } from '../nodes/leases.ts';
import type { Node } from '../nodes/node.ts';
import type { Services } from '../services.ts';
import { readTaskStatus } from './status.ts';
import type { ScheduledTask } from './tasks.ts';

/** How often to look for requests that were made on other nodes. */
const LOOK_MS = 5_000;
const LEASE_CHECK_MS = 1_000;

type Options<T extends Task> = Pick<Services, 'database' | 'now' | 'log'> & {
  node: Pick<Node, 'leases'>;
  task: ScheduledTask<T>;
  /** Tests replace it. */
  lookMs?: number;
};

/**
 * Makes backups or exports when they're due or requested, on one node at a time. After a start,
 * makes those that were missed or interrupted.
 */
export class Schedule<T extends Task> {
  readonly #options: Options<T>;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;
  /** A failure that isn't in the database yet, because the write failed. */
  #unstored: { at: string; message: string } | undefined;

  constructor(options: Options<T>) {
    this.#options = options;
    this.#running = this.#attempt(() => this.#removeLeftovers());
    this.#timer = setInterval(() => void this.wake(), options.lookMs ?? LOOK_MS).unref();
  }

  /** Runs the task now if it's due. Resolves when that's done. Never throws. */
  async wake(): Promise<void> {
    if (this.#abort.signal.aborted) return;
    this.#running ??= this.#attempt(() => this.#look());
    await this.#running;
  }

  /** Stops a running task, which starts over when the server starts again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#abort.abort(new Error('The server is stopping'));
    await this.#running;
  }

  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      reportDatabaseError(this.#options.log, error, `${this.#options.task.name}s failed`);
    } finally {
      this.#running = undefined;
    }
  }

  /** Cleans up after a kill. Needs the lease, because another node may be running the task. */
  async #removeLeftovers(): Promise<void> {
    const { node, task } = this.#options;
    await node.leases.withLease(task.name, async () => task.removeLeftovers?.());
  }

  async #look(): Promise<void> {
    const { database, node, task } = this.#options;
    if (this.#unstored) await this.#storeFailure(database, this.#unstored);
    if (!(await this.#isDue())) return;
    await node.leases.withLease(task.name, async (lease) => {
      // Another node may have just done it.
      if (await this.#isDue()) await this.#run(lease);
    });
  }

  async #isDue(): Promise<boolean> {
    const { isRequested, nextAt } = await readTaskStatus(this.#options, this.#options.task.name);
    return isRequested || (nextAt !== null && Date.parse(nextAt) <= this.#options.now().getTime());
  }

  async #run(lease: HeldLease): Promise<void> {
    const { log, now, task } = this.#options;
    const lost = new AbortController();
    const watch = setInterval(() => {
      if (!lease.isHeld())
        lost.abort(new LostLeaseError(`Another node is running the ${task.name}`));
    }, LEASE_CHECK_MS);
    try {
      await task.removeLeftovers?.();
      const result = await task.run(AbortSignal.any([this.#abort.signal, lost.signal]));
      await this.#storeSuccess(lease.database, result);
      await task.finish?.();
    } catch (error) {
      // Not a failure: it's done after the next start, or by the other node.
      if (this.#abort.signal.aborted || lost.signal.aborted) return;
      const message = errorMessage(error);
      log.error({ reason: message }, `the ${task.name} failed`);
      this.#unstored = { at: now().toISOString(), message };
      await this.#storeFailure(lease.database, this.#unstored);
    } finally {
      clearInterval(watch);
    }
  }

  async #storeSuccess(database: Options<T>['database'], result: Scheduled[T]): Promise<void> {
    const { log, task } = this.#options;
    const { isRequested } = await readTaskStatus(this.#options, task.name);
    await database.transaction(async (tx) => {
      await changeTaskState(tx, task.name, { last: result, failure: null, requested: null });
      await task.record?.(tx, result, isRequested);
    });
    log.info({ ...(result as object) }, `the ${task.name} is done`);
  }

  async #storeFailure(
    database: Options<T>['database'],
    failure: { at: string; message: string },
  ): Promise<void> {
    const { name } = this.#options.task;
    await database.transaction((tx) => changeTaskState(tx, name, { failure, requested: null }));
    this.#unstored = undefined;
  }
}
