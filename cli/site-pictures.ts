import type { Env } from '../api/env.ts';
import { allPictures } from '../api/publish/picture-files.ts';
import { threadOptions } from '../api/publish/publisher-options.ts';
import { RenderThread } from '../api/publish/render-thread.ts';
import { rendererEnv } from '../api/publishing.ts';
import { countPosts } from '../db/queries/posts.ts';
import { publishedSite, withDatabase } from './site.ts';
import { CommandError, createProgress, formatCount } from './terminal.ts';

const TIMEOUT_MS = 60_000;

export interface PictureOptions {
  env: Env;
  /** file: URL of the built renderer. */
  rendererEntry: string;
  say(line: string): void;
}

/**
 * Draws the share pictures that the published site lacks, for a copy that can't draw them on a
 * visit. The server may be running. After a kill, the next call continues. Throws a CommandError if
 * there's no site, or if some couldn't be drawn.
 */
export async function drawPictures({ env, rendererEntry, say }: PictureOptions): Promise<void> {
  const root = await publishedSite(env);
  const { siteUrl } = env;
  const options = threadOptions({ rendererEntry, rendererEnv: rendererEnv(env), siteUrl });
  let done = 0;
  let failed = 0;
  await withDatabase(env, {}, async (database) => {
    const thread = new RenderThread(options, TIMEOUT_MS);
    const total = formatCount((await countPosts(database.read)) + 1);
    const report = createProgress((count) => say(`Share pictures: ${count} of ${total}`));
    try {
      for await (const slug of allPictures(database)) {
        await thread
          .run('drawPicture', { roots: [root], slug }, { timeoutMs: TIMEOUT_MS })
          .catch((error: Error) => {
            failed++;
            say(`The picture of ${slug} could not be drawn: ${error.message}`);
          });
        report(++done);
      }
    } finally {
      await thread.destroy();
    }
  });
  if (failed > 0) throw new CommandError(`${failed} of ${done} share pictures are missing.`);
  say(`All ${done} share pictures are there.`);
}
