/**
 * The process that makes one backup by schedule, and exits. Its low priority leaves the processor
 * to the server. `api/backups/process.ts` starts it and reads its output.
 */
import { setPriority } from 'node:os';
import { createBackupStore } from '../api/backups/create-store.ts';
import type { BackupReply } from '../api/backups/process.ts';
import { loadEnv } from '../api/env.ts';
import { errorMessage } from '../api/errors.ts';
import { configurationOf } from './configuration.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';

setPriority(10);
// The server has ended: nothing waits for the reply. Temporary files are removed.
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
// On the last line: a library may have printed others.
process.stdout.write(`\n${JSON.stringify(reply)}`, () => process.exit(0));
