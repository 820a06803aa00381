import type { Env } from '../env.ts';
import { createBucketStore } from './bucket-store.ts';
import { createFolderStore } from './folder-store.ts';
import { type BackupStore, backupsFolder } from './store.ts';

export function createBackupStore(env: Pick<Env, 'dataDir' | 'storage'>): BackupStore {
  const folder = backupsFolder(env);
  return env.storage.kind === 's3'
    ? createBucketStore(env.storage, folder)
    : createFolderStore(folder);
}
