import type { Logger } from 'pino';
import type { Database, Db } from '../../db/client.ts';
import { deleteNode, type NodeState, upsertNode } from '../../db/queries/nodes.ts';
import type { Env } from '../env.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import { type Holder, Leases, type Renewal } from './leases.ts';

/** Renews the row of this node and its leases: two round trips each time on PostgreSQL. */
const HEARTBEAT_MS = 5_000;

/** What the row of a node says about its publisher. */
export type Progress = Pick<NodeState, 'release' | 'cursor' | 'failed'>;

interface NodeOptions {
  database: Database;
  id: string;
  role: Env['role'];
  log: Logger;
}

/**
 * This process among the others on the same database: its row in `nodes`, kept alive by a heartbeat, and
 * its leases.
 */
export class Node {
  readonly leases: Leases;
  readonly #options: NodeOptions;
  readonly #timer: NodeJS.Timeout;
  #progress: () => Progress = () => ({ release: '', cursor: 0, failed: 0 });
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

  /** Sets what the following heartbeats say about the publisher. */
  describe(progress: () => Progress): void {
    this.#progress = progress;
  }

  /** Writes the row of this node: in the transaction that checks whether it may start. */
  async register(tx: Db): Promise<void> {
    await upsertNode(tx, this.#state());
    this.#isRegistered = true;
  }

  /** Calls `onGained` whenever this node gets the lease, and `onLost` when it loses it or stops. */
  hold(name: string, holder: Holder): void {
    this.leases.hold(name, holder);
    void this.beat();
  }

  /** One heartbeat. Never throws; without a database, the leases run out. */
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
        ]);
        return renewed;
      });
    } catch (error) {
      reportDatabaseError(this.#options.log, error, 'the heartbeat failed');
    }
    this.leases.settle(renewal);
  }

  #state(): NodeState {
    return { id: this.id, role: this.#options.role, ...this.#progress() };
  }

  /** Ends the work under leases, and removes the row. Never throws. */
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
