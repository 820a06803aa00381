/**
 * Makes a backup, then copies the database to the file that the argument names, as the user of the
 * site. The site is stopped. `data.ts` starts it.
 */
import { createBackupStore } from '../../api/backups/create-store.ts';
import { loadEnv } from '../../api/env.ts';
import { errorMessage } from '../../api/errors.ts';
import { createPrivateFile, snapshotDatabase } from '../../db/sqlite-file.ts';
import { databaseFile } from '../../db/url.ts';
import { configurationOf } from '../configuration.ts';
import { makeScheduledBackup } from '../scheduled-backup.ts';

process.once('SIGTERM', () => process.exit(1));
try {
  const env = loadEnv(process.env);
  const database = databaseFile(env.databaseUrl) ?? '';
  const configuration = configurationOf(process.env);
  const { name } = await makeScheduledBackup({
    env,
    configuration,
    store: createBackupStore(env),
  });
  const copy = process.argv[2] ?? '';
  createPrivateFile(copy);
  snapshotDatabase(database, copy);
  process.stdout.write(name);
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
}
