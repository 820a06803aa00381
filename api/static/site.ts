import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPageSlug, slugAt } from '../contract/addresses.ts';
import { encodedPath } from '../contract/urls.ts';
import { ApiError, GoneError, MovedError, NotFoundError, UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import { storageFault } from '../http/errors.ts';
import { loggablePath } from '../http/log.ts';
import { isGuarded, pathOf, queryOf, type RouteKind, routeKind } from '../http/routes.ts';
import { parseTarget } from '../http/target.ts';
import { clientAddress } from '../network.ts';
import type { RenderedPage } from '../publish/types.ts';
import { createEntryCache, type EntryCache } from './cache.ts';
import { type Entry, entryOfFile, entryOfPage, findFile, isFile } from './entry.ts';
import { otherAddress } from './moved.ts';
import { redirect, respond, sendErrorPage } from './respond.ts';

export interface SiteOptions {
  /** Returns the folder of the published site, which changes with each release. */
  root: () => string;
  uploadsDir: string;
  /** Hashed assets that aren't in the release, but that open tabs may still request. */
  earlierAssetsDir?: string;
  /** Bytes of memory for files. Defaults to 64 MiB. */
  cacheBytes?: number;
  /** Renders a page that has no file. */
  render: (path: string) => Promise<RenderedPage>;
  /** Whether any page may lack a file, because the first release is being rendered. */
  isFirstRelease?: () => boolean;
  /** Waits until the file of an address is up to date. */
  settled?: (address: string) => Promise<void>;
  guard?: Guard;
  /** The owner's redirects, looked up where there's no page, and for `/` with a query. */
  redirects?: {
    find(path: string, query: string): Promise<Elsewhere | undefined>;
    findAtHome(query: string): Promise<Elsewhere | undefined>;
    noteMissing(path: string, referer: string | undefined): void;
  };
  /** Whether the public address is https. */
  https?: boolean;
  /** The number of proxies in front of the server. */
  trustProxy?: number;
  /** The part of a pino logger that we use. */
  log: Record<'info' | 'error', (fields: object, message?: string) => void>;
}

/** Where a path without a page leads. `location` is a URL or a path, encoded. */
export type Elsewhere = { status: 301 | 302; location: string } | 'gone';

/**
 * Called before a guarded page is served, with the decoded path, the `Cookie` header and the
 * undecoded target. Returns where to redirect this visitor, or `null`.
 */
export type Guard = (
  path: string,
  cookieHeader: string | undefined,
  target: string,
) => Promise<{ location: string; cookie?: string } | null>;

const CACHE_BYTES = 64 * 1024 * 1024;
const MAX_RENDERS = 4;
const MAX_WAITING_RENDERS = 100;
/** The cache key of the 404 page. No address has it, because it has no slash. */
const NOT_FOUND_KEY = '404';
const NO_FILES = new Set<RouteKind>(['hidden', 'api', 'feed']);

function createRenderQueue() {
  return createFairQueue({
    concurrency: MAX_RENDERS,
    maxWaiting: MAX_WAITING_RENDERS,
    full: () => new UnavailableError('The server is busy. Please try again in a moment.'),
  });
}

/** The published site: serves its files from memory, and renders those that are missing. */
export class Site {
  readonly #options: SiteOptions;
  readonly #https: boolean;
  readonly #cache: EntryCache;
  /** Clients (addresses) take turns. Pages don't wait for share pictures, which take longer. */
  readonly #renderQueues = { pages: createRenderQueue(), pictures: createRenderQueue() };

  constructor(options: SiteOptions) {
    this.#options = options;
    this.#https = options.https ?? false;
    this.#cache = createEntryCache(options.cacheBytes ?? CACHE_BYTES);
  }

  /** Answers and logs a request that isn't for the app (`isForApp`). */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const bytes = await this.#answer(req, res).catch((error: unknown) => {
      if (error instanceof MovedError) return this.#redirect(req, res, error);
      return error instanceof GoneError
        ? this.#notFound(req, res, 410)
        : this.#answerError(req, res, error);
    });
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const line = { method: req.method, path: loggedPath(req), status: res.statusCode, ms, bytes };
    this.#options.log.info(line, 'request');
  }

  /** Call with the decoded addresses (`/`, `/post/my-slug`, `/rss.xml`) of changed files. */
  invalidate(addresses: readonly string[]): void {
    for (const address of addresses) {
      const clean = address.replace(/\/(index\.html)?$/, '') || '/';
      this.#cache.delete(clean);
      if (clean === '/404' || clean === '/404.html') this.#cache.delete(NOT_FOUND_KEY);
    }
  }

  /** Call if all files may have changed. */
  clear(): void {
    this.#cache.clear();
  }

  get cachedBytes(): number {
    return this.#cache.size;
  }

  /** Returns the number of bytes sent. */
  async #answer(req: IncomingMessage, res: ServerResponse): Promise<number> {
    const https = this.#https;
    const url = req.url ?? '/';
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new ApiError(405, 'Method not allowed.', { headers: { Allow: 'GET, HEAD' } });
    }
    const target = parseTarget(url);
    const query = queryOf(url);
    if (target.kind === 'malformed') throw new ApiError(400, 'This address is not valid.');
    const direct = target.kind === 'path' ? undefined : await this.#findDirect(req, query);
    if (direct) return this.#lead(res, direct);
    if (target.kind === 'redirect') return redirect(res, 301, { ...target, https });
    if (target.kind === 'nothing') return await this.#notFound(req, res);
    const kind = routeKind(target.path);
    if (NO_FILES.has(kind)) return await this.#notFound(req, res);
    if (isGuarded(kind)) {
      const elsewhere = await this.#options.guard?.(target.path, req.headers.cookie, url);
      if (elsewhere) return redirect(res, 302, { ...elsewhere, https });
    }
    // Old addresses of posts, such as /?p=12. The home page itself takes no query.
    const old =
      target.path === '/' && query !== ''
        ? await this.#options.redirects?.findAtHome(query)
        : undefined;
    if (old) return this.#lead(res, old);
    // One file serves the editor of every post.
    const address = target.path.replace(/^(\/update-post)\/[^/]+$/, '$1');
    if (kind === 'upload') await this.#forgetDeleted(address);
    const entry = await this.#entryOf(req, kind, address);
    if (entry) return await respond(req, res, entry);
    return await this.#withoutPage(req, res, kind, { path: target.path, query });
  }

  /** Redirects a request for an address without a page, or answers 404. */
  async #withoutPage(
    req: IncomingMessage,
    res: ServerResponse,
    kind: RouteKind,
    { path, query }: { path: string; query: string },
  ): Promise<number> {
    const { redirects } = this.#options;
    const isOwners = kind === 'page' || kind === 'rendered' || kind === 'upload';
    const found = isOwners ? await redirects?.find(path, query) : undefined;
    if (found) return this.#lead(res, found);
    const moved = await this.#moved(req, kind, path);
    if (moved) return this.#redirect(req, res, moved);
    if (isOwners) redirects?.noteMissing(path, req.headers.referer);
    return await this.#notFound(req, res);
  }

  /**
   * Returns the redirect of an address without its trailing or double slashes, unless a page has
   * that address. Old addresses often have them, and should lead to the new one in a single step.
   */
  async #findDirect(req: IncomingMessage, query: string): Promise<Elsewhere | undefined> {
    const target = parseTarget(
      pathOf(req.url ?? '/')
        .replace(/\/{2,}/g, '/')
        .replace(/(?<=.)\/$/, ''),
    );
    if (target.kind !== 'path') return undefined;
    const kind = routeKind(target.path);
    if (kind !== 'page' && kind !== 'rendered') return undefined;
    if (await this.#entryOf(req, kind, target.path)) return undefined;
    return await this.#options.redirects?.find(target.path, query);
  }

  #lead(res: ServerResponse, elsewhere: Elsewhere): number {
    if (elsewhere === 'gone') throw new GoneError();
    const { status, location } = elsewhere;
    return redirect(res, status, { location, https: this.#https });
  }

  #entryOf(req: IncomingMessage, kind: RouteKind, address: string): Promise<Entry | undefined> {
    return this.#cache.load(address, () => this.#load(kind, address, this.#clientOf(req)));
  }

  /** Returns the page meant by an address in a different letter case, or by a feed alias. */
  async #moved(
    req: IncomingMessage,
    kind: RouteKind,
    path: string,
  ): Promise<MovedError | undefined> {
    const other = kind === 'page' ? otherAddress(path) : undefined;
    if (other === undefined) return undefined;
    const otherKind = routeKind(other);
    const isPage = otherKind === 'page' || otherKind === 'rendered';
    const entry = isPage && (await this.#entryOf(req, otherKind, other));
    return entry ? new MovedError(encodedPath(other)) : undefined;
  }

  #clientOf({ socket, headers }: IncomingMessage): string {
    const forwardedFor = headers['x-forwarded-for'];
    const entries = Array.isArray(forwardedFor) ? forwardedFor.join() : forwardedFor;
    return clientAddress(socket.remoteAddress, entries, this.#options.trustProxy ?? 0);
  }

  async #load(kind: RouteKind, address: string, client: string): Promise<Entry | undefined> {
    const { settled, render } = this.#options;
    await settled?.(address);
    const entry = await this.#loadFile(kind, address);
    if (entry || !this.#isRendered(kind, address)) return entry;
    const { pages, pictures } = this.#renderQueues;
    const queue = address.startsWith('/og/') ? pictures : pages;
    const page = await queue(client, () => render(address));
    if (page.status === 404) return undefined;
    if (page.status !== 200) throw new Error(`${address} was rendered with ${page.status}`);
    return entryOfPage(page, { kind, address, status: 200, https: this.#https });
  }

  #isRendered(kind: RouteKind, address: string): boolean {
    if (kind === 'rendered') return true;
    if (kind !== 'page' && !isGuarded(kind)) return false;
    const isOwnPage = isPageSlug(slugAt(address) ?? '');
    return isOwnPage || this.#options.isFirstRelease?.() === true;
  }

  async #loadFile(kind: RouteKind, address: string, status = 200): Promise<Entry | undefined> {
    const { uploadsDir, root, earlierAssetsDir } = this.#options;
    const isUpload = kind === 'upload';
    const folders = [isUpload ? uploadsDir : root()];
    if (kind === 'asset' && earlierAssetsDir !== undefined) folders.push(earlierAssetsDir);
    for (const folder of folders) {
      const file = await findFile(folder, isUpload ? address.slice('/uploads'.length) : address);
      const options = { kind, address, status, https: this.#https };
      const entry = file && (await entryOfFile(file, options));
      if (entry) return entry;
    }
    return undefined;
  }

  /** Other processes (`npm run user`) delete pictures, too. */
  async #forgetDeleted(address: string): Promise<void> {
    const cached = this.#cache.get(address);
    if (cached && !(await isFile(cached.identity.file))) this.#cache.delete(address);
  }

  #redirect(req: IncomingMessage, res: ServerResponse, moved: MovedError): number {
    const location = withQuery(moved.location, req);
    return redirect(res, 301, { location, https: this.#https });
  }

  /** The page for 404, and for 410: the page existed and isn't public anymore. */
  async #notFound(req: IncomingMessage, res: ServerResponse, status = 404): Promise<number> {
    const entry = await this.#cache.load(
      NOT_FOUND_KEY,
      async () =>
        (await this.#loadFile('page', '/404.html', 404)) ?? this.#loadFile('page', '/404', 404),
    );
    if (entry) return await respond(req, res, { ...entry, status });
    return sendErrorPage(req, res, new NotFoundError('Page not found.'), this.#https);
  }

  #answerError(req: IncomingMessage, res: ServerResponse, error: unknown): number {
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return 0;
    }
    const https = this.#https;
    if (error instanceof ApiError) return sendErrorPage(req, res, error, https);
    reportDatabaseError(this.#options.log, error, 'page failed', { path: loggedPath(req) });
    const message = 'Something went wrong. Please try again in a moment.';
    return sendErrorPage(req, res, storageFault(error) ?? new ApiError(500, message), https);
  }
}

/** The query stays, unless the target has one. */
function withQuery(location: string, req: IncomingMessage): string {
  return /[?#]/.test(location) ? location : location + queryOf(req.url ?? '');
}

/** Without the query, which may contain text that a user typed. */
function loggedPath(req: IncomingMessage): string {
  return loggablePath(pathOf(req.url ?? '/'));
}
