import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findTagLists, listUsedTags } from '../../../db/queries/list-indexes.ts';
import { findMemberships } from '../../../db/queries/post-lists.ts';
import { hidePost, showPost } from '../../../db/queries/posts-table.ts';
import { findFormerSlug } from '../../../db/queries/redirects.ts';
import { findLastPosition, listSeries, saveSeriesOf } from '../../../db/queries/series.ts';
import { uniqueSlug } from '../../../db/queries/slugs.ts';
import { monthlyCounts } from '../../../db/queries/stats.ts';
import { listTags, saveTagsOf } from '../../../db/queries/tags.ts';
import { makeComment, makePost, makeUser, testDatabase } from '../../support/database.ts';

/** Everything that runs in the product, besides the definitions of the tables. */
const FILES = globSync('{api,cli,db,src}/**/*.{ts,tsx,astro}').filter(
  (file) => !file.startsWith('db/schema'),
);
const NAMES_A_TABLE =
  /\ball(Posts|Comments)\b|\b(from|join|into|update|delete from)\s+"?(posts|comments)\b"?(?!\s*\$)/i;
/** Comments and messages that say "from posts". */
const withoutProse = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$|\bimport [\s\S]*?;$/gm, '');

it('one file names the table of posts, and two that of comments', () => {
  const naming = FILES.filter((file) => {
    const code = readFileSync(file, 'utf8');
    return /\ball(Posts|Comments)\b/.test(code) || NAMES_A_TABLE.test(withoutProse(code));
  });
  expect(naming.sort()).toEqual([
    'db/queries/comment-states.ts',
    'db/queries/comments-table.ts',
    'db/queries/posts-table.ts',
  ]);
});

it('only two files read comments that others may not see', () => {
  const naming = FILES.filter((file) =>
    /\bmoderatedComments\b|\bmoderated_comments\b/.test(withoutProse(readFileSync(file, 'utf8'))),
  );
  expect(naming.sort()).toEqual(['db/queries/comment-reports.ts', 'db/queries/moderation.ts']);
});

it('hidden posts are in no list of tags and series, and come back to all of them', async () => {
  const database = await testDatabase();
  const { read } = database;
  const { id, slug } = await makePost(database);
  const fan = await makeUser(database);
  await makeComment(database, { postId: id, userId: fan.id });
  await database.transaction(async (tx) => {
    await saveTagsOf(tx, id, [{ slug: 'tips', label: 'Tips' }]);
    await saveSeriesOf(tx, id, { slug: 'basics', title: 'Basics', position: 3 });
  });
  const seen = async () => ({
    tags: await listTags(read),
    used: await listUsedTags(read),
    lists: (await findTagLists(read)).map(({ posts }) => posts),
    series: (await listSeries(read)).map(({ posts }) => posts),
    last: await findLastPosition(read, 'basics'),
    month: (await monthlyCounts(read, new Date())).at(-1),
  });
  const before = await seen();
  expect(before).toMatchObject({
    tags: [{ slug: 'tips', posts: 1 }],
    used: [{ slug: 'tips' }],
    lists: [1],
    series: [1],
    last: 3,
    month: { posts: 1, comments: 1 },
  });
  await database.transaction((tx) => hidePost(tx, id));
  expect(await seen()).toMatchObject({
    tags: [],
    used: [],
    lists: [],
    series: [],
    last: 0,
    month: { posts: 0, comments: 0 },
  });
  expect(await findMemberships(read, id)).toEqual({ tags: ['tips'], series: ['basics'] });
  expect(await findFormerSlug(read, slug)).toBe('gone');
  expect(await database.transaction((tx) => uniqueSlug(tx, slug))).toBe(`${slug}-2`);
  await database.transaction((tx) => showPost(tx, id));
  expect(await seen()).toEqual(before);
});
