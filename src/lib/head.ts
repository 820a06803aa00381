import { truncate } from '../../api/contract/truncate.ts';
import { linkUrl } from '../../api/contract/urls.ts';
import type { StoredSeo } from '../../db/schema/types.ts';
import { pictureAddress, postCard, SITE_PICTURE, siteCard } from '../og/address.ts';
import { isCategorized } from './category.ts';
import { endAtWord } from './format.ts';
import { attributesHtml, escapeText, jsonForHtml } from './html.ts';
import {
  type Article,
  articleData,
  breadcrumbData,
  type Crumb,
  type JsonLd,
  type Profile,
  profileData,
  type SiteIdentity,
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
  /** Set on the page of an author. */
  profile?: Profile;
  /** The pages between the home page and this one. */
  breadcrumbs?: Crumb[];
  /** Keeps the page out of search engines. */
  noindex?: boolean;
  /** What search engines and social networks show instead. */
  seo?: StoredSeo;
}

/** Background of the light theme. Browsers use it for their toolbar. */
export const THEME_COLOR = '#fbf7f0';

const DESCRIPTION_MAX = 160;
/** A description by the author is left for search engines to cut. */
const SEO_DESCRIPTION_MAX = 500;

/**
 * Returns the head of a page as data: title, description, canonical URL, Open Graph, card, feed,
 * icons and structured data. `siteUrl` is the public origin without a trailing slash.
 */
export function headOf(page: PageHead, site: SiteIdentity, siteUrl: string): HeadTag[] {
  const { seo = {} } = page;
  const url = absoluteUrl(page.path, siteUrl);
  const heading = oneLine(seo.title || page.title || site.name);
  const title = page.title ? `${heading} – ${site.name}` : site.name;
  const text = seo.description || page.description || site.description;
  const description = shorten(text, seo.description ? SEO_DESCRIPTION_MAX : DESCRIPTION_MAX);
  const image = absoluteUrl(seo.image || generatedPicture(page, site, siteUrl), siteUrl);
  const derived = { url, heading, description, image };
  return [
    { tag: 'title', attrs: {}, content: title },
    named('description', description),
    link('canonical', linkUrl(seo.canonical ?? '') ?? url),
    ...(page.noindex ? [named('robots', 'noindex, follow')] : []),
    ...openGraph(page, site, derived),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', heading),
    named('twitter:description', description),
    named('twitter:image', image),
    named('twitter:image:alt', heading),
    link('alternate', '/rss.xml', { type: 'application/rss+xml', title: site.name }),
    link('alternate', '/feed.json', { type: 'application/feed+json', title: site.name }),
    link('icon', '/favicon.ico', { sizes: '32x32' }),
    link('icon', '/favicon.svg', { type: 'image/svg+xml' }),
    link('apple-touch-icon', '/apple-touch-icon.png'),
    link('manifest', '/manifest.webmanifest'),
    // src/scripts/nav-bar.ts updates it with the theme.
    named('theme-color', THEME_COLOR),
    ...structured(page, site, siteUrl, derived).map(script),
  ];
}

/**
 * Returns the HTML of elements of `<head>`. As Astro components, these thirty elements are slower.
 */
export function headHtml(tags: readonly HeadTag[]): string {
  return tags
    .map(({ tag, attrs, content }) => {
      const open = `<${tag}${attributesHtml(attrs)}>`;
      if (content === undefined) return open;
      return `${open}${tag === 'script' ? content : escapeText(content)}</${tag}>`;
    })
    .join('');
}

interface Derived {
  url: string;
  heading: string;
  description: string;
  image: string;
}

/** Returns the address of the picture that Inkwell draws for a page. */
function generatedPicture({ title = '', article }: PageHead, site: SiteIdentity, siteUrl: string) {
  if (!article) return pictureAddress(SITE_PICTURE, siteCard({ tagline: '', ...site }, siteUrl));
  const { section, author, ...shown } = article;
  const post = { ...shown, title, label: section, author: author?.name };
  return pictureAddress(article.slug, postCard(post, site, siteUrl));
}

function openGraph(page: PageHead, site: SiteIdentity, derived: Derived) {
  const { url, heading, description, image } = derived;
  const tags: HeadTag[] = [
    property('og:site_name', site.name),
    property('og:type', page.article ? 'article' : 'website'),
    property('og:title', heading),
    property('og:description', description),
    property('og:url', url),
    // Open Graph uses `en_US`.
    property('og:locale', (page.article?.language || (site.language ?? 'en')).replace('-', '_')),
    property('og:image', image),
    // The size of an uploaded picture isn't known.
    ...(page.seo?.image ? [] : GENERATED_PICTURE),
    property('og:image:alt', heading),
  ];
  if (page.article) {
    tags.push(
      property('article:published_time', page.article.publishedAt.toISOString()),
      property('article:modified_time', page.article.updatedAt.toISOString()),
      ...(isCategorized(page.article.category)
        ? [property('article:section', page.article.section)]
        : []),
      ...(page.article.tags ?? []).map((tag) => property('article:tag', tag)),
    );
  }
  return tags;
}

const GENERATED_PICTURE = [
  property('og:image:type', 'image/png'),
  property('og:image:width', '1200'),
  property('og:image:height', '630'),
];

function structured(page: PageHead, site: SiteIdentity, siteUrl: string, derived: Derived) {
  if (page.noindex) return [];
  if (page.kind === 'home') return [websiteData(site, siteUrl)];
  const crumbs = [
    { name: site.name, path: '/' },
    ...(page.breadcrumbs ?? []),
    { name: oneLine(page.title ?? site.name), path: page.path },
  ];
  const trail = breadcrumbData(crumbs, siteUrl);
  if (page.profile) return [profileData(page.profile, derived, siteUrl), trail];
  if (!page.article) return [trail];
  return [articleData(page.article, derived, site, siteUrl), trail];
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
  return { tag: 'script', attrs: { type: 'application/ld+json' }, content: jsonForHtml(data) };
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
  const line = oneLine(truncate(text, max * 8));
  if (line.length <= max) return line;
  return endAtWord(truncate(line, max - 1), line);
}
