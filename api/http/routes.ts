/**
 * Which address goes where. The server, the development proxy (astro.config.mjs) and the tests of
 * the files in deploy/ share this table.
 */

export type RouteKind =
  | 'api'
  /** The comments of a post: the one address outside `/api` that isn't a file. */
  | 'feed'
  /** Dot files, compressed variants, half-written files, the 404 page: never served. */
  | 'hidden'
  | 'upload'
  | 'asset'
  /** Only for signed-in users. */
  | 'dashboard'
  /** Only for administrators. */
  | 'editor'
  /** A file that the renderer makes when it's missing. */
  | 'rendered'
  | 'page';

interface Route {
  kind: RouteKind;
  /** Matches decoded paths, and targets with a query, which the development proxy passes. */
  pattern: RegExp;
  /** What a web server in front of Inkwell answers from: Inkwell, the disk, or Inkwell when there's no file. */
  frontend: 'inkwell' | 'disk' | 'disk-then-inkwell';
  examples: readonly string[];
}

/** The first route that matches counts. */
export const ROUTES: readonly Route[] = [
  {
    kind: 'api',
    pattern: /^\/api(?=[/?]|$)/,
    frontend: 'inkwell',
    examples: ['/api', '/api/health', '/api/post/getposts?limit=1'],
  },
  {
    kind: 'feed',
    pattern: /^\/post\/[^/?]+\/comments\.xml(?=\?|$)/,
    frontend: 'inkwell',
    examples: ['/post/hello/comments.xml'],
  },
  {
    kind: 'hidden',
    pattern: /\/\.|\.(?:br|gz|tmp)$|^\/404(?:\.html)?$/,
    frontend: 'disk',
    examples: ['/.release.json', '/post/.hidden', '/index.html.br', '/about.tmp'],
  },
  {
    kind: 'upload',
    pattern: /^\/uploads\//,
    frontend: 'inkwell',
    examples: ['/uploads/1-picture.png'],
  },
  {
    kind: 'dashboard',
    pattern: /^\/dashboard(?=[/?]|$)/,
    frontend: 'inkwell',
    examples: ['/dashboard', '/dashboard?tab=posts'],
  },
  {
    kind: 'editor',
    pattern: /^\/(?:create-post|update-post)(?=[/?]|$)/,
    frontend: 'inkwell',
    examples: ['/create-post', '/update-post/1'],
  },
  // Assets of earlier releases aren't in the published folder.
  {
    kind: 'asset',
    pattern: /^\/_assets\//,
    frontend: 'disk-then-inkwell',
    examples: ['/_assets/old.A1.js'],
  },
  // 120: longer than any slug with its "-2".
  {
    kind: 'rendered',
    pattern: /^\/$|^\/post\/[a-z0-9-]{1,120}$|^\/og\/[a-z0-9-]{1,120}\.jpg$/,
    frontend: 'disk-then-inkwell',
    examples: ['/post/hello', '/og/hello.jpg'],
  },
  // Sitemap and archive are written a moment after a publish, and Inkwell knows whether it is over.
  {
    kind: 'rendered',
    pattern: /^\/sitemap[a-z0-9-]{0,20}\.xml$/,
    frontend: 'inkwell',
    examples: ['/sitemap.xml', '/sitemap-2.xml'],
  },
  {
    kind: 'page',
    pattern: /^\/archive(?=\/|$)/,
    frontend: 'inkwell',
    examples: ['/archive', '/archive/2026/01'],
  },
  { kind: 'rendered', pattern: /^\/(?:rss\.xml|robots\.txt)$/, frontend: 'disk', examples: [] },
  { kind: 'page', pattern: /^/, frontend: 'disk', examples: ['/about', '/apis', '/dashboards'] },
];

/** Returns what a decoded path, or the path of a target, leads to. */
export function routeKind(path: string): RouteKind {
  return ROUTES.find(({ pattern }) => pattern.test(path))?.kind ?? 'page';
}

/**
 * Returns the path of a request target (`req.url`) without its query, not decoded. The target may
 * include the host (RFC 9112, 3.2.2: `GET http://host/api/…`).
 */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '') || '/';
}

/** Whether only some users may see pages of this kind. */
export function isGuarded(kind: RouteKind): boolean {
  return kind === 'dashboard' || kind === 'editor';
}

/**
 * Returns the patterns of what Inkwell answers in development, for Vite's proxy (`server.proxy`):
 * Astro's server answers pages and assets.
 */
export function proxiedInDevelopment(): string[] {
  const proxied: RouteKind[] = ['api', 'feed', 'upload'];
  return ROUTES.filter(({ kind }) => proxied.includes(kind)).map(({ pattern }) => pattern.source);
}

/** Whether the Hono app answers this target, not the published site. */
export function isForApp(target: string): boolean {
  const kind = routeKind(pathOf(target));
  return kind === 'api' || kind === 'feed';
}

export function isHealthCheck(target: string): boolean {
  return pathOf(target) === '/api/health';
}
