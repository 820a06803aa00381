import { createHash } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { findNewestSiteVersion, type SiteVersionRow } from '../../db/queries/site-versions.ts';
import { site as config } from '../../src/site.config.ts';
import { type Site, type SiteState, withDefaults } from '../contract/site.ts';
import { siteSchema } from './schema.ts';

const HASH_LENGTH = 12;

export const DEFAULTS: Site = withDefaults(config);
const KEYS = Object.keys(siteSchema) as (keyof Site)[];

/** The site's values with their hash. */
type Values = Pick<SiteState, 'site' | 'hash'>;

/** Returns the site's settings, and which version they are. */
export async function readSite(db: Db): Promise<SiteState> {
  return toState(await findNewestSiteVersion(db));
}

export async function siteName(db: Db): Promise<string> {
  return (await readSite(db)).site.name;
}

/** Returns the settings of a stored version, or the defaults if there is none. */
export function toState(row: SiteVersionRow | undefined): SiteState {
  if (row === undefined) return { version: 0, ...valuesOf('{}'), changedAt: {} };
  return { version: row.number, ...valuesOf(row.site), changedAt: row.changedAt };
}

/** The last stored text and its values: most reads are of the same version. */
let last: { text: string; values: Values } | undefined;

/** Merges stored values into the defaults. */
export function valuesOf(text: string): Values {
  if (last?.text !== text) last = { text, values: parse(text) };
  return last.values;
}

/** Another release may have stored a value that this one can't use: the default replaces it. */
function parse(text: string): Values {
  const stored = storedValues(text);
  const entries = KEYS.map((key) => {
    const parsed = Object.hasOwn(stored, key) ? siteSchema[key].safeParse(stored[key]) : undefined;
    return [key, parsed?.success ? parsed.data : DEFAULTS[key]];
  });
  const site = Object.fromEntries(entries) as unknown as Site;
  const slugs = new Set(site.categories.map(({ slug }) => slug));
  // A category may have been removed since the order was stored.
  site.searchOrder = site.searchOrder.filter((slug) => slugs.has(slug));
  return { site, hash: hashOf(site) };
}

/** Returns the stored values by key, including keys that this release doesn't know. */
export function storedValues(text: string): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(text);
    return typeof values === 'object' && values !== null ? { ...values } : {};
  } catch {
    return {};
  }
}

function hashOf(site: Site): string {
  return createHash('sha256').update(canonical(site)).digest('hex').slice(0, HASH_LENGTH);
}

/** Returns JSON that is the same for equal values: keys are sorted. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
