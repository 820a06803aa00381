import type { Logger } from 'pino';
import type { Database, Db } from '../../db/client.ts';
import { NewerDatabaseError } from '../../db/errors.ts';
import { deleteNode, type NodeState, upsertNode } from '../../db/queries/nodes.ts';
import { requireStillUsable } from '../../db/release.ts';
import type { Env } from '../env.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import { type LeaseHolder, Leases, type Renewal } from './leases.ts';

/** Each heartbeat renews the row of this node and its leases: two round trips on PostgreSQL. */
const HEARTBEAT_MS = 5_000;

/** The state of the publisher in the row of a node. */
export type Progress = Pick<NodeState, 'release' | 'cursor' | 'failed' | 'siteVersion'>;

interface NodeOptions {
  database: Database;
  id: string;
  role: Env['role'];
  log: Logger;
}

/** This process as one of the nodes on a database: its leases, and its row in `nodes`. */
export class Node {
  readonly leases: Leases;
  readonly #options: NodeOptions;
  readonly #timer: NodeJS.Timeout;
  #onOutdated: (error: NewerDatabaseError) => void = () => undefined;
  #progress: () => Progress = () => ({ release: '', cursor: 0, failed: 0, siteVersion: 0 });
  #isRegistered = false;
  #beating: Promise<void> | undefined;

  constructor(options: NodeOptions) {
    const { database, id, log } = options;
    this.#options = options;
    this.leases = new Leases({ database, holder: id, log });
    this.#timer = setInterval(() => void this.beat(), HEARTBEAT_MS);
    this.#timer.unref();
  }

  get id(): string {
    return this.#options.id;
  }

  /** Later heartbeats store the result of `progress`. */
  describe(progress: () => Progress): void {
    this.#progress = progress;
  }

  /** Calls `stop` when a newer release has migrated the database, so this process can't use it. */
  whenOutdated(stop: (error: NewerDatabaseError) => void): void {
    this.#onOutdated = stop;
  }

  /**
   * Writes the row of this node. Call it in the transaction that checks whether the node may start.
   */
  async register(tx: Db): Promise<void> {
    await upsertNode(tx, this.#state());
    this.#isRegistered = true;
  }

  /** Runs work on one node at a time: on this node while it holds the lease. */
  hold(name: string, holder: LeaseHolder): void {
    this.leases.hold(name, holder);
    void this.beat();
  }

  /** Sends a heartbeat. Never throws: without a database, the leases expire. */
  async beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    await this.#beating;
  }

  async #beat(): Promise<void> {
    if (!this.#isRegistered && !this.leases.areWanted) return;
    let renewal: Renewal | undefined;
    try {
      renewal = await this.#options.database.transaction(async (tx) => {
        const [renewed] = await Promise.all([
          this.leases.renew(tx),
          this.#isRegistered && upsertNode(tx, this.#state()),
          requireStillUsable(tx),
        ]);
        return renewed;
      });
    } catch (error) {
      if (error instanceof NewerDatabaseError) this.#onOutdated(error);
      else reportDatabaseError(this.#options.log, error, 'the heartbeat failed');
    }
    this.leases.settle(renewal);
  }

  #state(): NodeState {
    return { id: this.id, role: this.#options.role, ...this.#progress() };
  }

  /** Releases the leases and deletes the row. Never throws. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.leases.stop();
    if (!this.#isRegistered) return;
    this.#isRegistered = false;
    const { database, log } = this.#options;
    await database
      .transaction((tx) => deleteNode(tx, this.id))
      .catch((error: unknown) =>
        reportDatabaseError(log, error, 'the row of this node could not be deleted'),
      );
  }
}
