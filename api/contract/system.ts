import type { BackupStatus, ExportStatus } from './backups.ts';

/** The disk of a server's data, in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
  /** At least 90 % is used. */
  isNearlyFull: boolean;
}

/** The changes of a version, or the unreleased ones. */
export interface ChangelogSection {
  /** "0.7.0 (2026-01-05)", or "Unreleased". */
  title: string;
  groups: ChangelogGroup[];
}

export interface ChangelogGroup {
  /** "Added", "Changed", … */
  name: string;
  items: string[];
}

/** The body of `GET /api/stats/system`, for administrators. */
export interface SystemStatus {
  version: string;
  /** The newer release that upgraded the database, while this server still runs an older one. */
  newerRelease: string | null;
  /** The disk of the server that answers; null if unknown. */
  disk: DiskSpace | null;
  databaseBytes: number;
  /** Uploaded pictures with their variants, on the disk or in the bucket. */
  pictureBytes: number;
  /** Number of messages whose last attempt failed; `null` if the site sends no mail. */
  failingMail: number | null;
  backups: BackupStatus;
  /** Null unless the server has a folder for exports. */
  exports: ExportStatus | null;
}
