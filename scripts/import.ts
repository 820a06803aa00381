/** `npm run import -- FILE` or `-- --mern FOLDER`: imports content; see docs/import-export.md. */
import { loadEnv } from '../api/env.ts';
import { importContent } from '../cli/import.ts';
import { CommandError, onlyFile, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = `Usage: npm run import -- FILE [--dry-run] [--merge] [--report FILE]
       npm run import -- --mern FOLDER|FILES [--dry-run] [--merge] [--report FILE]

  --merge    also merge authors into accounts with the same, but unverified email. Only use it if
             you know who registered them.`;

await runCommand(async () => {
  const { values, positionals } = readArguments(
    {
      mern: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      merge: { type: 'boolean' },
      report: { type: 'string' },
    },
    USAGE,
  );
  const isMern = values.mern === true;
  if (positionals.length === 0) throw new CommandError(USAGE);
  await importContent({
    env: loadEnv(process.env),
    from: isMern ? { mern: positionals } : { file: onlyFile(positionals, USAGE) },
    dryRun: values['dry-run'] === true,
    merge: values.merge === true,
    ...(values.report === undefined ? {} : { report: values.report }),
    say,
  });
});
