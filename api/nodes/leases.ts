import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Db } from '../../db/client.ts';
import { asUnavailable, isConnectionLost } from '../../db/errors.ts';
import {
  acquireLease,
  type Lease,
  LostLeaseError,
  releaseLease,
  renewLease,
  requireLease,
} from '../../db/queries/leases.ts';

/** How long a lease lasts without a renewal. Every heartbeat renews it. */
export const LEASE_MS = 15_000;
const WAIT_BETWEEN_MS = 250;

/** A lease that this process holds. */
export interface HeldLease extends Lease {
  /** Its transactions throw a LostLeaseError and write nothing once another node has the lease. */
  database: Database;
  /** Whether the lease hasn't expired, by this machine's clock. */
  isHeld(): boolean;
}

/** Work that a single node does while it runs. */
export interface LeaseHolder {
  onGained(lease: HeldLease): void;
  /** Ends the work. When the node stops, the lease is released afterwards. */
  onLost(): Promise<void>;
}

/** The result of a heartbeat, to be applied after its commit. */
export interface Renewal {
  sentAt: number;
  lost: Holding[];
  gained: Lease[];
}

class Holding implements HeldLease {
  readonly name: string;
  readonly holder: string;
  readonly token: number;
  readonly database: Database;
  /** By this machine's clock, which continues while the process is suspended. */
  renewedAt: number;
  isDropped = false;

  constructor({ name, holder, token }: Lease, database: Database, renewedAt: number) {
    this.name = name;
    this.holder = holder;
    this.token = token;
    this.renewedAt = renewedAt;
    const lease = { name, holder, token };
    this.database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          await requireLease(tx, lease);
          return await work(tx);
        }),
    };
  }

  isHeld(): boolean {
    return !this.isDropped && performance.now() - this.renewedAt < LEASE_MS;
  }
}

interface LeasesOptions {
  database: Database;
  /** Id of this node. */
  holder: string;
  log: Logger;
}

/**
 * The leases of this node, for work that only one node may do at a time. A lease that isn't renewed
 * expires, and another node can take it, with a higher token. See docs/decisions/025-leases.md.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #held = new Map<string, Holding>();
  readonly #holders = new Map<string, LeaseHolder>();

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /** Whether a heartbeat has leases to renew or to acquire. */
  get areWanted(): boolean {
    return this.#held.size + this.#holders.size > 0;
  }

  /** From now on, every heartbeat tries to acquire this lease. */
  hold(name: string, holder: LeaseHolder): void {
    this.#holders.set(name, holder);
  }

  /**
   * Runs `work` if no other node holds the lease, and releases it afterwards. Returns `undefined`
   * if another node holds it, or took it in the meantime.
   */
  async withLease<T>(name: string, work: (lease: HeldLease) => Promise<T>): Promise<T | undefined> {
    const lease = await this.acquire(name);
    if (lease === undefined) return undefined;
    try {
      return await work(lease);
    } catch (error) {
      if (!(error instanceof LostLeaseError)) throw error;
      this.#options.log.warn({ lease: name }, 'another node took over this work');
      return undefined;
    } finally {
      await this.release(name);
    }
  }

  /** Takes a lease. Returns `undefined` if another node holds it. */
  async acquire(name: string): Promise<HeldLease | undefined> {
    if (this.#held.has(name)) return undefined;
    const { database, holder } = this.#options;
    const sentAt = performance.now();
    const lease = await database.transaction((tx) => acquireLease(tx, { name, holder }, LEASE_MS));
    return lease && this.#add(lease, sentAt);
  }

  /** Waits until this node gets the lease. Calls `onDelay` once, after `delayMs`. */
  async waitFor(name: string, delayMs: number, onDelay: () => void): Promise<HeldLease> {
    const since = performance.now();
    let isDelayed = false;
    for (;;) {
      const lease = await unlessBusy(() => this.acquire(name));
      if (lease) return lease;
      if (!isDelayed && performance.now() - since > delayMs) {
        isDelayed = true;
        onDelay();
      }
      await wait(WAIT_BETWEEN_MS);
    }
  }

  /** Releases a lease. Never throws: if it fails, the lease expires. */
  async release(name: string): Promise<void> {
    const lease = this.#held.get(name);
    if (lease === undefined) return;
    this.#drop(lease);
    await this.#options.database
      .transaction((tx) => releaseLease(tx, lease))
      .catch(() => undefined);
  }

  /** Renews all leases and acquires those of `hold`, in the transaction of a heartbeat. */
  async renew(tx: Db): Promise<Renewal> {
    const { holder } = this.#options;
    const sentAt = performance.now();
    const held = [...this.#held.values()];
    const wanted = [...this.#holders.keys()].filter((name) => !this.#held.has(name));
    // Together: one round trip on PostgreSQL.
    const [renewed, gained] = await Promise.all([
      Promise.all(held.map((lease) => renewLease(tx, lease, LEASE_MS))),
      Promise.all(wanted.map((name) => acquireLease(tx, { name, holder }, LEASE_MS))),
    ]);
    return {
      sentAt,
      lost: held.filter((_, index) => !renewed[index]),
      gained: gained.filter((lease) => lease !== undefined),
    };
  }

  /** Applies a renewal. If there is none (the heartbeat failed), drops only expired leases. */
  settle(renewal?: Renewal): void {
    for (const lease of [...this.#held.values()]) {
      const isLost = renewal ? renewal.lost.includes(lease) : !lease.isHeld();
      if (isLost) this.#lose(lease);
      else if (renewal && lease.renewedAt < renewal.sentAt) lease.renewedAt = renewal.sentAt;
    }
    for (const lease of renewal?.gained ?? []) {
      if (this.#held.has(lease.name)) continue;
      this.#holders.get(lease.name)?.onGained(this.#add(lease, renewal?.sentAt ?? 0));
    }
  }

  /** Ends the work of all holders, then releases all leases. */
  async stop(): Promise<void> {
    const holders = [...this.#holders];
    this.#holders.clear();
    await Promise.all(holders.map(([name, holder]) => this.#held.has(name) && holder.onLost()));
    for (const name of [...this.#held.keys()]) await this.release(name);
  }

  #add(lease: Lease, sentAt: number): Holding {
    const held = new Holding(lease, this.#options.database, sentAt);
    this.#held.set(lease.name, held);
    return held;
  }

  #drop(lease: Holding): void {
    this.#held.delete(lease.name);
    lease.isDropped = true;
  }

  #lose(lease: Holding): void {
    const { log } = this.#options;
    log.warn({ lease: lease.name }, 'lost a lease');
    this.#drop(lease);
    this.#holders
      .get(lease.name)
      ?.onLost()
      .catch((err: unknown) =>
        log.error({ err, lease: lease.name }, 'work under a lost lease could not be stopped'),
      );
  }
}

/**
 * Returns `undefined` while another process writes: on SQLite, a migration can take a long time.
 */
async function unlessBusy<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (asUnavailable(error) === undefined || isConnectionLost(error)) throw error;
    return undefined;
  }
}
