/** `npm run restore -- FILE`: puts a backup into an empty DATA_DIR; see docs/backup.md. */
import { loadEnv } from '../api/env.ts';
import { readArguments, runCommand, say } from '../cli/command.ts';
import { CommandError } from '../cli/failure.ts';
import { restore } from '../cli/restore.ts';

const USAGE = 'Usage: npm run restore -- FILE';

await runCommand(async () => {
  const [file, ...rest] = readArguments({}, USAGE).positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE);
  await restore({ env: loadEnv(process.env), file, say });
});
