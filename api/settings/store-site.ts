import type { Db } from '../../db/client.ts';
import { type AuditEntry, recordAudit } from '../../db/queries/audit.ts';
import { findNewestSiteVersion, insertSiteVersion } from '../../db/queries/site-versions.ts';
import type { Site, SiteState } from '../contract/site.ts';
import { BadRequestError, ConflictError } from '../errors.ts';
import { canonical, storedValues, toState, valuesOf } from '../site/read-site.ts';

/** Bytes of the stored values. */
const MAX_SIZE = 32_768;

/** The newest version, with its stored values. */
export type NewestSite = SiteState & { stored: Record<string, unknown> };

export async function findNewestSite(tx: Db): Promise<NewestSite> {
  const row = await findNewestSiteVersion(tx);
  return { ...toState(row), stored: storedValues(row?.site ?? '{}') };
}

export const staleVersion = () =>
  new ConflictError('These settings changed while you were editing them. Please load them again.');

/** Returns values as they're stored. Throws a BadRequestError for too many. */
export function textOf(values: Record<string, unknown>): string {
  const text = JSON.stringify(values);
  if (Buffer.byteLength(text) <= MAX_SIZE) return text;
  throw new BadRequestError(`site may have at most ${MAX_SIZE} bytes of values.`);
}

interface NewValues {
  values: Record<string, unknown>;
  restoredFrom?: number | undefined;
  by: Required<Pick<AuditEntry, 'actor' | 'at'>> & Pick<AuditEntry, 'address'>;
}

/**
 * Stores all values as the version after `newest`, and records it in the audit log. If the settings
 * stay the same, stores nothing. Returns the current version. Throws a ConflictError if
 * another transaction has stored this version, and a BadRequestError for too many values.
 */
export async function storeSiteValues(
  tx: Db,
  newest: NewestSite,
  { values, restoredFrom, by }: NewValues,
): Promise<SiteState> {
  const text = textOf(values);
  const { site, hash } = valuesOf(text);
  if (hash === newest.hash) return newest;
  const changed = Object.keys(site) as (keyof Site)[];
  const keys = changed.filter((key) => canonical(site[key]) !== canonical(newest.site[key]));
  const number = newest.version + 1;
  const times = Object.fromEntries(keys.map((key) => [key, by.at.toISOString()]));
  const changedAt = { ...newest.changedAt, ...times };
  const isStored = await insertSiteVersion(tx, {
    number,
    site: text,
    changedAt,
    userId: by.actor,
    createdAt: by.at,
    restoredFrom: restoredFrom ?? null,
  });
  if (!isStored) throw staleVersion();
  // No values: they have names and addresses, which must not stay in the log.
  const details = { version: number, keys, ...(restoredFrom !== undefined && { restoredFrom }) };
  await recordAudit(tx, { action: 'settings.site', details, ...by });
  return { version: number, site, hash, changedAt };
}
