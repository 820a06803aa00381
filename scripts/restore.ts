/** `npm run restore -- FILE`: restores a backup into an empty DATA_DIR; see docs/backup.md. */
import { loadEnv } from '../api/env.ts';
import { restore } from '../cli/restore.ts';
import { onlyFile, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = 'Usage: npm run restore -- FILE';

await runCommand(async () => {
  const file = onlyFile(readArguments({}, USAGE).positionals, USAGE);
  await restore({ env: loadEnv(process.env), file, say });
});
