import type { BackupRecord } from '../../db/queries/backups.ts';

/** A backup that has been read back and checked. */
export type Backup = BackupRecord;

/** The schedules of backups, with their labels in the dashboard. */
export const BACKUP_SCHEDULES = [
  ['off', 'Off'],
  ['day', 'Daily'],
  ['week', 'Weekly'],
] as const;

/** The status of backups. */
export interface BackupStatus {
  every: 'off' | 'day' | 'week';
  /** The newest backup. */
  last: Backup | null;
  /** Null unless the last attempt failed. */
  failure: { at: string; message: string } | null;
  /** Null if backups are off. */
  nextAt: string | null;
  /** The newest backup is more than twice as old as it should be. */
  isLate: boolean;
  /** An administrator requested a backup that isn't done yet. */
  isRequested: boolean;
}

/** The body of `GET /api/backups`. */
export interface BackupList extends BackupStatus {
  /** Newest first. */
  backups: Backup[];
  isRunning: boolean;
  /** The folder on the server; `null` if backups are in the bucket. */
  folder: string | null;
}
