import { avatarPaths } from './avatars.ts';
import { allSitemapPaths, sitemapPaths } from './sitemap.ts';

/** A route in Astro's manifest. */
export interface KnownRoute {
  /** `/about`, `/post/[slug]`. */
  route: string;
  params: readonly string[];
  type: string;
}

/** The number of posts decides on the form of the sitemap. */
export interface PostNumbers {
  maxSeq: number;
  postCount: number;
}

/** These show the newest posts, and so change with each one. */
const SHARED = ['/', '/rss.xml'];
/** Written by their own rules below. */
const GENERATED = /^\/sitemap[.-]/;

/**
 * Returns the paths of all routes without parameters. A route with only a rest parameter
 * (`/update-post/[...id]`) counts as its bare path: one shell for every id.
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

/** Returns all paths except posts: pages, feeds, sitemap, avatars. */
export function sitePaths(routes: readonly KnownRoute[], numbers: PostNumbers): string[] {
  return [
    ...staticPaths(routes),
    ...allSitemapPaths(numbers.maxSeq, numbers.postCount),
    ...avatarPaths(),
  ];
}

/**
 * Returns the paths that a change of a post affects, its own page first. `seq` is undefined for a
 * deleted post.
 */
export function changedPaths(
  change: { slug: string; action: 'publish' | 'remove' },
  seq: number | undefined,
  numbers: PostNumbers,
): string[] {
  const own = change.action === 'publish' ? [`/post/${change.slug}`] : [];
  return [...own, ...SHARED, ...sitemapPaths(numbers.maxSeq, numbers.postCount, seq)];
}
