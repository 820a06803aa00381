import { recordAudit } from '../../db/queries/audit.ts';
import { type BackupRecord, changeBackupState } from '../../db/queries/backups.ts';
import { LostLeaseError } from '../../db/queries/leases.ts';
import { errorMessage } from '../errors.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import type { HeldLease } from '../nodes/leases.ts';
import type { Node } from '../nodes/node.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import { makeBackup } from './process.ts';
import { readBackupStatus } from './status.ts';
import { BACKUP_LEASE, type BackupStore } from './store.ts';

/** How often to look for requests that were made on other nodes. */
const LOOK_MS = 5_000;
const LEASE_CHECK_MS = 1_000;

type Options = Pick<Services, 'database' | 'now' | 'log'> & {
  node: Pick<Node, 'leases'>;
  store: BackupStore;
  /** Tests replace these. */
  make?: typeof makeBackup;
  lookMs?: number;
};

/**
 * Makes backups when they're due or requested, on one node at a time. After a start, makes those
 * that were missed or interrupted.
 */
export class BackupSchedule {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;
  /** A failure that isn't in the database yet, because the write failed. */
  #unstored: { at: string; message: string } | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#running = this.#attempt(() => this.#removeLeftovers());
    this.#timer = setInterval(() => void this.wake(), options.lookMs ?? LOOK_MS).unref();
  }

  /** Makes a backup now if one is due. Resolves when that's done. Never throws. */
  async wake(): Promise<void> {
    if (this.#abort.signal.aborted) return;
    this.#running ??= this.#attempt(() => this.#look());
    await this.#running;
  }

  /** Stops a running backup, which starts over when the server starts again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#abort.abort(new Error('The server is stopping'));
    await this.#running;
  }

  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      reportDatabaseError(this.#options.log, error, 'backups failed');
    } finally {
      this.#running = undefined;
    }
  }

  /** Cleans up after a kill. Needs the lease, because another node may be making a backup. */
  async #removeLeftovers(): Promise<void> {
    const { node, store } = this.#options;
    await node.leases.withLease(BACKUP_LEASE, () => store.removeLeftovers());
  }

  async #look(): Promise<void> {
    const { database, node } = this.#options;
    if (this.#unstored) await this.#storeFailure(database, this.#unstored);
    if (!(await this.#isDue())) return;
    await node.leases.withLease(BACKUP_LEASE, async (lease) => {
      // Another node may just have made it.
      if (await this.#isDue()) await this.#make(lease);
    });
  }

  async #isDue(): Promise<boolean> {
    const { isRequested, nextAt } = await readBackupStatus(this.#options);
    return isRequested || (nextAt !== null && Date.parse(nextAt) <= this.#options.now().getTime());
  }

  async #make(lease: HeldLease): Promise<void> {
    const { log, now, store, make = makeBackup } = this.#options;
    const lost = new AbortController();
    const watch = setInterval(() => {
      if (!lease.isHeld()) lost.abort(new LostLeaseError('Another node is making the backup'));
    }, LEASE_CHECK_MS);
    try {
      await store.removeLeftovers();
      const backup = await make(AbortSignal.any([this.#abort.signal, lost.signal]));
      await this.#storeSuccess(lease.database, backup);
      await this.#removeOldest();
    } catch (error) {
      // Not a failure: it's made after the next start, or by the other node.
      if (this.#abort.signal.aborted || lost.signal.aborted) return;
      const message = errorMessage(error);
      log.error({ reason: message }, 'the backup failed');
      this.#unstored = { at: now().toISOString(), message };
      await this.#storeFailure(lease.database, this.#unstored);
    } finally {
      clearInterval(watch);
    }
  }

  async #storeSuccess(database: Options['database'], backup: BackupRecord): Promise<void> {
    const { log, now } = this.#options;
    const { isRequested } = await readBackupStatus(this.#options);
    const { name: subject, size } = backup;
    const entry = { actor: 'system', action: 'backup.create', subject, details: { size } } as const;
    await database.transaction(async (tx) => {
      await changeBackupState(tx, { last: backup, failure: null, requested: null });
      // A request is already in the log, with the user who made it.
      if (!isRequested) await recordAudit(tx, { ...entry, at: now() });
    });
    log.info({ ...backup }, 'made a backup');
  }

  async #storeFailure(
    database: Options['database'],
    failure: { at: string; message: string },
  ): Promise<void> {
    await database.transaction((tx) => changeBackupState(tx, { failure, requested: null }));
    this.#unstored = undefined;
  }

  /** Keeps the newest `backupKeep` backups. */
  async #removeOldest(): Promise<void> {
    const { database, store } = this.#options;
    const { backupKeep } = await readOwnerSettings(database.read);
    for (const { name } of (await store.list()).slice(backupKeep)) await store.remove(name);
  }
}
