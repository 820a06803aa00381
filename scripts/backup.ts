/** `npm run backup -- FILE`: database, pictures and configuration in one archive; see docs/backup.md. */
import { loadEnv } from '../api/env.ts';
import { backup } from '../cli/backup.ts';
import { readArguments, runCommand, say } from '../cli/command.ts';
import { configurationOf } from '../cli/configuration.ts';
import { CommandError } from '../cli/failure.ts';

const USAGE = 'Usage: npm run backup -- FILE [--force]';

await runCommand(async () => {
  const { values, positionals } = readArguments({ force: { type: 'boolean' } }, USAGE);
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE);
  const env = loadEnv(process.env);
  const configuration = configurationOf(process.env);
  await backup({ env, configuration, file, force: values.force === true, say });
});
