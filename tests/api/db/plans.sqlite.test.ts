import type SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Db } from '../../../db/client.ts';
import { listSitemapRange } from '../../../db/queries/archive.ts';
import { listCategories } from '../../../db/queries/categories.ts';
import { listBulkChanges, listSingleChanges } from '../../../db/queries/changes.ts';
import {
  countComments,
  countPostComments,
  findCommentById,
  listComments,
  listPostComments,
} from '../../../db/queries/comments.ts';
import {
  countDocuments,
  type DocumentFilter,
  listDocuments,
} from '../../../db/queries/documents.ts';
import { findAuthorLists, listUsedTags } from '../../../db/queries/list-indexes.ts';
import { countQueue, hasDuplicate, listQueue } from '../../../db/queries/moderation.ts';
import { countNewComments, waitingComments } from '../../../db/queries/overview.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import {
  countInList,
  countNewerInList,
  listCardsOf,
  listFeaturedCards,
} from '../../../db/queries/post-lists.ts';
import {
  countPosts,
  findPostById,
  findPostBySlug,
  listPostCards,
  listPosts,
  listPostsWithTotals,
  POST_SORT_KEYS,
  type PostFilter,
} from '../../../db/queries/posts.ts';
import { findSessionWithUser, listUserSessions } from '../../../db/queries/sessions.ts';
import { getSetting } from '../../../db/queries/settings.ts';
import { listLatestSlugs } from '../../../db/queries/slugs.ts';
import { monthlyCounts } from '../../../db/queries/stats.ts';
import { listShowing } from '../../../db/queries/stories.ts';
import { listThreads } from '../../../db/queries/threads.ts';
import {
  countAdmins,
  countUsers,
  findUserByEmail,
  findUserById,
  findUserByUsername,
  listUsers,
} from '../../../db/queries/users.ts';
import { makePost, testDatabase } from '../../support/database.ts';

/** Every SQL text that the reading connection was asked to run, by SQLite's plan for it. */
const plans: string[][] = [];
let database: Database;
beforeAll(async () => {
  database = await testDatabase(afterAll);
  await makePost(database, { slug: 'taken' });
  const connection = connectionOf(database.read);
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((source: string) => {
    const parameters = Array.from(source.matchAll(/\?/g), () => null);
    const rows = prepare(`explain query plan ${source}`).all(...parameters);
    plans.push(rows.map((row) => (row as { detail: string }).detail));
    return prepare(source);
  }) as typeof connection.prepare;
});

/** Drizzle's common type lacks `$client`. */
function connectionOf(db: Db): SQLite.Database {
  return (db as unknown as { $client: SQLite.Database }).$client;
}

/** Returns the query plans of the statements that `query` prepares. */
async function planOf(query: (db: Db) => Promise<unknown>): Promise<string[]> {
  plans.length = 0;
  // Another handle: queries that are prepared once were prepared for the first one.
  await query(Object.create(database.read) as Db);
  expect(plans.length, 'statements prepared').toBeGreaterThan(0);
  // `first`: at most a hundred likes of a comment.
  return plans.flat().filter((line) => line !== 'SCAN first' && line !== 'SCAN CONSTANT ROW');
}

const READS_WHOLE_TABLE = /^SCAN (?!.* USING (COVERING )?INDEX |.* VIRTUAL TABLE INDEX \d+:M)/;
/**
 * SQLite reads such an index alone. It doesn't call an index of public posts a covering one, but
 * leaves out the rows.
 */
const INDEX_ALONE = /COVERING INDEX| USING INDEX posts_/;
const SORTS = /USE TEMP B-TREE FOR ORDER BY/;
const PAGE = { startIndex: 0, limit: 9 };
const STORY_TIME = { at: 5, shown: '' };

const FILTERS: Record<string, PostFilter> = {
  'no filter': {},
  'a category': { category: 'reactjs' },
  'a user': { userId: 'u' },
  'a user and a category': { userId: 'u', category: 'reactjs' },
  'a slug': { slug: 's' },
  'an id': { postId: 'p' },
  'a search': { searchTerm: 'react' },
  'a search in a category': { searchTerm: 'react', category: 'reactjs' },
  'a search among the posts of a user': { searchTerm: 'react', userId: 'u' },
};

describe.each(Object.entries(FILTERS))('posts by %s', (_, filter) => {
  test.each(['asc', 'desc'] as const)(
    'are listed %s by an index, without sorting',
    async (sort) => {
      for (const list of [listPosts, listPostCards]) {
        const plan = await planOf((db) => list(db, filter, { ...PAGE, sort }));
        expect(plan.filter((line) => READS_WHOLE_TABLE.test(line))).toEqual([]);
        expect(plan.filter((line) => SORTS.test(line))).toEqual([]);
      }
    },
  );

  test('are counted by an index', async () => {
    for (const since of [undefined, new Date(5)]) {
      const plan = await planOf((db) => countPosts(db, filter, since));
      expect(plan.filter((line) => READS_WHOLE_TABLE.test(line))).toEqual([]);
    }
  });
});

const SORTED = Object.entries(FILTERS).filter(([name]) => !/search|slug|id$/.test(name));

describe.each(SORTED)('posts by %s', (_, filter) => {
  test.each(POST_SORT_KEYS)('are listed by %s by an index, without sorting', async (sortBy) => {
    const plan = await planOf((db) => listPosts(db, filter, { ...PAGE, sortBy }));
    expect(plan.filter((line) => READS_WHOLE_TABLE.test(line))).toEqual([]);
    expect(plan.filter((line) => SORTS.test(line))).toEqual([]);
  });
});

const LISTS: Record<string, (db: Db) => Promise<unknown>> = {
  users: (db) => listUsers(db, PAGE),
  'users by name': (db) => listUsers(db, { ...PAGE, sortBy: 'username' }),
  'users by email': (db) => listUsers(db, { ...PAGE, sortBy: 'email' }),
  readers: (db) => listUsers(db, PAGE, { role: 'reader' }),
  'readers by name': (db) => listUsers(db, { ...PAGE, sortBy: 'username' }, { role: 'reader' }),
  'the comments of a post': (db) => listPostComments(db, 'p', PAGE),
  'the posts of a tag by title': (db) => listPosts(db, { tag: 't' }, { ...PAGE, sortBy: 'title' }),
  'the posts of a tag by category': (db) =>
    listPosts(db, { tag: 't' }, { ...PAGE, sortBy: 'category' }),
  categories: listCategories,
  'batches of posts': (db) => listLatestSlugs(db, { beforeSeq: 5, limit: 9 }),
  'a part of the sitemap': (db) => listSitemapRange(db, 1, 9),
};

test.each(Object.entries(LISTS))('%s are listed by an index, without sorting', async (_, query) => {
  const plan = await planOf(query);
  expect(plan.filter((line) => READS_WHOLE_TABLE.test(line))).toEqual([]);
  expect(plan.filter((line) => SORTS.test(line))).toEqual([]);
});

const COMMENT_LISTS: Record<string, (db: Db) => Promise<unknown>> = {
  'all comments': (db) => listComments(db, PAGE),
  'all comments by likes': (db) => listComments(db, { ...PAGE, sortBy: 'likes' }),
  'the comments of a post, for administrators': (db) => listComments(db, PAGE, { postId: 'p' }),
};

test.each(Object.entries(COMMENT_LISTS))('%s are found by an index alone', async (_, query) => {
  const plan = await planOf(query);
  const found = plan.filter((line) => /^(SCAN|SEARCH) comments .*INDEX comments_/.test(line));
  expect(found.filter((line) => !line.includes('COVERING INDEX'))).toEqual([]);
  // Only the rows of the page are sorted.
  expect(plan.filter((line) => SORTS.test(line))).toHaveLength(1);
});

const FAR = { startIndex: 9_000, limit: 9 };
const FAR_LISTS: Record<string, (db: Db) => Promise<unknown>> = {
  posts: (db) => listPosts(db, {}, FAR),
  'posts of a category': (db) => listPosts(db, { category: 'reactjs' }, FAR),
  'posts of a tag': (db) => listPosts(db, { tag: 't' }, FAR),
  'posts of a tag as cards': (db) => listPostCards(db, { tag: 't' }, FAR),
  'the page of a tag': (db) => listCardsOf(db, { tag: 't' }, FAR),
  'the page of an author': (db) => listCardsOf(db, { author: 'u' }, FAR),
  'posts as cards': (db) => listPostCards(db, {}, FAR),
  'the comments of a post': (db) => listPostComments(db, 'p', FAR),
  'all comments': (db) => listComments(db, FAR),
  'all comments by likes': (db) => listComments(db, { ...FAR, sortBy: 'likes' }),
  documents: (db) => listDocuments(db, {}, FAR),
  'documents of a category': (db) => listDocuments(db, { category: 'reactjs' }, FAR),
  'published documents of a category': (db) =>
    listDocuments(db, { category: 'reactjs', status: 'published' }, FAR),
  'documents of a user': (db) => listDocuments(db, { userId: 'u' }, FAR),
  'published documents of a user': (db) =>
    listDocuments(db, { userId: 'u', status: 'published' }, FAR),
};

test.each(Object.entries(FAR_LISTS))(
  'a far page of %s skips rows in an index',
  async (_, query) => {
    const plan = await planOf(query);
    const isSkipping = (line: string) => /^(SCAN|SEARCH)/.test(line) && INDEX_ALONE.test(line);
    expect(plan.some(isSkipping)).toBe(true);
    expect(plan.filter((line) => READS_WHOLE_TABLE.test(line))).toEqual([]);
    expect(plan.filter((line) => /^SCAN/.test(line) && !INDEX_ALONE.test(line))).toEqual([]);
  },
);

const DOCUMENT_LISTS = Object.entries(FAR_LISTS).filter(([name]) => name.includes('documents'));

test.each(DOCUMENT_LISTS)('a far page of %s is read in index order', async (_, query) => {
  const plan = await planOf(query);
  const found = plan.filter((line) => /^(SCAN|SEARCH) documents (?!.*PRIMARY KEY)/.test(line));
  expect(found.filter((line) => !line.includes('COVERING INDEX'))).toEqual([]);
  // Only the rows of the page are sorted.
  const sorts = plan.filter((line) => /USE TEMP B-TREE FOR .*ORDER BY/.test(line));
  expect(sorts.length).toBeLessThanOrEqual(1);
});

const DOCUMENT_FILTERS: Record<string, DocumentFilter> = {
  'all documents': {},
  'published documents': { status: 'published' },
  'documents of a user': { userId: 'u' },
  'published documents of a user in a category': {
    userId: 'u',
    status: 'published',
    category: 'reactjs',
  },
};

describe.each(Object.entries(DOCUMENT_FILTERS))('%s', (_, filter) => {
  test.each([
    ['title', 'documents_title_list'],
    ['createdAt', 'documents_created_list'],
  ] as const)('are listed by %s from an index alone, without sorting', async (sortBy, index) => {
    for (const page of [PAGE, FAR]) {
      const plan = await planOf((db) => listDocuments(db, filter, { ...page, sortBy }));
      expect(plan).toContain(`SCAN documents USING COVERING INDEX ${index}`);
      // Only the rows of the page are sorted.
      expect(plan.filter((line) => line.includes('USE TEMP B-TREE')).length).toBeLessThan(2);
    }
  });
});

const COUNTS: Record<string, (db: Db) => Promise<unknown>> = {
  'all users': (db) => countUsers(db),
  'the users of the last month': (db) => countUsers(db, {}, new Date(5)),
  administrators: countAdmins,
  readers: (db) => countUsers(db, { role: 'reader' }),
  'all comments': (db) => countComments(db),
  'the comments of the last month': (db) => countComments(db, { since: new Date(5) }),
  'the comments of a post': (db) => countPostComments(db, 'p'),
  'what was made each month': (db) => monthlyCounts(db, new Date()),
};

test.each(Object.entries(COUNTS))('%s are counted by an index', async (_, query) => {
  const plan = await planOf(query);
  expect(plan.filter((line) => line.startsWith('SCAN') && !INDEX_ALONE.test(line))).toEqual([]);
});

const DOCUMENT_COUNTS: Record<string, DocumentFilter> = {
  'documents in a category': { category: 'reactjs' },
  'published documents in a category': { category: 'reactjs', status: 'published' },
  'documents of a user': { userId: 'u' },
  'drafts of a user': { userId: 'u', status: 'draft' },
};

test.each(Object.entries(DOCUMENT_COUNTS))(
  '%s are counted from an index alone',
  async (_, filter) => {
    const plan = await planOf((db) => countDocuments(db, filter));
    expect(plan.filter((line) => !/USING COVERING INDEX/.test(line))).toEqual([]);
  },
);

const LOOK_UPS: Record<string, (db: Db) => Promise<unknown>> = {
  'a post by id': (db) => findPostById(db, 'p'),
  'a user by id': (db) => findUserById(db, 'u'),
  'a user by email': (db) => findUserByEmail(db, 'e'),
  'a user by username': (db) => findUserByUsername(db, 'n'),
  'a session': (db) => findSessionWithUser(db, 'h'),
  'the sessions of a user': (db) => listUserSessions(db, 'u'),
  'a comment': (db) => findCommentById(db, 'c'),
  'a duplicate comment': (db) =>
    hasDuplicate(db, {
      userId: 'u',
      postId: 'p',
      parentId: null,
      content: 'x',
      since: new Date(5),
    }),
  'the pictures of a page': (db) => findPictures(db, ['a', 'b']),
  'new changes': (db) => listSingleChanges(db, { after: 5, upTo: 9 }, 9),
  'new bulk changes': (db) => listBulkChanges(db, { after: 5, upTo: 9, singlesUpTo: 5 }, 9),
  'a setting': (db) => getSetting(db, 'k'),
};

test.each(Object.entries(LOOK_UPS))('%s is looked up without a scan', async (_, query) => {
  const plan = await planOf(query);
  expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([]);
  expect(plan.filter((line) => line.startsWith('SEARCH')).length).toBeGreaterThan(0);
});

test('a post is looked up by its slug, and pages by an index of only them', async () => {
  const plan = await planOf((db) => findPostBySlug(db, 's'));
  expect(plan[0]).toBe('SEARCH posts USING INDEX posts_slug_unique (slug=?)');
  expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([
    'SCAN posts USING COVERING INDEX posts_pages',
  ]);
});

/** Few comments are reported, so the reports come first. */
const REPORTED = /SEARCH comments USING INDEX .*\(id=\?\)/;

const POST = { id: 'p', createdAt: new Date(5), seq: 5 };
const OF_MANY: Record<string, [RegExp, (db: Db) => Promise<unknown>]> = {
  'featured posts': [/USING INDEX posts_featured/, (db) => listFeaturedCards(db, 3)],
  'the authors of the sitemap': [/INDEX posts_updated/, findAuthorLists],
  'the tags of a large sitemap': [/INDEX post_tags_tag_created \(tag=\?/, listUsedTags],
  'the number of posts with a tag': [
    /COVERING INDEX post_tags_tag_created/,
    (db) => countInList(db, { tag: 't' }),
  ],
  'the first posts with a tag': [
    /COVERING INDEX post_tags_tag_created \(tag=\? AND is_former=\? AND created_at>\?\)/,
    (db) => listPostsWithTotals(db, { tag: 't' }, { ...PAGE, since: new Date(5) }),
  ],
  'posts that show a new one': [
    /INDEX posts_created \(created_at>\?\)/,
    (db) => listShowing(db, POST, STORY_TIME),
  ],
  'newer posts of an author': [
    /INDEX posts_user_created \(user_id=\? AND created_at>\?\)/,
    (db) => countNewerInList(db, { author: 'u' }, POST),
  ],
  'newer posts of a tag': [
    /COVERING INDEX post_tags_tag_created \(tag=\? AND is_former=\? AND \(created_at,post_seq\)>/,
    (db) => countNewerInList(db, { tag: 't' }, POST),
  ],
  'new comments on a user’s posts': [
    /SEARCH comments USING INDEX comments_created \(created_at>\?\)/,
    (db) => countNewComments(db, new Date(5), 'u', 'u'),
  ],
  'comments that wait for an answer': [
    /SEARCH comments USING INDEX comments_created \(created_at>\?\)/,
    (db) => waitingComments(db, 'u', new Date(5), 5),
  ],
  'reported comments': [REPORTED, (db) => listQueue(db, 'reported', PAGE)],
  'the number of reported comments': [REPORTED, (db) => countQueue(db, 'reported')],
  'held comments': [/INDEX comments_not_visible \(state=\?\)/, (db) => listQueue(db, 'held', PAGE)],
  'the first threads of a post': [
    /INDEX comments_top \(post_id=\?\)/,
    (db) => listThreads(db, 'p', { sort: 'newest', limit: 9 }),
  ],
  'the most liked threads of a post': [
    /INDEX comments_top_likes \(post_id=\?\)/,
    (db) => listThreads(db, 'p', { sort: 'liked', limit: 9 }),
  ],
};

test.each(Object.entries(OF_MANY))(
  '%s: found without reading all posts',
  async (_, [index, query]) => {
    const plan = await planOf(query);
    expect(
      plan.some((line) => index.test(line)),
      plan.join('\n'),
    ).toBe(true);
    expect(
      plan.filter((line) =>
        /^(SCAN|SEARCH) posts (?!.*(COVERING INDEX|id=\?|\(created_at>|posts_featured|rowid|updated_at>))/.test(
          line,
        ),
      ),
    ).toEqual([]);
  },
);

test('a hot query is prepared once', async () => {
  const runAll = async (text: string) => {
    await findPostBySlug(database.read, text);
    await findSessionWithUser(database.read, text);
    await listPostComments(database.read, text, PAGE);
  };
  await runAll('a');
  plans.length = 0;
  await runAll('b');
  expect(plans).toEqual([]);
});

test('this check detects scans and sorts', async () => {
  const connection = connectionOf(database.read);
  const plan = async (source: string) => planOf(async () => connection.prepare(source).all());
  expect(
    (await plan('select * from posts where title = 1')).some((line) =>
      READS_WHOLE_TABLE.test(line),
    ),
  ).toBe(true);
  expect((await plan('select * from posts order by title')).some((line) => SORTS.test(line))).toBe(
    true,
  );
});
