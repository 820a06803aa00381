import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { findFeed } from '../../db/queries/changes.ts';
import type { Bucket } from './bucket.ts';
import { Manifest, StaleTokenError } from './manifest.ts';
import type { BucketLease } from './sync.ts';

/** The position in the feed of changes, from `DATA_DIR/published.json`. */
const stateSchema = z.object({ feed: z.string(), cursor: z.number() });

/** Returns the last change that this node's site contains, or `null` if it isn't known. */
async function publishedSeq(dataDir: string, feed: string): Promise<number | null> {
  try {
    const text = await readFile(join(dataDir, 'published.json'), 'utf8');
    const state = stateSchema.parse(JSON.parse(text));
    return state.feed === feed ? state.cursor : null;
  } catch {
    // It's missing or damaged: the next start renders everything and writes it again.
    return null;
  }
}

/**
 * Returns the last change that this node's site contains, to be stored after copying. Returns
 * `undefined` if the bucket has later ones, from another node: our pages would replace newer ones.
 */
export async function cursorFor(
  manifest: Manifest,
  { database, dataDir }: { database: Database; dataDir: string },
): Promise<number | null | undefined> {
  const { id, seq: latest } = await findFeed(database.read);
  const seq = await publishedSeq(dataDir, id);
  // Later than the latest change: the database was restored from a backup.
  const copied = manifest.seq === null || manifest.seq > latest ? 0 : manifest.seq;
  if (seq === null) return copied;
  return seq < copied ? undefined : seq;
}

/**
 * Opens the manifest for the holder of the lease. Throws like `Manifest.open` and `lease.check`.
 */
export async function openManifest(
  bucket: Bucket,
  lease: BucketLease,
  database: Database,
): Promise<Manifest> {
  const { id: feed } = await findFeed(database.read);
  const owner = { feed, token: lease.token };
  try {
    return await Manifest.open(bucket, owner);
  } catch (error) {
    if (!(error instanceof StaleTokenError)) throw error;
    // If we hold the lease nevertheless, the database was restored from a backup with an earlier
    // token.
    await lease.check();
    return await Manifest.open(bucket, owner, { replace: true });
  }
}
