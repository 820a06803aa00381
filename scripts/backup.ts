/** `npm run backup -- FILE`: database, pictures and configuration in one archive. */
import { loadEnv } from '../api/env.ts';
import { backup } from '../cli/backup.ts';
import { configurationOf } from '../cli/configuration.ts';
import { readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = `Usage: npm run backup -- FILE [--force]

  --force    replace FILE if it exists`;

const { values, positionals } = readArguments(
  USAGE,
  { force: { type: 'boolean' } },
  { min: 1, max: 1 },
);
await runCommand(async () => {
  await backup({
    env: loadEnv(process.env),
    configuration: configurationOf(process.env),
    file: positionals[0] ?? '',
    force: values.force === true,
    say,
  });
});
