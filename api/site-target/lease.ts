import type { Database } from '../../db/client.ts';
import {
  acquireLease,
  holdsLease,
  isLeaseTaken,
  type Lease,
  LostLeaseError,
  releaseLease,
  renewLease,
  takeLease,
} from '../../db/queries/leases.ts';
import { REQUEST_VALID_MS } from './bucket.ts';
import type { BucketLease } from './sync.ts';

const NAME = 'bucket';
const TTL_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
/** A slower response may be outdated: the process may have been suspended. */
const MAX_CHECK_MS = 5_000;

// Not one of the leases in api/nodes/leases.ts: `npm run site:sync` has no heartbeat to renew it,
// and it must outlast a slow upload.

/** The right to write to the bucket. Renews itself until it's released. */
export interface HeldBucketLease extends BucketLease {
  /** Lets another process copy the site immediately. */
  release(): Promise<void>;
}

/** Acquires the lease, or returns `undefined` while another process holds it. */
export async function acquireBucketLease(
  database: Database,
  holder: string,
): Promise<HeldBucketLease | undefined> {
  const wanted = { name: NAME, holder };
  if (await isLeaseTaken(database.read, wanted)) return undefined;
  const lease = await database.transaction((tx) => acquireLease(tx, wanted, TTL_MS));
  return lease && keepRenewed(database, lease);
}

/** Takes the lease from any process that holds it. */
export async function takeBucketLease(
  database: Database,
  holder: string,
): Promise<HeldBucketLease> {
  const wanted = { name: NAME, holder };
  return keepRenewed(database, await database.transaction((tx) => takeLease(tx, wanted, TTL_MS)));
}

function keepRenewed(database: Database, lease: Lease): HeldBucketLease {
  // The next check detects a failure.
  const renew = () => database.transaction((tx) => renewLease(tx, lease, TTL_MS));
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS).unref();
  return {
    token: lease.token,
    async check() {
      const began = performance.now();
      const isOurs = (await holdsLease(database.read, lease, REQUEST_VALID_MS)) || (await renew());
      if (!isOurs) throw new LostLeaseError('Another process uploads the site now');
      if (performance.now() - began > MAX_CHECK_MS) await this.check();
    },
    async release() {
      clearInterval(timer);
      await database.transaction((tx) => releaseLease(tx, lease));
    },
  };
}
