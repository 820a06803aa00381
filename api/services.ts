import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import type { Contents } from './content/prepare.ts';
import type { SiteTargetStatus } from './contract/publish.ts';
import type { DiskSpace } from './contract/system.ts';
import type { DocumentSearch } from './documents/search.ts';
import type { Env } from './env.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Mailer } from './mail/mailer.ts';
import type { PostSearch } from './posts/search/search.ts';
import type { Publisher } from './publish/types.ts';
import type { Limits } from './ratelimit/limits.ts';
import type { View } from './views/view.ts';

/** The dependencies of the routes. A process creates them once; tests create their own. */
export interface Services {
  env: Env;
  database: Database;
  publisher: Publisher;
  /** Absent unless this node may copy the site to a bucket. */
  siteTarget?: { status(): SiteTargetStatus; copied(): Promise<boolean> } | undefined;
  /** Returns the hash of the site's settings that the served pages show (api/site/read-site.ts). */
  servedSiteHash?(): string;
  postSearch: PostSearch;
  documentSearch: DocumentSearch;
  contents: Contents;
  /** In a function, the publisher does work that needs sharp or continues after the response. */
  jobs?: Jobs;
  /** Absent unless this node may send mail. The queue is in the database. */
  mailer?: Mailer | undefined;
  /** Returns the TXT records of a name in DNS. Defaults to the machine's resolver. */
  lookupTxt?(name: string): Promise<string[]>;
  /** Publishes scheduled documents. Absent on nodes that don't. */
  scheduler?: { wake(): void } | undefined;
  /** Makes backups. Absent on nodes that don't. */
  backups?: { wake(): Promise<void> } | undefined;
  /** Works on imports. Absent on nodes that don't. */
  imports?: { wake(): Promise<void> } | undefined;
  /** Counts views in memory. If absent, each is written at once. */
  views?: { count(view: View): Promise<void> } | undefined;
  /** Returns the space on the disk with this node's data. Absent in functions. */
  disk?(): Promise<DiskSpace | undefined>;
  log: Logger;
  now(): Date;
  /** False while the process is starting or stopping: `/api/health` answers 503. */
  ready?(): boolean;
  /** Rate limits that differ from the defaults. */
  limits?: Partial<Limits>;
}
