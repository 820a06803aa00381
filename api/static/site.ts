import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.ts';
import type { RenderedPage } from '../publish/types.ts';
import { createEntryCache } from './cache.ts';
import { type Entry, entryOfFile, entryOfPage, findFile, isFile } from './entries.ts';
import { createLimit } from './limit.ts';
import { parseTarget } from './paths.ts';
import { type Place, placeOf } from './places.ts';
import { plainAnswers } from './plain-answers.ts';
import { type Answered, respond } from './respond.ts';

/** The part of a pino logger that is used here. */
export interface SiteLog {
  info(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

export interface SiteOptions {
  /** Folder of the published site; asked for at each look on disk, so a release can be swapped any time. */
  root: () => string;
  /** Folder of uploaded pictures; undefined when they are kept elsewhere. */
  uploadsDir: string | undefined;
  /** Folders of earlier releases: tabs that are still open ask for their hashed assets. */
  assetsFallbackDirs?: () => readonly string[];
  /** Bytes of memory for files, 64 MiB unless told. */
  cacheBytes?: number;
  /** Makes a page that has no file yet. */
  render: (path: string) => Promise<RenderedPage>;
  /** Waits until the page of an address is no older than what it shows. */
  settled?: (address: string) => Promise<void>;
  /** Asked before a page behind a guard is served: where to send this visitor instead, or null. */
  guard?: Guard;
  /** The public address is https. */
  https?: boolean;
  log: SiteLog;
}

/** Takes the decoded path, the `Cookie` header and the target as it was asked for. */
export type Guard = (
  path: string,
  cookieHeader: string | undefined,
  target: string,
) => Promise<{ location: string; cookie?: string } | null>;

/** The published site as a part of an HTTP server. */
export interface Site {
  /**
   * Answers everything that is not the API's. Gives false, with nothing done, when the request is for the
   * API; else true, and the answer follows.
   */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  /** Addresses (`/`, `/post/my-slug`, `/rss.xml`; decoded) whose files have changed on disk. */
  invalidate(addresses: readonly string[]): void;
  /** Everything may have changed. */
  clear(): void;
  /** Bytes of memory that the cache holds now. */
  readonly cachedBytes: number;
}

const CACHE_BYTES = 64 * 1024 * 1024;
const RENDERS_AT_ONCE = 4;
const RENDERS_WAITING = 100;
// Keys of things that have no address of their own start with no slash, so no request can name them.
const NOT_FOUND_KEY = '404';
const NOT_FOUND: Place = { address: '/404', kind: 'page', guarded: false, rendered: false };

const keyOf = ({ address, guarded }: Place) => (guarded ? `guarded:${address}` : address);
/** May memory alone answer? */
const isCacheable = (url: string) => url.startsWith('/') && !url.startsWith('/uploads/');
// A target may name the host too (RFC 9112, 3.2.2: `GET http://host/api/…`).
const isApi = (url: string) => /^(?:https?:\/\/[^/?#]*)?\/api(?:[/?]|$)/.test(url);

/** Takes where things are; opens nothing until it is asked. */
export function createSite(options: SiteOptions): Site {
  const { log, https = false } = options;
  const { plainPage, redirect } = plainAnswers(https);
  const cache = createEntryCache(options.cacheBytes ?? CACHE_BYTES);
  const limited = createLimit(RENDERS_AT_ONCE, RENDERS_WAITING);

  async function load(place: Place): Promise<Entry | undefined> {
    await options.settled?.(place.address);
    for (const folder of foldersOf(place, options)) {
      const found = await findFile(folder.path, folder.address);
      const entry = found && (await entryOfFile(found, place, 200, https));
      if (entry) return entry;
    }
    if (!place.rendered) return undefined;
    const page = await limited(() => options.render(place.address));
    if (page.status === 404) return undefined;
    if (page.status !== 200) throw new Error(`${place.address} was rendered with ${page.status}`);
    return entryOfPage(page, place, https);
  }

  async function loadNotFound(): Promise<Entry | undefined> {
    for (const address of ['/404.html', '/404']) {
      const found = await findFile(options.root(), address);
      const entry = found && (await entryOfFile(found, NOT_FOUND, 404, https));
      if (entry) return entry;
    }
    return undefined;
  }

  async function notFound(req: IncomingMessage, res: ServerResponse): Promise<Answered> {
    const entry = await cache.fill(NOT_FOUND_KEY, loadNotFound);
    return entry ? respond(req, res, entry) : plainPage(req, res, 404, 'There is nothing here.');
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<Answered> {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return plainPage(req, res, 405, 'This address can only be read.', ['Allow', 'GET, HEAD']);
    }
    const target = parseTarget(req.url ?? '/');
    if (target.kind === 'malformed') return plainPage(req, res, 400, 'This is not an address.');
    if (target.kind === 'redirect') return redirect(res, 308, target.location);
    if (target.kind === 'nothing' || isHidden(target.path)) return notFound(req, res);

    const place = placeOf(target.path);
    if (place.guarded) {
      const elsewhere = await options.guard?.(target.path, req.headers.cookie, req.url ?? '/');
      if (elsewhere) return redirect(res, 302, elsewhere.location, elsewhere.cookie);
    }
    if (place.kind === 'upload') await forgetDeleted(place);
    const entry = await cache.fill(keyOf(place), () => load(place));
    return entry ? respond(req, res, entry) : notFound(req, res);
  }

  /** Pictures can be deleted by other processes too, such as `npm run user`, without notice. */
  async function forgetDeleted(place: Place): Promise<void> {
    const kept = cache.get(keyOf(place));
    if (kept && !(await isFile(kept.representations.identity.file))) cache.forget(keyOf(place));
  }

  function failed(req: IncomingMessage, res: ServerResponse, error: unknown): Answered {
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return { status: res.statusCode, bytes: 0 };
    }
    if (error instanceof ApiError) {
      return plainPage(
        req,
        res,
        error.statusCode,
        error.message,
        Object.entries(error.headers).flat(),
      );
    }
    log.error({ err: error, path: pathOf(req) }, 'page failed');
    return plainPage(req, res, 500, 'Something went wrong. Try again in a moment.');
  }

  function logged(req: IncomingMessage, startedAt: number, { status, bytes }: Answered): void {
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    log.info({ method: req.method, path: pathOf(req), status, ms, bytes }, 'request');
  }

  return {
    handle(req, res) {
      const url = req.url ?? '/';
      if (isApi(url)) return false;
      const startedAt = performance.now();
      const entry = isCacheable(url) && isRead(req) ? cache.get(withoutQuery(url)) : undefined;
      const answered = entry ? respond(req, res, entry) : answer(req, res);
      if (answered instanceof Promise) {
        answered
          .catch((error: unknown) => failed(req, res, error))
          .then((result) => logged(req, startedAt, result));
      } else {
        logged(req, startedAt, answered);
      }
      return true;
    },
    invalidate(addresses) {
      for (const address of addresses) {
        const clean = address.replace(/\/(index\.html)?$/, '') || '/';
        cache.forget(clean);
        cache.forget(`guarded:${clean}`);
        if (clean === '/404' || clean === '/404.html') cache.forget(NOT_FOUND_KEY);
      }
    },
    clear: () => cache.clear(),
    get cachedBytes() {
      return cache.size;
    },
  };
}

const isRead = (req: IncomingMessage) => req.method === 'GET' || req.method === 'HEAD';

function withoutQuery(url: string): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

/** Never the query, which may hold what somebody typed. */
function pathOf(req: IncomingMessage): string {
  return withoutQuery(req.url ?? '/').slice(0, 300);
}

/** Compressed variants and half-written files are no pages; the page for 404 is never a 200. */
function isHidden(path: string): boolean {
  return /\.(br|gz|tmp)$/.test(path) || path === '/404' || path === '/404.html';
}

function foldersOf(
  { kind, address }: Place,
  { root, uploadsDir, assetsFallbackDirs }: SiteOptions,
): { path: string; address: string }[] {
  if (kind === 'upload') {
    const inside = address.slice('/uploads'.length);
    return uploadsDir === undefined ? [] : [{ path: uploadsDir, address: inside }];
  }
  const earlier = kind === 'asset' ? (assetsFallbackDirs?.() ?? []) : [];
  return [root(), ...earlier].map((path) => ({ path, address }));
}
