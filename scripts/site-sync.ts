/** `npm run site:sync`: copies the published site to the bucket; see docs/site-in-a-bucket.md. */
import { loadEnv } from '../api/env.ts';
import { syncToBucket } from '../cli/site-sync.ts';
import { CommandError, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = 'Usage: npm run site:sync';

await runCommand(async () => {
  const { positionals } = readArguments({}, USAGE);
  if (positionals.length > 0) throw new CommandError(USAGE);
  await syncToBucket({ env: loadEnv(process.env), say });
});
