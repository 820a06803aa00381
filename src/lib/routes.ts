import { addressOf } from '../../api/contract/addresses.ts';

export interface KnownRoute {
  /** `/about`, `/post/[slug]`. */
  route: string;
  params: readonly string[];
  type: string;
}

/** The cards that `src/scripts/fresh-stories.ts` loads. */
const RECENT_STORIES_PATH = '/recent-stories';
/** Pages that show the newest posts, and so change with every post. */
const SHARED = ['/', '/rss.xml', '/feed.json', RECENT_STORIES_PATH];
/** `allSitemapPaths` returns them. */
const GENERATED = /^\/sitemap[.-]/;

/**
 * Returns the paths of the routes without parameters. A route with only a rest parameter, such as
 * `/update-post/[...id]`, gets its bare path: one page serves every id.
 */
export function staticPaths(routes: readonly KnownRoute[]): string[] {
  const paths: string[] = [];
  for (const { route, params, type } of routes) {
    if (type !== 'page' && type !== 'endpoint') continue;
    if (route.startsWith('/_') || GENERATED.test(route)) continue;
    if (params.length === 0) paths.push(route);
    else if (params.length === 1 && /^\/[^[]+\/\[\.\.\.\w+\]$/.test(route)) {
      paths.push(route.replace(/\/\[.*$/, ''));
    }
  }
  return [...new Set(paths)].sort();
}

/** Returns the page of a post, unless it was deleted, and those that show the newest posts. */
export function changedPaths(change: { slug: string; action: 'publish' | 'remove' }): string[] {
  const own = change.action === 'publish' ? [addressOf(change.slug)] : [];
  return [...own, ...SHARED];
}
