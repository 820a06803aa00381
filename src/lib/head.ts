import {
  type Article,
  articleData,
  breadcrumbData,
  type Crumb,
  type JsonLd,
  type SiteIdentity,
  serializeJsonLd,
  websiteData,
} from './structured-data.ts';

/** An element of `<head>`. `content` is the text of a `<title>` or a `<script>`. */
export interface HeadTag {
  tag: 'title' | 'meta' | 'link' | 'script';
  attrs: Record<string, string>;
  content?: string;
}

export interface PageHead {
  /** Absent on the home page, which has the site's title. */
  title?: string;
  /** Plain text of any length; it is shortened. Default: the site's description. */
  description?: string;
  /** Without a query: `/post/my-slug`. */
  path: string;
  kind?: 'home' | 'page' | 'post' | 'about';
  /** Set on the page of a post. */
  article?: Article;
  /** The pages between the home page and this one. */
  breadcrumbs?: Crumb[];
  /** Keeps the page out of search engines. */
  noindex?: boolean;
}

/** Background of the light theme. Browsers use it for their toolbar. */
export const THEME_COLOR = '#fdfcfa';

const DESCRIPTION_MAX = 160;

/**
 * Returns the head of a page as data: title, description, canonical URL, Open Graph, card, feed,
 * icons and structured data. `siteUrl` is the public origin without a trailing slash.
 */
export function headOf(page: PageHead, site: SiteIdentity, siteUrl: string): HeadTag[] {
  const url = absoluteUrl(page.path, siteUrl);
  const title = page.title ? `${oneLine(page.title)} – ${site.name}` : site.name;
  const description = shorten(page.description || site.description, DESCRIPTION_MAX);
  const image = absoluteUrl(`/og/${page.article?.slug ?? 'default'}.jpg`, siteUrl);
  return [
    { tag: 'title', attrs: {}, content: title },
    named('description', description),
    link('canonical', url),
    ...(page.noindex ? [named('robots', 'noindex, follow')] : []),
    ...openGraph(page, site, { url, description, image }),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', oneLine(page.title ?? site.name)),
    named('twitter:description', description),
    named('twitter:image', image),
    named('twitter:image:alt', oneLine(page.title ?? site.name)),
    link('alternate', '/rss.xml', { type: 'application/rss+xml', title: site.name }),
    link('icon', '/favicon.ico', { sizes: '32x32' }),
    link('icon', '/favicon.svg', { type: 'image/svg+xml' }),
    link('apple-touch-icon', '/apple-touch-icon.png'),
    link('manifest', '/manifest.webmanifest'),
    // src/scripts/nav-bar.ts updates it with the theme.
    named('theme-color', THEME_COLOR),
    ...structured(page, site, siteUrl, { url, description, image }).map(script),
  ];
}

interface Derived {
  url: string;
  description: string;
  image: string;
}

function openGraph(page: PageHead, site: SiteIdentity, { url, description, image }: Derived) {
  const tags: HeadTag[] = [
    property('og:site_name', site.name),
    property('og:type', page.article ? 'article' : 'website'),
    property('og:title', oneLine(page.title ?? site.name)),
    property('og:description', description),
    property('og:url', url),
    // Open Graph uses `en_US`.
    property('og:locale', (site.language ?? 'en').replace('-', '_')),
    property('og:image', image),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', oneLine(page.title ?? site.name)),
  ];
  if (page.article) {
    tags.push(
      property('article:published_time', page.article.publishedAt.toISOString()),
      property('article:modified_time', page.article.updatedAt.toISOString()),
      property('article:section', page.article.section),
    );
  }
  return tags;
}

function structured(page: PageHead, site: SiteIdentity, siteUrl: string, derived: Derived) {
  if (page.noindex) return [];
  if (page.kind === 'home') return [websiteData(site, siteUrl)];
  const crumbs = [
    { name: site.name, path: '/' },
    ...(page.breadcrumbs ?? []),
    { name: oneLine(page.title ?? site.name), path: page.path },
  ];
  const trail = breadcrumbData(crumbs, siteUrl);
  if (!page.article) return [trail];
  const heading = oneLine(page.title ?? '');
  return [articleData(page.article, { ...derived, heading }, site, siteUrl), trail];
}

function named(name: string, content: string): HeadTag {
  return { tag: 'meta', attrs: { name, content } };
}

function property(name: string, content: string): HeadTag {
  return { tag: 'meta', attrs: { property: name, content } };
}

function link(rel: string, href: string, more: Record<string, string> = {}): HeadTag {
  return { tag: 'link', attrs: { rel, ...more, href } };
}

function script(data: JsonLd): HeadTag {
  return { tag: 'script', attrs: { type: 'application/ld+json' }, content: serializeJsonLd(data) };
}

/** Returns an absolute URL, or `base` if the URL is invalid. */
export function absoluteUrl(pathOrUrl: string, base: string): string {
  return URL.parse(pathOrUrl, base)?.href ?? base;
}

/** Returns text on one line: each run of white space and control characters becomes a space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Cuts text to at most `max` characters, at the end of a word, and adds an ellipsis. */
export function shorten(text: string, max: number): string {
  // Don't scan all of a long text. Even with runs of spaces, enough is left.
  const line = oneLine(text.slice(0, max * 8));
  if (line.length <= max) return line;
  const cut = line.slice(0, max).replace(/[\uD800-\uDBFF]?.$/, '');
  const atWord = cut.replace(/\s+\S*$/, '');
  const kept = atWord.length > max / 2 ? atWord : cut;
  return `${kept.replace(/[\s,;:.–-]+$/, '')}…`;
}
