import { isLeaseTaken } from '../../db/queries/leases.ts';
import { changeTaskState, readTaskState } from '../../db/queries/task-state.ts';
import { type Caller, requireFresh, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import type { BackupList } from '../contract/backups.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { download } from '../http/download.ts';
import type { Services } from '../services.ts';
import { createBackupStore } from './create-store.ts';
import { readExportStatus, readTaskStatus } from './status.ts';
import { backupsFolder } from './store.ts';

/** Enough for a large archive on a slow connection. */
const MAX_DOWNLOAD_MS = 12 * 60 * 60_000;

/** Returns the backups and their status. */
export async function listBackups(services: Services): Promise<BackupList> {
  const { env } = services;
  const [status, isRunning, backups, exports] = await Promise.all([
    readTaskStatus(services, 'backup'),
    isBackupRunning(services),
    createBackupStore(env).list(),
    readExportStatus(services),
  ]);
  const folder = env.storage.kind === 's3' ? null : backupsFolder(env);
  return { ...status, backups, isRunning: isRunning || status.isRequested, folder, exports };
}

async function isBackupRunning({ database }: Pick<Services, 'database'>): Promise<boolean> {
  return await isLeaseTaken(database.read, { name: 'backup', holder: '' });
}

/**
 * Requests a backup from the node that makes them. If one is already running, it counts as the
 * requested one.
 */
export async function requestBackup(services: Services, caller: Caller): Promise<BackupList> {
  await writeAs(services, caller, { verb: 'backup.manage' }, async (tx) => {
    if ((await readTaskState(tx, 'backup')).requested) return;
    await changeTaskState(tx, 'backup', { requested: { at: services.now().toISOString() } });
    await auditAs(tx, services, caller, { action: 'backup.create' });
  });
  void services.backups?.wake();
  return await listBackups(services);
}

/**
 * Opens a backup for download. Requires a fresh session, because a backup contains all password
 * hashes.
 */
export async function downloadBackup(services: Services, caller: Caller, name: string) {
  requireFresh(services, caller.session);
  const backup = await createBackupStore(services.env).open(name);
  if (backup === undefined) throw noBackup();
  try {
    await writeAs(services, caller, { verb: 'backup.manage', fresh: true }, (tx) =>
      auditAs(tx, services, caller, { action: 'backup.download', subject: name }),
    );
  } catch (error) {
    await backup.body.cancel();
    throw error;
  }
  return { size: backup.size, body: download(backup.body, { maxMs: MAX_DOWNLOAD_MS }) };
}

/** Deletes a backup. Throws a ConflictError while one is being made. */
export async function deleteBackup(
  services: Services,
  caller: Caller,
  name: string,
): Promise<void> {
  const store = createBackupStore(services.env);
  const backups = await store.list();
  if (!backups.some((backup) => backup.name === name)) throw noBackup();
  // Both change the list.
  if (await isBackupRunning(services)) {
    throw new ConflictError("A backup is in progress. Please try again when it's done.");
  }
  await writeAs(services, caller, { verb: 'backup.manage' }, async (tx) => {
    await auditAs(tx, services, caller, { action: 'backup.delete', subject: name });
    const { last } = await readTaskState(tx, 'backup');
    if (last?.name !== name) return;
    const newest = backups.find((backup) => backup.name !== name) ?? null;
    await changeTaskState(tx, 'backup', { last: newest });
  });
  await store.remove(name);
}

function noBackup(): NotFoundError {
  return new NotFoundError('There is no such backup.');
}
