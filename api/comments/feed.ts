import type { Db } from '../../db/client.ts';
import type { Comment } from '../../db/queries/comment-columns.ts';
import { findAuthorNames, listPostComments } from '../../db/queries/comments.ts';
import { findPostBySlug, type PostRow } from '../../db/queries/posts.ts';
import { findFormerSlug } from '../../db/queries/redirects.ts';
import { findFeedOrigin } from '../../db/queries/settings.ts';
import { answerCache, type Bytes, etagOf, toBytes } from '../answer-cache.ts';
import { type Block, type Inline, parseComment } from '../contract/comment-format.ts';
import { type FeedOrigins, guidElement } from '../contract/feed-ids.ts';
import { FEED_STYLES, pageOfFeed, pageOfItem } from '../contract/feed-page.ts';
import type { Site } from '../contract/site.ts';
import { escapeHtml, escapeXml } from '../contract/xml.ts';
import { GoneError, MovedError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { readSite } from '../site/read-site.ts';

const FEED_LENGTH = 50;

/**
 * Returns a function that renders the RSS 2.0 feed of the newest comments on a post, by its slug.
 * It throws a NotFoundError if there is no such post.
 */
export function createCommentFeed(services: Pick<Services, 'database' | 'env'>) {
  const cache = answerCache<{ body: Bytes; etag: string }>(services);
  const { database, env } = services;
  return (slug: string) =>
    cache.answer(slug, async () => {
      const post = await findPostBySlug(database.read, slug);
      if (!post) throw await missing(database.read, slug);
      const page = { startIndex: 0, limit: FEED_LENGTH };
      const comments = await listPostComments(database.read, post.id, page);
      const ids = (await findFeedOrigin(database.read)) ?? env.siteUrl;
      const names = await findAuthorNames(
        database.read,
        comments.flatMap(({ parentId }) => parentId ?? []),
      );
      const { site } = await readSite(database.read);
      const origins = { site: env.siteUrl, ids };
      const body = toBytes(feedXml(post, { comments, names, site }, origins));
      return { body, etag: etagOf(body) };
    });
}

async function missing(db: Db, slug: string): Promise<Error> {
  const former = await findFormerSlug(db, slug);
  if (former === undefined) return new NotFoundError('Post not found.');
  return former === 'gone'
    ? new GoneError()
    : new MovedError(`/post/${former.movedTo}/comments.xml`);
}

interface FeedContent {
  comments: readonly Comment[];
  /** Names of authors, by the id of their comment. */
  names: ReadonlyMap<string, string>;
  site: Site;
}

function feedXml(
  post: PostRow,
  { comments, names, site }: FeedContent,
  origins: FeedOrigins,
): string {
  const url = `${origins.site}/post/${post.slug}`;
  const guidOf = ({ id }: Comment) =>
    guidElement(`/post/${post.guid || post.slug}#comment-${id}`, origins);
  const itemOf = (comment: Comment) => {
    const answered = names.get(comment.parentId ?? '');
    return itemXml(comment, { url, guid: guidOf(comment), answered, date });
  };
  const { language } = site;
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
  });
  const date = (at: Date) => format.format(at);
  const title = `Comments on “${post.title}”`;
  const self = `${url}/comments.xml`;
  const head = { title, lead: site.name, language, news: 'comments', self, page: url } as const;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n${FEED_STYLES}` +
    `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:h="http://www.w3.org/1999/xhtml">\n` +
    `<channel>\n<title>${escapeXml(title)}</title><link>${escapeXml(url)}</link>` +
    `<description>${escapeXml(title)}</description>` +
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>\n` +
    `${pageOfFeed(head)}\n${comments.map(itemOf).join('')}</channel>\n</rss>\n`
  );
}

interface ItemContext {
  url: string;
  guid: string;
  /** The name of the member it replies to. */
  answered: string | undefined;
  date(at: Date): string;
}

function itemXml(
  { id, author, content, createdAt }: Comment,
  { url, guid, answered, date }: ItemContext,
): string {
  const link = `${url}#comment-${id}`;
  const name = author.username;
  // Feed readers parse both as HTML: escaped once for that, and once more for XML.
  const text = escapeHtml(content).replaceAll('\n', '<br>');
  const html = parseComment(content).map(blockHtml).join('');
  const title = answered === undefined ? name : `${name} in reply to ${answered}`;
  const entry = { title, url: link, createdAt, text: content };
  return (
    `<item><title>${escapeXml(title)}</title><link>${escapeXml(link)}</link>${guid}` +
    `<pubDate>${createdAt.toUTCString()}</pubDate><dc:creator>${escapeXml(name)}</dc:creator>` +
    `<description>${escapeXml(text)}</description>` +
    `<content:encoded>${escapeXml(html)}</content:encoded>` +
    `${pageOfItem(entry, date)}</item>\n`
  );
}

function blockHtml(block: Block): string {
  if (block.kind === 'code') return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
  if (block.kind === 'quote')
    return `<blockquote>${block.children.map(blockHtml).join('')}</blockquote>`;
  return `<p>${block.children.map(inlineHtml).join('')}</p>`;
}

const TAGS = { bold: 'strong', italic: 'em' } as const;

function inlineHtml(part: Inline): string {
  if ('children' in part) {
    const tag = TAGS[part.kind];
    return `<${tag}>${part.children.map(inlineHtml).join('')}</${tag}>`;
  }
  const text = escapeHtml(part.text);
  if (part.kind === 'code') return `<code>${text}</code>`;
  if (part.kind === 'link')
    return `<a href="${escapeHtml(part.href)}" rel="nofollow ugc">${text}</a>`;
  return text.replaceAll('\n', '<br>');
}
