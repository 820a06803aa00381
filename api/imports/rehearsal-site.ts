import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { RehearsedEntry } from '../contract/imports.ts';
import { decodedPart, encodedPath, webUrl } from '../contract/urls.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { routeKind } from '../http/routes.ts';
import type { Services } from '../services.ts';
import { findFile } from '../static/entry.ts';
import { contentTypeOf } from '../static/headers.ts';
import { errorPage } from '../static/respond.ts';
import { COMPARE_POLICY, comparePage } from './compare-page.ts';
import { importFolder } from './folder.ts';
import { hasSite, readImportJob, siteAddress } from './job.ts';
import { rewriteLinks } from './rewrite-links.ts';

/**
 * The content hasn't been published, and the address is a secret: no script runs, and no cache,
 * search engine or other site may learn it. Only our own pages, such as the dashboard, may show it
 * in a frame. The rest of a page's policy is in the page itself.
 */
const HEADERS = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy':
    "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex, nofollow',
};
const HTML = 'text/html; charset=utf-8';
const UPLOADS = '/uploads/';
/** If the rehearsal doesn't have these files, the live site does. */
const SHARED = /^\/(?:uploads|avatars)\//;

/** `/api/rehearsal/{secret}/…`: the site as it would be with the import. */
export function rehearsalRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .get('/:secret', (c) => answer(services, c, c.req.param('secret')))
    .get('/:secret/*', (c) => answer(services, c, c.req.param('secret')));
}

async function answer(services: Services, c: ApiContext, given: string): Promise<Response> {
  const folder = await findRehearsal(services, given);
  if (folder === undefined) return notFound(c);
  const base = siteAddress(given);
  const compared = c.req.query('compare');
  if (compared !== undefined) return await compare(c, folder, compared, base);
  const address = decodedPart(c.req.path.slice(base.length));
  const found = await findPublicFile(folder, address);
  if (found === undefined && SHARED.test(address)) {
    return c.body(null, 302, { ...HEADERS, Location: encodedPath(address) });
  }
  const file = found?.file ?? join(folder, 'site/404.html');
  if (!file.endsWith('.html')) {
    return c.body(new Uint8Array(await readFile(file)), 200, headersOf(contentTypeOf(file)));
  }
  const page = await readFile(file, 'utf8').catch(() => undefined);
  if (page === undefined) return notFound(c);
  return c.body(rewriteLinks(page, base), found ? 200 : 404, headersOf(HTML));
}

/** Shows a post or page next to the one on the old site. */
async function compare(c: ApiContext, folder: string, id: string, base: string): Promise<Response> {
  const entries: RehearsedEntry[] = JSON.parse(
    await readFile(join(folder, 'entries.json'), 'utf8').catch(() => '[]'),
  );
  const { title = '', oldAddress, newAddress } = entries.find((entry) => entry.id === id) ?? {};
  if (!newAddress || !oldAddress || !webUrl(oldAddress)) return notFound(c);
  const page = await comparePage({ title, oldAddress, newAddress }, base);
  return c.body(page, 200, { ...headersOf(HTML), 'Content-Security-Policy': COMPARE_POLICY });
}

/** Returns the folder of the rehearsal with this secret, or `undefined` if there is none. */
async function findRehearsal(
  { database, env }: Services,
  given: string,
): Promise<string | undefined> {
  const job = await readImportJob(database.read);
  if (job === null || !hasSite(job)) return undefined;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  // Takes the same time for any guess.
  return timingSafeEqual(hash(given), hash(job.secret)) ? importFolder(env, job.id) : undefined;
}

async function findPublicFile(folder: string, address: string) {
  if (address.includes('\0') || routeKind(address) === 'hidden') return undefined;
  // Not the whole folder: it also has the records of the import.
  const isPicture = address.startsWith(UPLOADS);
  return isPicture
    ? await findFile(join(folder, 'uploads'), address.slice(UPLOADS.length))
    : await findFile(join(folder, 'site'), address);
}

function notFound(c: ApiContext): Response {
  return c.body(errorPage(404, 'Not found.'), 404, headersOf(HTML));
}

function headersOf(type: string): Record<string, string> {
  return { ...HEADERS, 'Content-Type': type };
}
