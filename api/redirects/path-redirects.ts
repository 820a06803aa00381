import { withDatabaseBudget } from '../../db/deadline.ts';
import {
  addMissingPaths,
  addRedirectHits,
  findPathRedirect,
  findRedirectFrom,
  MAX_REDIRECT_PATH,
  type MissingHits,
  type PathRedirectRow,
} from '../../db/queries/path-redirects.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import { routeKind } from '../http/routes.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import type { Elsewhere } from '../static/site.ts';
import { locationOf } from './target.ts';

/** How long counts stay in memory. A kill loses up to this much. */
const FLUSH_MS = 5_000;
/** Maximum number of redirects and of missing paths in memory. Others aren't counted. */
const MAX_COUNTED = 1_000;
const MAX_FROM = 300;
/** Maximum time that the home page waits for the database. */
const HOME_MS = 1_000;

type Dependencies = Pick<Services, 'database' | 'env' | 'now' | 'log'>;

/** Looks up redirects of paths without a page, and counts their uses and what isn't found. */
export class PathRedirects {
  readonly #services: Dependencies;
  #hits = new Map<string, number>();
  #missing = new Map<string, MissingHits>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Dependencies) {
    this.#services = services;
  }

  /** Returns where a decoded path without a page leads. `query` is empty or starts with `?`. */
  async find(path: string, query = ''): Promise<Elsewhere | undefined> {
    const row = await findPathRedirect(this.#services.database.read, path, query);
    return row && this.#use(row, path, query);
  }

  /**
   * Returns where `/` leads with this query, such as `?p=12`. Never throws: if the database doesn't
   * answer in time, the visitor gets the home page.
   */
  async findAtHome(query: string): Promise<Elsewhere | undefined> {
    const { database, log } = this.#services;
    try {
      const look = () => findRedirectFrom(database.read, `/${query}`);
      const row = await withDatabaseBudget(look, HOME_MS);
      return row && this.#use(row, '/', query);
    } catch (error) {
      reportDatabaseError(log, error, 'could not look up a redirect');
      return undefined;
    }
  }

  #use(row: PathRedirectRow, path: string, query: string): Elsewhere {
    const hits = this.#hits.get(row.id);
    if (hits !== undefined || this.#hits.size < MAX_COUNTED)
      this.#hits.set(row.id, (hits ?? 0) + 1);
    this.#schedule();
    const location = locationOf(row, path, query);
    return location === null ? 'gone' : { status: row.status === 302 ? 302 : 301, location };
  }

  /** Counts a request for a decoded path without a page. `referer` is the header. */
  noteMissing(path: string, referer: string | undefined): void {
    if (path.length > MAX_REDIRECT_PATH) return;
    const known = this.#missing.get(path);
    if (!known && this.#missing.size >= MAX_COUNTED) return;
    const from = this.#pageOf(referer) || known?.from || '';
    this.#missing.set(path, { path, hits: (known?.hits ?? 0) + 1, from });
    this.#schedule();
  }

  /** Writes the counts in memory. Never throws: after an error, they're lost. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    const redirects = Array.from(this.#hits, ([id, hits]) => ({ id, hits }));
    const missing = [...this.#missing.values()];
    this.#hits = new Map();
    this.#missing = new Map();
    if (redirects.length === 0 && missing.length === 0) return;
    const { database, log, now } = this.#services;
    try {
      if (!(await readOwnerSettings(database.read)).countViews) return;
      await database.transaction(async (tx) => {
        await addRedirectHits(tx, redirects);
        await addMissingPaths(tx, missing, now());
      });
    } catch (error) {
      reportDatabaseError(log, error, 'could not store redirect counts');
    }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.stop(), FLUSH_MS).unref();
  }

  /** Returns the referring page without its query. The address of a preview is a secret. */
  #pageOf(referer: string | undefined): string {
    const url = URL.parse(referer ?? '');
    if (!url || !/^https?:$/.test(url.protocol)) return '';
    const isOwn = url.origin === new URL(this.#services.env.siteUrl).origin;
    if (isOwn && routeKind(url.pathname) === 'preview') return '';
    return (url.origin + url.pathname).slice(0, MAX_FROM);
  }
}
