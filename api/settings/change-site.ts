import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { findSiteVersion, listSiteVersions } from '../../db/queries/site-versions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { actorOf } from '../audit/record.ts';
import type { Category, Site } from '../contract/site.ts';
import { BadRequestError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { canonical, DEFAULTS, readSite, storedValues, valuesOf } from '../site/read-site.ts';
import { siteInput } from '../site/schema.ts';
import { findNewestSite, type NewestSite, staleVersion, storeSiteValues } from './store-site.ts';

const version = z.int('version must be a whole number.').min(0, 'version must not be negative.');

/** `version` is the one that the values were changed from. */
export const changeInput = z.object({ version, site: siteInput });
export const restoreInput = z.object({ version });

export interface SiteSettings {
  site: Site;
  version: number;
  /** The values of keys that were never stored. */
  defaults: Site;
}

interface SavedSite {
  site: Site;
  version: number;
  /** Whether the served pages show these values. */
  release: 'applying' | 'live';
}

export interface SiteVersion {
  version: number;
  at: string;
  /** Id of the user, or `system` for a command. */
  userId: string;
  /** The user's current name. */
  username: string | null;
  /** Keys whose values differ from the previous version. */
  keys: string[];
  /** The version that was restored. */
  restoredFrom: number | null;
}

type Needs = Pick<Services, 'database' | 'env' | 'now' | 'limits' | 'servedSiteHash'>;

export async function getSiteSettings({ database }: Pick<Services, 'database'>) {
  const { site, version } = await readSite(database.read);
  return { site, version, defaults: DEFAULTS } satisfies SiteSettings;
}

/**
 * Stores new values of some keys, on behalf of an administrator. Throws a ConflictError if
 * `version` isn't the newest one, and a BadRequestError if the values don't fit together.
 */
export async function changeSite(
  services: Needs,
  caller: Caller,
  { version, site }: z.output<typeof changeInput>,
): Promise<SavedSite> {
  return await save(services, caller, async (_tx, newest) => {
    if (newest.version !== version) throw staleVersion();
    return { values: layOver(newest, site) };
  });
}

/**
 * Merges new values of some keys into the stored ones. Throws a BadRequestError if they don't fit
 * together.
 */
export function layOver(newest: NewestSite, site: z.output<typeof siteInput>) {
  if (site.searchOrder)
    requireKnownSlugs(site.searchOrder, site.categories ?? newest.site.categories);
  const changed = Object.entries(site).filter(
    ([key, value]) => canonical(value) !== canonical(newest.site[key as keyof Site]),
  );
  return { ...newest.stored, ...Object.fromEntries(changed) };
}

/** Stores the values of an earlier version again, as a new one; of version 0: the defaults. */
export async function restoreSite(
  services: Needs,
  caller: Caller,
  number: number,
): Promise<SavedSite> {
  return await save(services, caller, async (tx) => {
    if (number === 0) return { values: {}, restoredFrom: 0 };
    const row = await findSiteVersion(tx, number);
    if (row === undefined) throw new NotFoundError('There is no such version of the settings.');
    return { values: storedValues(row.site), restoredFrom: number };
  });
}

function requireKnownSlugs(order: string[], categories: Category[]): void {
  const unknown = order.find((slug) => !categories.some((category) => category.slug === slug));
  if (unknown === undefined) return;
  throw new BadRequestError(`searchOrder has ${unknown}, which is not a category.`);
}

interface Wanted {
  values: Record<string, unknown>;
  restoredFrom?: number;
}

async function save(
  services: Needs,
  caller: Caller,
  wantedOf: (tx: Db, newest: NewestSite) => Promise<Wanted>,
): Promise<SavedSite> {
  const limit = { name: 'save', what: 'Too many saves' } as const;
  const rules = { verb: 'settings.change', limit } as const;
  const { site, version, hash } = await writeAs(services, caller, rules, async (tx) => {
    const newest = await findNewestSite(tx);
    const by = { ...actorOf(caller), at: services.now() };
    return await storeSiteValues(tx, newest, { ...(await wantedOf(tx, newest)), by });
  });
  return { site, version, release: hash === servedHash(services) ? 'live' : 'applying' };
}

/** Pages show the defaults until publishing knows the settings. */
function servedHash({ servedSiteHash }: Pick<Services, 'servedSiteHash'>): string {
  return servedSiteHash?.() ?? valuesOf('{}').hash;
}

/** Returns the stored versions, newest first. */
export async function listVersions({
  database,
}: Pick<Services, 'database'>): Promise<{ versions: SiteVersion[] }> {
  const rows = await listSiteVersions(database.read);
  const versions = rows.map((row) => ({
    version: row.number,
    at: row.createdAt.toISOString(),
    userId: row.userId,
    username: row.username,
    keys: keysChangedBy(row),
    restoredFrom: row.restoredFrom,
  }));
  return { versions };
}

/** The keys that a version changed have its creation time in `changedAt`. */
function keysChangedBy({
  changedAt,
  createdAt,
}: {
  changedAt: Record<string, string>;
  createdAt: Date;
}) {
  const at = createdAt.toISOString();
  return Object.keys(changedAt).filter((key) => changedAt[key] === at);
}
