/** `npm run backup -- FILE`: database, pictures and configuration in one archive; see docs/backup.md. */
import { loadEnv } from '../api/env.ts';
import { backup } from '../cli/backup.ts';
import { configurationOf } from '../cli/configuration.ts';
import { onlyFile, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = 'Usage: npm run backup -- FILE [--force]';

await runCommand(async () => {
  const { values, positionals } = readArguments({ force: { type: 'boolean' } }, USAGE);
  await backup({
    env: loadEnv(process.env),
    configuration: configurationOf(process.env),
    file: onlyFile(positionals, USAGE),
    force: values.force === true,
    say,
  });
});
