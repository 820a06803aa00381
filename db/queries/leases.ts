import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { leases } from '../schema.ts';
import { databaseTime } from './clock.ts';

/** A lease that this process acquired. The token changes when another process acquires it. */
export interface Lease {
  name: string;
  /** Id of the node. */
  holder: string;
  token: number;
}

/** The holder has lost its lease. Its transaction writes nothing. */
export class LostLeaseError extends Error {
  override name = 'LostLeaseError';
}

const inMs = (ms: number) => sql`${databaseTime} + ${ms}`;
const isOurs = ({ name, holder, token }: Lease) =>
  and(eq(leases.name, name), eq(leases.holder, holder), eq(leases.token, token));

/**
 * Takes a lease for `ttlMs` milliseconds if it's free, expired, or still held by this node's last
 * process. Returns `undefined` if another node holds it.
 */
export async function acquireLease(
  tx: Db,
  { name, holder }: Pick<Lease, 'name' | 'holder'>,
  ttlMs: number,
): Promise<Lease | undefined> {
  const expiresAt = inMs(ttlMs);
  const [row] = await tx
    .insert(leases)
    .values({ name, holder, token: 1, expiresAt })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, token: sql`${leases.token} + 1`, expiresAt },
      setWhere: or(eq(leases.holder, holder), lte(leases.expiresAt, sql`${databaseTime}`)),
    })
    .returning({ token: leases.token });
  return row && { name, holder, token: row.token };
}

/** Takes a lease even if another process holds it. For commands that a person runs. */
export async function takeLease(
  tx: Db,
  { name, holder }: Pick<Lease, 'name' | 'holder'>,
  ttlMs: number,
): Promise<Lease> {
  await tx.update(leases).set({ expiresAt: sql`0` }).where(eq(leases.name, name));
  const lease = await acquireLease(tx, { name, holder }, ttlMs);
  if (lease === undefined) throw new Error(`The lease "${name}" could not be taken`);
  return lease;
}

/**
 * Returns whether another process holds the lease. Takes one round trip, fewer than `acquireLease`.
 */
export async function isLeaseTaken(
  db: Db,
  { name, holder }: Pick<Lease, 'name' | 'holder'>,
): Promise<boolean> {
  const rows = await db
    .select({ token: leases.token })
    .from(leases)
    .where(
      and(eq(leases.name, name), ne(leases.holder, holder), gt(leases.expiresAt, databaseTime)),
    );
  return rows.length > 0;
}

/** Returns whether this holder still has the lease and it won't expire within `forMs`. */
export async function holdsLease(db: Db, lease: Lease, forMs = 0): Promise<boolean> {
  const rows = await db
    .select({ token: leases.token })
    .from(leases)
    .where(and(isOurs(lease), gt(leases.expiresAt, inMs(forMs))));
  return rows.length > 0;
}

/** Extends a lease. Returns false if it was lost. */
export async function renewLease(tx: Db, lease: Lease, ttlMs: number): Promise<boolean> {
  const rows = await tx
    .update(leases)
    .set({ expiresAt: inMs(ttlMs) })
    .where(isOurs(lease))
    .returning({ token: leases.token });
  return rows.length > 0;
}

/**
 * Call it in every transaction that writes under a lease. Locks the lease until the commit, so no
 * other node can take it in between. Throws a LostLeaseError if one already has.
 */
export async function requireLease(tx: Db, lease: Lease): Promise<void> {
  // An update locks the row on both engines.
  const rows = await tx
    .update(leases)
    .set({ token: lease.token })
    .where(isOurs(lease))
    .returning({ token: leases.token });
  if (rows.length === 0) throw new LostLeaseError(`Another process has the lease "${lease.name}"`);
}

/** Lets another node take the lease immediately. */
export async function releaseLease(tx: Db, lease: Lease): Promise<void> {
  await tx.update(leases).set({ expiresAt: sql`0` }).where(isOurs(lease));
}
