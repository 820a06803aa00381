/** `npm run upgrade`: upgrades to the newest release, or goes back; see docs/upgrading.md. */
import { loadEnv } from '../api/env.ts';
import { failUsage, readArguments, runCommand, say } from '../cli/terminal.ts';
import { upgrade } from '../cli/upgrade/upgrade.ts';
import { ROOT } from './choose-node.mjs';

const USAGE = `Usage: npm run upgrade -- [--to VERSION] [--dry-run] [--stop COMMAND --start COMMAND]

Upgrades to the newest release: backs up, fetches, installs, builds, migrates the database, and
checks that the new version works. If something fails, it goes back by itself.

  --to         a release, such as v0.8.0
  --dry-run    only check whether an upgrade is possible
  --stop       stops the site, such as "systemctl stop inkwell"
  --start      starts the site and returns, such as "systemctl start inkwell"`;

const { values } = readArguments(USAGE, {
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
  stop: { type: 'string' },
  start: { type: 'string' },
});
const { to, stop, start } = values;
if ((stop === undefined) !== (start === undefined)) {
  failUsage('--stop and --start belong together.', USAGE);
}
await runCommand(async (signal) => {
  const isDryRun = values['dry-run'] === true;
  await upgrade({ root: ROOT, env: loadEnv(process.env), to, isDryRun, stop, start, signal, say });
});
