import type { Comment } from '../../api/contract/comments.ts';
import type { Site } from '../../api/contract/site.ts';
import { truncate } from '../../api/contract/truncate.ts';
import { isCategorized } from './category.ts';
import type { PageComments } from './page-comments.ts';

/** Structured data for search engines (https://schema.org). */
export type JsonLd = Record<string, unknown>;

export interface Article {
  slug: string;
  publishedAt: Date;
  updatedAt: Date;
  /** Slug of the category. */
  category: string;
  /** Label of the category. */
  section: string;
  /** Default: the site. `picture`: URL or path. */
  author?: { name: string; path: string; picture?: string };
  /** Labels of its tags. */
  tags?: string[];
  /** URL or path of the cover. */
  image?: string;
  /** Its focal point, as in the database. */
  imageFocus?: string;
  /** Alternative text of the cover. */
  imageAlt?: string;
  /** A BCP 47 tag. Empty: the site's language. */
  language?: string;
  comments?: Pick<PageComments, 'threads' | 'total'>;
  /** Words of the text. */
  words?: number;
}

/** A person who writes on the site. */
export interface Profile {
  name: string;
  /** URL or path. */
  picture: string;
  bio: string;
  /** Addresses of the same person elsewhere. */
  links: string[];
  posts: number;
}

/** A page between the home page and another one. */
export interface Crumb {
  name: string;
  path: string;
}

export type SiteIdentity = Pick<Site, 'name' | 'description'> &
  Partial<Pick<Site, 'language' | 'tagline'>>;

const CONTEXT = 'https://schema.org';

export function websiteData(site: SiteIdentity, siteUrl: string): JsonLd {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: site.name,
    description: site.description,
    url: `${siteUrl}/`,
    inLanguage: site.language ?? 'en',
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${siteUrl}/search?searchTerm={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  };
}

export function articleData(
  article: Article,
  page: { url: string; heading: string; description: string; image: string },
  site: SiteIdentity,
  siteUrl: string,
): JsonLd {
  const publisher = { '@type': 'Organization', name: site.name, url: `${siteUrl}/` };
  const images = article.image ? [coverData(article, siteUrl), page.image] : [page.image];
  return {
    '@context': CONTEXT,
    '@type': 'BlogPosting',
    '@id': `${page.url}#post`,
    mainEntityOfPage: page.url,
    url: page.url,
    // Google's limit.
    headline: truncate(page.heading, 110),
    description: page.description,
    image: images,
    datePublished: article.publishedAt.toISOString(),
    dateModified: article.updatedAt.toISOString(),
    ...(isCategorized(article.category) && { articleSection: article.section }),
    inLanguage: article.language || (site.language ?? 'en'),
    ...(article.words !== undefined && { wordCount: article.words }),
    ...(article.tags && article.tags.length > 0 && { keywords: article.tags.join(', ') }),
    author: article.author ? authorData(article.author, siteUrl) : publisher,
    publisher,
    isPartOf: { '@id': `${siteUrl}/#website` },
    ...(article.comments && commentsData(article.comments, page.url)),
  };
}

/** Longer comments are cut: the page has their whole text. */
const MAX_COMMENT = 300;

function commentsData(
  { threads, total }: Pick<PageComments, 'threads' | 'total'>,
  pageUrl: string,
): JsonLd {
  const dataOf = ({ _id, content, createdAt, author }: Comment): JsonLd => ({
    '@type': 'Comment',
    url: `${pageUrl}#comment-${_id}`,
    text: truncate(content, MAX_COMMENT),
    datePublished: createdAt,
    author: { '@type': 'Person', name: author.username },
  });
  const comment = threads.flatMap(({ comment: top, replies }) => {
    const answers = replies.map(dataOf);
    if (top === null) return answers;
    return [{ ...dataOf(top), ...(answers.length > 0 && { comment: answers }) }];
  });
  return { commentCount: total, ...(comment.length > 0 && { comment }) };
}

function authorData(
  { name, path, picture }: NonNullable<Article['author']>,
  siteUrl: string,
): JsonLd {
  const url = new URL(path, `${siteUrl}/`).href;
  const image = picture && new URL(picture, `${siteUrl}/`).href;
  return { '@type': 'Person', '@id': `${url}#person`, name, url, ...(image && { image }) };
}

/** https://developers.google.com/search/docs/appearance/structured-data/profile-page */
export function profileData(
  { name, picture, bio, links, posts }: Profile,
  page: { url: string },
  siteUrl: string,
): JsonLd {
  const { pathname } = new URL(page.url);
  const person = authorData({ name, path: pathname, picture }, siteUrl);
  return {
    '@context': CONTEXT,
    '@type': 'ProfilePage',
    '@id': `${page.url}#profile`,
    url: page.url,
    isPartOf: { '@id': `${siteUrl}/#website` },
    mainEntity: {
      ...person,
      ...(bio && { description: bio }),
      ...(links.length > 0 && { sameAs: links }),
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: posts,
      },
    },
  };
}

function coverData({ image = '', imageAlt }: Article, siteUrl: string): string | JsonLd {
  const url = new URL(image, `${siteUrl}/`).href;
  return imageAlt ? { '@type': 'ImageObject', url, caption: imageAlt } : url;
}

export function breadcrumbData(crumbs: Crumb[], siteUrl: string): JsonLd {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: new URL(crumb.path, `${siteUrl}/`).href,
    })),
  };
}
