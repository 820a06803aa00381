/** Makes one scheduled backup in a separate process, then exits. */
import { createBackupStore } from '../api/backups/create-store.ts';
import { loadEnv } from '../api/env.ts';
import { configurationOf } from './configuration.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';
import { replyWith } from './task-process.ts';

await replyWith<'backup'>(() => {
  const env = loadEnv(process.env);
  const configuration = configurationOf(process.env);
  return makeScheduledBackup({ env, configuration, store: createBackupStore(env) });
});
