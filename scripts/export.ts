/** `npm run export -- FILE`: all content as JSON; see docs/import-export.md. */
import { loadEnv } from '../api/env.ts';
import { exportContent } from '../cli/export.ts';
import { onlyFile, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = 'Usage: npm run export -- FILE [--with-passwords] [--force]';

await runCommand(async () => {
  const { values, positionals } = readArguments(
    { 'with-passwords': { type: 'boolean' }, force: { type: 'boolean' } },
    USAGE,
  );
  await exportContent({
    env: loadEnv(process.env),
    file: onlyFile(positionals, USAGE),
    force: values.force === true,
    withPasswords: values['with-passwords'] === true,
    say,
  });
});
