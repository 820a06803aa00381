import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import type { SiteState } from '../contract/site.ts';
import type { FeedWatcher } from './feed-reader.ts';

export interface PublisherOptions extends FeedWatcher {
  database: Database;
  dataDir: string;
  /** file: URL of the built renderer, `dist/<hash>/server/entry.mjs`. */
  rendererEntry: string;
  /** Folder of the built assets, `dist/<hash>/client`. */
  clientDir: string;
  /**
   * A hash of the build and the environment. The id of a release also covers the site's settings.
   */
  releaseId: string;
  readSite(): Promise<SiteState>;
  siteUrl: string;
  /** Variables for the renderer's environment. */
  rendererEnv: Record<string, string>;
  log: Logger;
  /** Draws the share pictures of all posts, for a copy of the site that can't draw them. */
  drawsAhead?: boolean;
  /** See `SharePictures`. */
  pictureRestMs?: number;
  /** Called with the paths that changed, or `null` after a full render. */
  onPublished(paths: string[] | null): void;
  /** Called during a full render with the number of pages; `total` is 0 while it's unknown. */
  onProgress?(rendered: number, total: number): void;
  /** Called when changes were published. */
  onAdvanced?(): void;
}

export function threadOptions({
  rendererEntry,
  rendererEnv,
  siteUrl,
}: Pick<PublisherOptions, 'rendererEntry' | 'rendererEnv' | 'siteUrl'>) {
  // Without this cache, the thread loads its own TypeScript compiler: 8 MB.
  const { NODE_COMPILE_CACHE } = process.env;
  return {
    filename: new URL('./worker/tasks.ts', import.meta.url).href,
    maxThreads: 1,
    env: {
      NODE_ENV: 'production',
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      ...rendererEnv,
    },
    workerData: { entry: rendererEntry, siteUrl },
  };
}
