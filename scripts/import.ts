/** `npm run import -- FILE` or `-- --mern FOLDER`: imports content; see docs/import-export.md. */
import { loadEnv } from '../api/env.ts';
import { importContent } from '../cli/import.ts';
import { failUsage, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = `Usage: npm run import -- FILE [--dry-run] [--merge] [--report FILE]
       npm run import -- --mern FOLDER|FILES [--dry-run] [--merge] [--report FILE]

  --mern           import the files of mongoexport
  --dry-run        change nothing, and report what would happen
  --merge          also merge authors into accounts with the same, but unverified email. Only use it
                   if you know who registered them.
  --report FILE    where to write the report; by default in DATA_DIR`;

const { values, positionals } = readArguments(
  USAGE,
  {
    mern: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    merge: { type: 'boolean' },
    report: { type: 'string' },
  },
  { min: 1, max: Number.POSITIVE_INFINITY },
);
const isMern = values.mern === true;
const [file = '', second] = positionals;
if (!isMern && second !== undefined) failUsage(`Unexpected "${second}".`, USAGE);
await runCommand(async () => {
  await importContent({
    env: loadEnv(process.env),
    from: isMern ? { mern: positionals } : { file },
    dryRun: values['dry-run'] === true,
    merge: values.merge === true,
    ...(values.report === undefined ? {} : { report: values.report }),
    say,
  });
});
