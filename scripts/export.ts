/** `npm run export -- FILE`: all content as JSON; see docs/import-export.md. */
import { loadEnv } from '../api/env.ts';
import { exportContent } from '../cli/export.ts';
import { readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = `Usage: npm run export -- FILE [--with-passwords] [--force]

  --with-passwords    also export password hashes
  --force             replace FILE if it exists`;

const { values, positionals } = readArguments(
  USAGE,
  { 'with-passwords': { type: 'boolean' }, force: { type: 'boolean' } },
  { min: 1, max: 1 },
);
await runCommand(async () => {
  await exportContent({
    env: loadEnv(process.env),
    file: positionals[0] ?? '',
    force: values.force === true,
    withPasswords: values['with-passwords'] === true,
    say,
  });
});
