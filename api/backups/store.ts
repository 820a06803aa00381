import { join } from 'node:path';
import type { BackupKind, BackupRecord } from '../../db/queries/task-state.ts';
import type { Env } from '../env.ts';

/** Where backups are stored: see `folder-store.ts` and `bucket-store.ts`. */
export interface BackupStore {
  /** Returns the backups, newest first. All of them have been checked. */
  list(): Promise<BackupRecord[]>;
  /**
   * Moves a finished and checked file to the store under this name. The list shows it only once
   * it's complete.
   */
  add(file: string, name: string): Promise<BackupRecord>;
  /** Opens a backup, or returns `undefined` if there is none with this name. */
  open(name: string): Promise<OpenBackup | undefined>;
  /** Removes a backup. Returns whether there was one. */
  remove(name: string): Promise<boolean>;
  /** Deletes what an interrupted backup left behind. Only for the holder of the lease. */
  removeLeftovers(): Promise<void>;
}

interface OpenBackup {
  size: number;
  body: ReadableStream<Uint8Array>;
}

const NAME = /^inkwell-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-(dump|export))?\.tar\.gz$/;

/** Returns the folder for backups. It also contains unfinished ones, under hidden names. */
export function backupsFolder({ dataDir }: Pick<Env, 'dataDir'>): string {
  return join(dataDir, 'backups');
}

/** Returns the name of a backup: `inkwell-2026-01-05T03-15-00Z.tar.gz`. */
export function backupName(createdAt: Date, kind: BackupKind): string {
  const time = createdAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `inkwell-${time}Z${kind === 'database' ? '' : `-${kind}`}.tar.gz`;
}

/** Returns the record of a file, or `undefined` if its name isn't a valid backup name. */
export function toBackup(name: string, size: number): BackupRecord | undefined {
  const [, day, hours, minutes, seconds, kind] = NAME.exec(name) ?? [];
  if (day === undefined) return undefined;
  const createdAt = `${day}T${hours}:${minutes}:${seconds}.000Z`;
  return { name, size, createdAt, kind: (kind ?? 'database') as BackupKind };
}

/** Orders backups by time, newest first. */
export function byAge(a: BackupRecord, b: BackupRecord): number {
  return a.createdAt < b.createdAt ? 1 : -1;
}
