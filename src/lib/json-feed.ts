import type { FeedOrigins } from '../../api/contract/feed-ids.ts';
import type { Site } from '../../api/contract/site.ts';
import { type FeedPost, summaryOf } from './feeds.ts';
import { absoluteUrl } from './head.ts';

/** Returns the site's feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed(
  site: Pick<Site, 'name' | 'description' | 'language'>,
  siteUrl: string,
  items: readonly string[],
): string {
  const frame = {
    version: 'https://jsonfeed.org/version/1.1',
    title: site.name,
    description: site.description,
    home_page_url: `${siteUrl}/`,
    feed_url: `${siteUrl}/feed.json`,
    icon: `${siteUrl}/icon-512.png`,
    favicon: `${siteUrl}/favicon-32.png`,
    language: site.language,
    authors: [{ name: site.name, url: `${siteUrl}/` }],
  };
  return `${JSON.stringify(frame).slice(0, -1)},"items":[${items.join(',')}]}`;
}

/**
 * Returns a post as an item of that feed. Its id is the guid of the RSS feed. `tags`: labels of its
 * category and tags.
 */
export function jsonFeedItem(
  post: FeedPost,
  origins: FeedOrigins,
  tags: readonly string[],
): string {
  const url = `${origins.site}/post/${post.slug}`;
  const { author, cover, content } = post;
  const summary = summaryOf(post.text);
  return JSON.stringify({
    id: `${origins.ids}/post/${post.guid || post.slug}`,
    url,
    title: post.title,
    ...(content === null ? { content_text: summary } : { content_html: content }),
    summary,
    ...(cover && { image: absoluteUrl(cover.url, url) }),
    date_published: post.createdAt.toISOString(),
    date_modified: post.updatedAt.toISOString(),
    ...(author && { authors: [{ name: author.name, url: origins.site + author.path }] }),
    ...(tags.length > 0 && { tags }),
  });
}
