import { randomUUID } from 'node:crypto';
import type { Env } from '../api/env.ts';
import { Bucket } from '../api/site-target/bucket.ts';
import { cursorFor, openManifest } from '../api/site-target/cursor.ts';
import { takeBucketLease } from '../api/site-target/lease.ts';
import { PurgeQueue } from '../api/site-target/purge/purge-queue.ts';
import { createPurger } from '../api/site-target/purge/purger.ts';
import type { SiteTargetSettings } from '../api/site-target/settings.ts';
import { type Synced, syncSite } from '../api/site-target/sync.ts';
import type { Database } from '../db/client.ts';
import { publishedSite, withDatabase } from './site.ts';
import { CommandError, createProgress, formatCount } from './terminal.ts';

export interface SyncOptions {
  env: Env;
  say(line: string): void;
}

/**
 * Makes the bucket equal to the published site (docs/site-in-a-bucket.md). The server may be
 * running: it waits until this is done. Throws a CommandError when that fails; the next call
 * continues.
 */
export async function syncToBucket({ env, say }: SyncOptions): Promise<Synced> {
  const { siteTarget } = env;
  if (siteTarget === undefined) throw new CommandError('Set SITE_TARGET=s3 and SITE_S3_….');
  const root = await publishedSite(env);
  return await withDatabase(env, {}, (database) =>
    sync(database, { ...env, siteTarget }, { root, say }).catch((error: Error) => {
      throw new CommandError(`The bucket isn't complete: ${error.message}`, { cause: error });
    }),
  );
}

async function sync(
  database: Database,
  {
    siteTarget,
    siteUrl,
    dataDir,
  }: Pick<Env, 'siteUrl' | 'dataDir'> & { siteTarget: SiteTargetSettings },
  { root, say }: { root: string; say(line: string): void },
): Promise<Synced> {
  const purges = siteTarget.purge && createQueue(siteTarget.purge, siteUrl, say);
  const lease = await takeBucketLease(database, `site-sync-${randomUUID()}`);
  let total = 0;
  const report = createProgress((done) => say(`Compared ${done} of ${formatCount(total)} files`));
  try {
    const bucket = new Bucket(siteTarget);
    const manifest = await openManifest(bucket, lease, database);
    const seq = await cursorFor(manifest, { database, dataDir });
    if (seq === undefined) {
      throw new Error(
        "another node has published changes that this one hasn't. Run the command there.",
      );
    }
    const synced = await syncSite({
      root,
      bucket,
      manifest,
      lease,
      onChanged: (addresses) => purges?.add(addresses),
      onProgress(done, all) {
        total = all;
        report(done);
      },
    });
    manifest.complete(seq, new Date());
    await lease.check();
    await manifest.save();
    const { uploaded, deleted } = synced;
    say(`${siteTarget.bucket}: ${uploaded} files uploaded, ${deleted} deleted, ${total} in all`);
    return synced;
  } finally {
    await lease.release().catch(() => undefined);
    await purges?.idle();
  }
}

function createQueue(
  settings: NonNullable<SiteTargetSettings['purge']>,
  siteUrl: string,
  say: (line: string) => void,
): PurgeQueue {
  const warn = (fields: { err: string }, message: string) => say(`${message}: ${fields.err}`);
  const purger = createPurger(settings, siteUrl);
  return new PurgeQueue({ purger, siteUrl, log: { warn } });
}
