import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import type { SearchEntry } from '../contract/search.ts';
import type { SiteState } from '../contract/site.ts';

export interface SearchIndexOptions {
  database: Database;
  /** file: URL of the built renderer, and the variables it needs. */
  rendererEntry: string;
  rendererEnv: Record<string, string>;
  /** The settings of the site that cards show; those of its file if absent. */
  site?(): SiteState | undefined;
  log: Logger;
  /** Returns the posts with these ids for the index, without deleted ones. */
  readEntries(ids: string[]): Promise<SearchEntry[]>;
  /** Called with the paths whose files changed. */
  onPublished(paths: string[]): void;
  now: () => Date;
}
