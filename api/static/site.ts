import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { pathOf, type RouteKind, routeKind } from '../http/routes.ts';
import type { RenderedPage } from '../publisher/types.ts';
import { createEntryCache } from './cache.ts';
import { type Entry, entryOfFile, entryOfPage, findFile, isFile } from './entry.ts';
import { redirect, respond, sendErrorPage } from './respond.ts';
import { parseTarget } from './target.ts';

export interface SiteOptions {
  /** Returns the folder of the published site. Called for each look on disk: releases change. */
  root: () => string;
  /** Folder of uploaded pictures; `undefined` when they are stored elsewhere. */
  uploadsDir: string | undefined;
  /** Folders of earlier releases: tabs that are still open ask for their hashed assets. */
  assetsFallbackDirs?: () => readonly string[];
  /** Bytes of memory for files; 64 MiB by default. */
  cacheBytes?: number;
  /** Renders a page that has no file yet. */
  render: (path: string) => Promise<RenderedPage>;
  /** Waits until the file of an address is up to date. */
  settled?: (address: string) => Promise<void>;
  guard?: Guard;
  /** Whether the public address is https. */
  https?: boolean;
  /** The part of a pino logger that is used here. */
  log: Record<'info' | 'error', (fields: object, message?: string) => void>;
}

/**
 * Called before a guarded page is served, with the decoded path, the `Cookie` header and the
 * undecoded target. Returns where to send this visitor instead, or null.
 */
export type Guard = (
  path: string,
  cookieHeader: string | undefined,
  target: string,
) => Promise<{ location: string; cookie?: string } | null>;

/** The published site as a part of an HTTP server. */
export interface Site {
  /** Answers a request that isn't for the app (`isForApp`). */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Call with the decoded addresses (`/`, `/post/my-slug`, `/rss.xml`) whose files changed. */
  invalidate(addresses: readonly string[]): void;
  /** Call when all files may have changed. */
  clear(): void;
  /** Bytes of memory that the cache holds now. */
  readonly cachedBytes: number;
}

const CACHE_BYTES = 64 * 1024 * 1024;
const MAX_RENDERS = 4;
const MAX_WAITING_RENDERS = 100;
/** The cache key of the 404 page. Without a slash, so that no address has it. */
const NOT_FOUND_KEY = '404';

/** Serves the files of the published site from memory, and renders those that are missing. */
export function createSite(options: SiteOptions): Site {
  const { log, https = false } = options;
  const cache = createEntryCache(options.cacheBytes ?? CACHE_BYTES);
  const renderQueue = createFairQueue({
    concurrency: MAX_RENDERS,
    maxWaiting: MAX_WAITING_RENDERS,
    full: () => new UnavailableError('The server is busy. Please try again in a moment.'),
  });

  async function load(kind: RouteKind, address: string): Promise<Entry | undefined> {
    await options.settled?.(address);
    const entry = await loadFile(kind, address);
    if (entry || kind !== 'rendered') return entry;
    const page = await renderQueue('page', () => options.render(address));
    if (page.status === 404) return undefined;
    if (page.status !== 200) throw new Error(`${address} was rendered with ${page.status}`);
    return entryOfPage(page, { kind, address, status: 200, https });
  }

  async function loadFile(
    kind: RouteKind,
    address: string,
    status = 200,
  ): Promise<Entry | undefined> {
    const inFolder = kind === 'upload' ? address.slice('/uploads'.length) : address;
    for (const folder of foldersOf(kind, options)) {
      const file = await findFile(folder, inFolder);
      const entry = file && (await entryOfFile(file, { kind, address, status, https }));
      if (entry) return entry;
    }
    return undefined;
  }

  async function notFound(req: IncomingMessage, res: ServerResponse): Promise<number> {
    const entry = await cache.load(
      NOT_FOUND_KEY,
      async () => (await loadFile('page', '/404.html', 404)) ?? loadFile('page', '/404', 404),
    );
    if (entry) return await respond(req, res, entry);
    return sendErrorPage(req, res, { status: 404, message: 'Page not found.', https });
  }

  /** Returns the number of bytes sent. */
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<number> {
    const url = req.url ?? '/';
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new ApiError(405, 'Method not allowed.', { headers: { Allow: 'GET, HEAD' } });
    }
    const target = parseTarget(url);
    if (target.kind === 'malformed') throw new ApiError(400, 'This address is not valid.');
    if (target.kind === 'redirect') return redirect(res, 308, { ...target, https });
    if (target.kind === 'nothing') return await notFound(req, res);
    const kind = routeKind(target.path);
    if (kind === 'hidden' || kind === 'api' || kind === 'feed') return await notFound(req, res);
    if (kind === 'dashboard' || kind === 'editor') {
      const elsewhere = await options.guard?.(target.path, req.headers.cookie, url);
      if (elsewhere) return redirect(res, 302, { ...elsewhere, https });
    }
    const address = fileAddress(target.path);
    if (kind === 'upload') await forgetDeleted(address);
    const entry = await cache.load(address, () => load(kind, address));
    return entry ? await respond(req, res, entry) : await notFound(req, res);
  }

  /** Other processes (`npm run user`) delete pictures too. */
  async function forgetDeleted(address: string): Promise<void> {
    const cached = cache.get(address);
    if (cached && !(await isFile(cached.identity.file))) cache.delete(address);
  }

  function answerError(req: IncomingMessage, res: ServerResponse, error: unknown): number {
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return 0;
    }
    if (error instanceof ApiError) {
      const { statusCode: status, message, headers } = error;
      return sendErrorPage(req, res, { status, message, headers, https });
    }
    log.error({ err: error, path: loggedPath(req) }, 'page failed');
    const message = 'Something went wrong. Please try again in a moment.';
    return sendErrorPage(req, res, { status: 500, message, https });
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const bytes = await answer(req, res).catch((error: unknown) => answerError(req, res, error));
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const { method } = req;
    log.info({ method, path: loggedPath(req), status: res.statusCode, ms, bytes }, 'request');
  }

  return {
    handle: (req, res) => void handle(req, res),
    invalidate(addresses) {
      for (const address of addresses) {
        const clean = address.replace(/\/(index\.html)?$/, '') || '/';
        cache.delete(clean);
        if (clean === '/404' || clean === '/404.html') cache.delete(NOT_FOUND_KEY);
      }
    },
    clear: () => cache.clear(),
    get cachedBytes() {
      return cache.size;
    },
  };
}

/** Without the query, which may hold what someone typed. */
function loggedPath(req: IncomingMessage): string {
  return pathOf(req.url ?? '/').slice(0, 300);
}

/** One file serves the editor of every post. */
function fileAddress(path: string): string {
  return path.replace(/^(\/update-post)\/[^/]+$/, '$1');
}

function foldersOf(kind: RouteKind, options: SiteOptions): string[] {
  if (kind === 'upload') return options.uploadsDir === undefined ? [] : [options.uploadsDir];
  const earlier = kind === 'asset' ? (options.assetsFallbackDirs?.() ?? []) : [];
  return [options.root(), ...earlier];
}
