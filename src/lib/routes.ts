import { avatarPaths } from './avatars.ts';
import { allSitemapPaths, sitemapPaths } from './sitemap.ts';

/** A route as Astro's manifest lists it. */
export interface KnownRoute {
  /** `/about`, `/post/[slug]`. */
  route: string;
  params: readonly string[];
  type: string;
}

/** How many posts there are, for the choice of the sitemap's form. */
export interface PostNumbers {
  maxSeq: number;
  postCount: number;
}

/** What shows the newest posts, and so changes with every one of them. */
const SHARED = ['/', '/rss.xml'];
/** Written by their own rules below. */
const GENERATED = /^\/sitemap[.-]/;

/**
 * The paths of every route that needs no data to be named. A route whose only parameter is the rest of the
 * path (`/update-post/[...id]`) counts with its bare path: one shell for every id.
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

/** Everything but the posts: pages, feeds, sitemap, avatars. */
export function sitePaths(routes: readonly KnownRoute[], numbers: PostNumbers): string[] {
  return [
    ...staticPaths(routes),
    ...allSitemapPaths(numbers.maxSeq, numbers.postCount),
    ...avatarPaths(),
  ];
}

/**
 * The paths that a change of a post touches, its own page first. `seq` is undefined when the post is gone.
 */
export function changedPaths(
  change: { slug: string; action: 'publish' | 'remove' },
  seq: number | undefined,
  numbers: PostNumbers,
): string[] {
  const own = change.action === 'publish' ? [`/post/${change.slug}`] : [];
  return [...own, ...SHARED, ...sitemapPaths(numbers.maxSeq, numbers.postCount, seq)];
}
