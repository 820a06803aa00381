import { createHash } from 'node:crypto';
import { type Comment, listPostComments } from '../../db/queries/comments.ts';
import { findPostBySlug, type PostRow } from '../../db/queries/posts.ts';
import { answerCache } from '../answer-cache.ts';
import { escapeHtml, escapeXml } from '../contract/xml.ts';
import { NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';

const FEED_LENGTH = 50;

/**
 * Returns a function that renders the RSS 2.0 feed of the newest comments on a post, found by its
 * slug. It throws a NotFoundError without such a post.
 */
export function createCommentFeed(services: Pick<Services, 'database' | 'env'>) {
  const cache = answerCache<{ body: string; etag: string }>(services);
  const { database, env } = services;
  return (slug: string) =>
    cache.answer(slug, async () => {
      const post = await findPostBySlug(database.read, slug);
      if (!post) throw new NotFoundError('Post not found.');
      const page = { startIndex: 0, limit: FEED_LENGTH };
      const comments = await listPostComments(database.read, post.id, page);
      const body = feedXml(post, comments, `${env.siteUrl}/post/${post.slug}`);
      const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
      return { body, etag: `"${hash}"` };
    });
}

function feedXml(post: PostRow, comments: readonly Comment[], url: string): string {
  const title = escapeXml(`Comments on “${post.title}”`);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">\n` +
    `<channel>\n<title>${title}</title><link>${escapeXml(url)}</link><description>${title}</description>` +
    `<atom:link href="${escapeXml(url)}/comments.xml" rel="self" type="application/rss+xml"/>\n` +
    `${comments.map((comment) => itemXml(comment, url)).join('')}</channel>\n</rss>\n`
  );
}

function itemXml({ id, author, content, createdAt }: Comment, url: string): string {
  const link = escapeXml(`${url}#comment-${id}`);
  const name = escapeXml(author.username);
  // Feed readers parse the description as HTML: escaped once for that, and once more for XML.
  const html = escapeHtml(content).replaceAll('\n', '<br>');
  return (
    `<item><title>${name}</title><link>${link}</link><guid isPermaLink="true">${link}</guid>` +
    `<pubDate>${createdAt.toUTCString()}</pubDate><dc:creator>${name}</dc:creator>` +
    `<description>${escapeXml(html)}</description></item>\n`
  );
}
