import type { Env } from '../../api/env.ts';
import { createLogger } from '../../api/http/log.ts';
import { createPublisher } from '../../api/publish/create-publisher.ts';
import { type Build, publisherOptions } from '../../api/publishing.ts';
import type { Database } from '../../db/client.ts';
import { createProgress } from '../terminal.ts';

interface Options {
  /** Of the copy: `dataDir` gets the pages, in its folder `site`. */
  env: Env;
  database: Database;
  build: Build;
  say(line: string): void;
}

/** Renders all pages of a site, as the server does for a new release. */
export async function renderSite({ env, database, build, say }: Options): Promise<void> {
  const progress = createProgress((rendered) => say(`Rendering: ${rendered} pages`));
  const publisher = createPublisher({
    ...publisherOptions({ env, build, database }),
    log: createLogger('silent'),
    onPublished: () => undefined,
    onProgress: (rendered) => progress(rendered),
  });
  try {
    await (await publisher.start()).complete;
  } finally {
    await publisher.stop();
  }
}
