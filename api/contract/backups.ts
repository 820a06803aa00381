import type { BackupRecord, Scheduled, Task } from '../../db/queries/task-state.ts';

/** A backup that has been read back and checked. */
export type Backup = BackupRecord;

/** The schedules of backups and exports, with their labels in the dashboard. */
export const SCHEDULES = [
  ['off', 'Off'],
  ['day', 'Daily'],
  ['week', 'Weekly'],
] as const;

/** The status of a scheduled task. */
export interface TaskStatus<T extends Task> {
  every: 'off' | 'day' | 'week';
  /** The newest result. */
  last: Scheduled[T] | null;
  /** Null unless the last attempt failed. */
  failure: { at: string; message: string } | null;
  /** Null if the schedule is off. */
  nextAt: string | null;
  /** The newest result is more than twice as old as it should be. */
  isLate: boolean;
  /** An administrator requested a run that isn't done yet. */
  isRequested: boolean;
}

export type BackupStatus = TaskStatus<'backup'>;

/** The status of scheduled exports to Markdown files. */
export interface ExportStatus extends TaskStatus<'export'> {
  /** The folder on the server (`EXPORT_DIR`). */
  folder: string;
}

/** The body of `GET /api/backups`. */
export interface BackupList extends BackupStatus {
  /** Newest first. */
  backups: Backup[];
  isRunning: boolean;
  /** The folder on the server; `null` if backups are in the bucket. */
  folder: string | null;
  /** Null unless the server has a folder for exports. */
  exports: ExportStatus | null;
}
