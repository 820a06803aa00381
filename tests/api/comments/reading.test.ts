import { XMLParser } from 'fast-xml-parser';
import { beforeEach, describe, expect, test } from 'vitest';
import { isForApp } from '../../../api/http/routes.ts';
import { insertComment } from '../../../db/queries/comments-table.ts';
import { setFeedOrigin } from '../../../db/queries/settings.ts';
import { makeComment, makePost } from '../../support/database.ts';
import { expectValidRss } from '../../support/feeds.ts';
import { draft, type Scene, scene } from './support.ts';

let s: Scene;
beforeEach(async () => {
  s = await scene();
});

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);

async function addComments(count: number): Promise<void> {
  await s.database.transaction(async (tx) => {
    for (let i = 0; i < count; i++) {
      const times = { createdAt: at(i), updatedAt: at(i) };
      const ids = { postId: s.post.id, userId: s.reader.id };
      await insertComment(tx, { ...ids, content: `Number ${i}`, ...times });
    }
  });
}

describe('a thread', () => {
  const read = (query = '') => s.call(`GET /api/comment/getPostComments/${s.post.id}${query}`);

  test('lists fifty, newest first, with the total in a header', async () => {
    await addComments(60);
    const { headers, body } = await read();
    expect(headers.get('X-Total-Count')).toBe('61');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Content-Type')).toContain('application/json');
    expect(body).toHaveLength(50);
    const times = body.map((one: { createdAt: string }) => one.createdAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('pages from startIndex, with at most a hundred', async () => {
    await addComments(60);
    const rest = (await read('?startIndex=50')).body;
    expect(rest.map((one: { content: string }) => one.content).at(-1)).toBe('Number 0');
    expect(rest).toHaveLength(11);
    expect((await read('?limit=100')).body).toHaveLength(61);
    expect((await read('?startIndex=99')).body).toEqual([]);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'startIndex=-1', 'startIndex=1.5', 'limit=1e2'])(
    'refuses %s',
    async (query) => {
      expect((await read(`?${query}`)).status).toBe(400);
    },
  );

  test('a thread is empty for an unknown post', async () => {
    const { status, headers, body } = await s.call('GET /api/comment/getPostComments/nothing');
    expect([status, headers.get('X-Total-Count'), body]).toEqual([200, '0', []]);
  });

  test('shows each change at once', async () => {
    const first = async () => (await read()).body[0];
    expect((await first()).likes).toEqual([]);
    await s.call(`PUT /api/comment/likeComment/${s.comment.id}`, { as: s.reader });
    expect((await first()).likes).toEqual([s.reader.id]);
    await s.call(`PUT /api/user/update/${s.author.id}`, {
      as: s.author,
      json: { username: 'renamed' },
    });
    expect((await first()).author.username).toBe('renamed');
    await s.call('POST /api/comment/create', { as: s.reader, json: draft(s, s.reader, 'New') });
    expect((await first()).content).toBe('New');
  });
});

describe('all comments', () => {
  const list = async (query = '') =>
    (await s.call(`GET /api/comment/getcomments${query}`, { as: s.admin })).body;

  test('all comments are listed nine at a time, with the totals overall and of the last 30 days', async () => {
    await addComments(20);
    const { comments, totalComments, lastMonthComments } = await list();
    expect(comments).toHaveLength(9);
    expect(comments[0]).toMatchObject({ _id: s.comment.id, author: { username: 'author' } });
    expect([totalComments, lastMonthComments]).toEqual([21, 1]);
    expect((await list('?startIndex=18')).comments).toHaveLength(3);
  });

  test('all comments are found by words of the text, the author’s name, and ids', async () => {
    const ids = { postId: s.post.id, userId: s.reader.id };
    await makeComment(s.database, { ...ids, content: 'Fifty % of_it' });
    const found = async (term: string) => {
      const answer = await list(`?searchTerm=${encodeURIComponent(term)}`);
      expect(answer.totalComments).toBe(answer.comments.length);
      expect(answer.lastMonthComments).toBe(answer.comments.length);
      return answer.comments.length;
    };
    expect(await found('fifty')).toBe(1);
    expect(await found('%')).toBe(1);
    expect(await found('of_')).toBe(1);
    expect(await found('\\')).toBe(0);
    expect(await found('AUTHOR')).toBe(1);
    expect(await found(s.post.id)).toBe(2);
    expect(await found(s.reader.id)).toBe(1);
    expect(await found("' or 1=1 --")).toBe(0);
    expect(await found(' ')).toBe(2);
  });
});

describe('the feed of the comments on a post', () => {
  const feed = (headers = {}) => s.call('GET /post/a-post/comments.xml', { headers });

  test('the feed of the comments on a post has the newest fifty as plain text, escaped for feed readers', async () => {
    await addComments(55);
    const ids = { postId: s.post.id, userId: s.reader.id };
    const evil = await makeComment(s.database, { ...ids, content: '<b>1 & 2</b>\n]]>' });
    const { status, headers, body } = await feed();
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    const { channel } = new XMLParser().parse(body).rss;
    expect(channel.item).toHaveLength(50);
    expect(channel.item[0]).toMatchObject({
      title: 'reader',
      link: `http://localhost:4321/post/a-post#comment-${evil.id}`,
      pubDate: evil.createdAt.toUTCString(),
      description: '&lt;b&gt;1 &amp; 2&lt;/b&gt;<br>]]&gt;',
    });
  });

  test('a browser shows the feed of comments as a page', async () => {
    const ids = { postId: s.post.id, userId: s.reader.id };
    await makeComment(s.database, { ...ids, content: '<b>1 & 2</b>' });
    const { body, headers } = await feed();
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expectValidRss(body, 'http://localhost:4321/post/a-post/comments.xml');
    expect(body).toContain('<?xml-stylesheet type="text/css" href="/feed.css"?>');
    const { channel } = new XMLParser().parse(body).rss;
    expect(channel['h:header']['h:h1']).toBe(channel.title);
    expect(channel['h:header']['h:p']).toContainEqual(
      expect.stringContaining('To get new comments, copy this address'),
    );
    const [newest] = channel.item;
    expect(newest['h:h2']['h:a']).toBe('reader');
    expect(newest['h:p']).toContain('<b>1 & 2</b>');
  });

  test('the feed of the comments on a post has their formatting, and names who is answered', async () => {
    const content = '**Bold** & `<b>`\n> https://example.com';
    const json = draft(s, s.author, content, { parentId: s.comment.id });
    await s.call('POST /api/comment/create', { as: s.author, json });
    const { channel } = new XMLParser().parse((await feed()).body).rss;
    expect(channel.item[0]).toMatchObject({
      title: `${s.author.username} in reply to ${s.author.username}`,
      'content:encoded':
        '<p><strong>Bold</strong> &amp; <code>&lt;b&gt;</code></p><blockquote><p>' +
        '<a href="https://example.com/" rel="nofollow ugc">https://example.com</a></p></blockquote>',
    });
  });

  test('keeps the ids that it had before the site moved', async () => {
    await s.database.transaction((tx) => setFeedOrigin(tx, 'http://192.168.1.2:4321'));
    const { body } = await feed();
    expectValidRss(body, 'http://localhost:4321/post/a-post/comments.xml');
    const { channel } = new XMLParser().parse(body).rss;
    expect(channel.item).toMatchObject({
      guid: `http://192.168.1.2:4321/post/a-post#comment-${s.comment.id}`,
      link: `http://localhost:4321/post/a-post#comment-${s.comment.id}`,
    });
  });

  test('the feed of the comments on a post can be cached and revalidated', async () => {
    const { headers } = await feed();
    const etag = headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    const again = await feed({ 'If-None-Match': `W/${etag}` });
    expect([again.status, again.body, again.headers.get('ETag')]).toEqual([304, '', etag]);
    await s.call('POST /api/comment/create', { as: s.reader, json: draft(s, s.reader, 'New') });
    expect((await feed({ 'If-None-Match': etag })).status).toBe(200);
  });

  test('the feed of the comments on a post has no date that would go backwards when the newest comment is deleted', async () => {
    const ids = { postId: s.post.id, userId: s.reader.id };
    const comment = await makeComment(s.database, { ...ids, content: 'Gone soon' });
    const before = await feed();
    const path = `DELETE /api/comment/deleteComment/${comment.id}` as const;
    expect((await s.call(path, { as: s.reader })).status).toBe(200);
    const since = new Date(Date.now() + 60_000).toUTCString();
    const after = await feed({ 'If-Modified-Since': since });
    expect(after.status).toBe(200);
    expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'));
    for (const { headers } of [before, after]) expect(headers.get('Last-Modified')).toBeNull();
  });

  test('the feed of the comments on a post is a valid feed, whatever a post and its comments say', async () => {
    const title = `</title>]]> "it's" & <script> \u0008\uD800 😀`;
    const post = await makePost(s.database, { slug: 'odd', title });
    const ids = { postId: post.id, userId: s.reader.id };
    await makeComment(s.database, { ...ids, content: `<script>alert('x')</script> ]]> \uDFFF 😀` });
    const { body } = await s.call('GET /post/odd/comments.xml');
    expectValidRss(body, 'http://localhost:4321/post/odd/comments.xml');
    const { channel } = new XMLParser().parse(body).rss;
    expect(channel.title).toBe(`Comments on “</title>]]> "it's" & <script> \uFFFD 😀”`);
    // As HTML, this is text. Without entities that HTML 4 doesn't know.
    expect(channel.item.description).toBe(
      "&lt;script&gt;alert('x')&lt;/script&gt; ]]&gt; \uFFFD 😀",
    );
  });

  test('the feed of the comments on a post is empty for a post without comments, and 404 for an unknown post', async () => {
    await makePost(s.database, { slug: 'silent', title: 'A & B' });
    const { body } = await s.call('GET /post/silent/comments.xml');
    expect(new XMLParser().parse(body).rss.channel.title).toBe('Comments on “A & B”');
    expect((await s.call('GET /post/nothing/comments.xml')).status).toBe(404);
  });

  test('the feed of the comments on a post is the only address below a post that is not a file', () => {
    expect(isForApp('/post/a-post/comments.xml')).toBe(true);
    expect(isForApp('/post/a-post/comments.xml?x=1')).toBe(true);
    expect(isForApp('http://localhost/post/a-post/comments.xml')).toBe(true);
    for (const other of [
      '/post/a-post',
      '/post/comments.xml',
      '/post/a/b/comments.xml',
      '/rss.xml',
    ])
      expect(isForApp(other)).toBe(false);
  });
});
