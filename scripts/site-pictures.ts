/** `npm run site:pictures`: draws the share pictures that the published site lacks. */
import { loadEnv } from '../api/env.ts';
import { drawPictures } from '../cli/site-pictures.ts';
import { CommandError, readArguments, runCommand, say } from '../cli/terminal.ts';
import { ensureBuild } from './build.ts';

const USAGE = 'Usage: npm run site:pictures';

await runCommand(async () => {
  const { positionals } = readArguments({}, USAGE);
  if (positionals.length > 0) throw new CommandError(USAGE);
  const { rendererEntry } = await ensureBuild({ say });
  await drawPictures({ env: loadEnv(process.env), rendererEntry, say });
});
