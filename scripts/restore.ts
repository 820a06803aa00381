/** `npm run restore -- FILE`: restores a backup into an empty DATA_DIR; see docs/backup.md. */
import { loadEnv } from '../api/env.ts';
import { restore } from '../cli/restore.ts';
import { readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = `Usage: npm run restore -- FILE

Restores a backup into DATA_DIR, which must be empty or missing.`;

const { positionals } = readArguments(USAGE, {}, { min: 1, max: 1 });
await runCommand(async () => {
  await restore({ env: loadEnv(process.env), file: positionals[0] ?? '', say });
});
