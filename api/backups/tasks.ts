import type { Db } from '../../db/client.ts';
import { recordAudit } from '../../db/queries/audit.ts';
import type { Scheduled, Task } from '../../db/queries/task-state.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import { runTask } from './process.ts';
import type { BackupStore } from './store.ts';

/** A task that a schedule runs when it's due. */
export interface ScheduledTask<T extends Task> {
  /** Names its lease, its setting (`backupEvery`), and its state in the database. */
  name: T;
  /** Does the work. When the signal aborts, throws its reason. */
  run(signal: AbortSignal): Promise<Scheduled[T]>;
  /** Deletes the files of interrupted runs. Call it only while holding the lease. */
  removeLeftovers?(): Promise<void>;
  /** Called in the transaction that stores the result. */
  record?(tx: Db, result: Scheduled[T], isRequested: boolean): Promise<void>;
  /** Called after a result has been stored. */
  finish?(): Promise<void>;
}

type Options = Pick<Services, 'database' | 'now'> & { store: BackupStore };

/** Makes a backup, then deletes the oldest ones. */
export function backupTask({ database, now, store }: Options): ScheduledTask<'backup'> {
  return {
    name: 'backup',
    run: (signal) => runTask('backup', signal),
    removeLeftovers: () => store.removeLeftovers(),
    async record(tx, { name: subject, size }, isRequested) {
      // A request is already in the log, with the user who made it.
      if (isRequested) return;
      const entry = { action: 'backup.create', subject, details: { size } } as const;
      await recordAudit(tx, { actor: 'system', ...entry, at: now() });
    },
    async finish() {
      const { backupKeep } = await readOwnerSettings(database.read);
      for (const { name } of (await store.list()).slice(backupKeep)) await store.remove(name);
    },
  };
}

/** Exports the site to `EXPORT_DIR` (`cli/scheduled-export.ts`). */
export const exportTask: ScheduledTask<'export'> = {
  name: 'export',
  run: (signal) => runTask('export', signal),
};
