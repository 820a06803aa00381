/** What search engines read of a page (https://schema.org), as plain objects. */
export type JsonLd = Record<string, unknown>;

/** A post, as the head and the structured data need it. */
export interface Article {
  slug: string;
  publishedAt: Date;
  updatedAt: Date;
  /** The label of its category. */
  section: string;
  /** Username of the author; the site stands in when absent. */
  author?: string;
  /** Cover picture: any address that the page uses. */
  image?: string;
}

/** One step of the way from the home page to a page. */
export interface Crumb {
  name: string;
  path: string;
}

interface Site {
  name: string;
  description: string;
  language?: string;
}

const CONTEXT = 'https://schema.org';

/** The site itself, with its search. */
export function websiteData(site: Site, siteUrl: string): JsonLd {
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

/** A post. `page` says what the rest of the head says of it, so that both agree. */
export function articleData(
  article: Article,
  page: { url: string; heading: string; description: string; image: string },
  site: Site,
  siteUrl: string,
): JsonLd {
  const publisher = { '@type': 'Organization', name: site.name, url: `${siteUrl}/` };
  const images = article.image
    ? [new URL(article.image, `${siteUrl}/`).href, page.image]
    : [page.image];
  return {
    '@context': CONTEXT,
    '@type': 'BlogPosting',
    '@id': `${page.url}#post`,
    mainEntityOfPage: page.url,
    url: page.url,
    // Longer headlines are cut by search engines; the limit is Google's.
    headline: page.heading.slice(0, 110),
    description: page.description,
    image: images,
    datePublished: article.publishedAt.toISOString(),
    dateModified: article.updatedAt.toISOString(),
    articleSection: article.section,
    inLanguage: site.language ?? 'en',
    author: article.author ? { '@type': 'Person', name: article.author } : publisher,
    publisher,
    isPartOf: { '@id': `${siteUrl}/#website` },
  };
}

/** The way from the home page to a page. */
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

/**
 * JSON that is safe inside `<script>`: no text of it can close the element or open a comment, and it
 * holds none of the line ends that JSON allows and JavaScript did not.
 */
export function serializeJsonLd(data: JsonLd): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
