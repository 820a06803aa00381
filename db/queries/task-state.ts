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

/** An export to a folder of Markdown files. */
export interface ExportRecord {
  /** When it was done, ISO 8601. */
  createdAt: string;
  /** The number of files in the folder. */
  files: number;
  /** The number of files that were written or deleted. */
  changed: number;
}

/** The result of each scheduled task. */
export interface Scheduled {
  backup: BackupRecord;
  export: ExportRecord;
}
export type Task = keyof Scheduled;

/** What the nodes of a site know about a scheduled task. A restore deletes it. */
export interface TaskState<T extends Task> {
  /** The newest result. */
  last?: Scheduled[T];
  /** The last attempt, if it failed. */
  failure?: { at: string; message: string };
  /** An administrator requested a run that isn't done yet. */
  requested?: { at: string };
  /** When the schedule was turned on. */
  since?: { at: string };
}

/** Each part is stored as JSON in the table `settings`, such as `backup:last`. */
const prefixOf = (task: Task) => `${task}:` as const;

export async function readTaskState<T extends Task>(db: Db, task: T): Promise<TaskState<T>> {
  const rows = await listSettings(db, prefixOf(task));
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

/** Changes parts of the state. Null deletes one. */
export async function changeTaskState<T extends Task>(
  tx: Db,
  task: T,
  changes: { [Name in keyof TaskState<T>]: TaskState<T>[Name] | null },
): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) await takeSetting(tx, prefixOf(task) + name);
    else await setSetting(tx, prefixOf(task) + name, JSON.stringify(value));
  }
}
