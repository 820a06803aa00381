import { allSitemapPaths, sitemapPaths } from './sitemap.ts';

/** A route in Astro's manifest. */
export interface KnownRoute {
  /** `/about`, `/post/[slug]`. */
  route: string;
  params: readonly string[];
  type: string;
}

/** Decides whether the sitemap is split. */
export interface PostNumbers {
  maxSeq: number;
  postCount: number;
}

/** Pages that show the newest posts, and so change with every post. */
const SHARED = ['/', '/rss.xml'];
/** `sitePaths` adds them. */
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

/** Returns the paths of everything but the posts: pages, feeds, sitemap. */
export function sitePaths(routes: readonly KnownRoute[], numbers: PostNumbers): string[] {
  return [...staticPaths(routes), ...allSitemapPaths(numbers.maxSeq, numbers.postCount)];
}

/**
 * Returns the paths that change with a post, its own page first. `seq` is undefined if the post was
 * deleted.
 */
export function changedPaths(
  change: { slug: string; action: 'publish' | 'remove' },
  seq: number | undefined,
  numbers: PostNumbers,
): string[] {
  const own = change.action === 'publish' ? [`/post/${change.slug}`] : [];
  return [...own, ...SHARED, ...sitemapPaths(numbers.maxSeq, numbers.postCount, seq)];
}
