import { pino } from 'pino';
import { expect, test } from 'vitest';
import { StoryRefresh } from '../../../api/publish/story-refresh.ts';
import { findPostBySlug } from '../../../db/queries/posts.ts';
import { deletePost } from '../../../db/queries/posts-table.ts';
import { findStoryTime, listShowing, storyTimeOf } from '../../../db/queries/stories.ts';
import { makePost, testDatabase } from '../../support/database.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A site of posts, newest first, with a clock that moves as the tests let time pass. */
async function testSite(count: number) {
  const database = await testDatabase();
  let at = Date.parse('2026-01-01T00:00:00Z');
  const slugs: string[] = [];
  /** When each version of the stories began; posts show the version of when they were written. */
  const versions: number[] = [];
  const shown = new Map<string, number>();
  const writes: { slug: string; at: number }[] = [];
  const failing = new Set<string>();
  const paused = { is: false };
  const pending = new Set<string>();

  const add = async () => {
    at += SECOND;
    const { id, slug } = await makePost(database, { slug: `post-${at}`, createdAt: new Date(at) });
    slugs.unshift(slug);
    versions.push(at);
    shown.set(slug, versions.length - 1);
    return { id, slug };
  };
  const open = () =>
    new StoryRefresh({
      database,
      now: () => new Date(at),
      log: pino({ level: 'silent' }),
      isPaused: () => paused.is,
      isPending: (slug) => pending.has(slug),
      onProgress: () => undefined,
      async write(paths) {
        for (const slug of paths.map((path) => path.slice('/post/'.length))) {
          if (failing.has(slug)) throw new Error('This page is broken.');
          shown.set(slug, versions.length - 1);
          writes.push({ slug, at });
        }
      },
    });

  for (let n = 0; n < count; n++) await add();
  for (const slug of slugs) shown.set(slug, versions.length - 1);
  const refresh = open();
  await refresh.reset(await refresh.prepare());
  // The release was made long ago.
  at += 12 * HOUR;
  return {
    database,
    refresh,
    open,
    slugs,
    writes,
    failing,
    paused,
    pending,
    add,
    async publish(by = refresh) {
      await add();
      by.noticePublish();
    },
    /** Lets time pass, like the timer of the follower. Returns the posts that were written. */
    async pass(ms: number, by = refresh) {
      const [until, from] = [at + ms, writes.length];
      for (let wait = by.waitMs(); wait !== undefined && at + wait <= until; wait = by.waitMs()) {
        at += wait;
        await by.step();
      }
      at = until;
      return writes.slice(from).map(({ slug }) => slug);
    },
    /** For how long a post has shown stories that aren't the newest ones. */
    ageOf(slug: string) {
      const next = versions[(shown.get(slug) ?? 0) + 1];
      return next === undefined ? 0 : at - next;
    },
    now: () => at,
    setClock(ms: number) {
      at = ms;
    },
  };
}

test('nothing is written while the newest posts stay the same', async () => {
  const { refresh, pass } = await testSite(60);
  expect(refresh.waitMs()).toBeUndefined();
  refresh.noticePublish();
  expect(await pass(48 * HOUR)).toEqual([]);
  expect(refresh.waitMs()).toBeUndefined();
});

test('after a publish, the page of each post is written once, newest first', async () => {
  const { refresh, pass, publish, slugs } = await testSite(120);
  await publish();
  expect(await pass(10 * MINUTE)).toEqual(slugs);
  expect(await pass(48 * HOUR)).toEqual([]);
  expect(refresh.waitMs()).toBeUndefined();
});

test('after a removal of any post, pages are written, because they may link to it', async () => {
  const { database, refresh, pass, slugs } = await testSite(30);
  const removed = slugs.pop() ?? '';
  const post = await findPostBySlug(database.read, removed);
  await database.transaction((tx) => deletePost(tx, post?.id ?? ''));
  refresh.noticePublish();
  expect(await pass(10 * MINUTE)).toEqual(slugs);
  expect(await pass(48 * HOUR)).toEqual([]);
});

test('while posts are published all the time, pages are no older than promised and work is bounded', async () => {
  const { pass, publish, slugs, writes, ageOf, now } = await testSite(300);
  const started = now();
  let oldest = 0;
  for (let n = 0; n < 26 * 4; n++) {
    await publish();
    await pass(15 * MINUTE);
    oldest = Math.max(oldest, ...slugs.map(ageOf));
  }
  expect(oldest).toBeGreaterThan(0);
  expect(oldest).toBeLessThanOrEqual(HOUR);
  const passes = Math.ceil((now() - started) / (HOUR / 2));
  const countOf = (slug: string) => writes.filter((write) => write.slug === slug).length;
  expect(Math.max(...slugs.map(countOf))).toBeLessThanOrEqual(passes);
});

test('a site of many posts writes each page at most once in a second for each post', {
  tags: 'long',
}, async () => {
  const { pass, publish } = await testSite(3_000);
  await publish();
  await pass(10 * MINUTE);
  await publish();
  expect(await pass(35 * MINUTE)).toEqual([]);
  expect((await pass(15 * MINUTE)).length).toBe(3_002);
});

test('no more than ten pages are written in a second', async () => {
  const { pass, publish, writes } = await testSite(80);
  await publish();
  await pass(HOUR);
  const times = writes.map(({ at }) => at);
  for (const [index, at] of times.entries()) {
    expect((times[index + 10] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(SECOND);
  }
});

test('a restart continues where the last run ended', async () => {
  const { refresh, pass, publish, open, slugs } = await testSite(500);
  await publish();
  const before = await pass(30 * SECOND);
  expect(before.length).toBeGreaterThan(150);
  const restarted = open();
  await restarted.resume(structuredClone(refresh.pass));
  const after = await pass(HOUR, restarted);
  expect(after.length).toBeLessThan(slugs.length - 150);
  expect(new Set([...before, ...after])).toEqual(new Set(slugs));
});

test('a publish right before a restart is noticed after it', async () => {
  const { refresh, pass, add, open, slugs } = await testSite(5);
  await add();
  const restarted = open();
  await restarted.resume(structuredClone(refresh.pass));
  expect(new Set(await pass(HOUR, restarted))).toEqual(new Set(slugs));
});

test('a page that fails is skipped, and the next one waits a minute', async () => {
  const { pass, publish, failing, slugs } = await testSite(4);
  failing.add(slugs[2] ?? '');
  await publish();
  // The new post is the first one now.
  expect(await pass(30 * SECOND)).toEqual(slugs.slice(0, 3));
  const written = await pass(HOUR);
  expect(written[0]).toBe(slugs[4]);
  expect(written).not.toContain(slugs[3]);
});

test('posts that are published soon anyway are left out', async () => {
  const { pending, pass, publish, add, slugs } = await testSite(4);
  const { slug } = await add();
  pending.add(slug);
  await publish();
  const written = await pass(HOUR);
  expect(written).not.toContain(slug);
  expect(new Set(written).size).toBe(slugs.length - 1);
});

test('nothing is written while a release is being made', async () => {
  const { pass, publish, paused, slugs } = await testSite(4);
  await publish();
  paused.is = true;
  expect(await pass(HOUR)).toEqual([]);
  paused.is = false;
  expect(new Set(await pass(HOUR))).toEqual(new Set(slugs));
});

test('a clock that is set back does not stop it, before or after a restart', async () => {
  const { refresh, pass, publish, open, now, setClock, slugs } = await testSite(4);
  const right = now();
  setClock(right + 365 * 24 * HOUR);
  await publish();
  await pass(HOUR);
  await publish();
  setClock(right);
  expect(new Set(await pass(10 * SECOND))).toEqual(new Set(slugs));
  setClock(right + 366 * 24 * HOUR);
  await publish();
  await pass(HOUR);
  await publish();
  setClock(right + MINUTE);
  const restarted = open();
  await restarted.resume(structuredClone(refresh.pass));
  expect(new Set(await pass(10 * SECOND, restarted))).toEqual(new Set(slugs));
});

test('of two nodes one decides which stories pages show, and both write the pages', async () => {
  const { database, refresh, open, pass, publish, slugs } = await testSite(4);
  const other = open();
  await other.reset(await other.prepare());
  await publish();
  other.noticePublish();
  expect(new Set(await pass(MINUTE))).toEqual(new Set(slugs));
  const time = await findStoryTime(database.read);
  expect(new Set(await pass(MINUTE, other))).toEqual(new Set(slugs));
  expect(await findStoryTime(database.read)).toEqual(time);
  expect([refresh.waitMs(), other.waitMs()]).toEqual([undefined, undefined]);
});

test('a post shows the stories of when it changed, or of the time that all nodes share', () => {
  const timeOf = (updated: number) =>
    storyTimeOf({ updatedAt: new Date(updated) }, { at: 40, shown: '' }).getTime();
  expect([timeOf(10), timeOf(45)]).toEqual([40, 45]);
});

test('posts that show a changed one among their stories are found', async () => {
  const database = await testDatabase();
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  const make = (slug: string, created: number, updated = created) =>
    makePost(database, { slug, createdAt: day(created), updatedAt: day(updated) });
  await make('edited-early', 1, 5);
  const changed = await make('changed', 4);
  await make('newer-1', 6);
  await make('newer-2', 7);
  await make('newer-3', 8);
  await make('newer-4', 9);
  await make('old', 2, 3);
  await make('edited-late', 2, 10);
  const time = { at: 0, shown: '' };
  // The page of newer-3 shows two newer ones and the changed one, because it leaves itself out.
  const showing = ['newer-3', 'newer-2', 'newer-1', 'edited-early'];
  expect(await listShowing(database.read, changed, time)).toEqual(showing);
  const since = { ...time, at: day(6).getTime() };
  expect(await listShowing(database.read, changed, since)).toEqual(['newer-3', 'newer-2']);
  // Where a deleted post was isn't known.
  expect(await listShowing(database.read, undefined, time)).toHaveLength(8);
});
