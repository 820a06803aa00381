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
import type { BucketLease } from './sync.ts';

const NAME = 'bucket';
const TTL_MS = 30_000;
const RENEW_EVERY_MS = 10_000;

export interface HeldLease extends BucketLease {
  /** Lets another process copy the site at once. */
  release(): Promise<void>;
}

/**
 * Not among the leases of a heartbeat (api/nodes/leases.ts): `npm run site:sync` has none, and this lease
 * must outlast a slow upload. Returns the right to write to the bucket, renewed until it's released, or `undefined` while another
 * process has it. `take`: takes it from that process.
 */
export async function leaseBucket(
  database: Database,
  holder: string,
  { take = false } = {},
): Promise<HeldLease | undefined> {
  const wanted = { name: NAME, holder };
  if (!take && (await isLeaseTaken(database.read, wanted))) return undefined;
  const acquire = take ? takeLease : acquireLease;
  const lease: Lease | undefined = await database.transaction((tx) => acquire(tx, wanted, TTL_MS));
  if (lease === undefined) return undefined;
  // A failure shows at the next check.
  const renew = () => database.transaction((tx) => renewLease(tx, lease, TTL_MS));
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS).unref();
  return {
    token: lease.token,
    async check() {
      if (await holdsLease(database.read, lease)) return;
      throw new LostLeaseError('Another process copies the site to the bucket now');
    },
    async release() {
      clearInterval(timer);
      await database.transaction((tx) => releaseLease(tx, lease));
    },
  };
}
