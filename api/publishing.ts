import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { createSessions } from './access/sessions.ts';
import { pageGuard } from './auth/page-guard.ts';
import type { Env } from './env.ts';
import { routeKind } from './http/routes.ts';
import { createPublisher } from './publish/create-publisher.ts';
import { HubPings } from './publish/hub-pings.ts';
import type { PublisherOptions } from './publish/publisher-options.ts';
import { releaseId } from './publish/releases.ts';
import { PathRedirects } from './redirects/path-redirects.ts';
import { readSite } from './site/read-site.ts';
import { createSiteTarget } from './site-target/site-target.ts';
import { Site } from './static/site.ts';

/** Rare enough that the first password stays on the screen. */
const PROGRESS_EVERY_MS = 10_000;

export interface Build {
  id: string;
  rendererEntry: string;
  clientDir: string;
}

interface PublishingOptions
  extends Pick<PublisherOptions, 'onAdvanced' | 'onJobs' | 'onScheduled'> {
  env: Env;
  build: Build;
  database: Database;
  /** Holder of the lease for the bucket. */
  nodeId: string;
  log: Logger;
  say(line: string): void;
}

/**
 * Creates the publisher, which writes the pages; the site, which serves them; on a node with a site
 * target, the site target, which copies them to a bucket; and the pings that tell a hub about new
 * posts. `say` prints a line on the terminal.
 */
export function createPublishing({
  env,
  build,
  database,
  nodeId,
  log,
  say,
  ...hooks
}: PublishingOptions) {
  const https = env.siteUrl.startsWith('https:');
  const publisher = createPublisher({
    ...publisherOptions({ env, build, database }),
    log,
    drawsAhead: env.siteTarget !== undefined,
    ...hooks,
    onPublished(paths) {
      if (paths) site.invalidate(paths);
      else site.clear();
      siteTarget?.changed(paths);
      if (paths) hubPings.changed(paths);
    },
    onProgress: progressPrinter(say),
  });
  const root = () => publisher.root;
  const siteTarget = createSiteTarget({ env, log, database, root, nodeId });
  const hubPings = new HubPings({
    database,
    siteUrl: env.siteUrl,
    log,
    ...(siteTarget && { copied: () => siteTarget.copied() }),
  });
  const guard = pageGuard(createSessions({ env, database, now: () => new Date() }), { https });
  const redirects = new PathRedirects({ database, env, log, now: () => new Date() });
  const site = new Site({
    root,
    uploadsDir: join(env.dataDir, 'uploads'),
    earlierAssetsDir: build.clientDir,
    render: (path) => publisher.render(path),
    isFirstRelease: () => publisher.isFirstRelease,
    settled: (address) => publisher.settled(address),
    guard: async (path, cookie, target) => {
      const elsewhere = await guard(path, cookie, target);
      // Authors who open an editor will publish soon.
      if (elsewhere === null && routeKind(path) === 'editor') publisher.warm();
      return elsewhere;
    },
    redirects,
    https,
    trustProxy: env.trustProxy,
    // Lines about pages have no secrets, and redaction takes a third of the time of a line.
    log: log.child({}, { redact: [] }),
  });
  return { publisher, site, siteTarget, hubPings, redirects };
}

/** Returns what a publisher renders, and where it writes the pages. */
export function publisherOptions({
  env,
  build,
  database,
}: {
  env: Env;
  build: Build;
  database: Database;
}) {
  return {
    database,
    dataDir: env.dataDir,
    rendererEntry: build.rendererEntry,
    clientDir: build.clientDir,
    releaseId: releaseId(build.id, pageSettings(env)),
    readSite: () => readSite(database.read),
    siteUrl: env.siteUrl,
    rendererEnv: rendererEnv(env),
  };
}

function progressPrinter(say: (line: string) => void) {
  let printedAt = 0;
  return (rendered: number, total: number) => {
    if (Date.now() - printedAt < PROGRESS_EVERY_MS) return;
    printedAt = Date.now();
    const of = total > 0 ? ` of ${total.toLocaleString('en-US')}` : '';
    say(`Rendering pages: ${rendered.toLocaleString('en-US')}${of}`);
  };
}

/** Returns the settings that pages contain. A change requires a new release. */
export function pageSettings(env: Env): Record<string, string> {
  return {
    SITE_URL: env.siteUrl,
    GOOGLE_ENABLED: env.google ? '1' : '',
    SIGN_IN_PROVIDERS: JSON.stringify(env.providers.map(({ id, name }) => ({ id, name }))),
    MAIL_ENABLED: env.mail ? '1' : '',
    ...(env.storage.kind === 's3' && {
      STORAGE: 's3',
      S3_ENDPOINT: env.storage.endpoint,
      S3_BUCKET: env.storage.bucket,
      S3_PUBLIC_URL: env.storage.publicUrl,
    }),
  };
}

/**
 * Returns the environment of render threads. The last two aren't part of the release id: nodes may
 * have the database at different addresses, and their data in different folders.
 */
export function rendererEnv(env: Env): Record<string, string> {
  return { ...pageSettings(env), DATABASE_URL: env.databaseUrl, DATA_DIR: env.dataDir };
}
