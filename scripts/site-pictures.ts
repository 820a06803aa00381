/** `npm run site:pictures`: draws the share pictures that the published site lacks. */
import { loadEnv } from '../api/env.ts';
import { drawPictures } from '../cli/site-pictures.ts';
import { readArguments, runCommand, say } from '../cli/terminal.ts';
import { ensureBuild } from './build.ts';

readArguments(
  'Usage: npm run site:pictures\n\nDraws the share pictures that the published site lacks.',
  {},
);

await runCommand(async () => {
  const { rendererEntry } = await ensureBuild({ say });
  await drawPictures({ env: loadEnv(process.env), rendererEntry, say });
});
