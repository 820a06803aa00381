import type { Db } from '../client.ts';
import { listSettings, setSetting, takeSetting } from './settings.ts';

/** How a backup stores the database: a copy of the file, a dump by `pg_dump`, or our own export. */
export type BackupKind = 'database' | 'dump' | 'export';

export interface BackupRecord {
  /** The name of its file. */
  name: string;
  /** In bytes. */
  size: number;
  /** When the database was copied, ISO 8601. */
  createdAt: string;
  kind: BackupKind;
}

/** What the nodes of a site know about its backups. A restore deletes it. */
export interface BackupState {
  /** The newest backup. */
  last?: BackupRecord;
  /** The last attempt, if it failed. */
  failure?: { at: string; message: string };
  /** An administrator requested a backup that isn't done yet. */
  requested?: { at: string };
  /** When scheduled backups were turned on. */
  since?: { at: string };
}

/** Stored as JSON in the table `settings`. */
const PREFIX = 'backup:';

export async function readBackupState(db: Db): Promise<BackupState> {
  const rows = await listSettings(db, PREFIX);
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

/** Changes parts of the state. Null deletes one. */
export async function changeBackupState(
  tx: Db,
  changes: { [Name in keyof BackupState]: BackupState[Name] | null },
): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) await takeSetting(tx, PREFIX + name);
    else await setSetting(tx, PREFIX + name, JSON.stringify(value));
  }
}
