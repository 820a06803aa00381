/**
 * Makes one scheduled backup in a separate process, then exits. It has low priority, so the server
 * stays fast. `api/backups/process.ts` starts it and reads its output.
 */
import { setPriority } from 'node:os';
import { createBackupStore } from '../api/backups/create-store.ts';
import type { BackupReply } from '../api/backups/process.ts';
import { loadEnv } from '../api/env.ts';
import { errorMessage } from '../api/errors.ts';
import { configurationOf } from './configuration.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';

setPriority(10);
// The input ends with the server: no one waits for the reply. Exiting removes temporary files.
process.stdin.resume().once('end', () => process.exit(1));
process.once('SIGTERM', () => process.exit(1));
const env = loadEnv(process.env);
const configuration = configurationOf(process.env);
const reply: BackupReply = await makeScheduledBackup({
  env,
  configuration,
  store: createBackupStore(env),
}).then(
  (backup) => ({ backup }),
  (error: unknown) => ({ error: errorMessage(error) }),
);
// The reply is on the last line, because a library may have printed something before it.
process.stdout.write(`\n${JSON.stringify(reply)}`, () => process.exit(0));
