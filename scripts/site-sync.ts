/** `npm run site:sync`: copies the published site to the bucket; see docs/site-in-a-bucket.md. */
import { loadEnv } from '../api/env.ts';
import { drawPictures } from '../cli/site-pictures.ts';
import { syncToBucket } from '../cli/site-sync.ts';
import { readArguments, runCommand, say } from '../cli/terminal.ts';
import { ensureBuild } from './build.ts';

readArguments('Usage: npm run site:sync\n\nCopies the published site to the bucket.', {});

await runCommand(async () => {
  const env = loadEnv(process.env);
  const { rendererEntry } = await ensureBuild({ say });
  // The copy can't draw them on a visit.
  await drawPictures({ env, rendererEntry, say });
  await syncToBucket({ env, say });
});
