import { LIST_PATH } from '../contract/pages.ts';

/**
 * Which address goes where. The server, the development proxy (astro.config.mjs) and the tests of
 * deploy/ share this table.
 */

export type RouteKind =
  | 'api'
  /** The comments of a post. */
  | 'feed'
  /** A shared link to a draft. */
  | 'preview'
  /** Other dot files, compressed variants, unfinished files, the 404 page: never served. */
  | 'hidden'
  | 'upload'
  | 'asset'
  /** Only for signed-in users. */
  | 'dashboard'
  /** Only for those who may publish posts. */
  | 'editor'
  /** A file that is rendered when it's missing. */
  | 'rendered'
  | 'page';

/**
 * How a web server in front of Inkwell answers: from disk, from Inkwell, or from Inkwell if there's
 * no file.
 */
type Frontend = 'inkwell' | 'disk' | 'disk-then-inkwell';

/** `pattern` matches decoded paths, and targets with a query, as Vite passes them. */
function route(kind: RouteKind, pattern: RegExp, frontend: Frontend, examples: string[]) {
  return { kind, pattern, frontend, examples };
}

/** The first match wins. */
export const ROUTES = [
  route('api', /^\/api(?=[/?]|$)/, 'inkwell', ['/api', '/api/health?a=b']),
  route('feed', /^\/post\/[^/?]+\/comments\.xml(?=\?|$)/, 'inkwell', ['/post/a/comments.xml']),
  route('preview', /^\/preview\/[^/?]+(?=\?|$)/, 'inkwell', ['/preview/secret']),
  route('page', /^\/\.well-known\/security\.txt$/, 'disk', ['/.well-known/security.txt']),
  route('hidden', /\/\.|\.(?:br|gz|tmp)$|^\/404(?:\.html)?$/, 'disk', ['/.git', '/index.html.br']),
  route('upload', /^\/uploads\//, 'inkwell', ['/uploads/1-picture.png']),
  route('dashboard', /^\/dashboard(?=[/?]|$)/, 'inkwell', ['/dashboard?tab=posts']),
  route('editor', /^\/(?:create|update)-post(?=[/?]|$)/, 'inkwell', ['/update-post/1']),
  // Assets of earlier releases aren't in the published folder.
  route('asset', /^\/_assets\//, 'disk-then-inkwell', ['/_assets/old.A1.js']),
  // 120: longer than any slug with its "-2".
  route('rendered', /^\/$|^\/post\/[a-z0-9-]{1,120}$/, 'disk-then-inkwell', ['/post/hello']),
  route('rendered', /^\/og\/[a-z0-9-]{1,120}(?:\/[0-9a-f]{12}\.png|\.jpg)$/, 'disk-then-inkwell', [
    '/og/hello/0123456789ab.png',
  ]),
  // Generated profile pictures.
  route('rendered', /^\/avatars\/[a-z0-9_]{1,2}-\d\.svg$/, 'disk-then-inkwell', [
    '/avatars/al-3.svg',
  ]),
  // Sitemap, archive and JSON Feed are written shortly after a publish; Inkwell waits for them.
  route('page', /^\/(?:sitemap[a-z0-9-]{0,20}\.xml|feed\.json)$/, 'inkwell', [
    '/sitemap-2.xml',
    '/feed.json',
  ]),
  route('page', /^\/archive(?=\/|$)/, 'inkwell', ['/archive', '/archive/2026/01']),
  // The same goes for the lists of posts and their feeds.
  route('page', LIST_PATH, 'inkwell', ['/tag/web', '/category/css/rss.xml']),
  route('rendered', /^\/(?:rss\.xml|robots\.txt)$/, 'disk', []),
  // Inkwell knows where an address without a page leads.
  route('page', /^/, 'disk-then-inkwell', ['/apis', '/dashboards', '/feed', '/Tag']),
];

/** Returns the kind of a decoded path, or of the path of a target. */
export function routeKind(path: string): RouteKind {
  return ROUTES.find(({ pattern }) => pattern.test(path))?.kind ?? 'page';
}

/**
 * Returns the path of a request target (`req.url`) without its query, not decoded. The target may
 * include the host (RFC 9112, 3.2.2: `GET http://host/api/…`).
 */
export function pathOf(target: string): string {
  const withQuery = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  return withQuery.split('?', 1)[0] || '/';
}

/** Returns the query of a request target, with its `?` and encoded as in browsers, or `''`. */
export function queryOf(target: string): string {
  const query = /\?.*$/s.exec(target)?.[0];
  return query === undefined ? '' : (URL.parse(query, 'http://site.invalid')?.search ?? '');
}

/** Whether only some users may see pages of this kind. */
export function isGuarded(kind: RouteKind): boolean {
  return kind === 'dashboard' || kind === 'editor';
}

const APP_KINDS: RouteKind[] = ['api', 'feed', 'preview'];
const APP_ROUTES = ROUTES.filter(({ kind }) => APP_KINDS.includes(kind));

/** Whether the Hono app answers this target, not the published site. */
export function isForApp(target: string): boolean {
  const path = pathOf(target);
  return APP_ROUTES.some(({ pattern }) => pattern.test(path));
}

/**
 * Returns the addresses that Astro's development server passes to Inkwell, as patterns for Vite's
 * proxy.
 */
export function proxiedInDevelopment(): string[] {
  const uploads = ROUTES.filter(({ kind }) => kind === 'upload');
  // Vite serves the modules that the browser shares with the API.
  return [...APP_ROUTES, ...uploads].map(({ pattern }) => `^(?!/api/contract/)${pattern.source}`);
}

export function isHealthCheck(target: string): boolean {
  return pathOf(target) === '/api/health';
}
