import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addReferrals, addViews, findPublicIds, findReferrers } from '../../db/queries/views.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import { DEFAULT_LIMITS, type Limit } from '../ratelimit/limits.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import type { View } from './view.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** How long counts stay in memory. A kill loses up to this much. */
const FLUSH_MS = 5_000;
/** Maximum number of page-day pairs in memory. Views of others aren't counted. */
const MAX_PAGES = 2_000;
/** Maximum number of pairs of a page and a referring host in memory. Others aren't counted. */
const MAX_HOSTS = 2_000;
/** Referring hosts with their own count, per day. All others share one. */
const HOSTS_PER_DAY = 200;
/** A visitor who opens a page again within this time isn't counted again. */
const VISIT_MS = 30 * 60_000;
const MAX_VISITS = 20_000;
const HOST = /^(?=.{1,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

type Dependencies = Pick<Services, 'database' | 'now' | 'log' | 'env' | 'limits'>;

interface Options {
  /** Writes each view at once. Functions must, because they may be frozen after the response. */
  atOnce?: boolean;
}

/**
 * Counts views in memory and writes them every few seconds, in one transaction. It remembers hashes
 * for half an hour, to count a visitor once. Their key is random and never leaves this process.
 */
export class ViewCounter {
  readonly #services: Dependencies;
  readonly #atOnce: boolean;
  readonly #limit: Limit;
  readonly #key = randomBytes(16);
  readonly #visits = new LRUCache<string, true>({ max: MAX_VISITS, ttl: VISIT_MS });
  readonly #networks: LRUCache<string, number>;
  /** Views by "day slug", and by "day slug host". */
  #pages = new Map<string, number>();
  #hosts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Dependencies, { atOnce = false }: Options = {}) {
    this.#services = services;
    this.#atOnce = atOnce;
    const { limits, env } = services;
    this.#limit = limits?.view ?? env.rateLimits.view ?? DEFAULT_LIMITS.view;
    this.#networks = new LRUCache({ max: MAX_VISITS, ttl: this.#limit.duration * 1000 });
  }

  /** Counts a view, unless the visitor was just counted, or too many came from their network. */
  async count(view: View): Promise<void> {
    if (!this.#isNew(view)) return;
    const day = dayOf(this.#services.now());
    add(this.#pages, `${day} ${view.slug}`, 1, MAX_PAGES);
    const host = this.#hostOf(view.from);
    if (host !== '') add(this.#hosts, `${day} ${view.slug} ${host}`, 1, MAX_HOSTS);
    if (this.#atOnce) return await this.flush();
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the counts in memory. Never throws: after an error, the next flush retries. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async stop(): Promise<void> {
    await this.flush();
  }

  #isNew({ slug, address, userAgent }: View): boolean {
    const used = this.#networks.get(address) ?? 0;
    if (used >= this.#limit.points) return false;
    const visit = createHash('sha256')
      .update(this.#key)
      .update(JSON.stringify([address, userAgent, slug]))
      .digest('base64');
    if (this.#visits.has(visit)) return false;
    this.#visits.set(visit, true);
    // The window began with its first view.
    this.#networks.set(address, used + 1, { noUpdateTTL: true });
    return true;
  }

  /** Returns the host of another site, or an empty string. */
  #hostOf(from: string): string {
    const host = from.toLowerCase().replace(/^www\./, '');
    const own = new URL(this.#services.env.siteUrl).hostname.replace(/^www\./, '');
    return HOST.test(host) && host !== own ? host : '';
  }

  async #write(): Promise<void> {
    const [pages, hosts] = [this.#pages, this.#hosts];
    if (pages.size === 0) return;
    this.#pages = new Map();
    this.#hosts = new Map();
    try {
      await this.#store(entriesOf(pages), entriesOf(hosts));
    } catch (error) {
      reportDatabaseError(this.#services.log, error, 'views could not be stored');
      for (const [key, views] of pages) add(this.#pages, key, views, MAX_PAGES);
      for (const [key, views] of hosts) add(this.#hosts, key, views, MAX_HOSTS);
      if (!this.#atOnce) this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
    }
  }

  async #store(pages: Entry[], hosts: Entry[]): Promise<void> {
    const { database } = this.#services;
    if (!(await readOwnerSettings(database.read)).countViews) return;
    const slugs = pages.flatMap(({ slug }) => (slug === '' ? [] : [slug]));
    await database.transaction(async (tx) => {
      const ids = (await findPublicIds(tx, slugs)).set('', '');
      const counted = pages.flatMap(({ day, slug, views }) => {
        const postId = ids.get(slug);
        return postId === undefined ? [] : [{ day, postId, views }];
      });
      await addViews(tx, counted);
      // Referrers of pages that don't exist aren't counted.
      const byDay = Map.groupBy(
        hosts.filter(({ slug }) => ids.has(slug)),
        ({ day }) => day,
      );
      for (const [day, ofDay] of [...byDay].sort(([a], [b]) => a - b)) {
        const names = [...new Set(ofDay.map(({ host }) => host))];
        const { known, total } = await findReferrers(tx, day, names);
        await addReferrals(tx, bounded(ofDay, known, HOSTS_PER_DAY - total));
      }
    });
  }
}

interface Entry {
  day: number;
  slug: string;
  /** The referring host. Empty if the entry counts all views of a page. */
  host: string;
  views: number;
}

export function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}

function add(counts: Map<string, number>, key: string, views: number, max: number): void {
  const before = counts.get(key);
  if (before === undefined && counts.size >= max) return;
  counts.set(key, (before ?? 0) + views);
}

function entriesOf(counts: Map<string, number>): Entry[] {
  return [...counts].map(([key, views]) => {
    const [day = '', slug = '', host = ''] = key.split(' ');
    return { day: Number(day), slug, host, views };
  });
}

/** Returns the rows of one day's hosts. New ones beyond the limit are counted together. */
function bounded(entries: Entry[], known: Set<string>, free: number) {
  const counts = new Map<string, number>();
  let left = free;
  for (const { host, views } of entries) {
    const isOwn = known.has(host) || counts.has(host) || left-- > 0;
    const row = isOwn ? host : '';
    counts.set(row, (counts.get(row) ?? 0) + views);
  }
  const day = entries[0]?.day ?? 0;
  return [...counts].map(([host, views]) => ({ day, host, views }));
}
