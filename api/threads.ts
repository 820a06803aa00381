import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { createContents } from './content/prepare.ts';
import { createDocumentSearch } from './documents/search.ts';
import type { Env } from './env.ts';
import { createPostSearch } from './posts/search/search.ts';
import type { Services } from './services.ts';

interface Threads {
  services: Pick<Services, 'postSearch' | 'documentSearch' | 'contents'>;
  stop(): Promise<void>;
}

/** Creates the services that run on separate threads, because they would block other calls. */
export function createThreads(basics: {
  env: Env;
  database: Database;
  log: Logger;
  now(): Date;
}): Threads {
  const postSearch = createPostSearch(basics);
  const documentSearch = createDocumentSearch(basics);
  const contents = createContents(basics);
  return {
    services: { postSearch, documentSearch, contents },
    async stop() {
      await Promise.all([postSearch.stop(), documentSearch.stop(), contents.stop()]);
    },
  };
}
