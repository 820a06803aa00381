import { expect } from 'vitest';
import type { Database } from '../../db/client.ts';
import { listPostComments } from '../../db/queries/comments.ts';
import { findDocument } from '../../db/queries/documents.ts';
import { listPosts } from '../../db/queries/posts.ts';
import { findHiddenPost, showPost } from '../../db/queries/posts-table.ts';
import { findSeriesOf } from '../../db/queries/series.ts';
import { getSetting } from '../../db/queries/settings.ts';
import { findTagsOf } from '../../db/queries/tags.ts';
import { pictureUses } from '../../db/schema.ts';

const CREATED = '2024-02-29T12:34:56.789Z';
const TEXT = 'Crème “brûlée” <b> \\ {"a": 1}';
const PAGE = { startIndex: 0, limit: 9 };
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** A post as `hidden_posts` had it. */
const hiddenPost = (id: string, more: object = {}) =>
  quoted(
    JSON.stringify({
      seq: 7,
      id,
      userId: 'ann',
      title: `It's ${TEXT}`,
      slug: id,
      category: 'web',
      image: '/uploads/1.png',
      isDemo: false,
      version: 4,
      createdAt: CREATED,
      updatedAt: '2025-01-01T00:00:00.005Z',
      guid: 'first',
      isFeatured: true,
      noindex: true,
      text: TEXT,
      content: `<p>${TEXT}</p>`,
      imageAlt: 'Alt',
      seo: { title: 'Seo' },
      tags: [
        { slug: 'tips', label: 'Tips' },
        { slug: 'news', label: 'News' },
      ],
      series: { slug: 'basics', title: 'Basics', position: 3 },
      ...more,
    }),
  );

/**
 * SQL that fills a database from before `hidden_at`: a hidden post with comments and likes, one
 * with
 * the slug of another post, one that was stopped while its comments were moved, and a post without
 * a document.
 */
export function insertOldHidden(): string {
  const comment = (table: string, seq: number, postId: string) => `insert into ${table}
    (seq, id, post_id, user_id, content, created_at, updated_at)
    values (${seq}, 'c${seq}', '${postId}', 'ann', 'Comment ${seq}', ${seq}, ${seq})`;
  const post = (id: string) => `insert into posts
    (id, user_id, title, slug, category, text, content, created_at, updated_at)
    values ('${id}', 'ann', 'Post', '${id}', 'web', 'Text', '<p>Text</p>', 1, 2)`;
  const document = (id: string, columns = '', values = '') => `insert into documents
    (id, user_id, created_at, updated_at${columns}) values ('${id}', 'ann', 1, 9${values})`;
  return [
    `insert into users (id, username, username_key, email, profile_picture, role, created_at, updated_at)
      values ('ann', 'ann', 'ann', 'ann@example.com', '', 'author', 1, 1)`,
    ...[post('taken'), post('partly'), document('partly'), post('alone')],
    document('gone', ', status, trashed_at', ", 'trashed', 50"),
    document('twice', ', status', ", 'unpublished'"),
    `insert into hidden_posts values (1007, 'gone', 'gone', ${hiddenPost('gone')})`,
    `insert into hidden_posts values (1008, 'twice', 'taken', ${hiddenPost('twice', { series: null, tags: [] })})`,
    `insert into hidden_posts values (1009, 'partly', 'partly', ${hiddenPost('partly', { series: null, tags: [] })})`,
    ...[comment('hidden_comments', 1001, 'gone'), comment('hidden_comments', 1002, 'gone')],
    comment('hidden_comments', 1003, 'partly'),
    "insert into hidden_likes values ('c1002', 'ann', 77)",
    "insert into picture_uses values ('1.png', 'hidden', 'gone', 0)",
    "insert into picture_uses values ('2.png', 'post', 'alone', 0)",
  ].join(';\n');
}

/** Checks the rows of `insertOldHidden` in a migrated database. */
export async function expectMigratedHidden(database: Database): Promise<void> {
  const { read } = database;
  const slugs = async () => (await listPosts(read, {}, PAGE)).map(({ slug }) => slug).sort();
  expect(await slugs()).toEqual(['alone', 'partly', 'taken']);
  const hidden = await findHiddenPost(read, 'gone');
  expect(hidden).toEqual({
    seq: 1007,
    language: '',
    commentsClosed: false,
    id: 'gone',
    userId: 'ann',
    title: `It's ${TEXT}`,
    slug: 'gone',
    category: 'web',
    image: '/uploads/1.png',
    isDemo: false,
    version: 4,
    createdAt: new Date(CREATED),
    updatedAt: new Date('2025-01-01T00:00:00.005Z'),
    guid: 'first',
    isFeatured: true,
    noindex: true,
    text: TEXT,
    content: `<p>${TEXT}</p>`,
    imageAlt: 'Alt',
    imageFocus: '',
    seo: { title: 'Seo' },
  });
  expect(await listPostComments(read, 'gone', PAGE)).toEqual([]);
  expect((await findHiddenPost(read, 'twice'))?.slug).toBe('taken-1008');
  expect(await listPostComments(read, 'partly', PAGE)).toMatchObject([{ id: 'c1003' }]);
  expect(await findDocument(read, 'alone')).toMatchObject({
    status: 'published',
    revision: 1,
    publishedRevision: 1,
    title: 'Post',
    text: 'Text',
    createdAt: new Date(1),
    updatedAt: new Date(2),
    publishedAt: new Date(1),
    slug: 'alone',
  });
  const uses = await read.select().from(pictureUses);
  expect(uses.map(({ kind, ownerId }) => `${ownerId} ${kind}`).sort()).toEqual([
    ...['alone draft', 'alone post', 'gone post'],
  ]);
  expect(await getSetting(read, 'picture-uses')).not.toMatch(/hidden/);

  await database.transaction((tx) => showPost(tx, 'gone'));
  expect(await slugs()).toEqual(['alone', 'gone', 'partly', 'taken']);
  expect(await listPosts(read, { searchTerm: 'brulee' }, PAGE)).toEqual([hidden]);
  expect(await listPosts(read, { tag: 'news' }, PAGE)).toEqual([hidden]);
  expect((await findTagsOf(read, 'gone')).map(({ label }) => label)).toEqual(['Tips', 'News']);
  expect(await findSeriesOf(read, 'gone')).toMatchObject({ title: 'Basics', position: 3 });
  expect(await listPostComments(read, 'gone', PAGE)).toMatchObject([
    { id: 'c1002', createdAt: new Date(1002), likes: ['ann'], numberOfLikes: 1 },
    { id: 'c1001', content: 'Comment 1001', likes: [], numberOfLikes: 0 },
  ]);
}
