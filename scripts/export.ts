/** `npm run export -- FILE`: all content as JSON; see docs/import-export.md. */
import { loadEnv } from '../api/env.ts';
import { readArguments, runCommand, say } from '../cli/command.ts';
import { exportContent } from '../cli/export.ts';
import { CommandError } from '../cli/failure.ts';

const USAGE = 'Usage: npm run export -- FILE [--with-passwords] [--force]';

await runCommand(async () => {
  const { values, positionals } = readArguments(
    { 'with-passwords': { type: 'boolean' }, force: { type: 'boolean' } },
    USAGE,
  );
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE);
  await exportContent({
    env: loadEnv(process.env),
    file,
    force: values.force === true,
    withPasswords: values['with-passwords'] === true,
    say,
  });
});
