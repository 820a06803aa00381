/** `npm run import -- FILE` or `-- --mern FOLDER`: takes content over; see docs/import-export.md. */
import { loadEnv } from '../api/env.ts';
import { readArguments, runCommand, say } from '../cli/command.ts';
import { CommandError } from '../cli/failure.ts';
import { importContent } from '../cli/import.ts';

const USAGE = `Usage: npm run import -- FILE [--dry-run] [--merge] [--report FILE]
       npm run import -- --mern FOLDER|FILES [--dry-run] [--merge] [--report FILE]

  --merge    merge authors into accounts with the same email, even unverified ones. Use it only if you
             know who registered them.`;

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
  const [file, ...rest] = positionals;
  const isMern = values.mern === true;
  if (file === undefined || (!isMern && rest.length > 0)) throw new CommandError(USAGE);
  await importContent({
    env: loadEnv(process.env),
    from: isMern ? { mern: positionals } : { file },
    dryRun: values['dry-run'] === true,
    merge: values.merge === true,
    ...(values.report === undefined ? {} : { report: values.report }),
    say,
  });
});
