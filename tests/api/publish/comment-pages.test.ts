import { beforeEach, describe, expect, test } from 'vitest';
import { CommentPages } from '../../../api/publish/comment-pages.ts';

let now = 0;
let written: { path: string; at: number }[] = [];
let lists: string[] = [];
/** Paths that can't be written. */
let broken = new Set<string>();
let pages: CommentPages;
let seq = 0;

beforeEach(() => {
  now = 1_000_000;
  written = [];
  lists = [];
  broken = new Set();
  seq = 0;
  pages = create();
});

function create() {
  return new CommentPages({
    async write(paths) {
      if (paths.some((path) => broken.has(path))) throw new Error('The page is broken.');
      for (const path of paths) written.push({ path, at: now });
    },
    listsOf: async () => lists,
    onWritten: () => {},
    log: { warn: () => {} },
    clock: () => now,
  });
}

function comment(postId: string, action: 'comments' | 'comments-removed' = 'comments') {
  seq += 1;
  pages.add({ action, postId, slug: postId, seq });
}

/** Writes everything that is due. */
async function work() {
  while (pages.waitMs() === 0) await pages.write();
}

const timesOf = (path: string) => written.filter((one) => one.path === path).map(({ at }) => at);

describe('pages of comments', () => {
  test('are written at once after a quiet time', async () => {
    comment('a');
    await work();
    expect(timesOf('/post/a')).toEqual([now]);
    expect(pages.waitMs()).toBeUndefined();
  });

  test('are written every five seconds, however many comments there are', async () => {
    const start = now;
    lists = ['/', '/tag/news'];
    for (let n = 0; n < 60 * 50; n++) {
      comment('a');
      comment('b');
      await work();
      now += 20;
    }
    for (const path of ['/post/a', '/post/b', '/', '/tag/news']) {
      expect(timesOf(path)).toEqual(Array.from({ length: 12 }, (_, n) => start + n * 5_000));
    }
    // The last comments follow.
    expect(pages.waitMs()).toBe(0);
    await work();
    expect(timesOf('/post/a').at(-1)).toBe(now);
  });

  test('are written a few at a time, the longest waiting first', async () => {
    for (let n = 0; n < 10; n++) {
      comment(`p${n}`);
      now += 1;
    }
    await pages.write();
    expect(written.map(({ path }) => path)).toEqual([
      '/post/p0',
      '/post/p1',
      '/post/p2',
      '/post/p3',
    ]);
  });

  test('with a removal are written first and at once, and the call waits for it', async () => {
    comment('a');
    await work();
    for (let n = 0; n < 8; n++) comment(`p${n}`);
    comment('a');
    comment('a', 'comments-removed');
    const removed = pages.removed(new Set(['a']));
    expect(pages.firstRemoval).toBe(seq);
    await pages.write();
    expect(written.filter(({ path }) => path === '/post/a')).toHaveLength(2);
    expect(await removed).toBe('live');
    expect(pages.firstRemoval).toBeUndefined();
  });

  test('with a removal during a write are written again before the call goes on', async () => {
    comment('a', 'comments-removed');
    const first = pages.removed(new Set(['a']));
    const writing = pages.write();
    comment('a', 'comments-removed');
    const order: string[] = [];
    const second = pages.removed(new Set(['a'])).then((outcome) => order.push(`second ${outcome}`));
    await writing;
    expect(await first).toBe('live');
    expect(order).toEqual([]);
    await work();
    await second;
    expect(order).toEqual(['second live']);
    expect(timesOf('/post/a')).toHaveLength(2);
  });

  test('that fail are tried again, and don’t stop others', async () => {
    broken.add('/post/bad');
    comment('bad', 'comments-removed');
    comment('good', 'comments-removed');
    const outcomes = Promise.all([
      pages.removed(new Set(['bad'])),
      pages.removed(new Set(['good'])),
    ]);
    await pages.write();
    expect(await outcomes).toEqual(['failed', 'live']);
    expect(pages.waitMs()).toBe(1_000);
    // The change counts as failed: nothing waits for it.
    expect(pages.firstRemoval).toBeUndefined();
    broken.clear();
    now += 1_000;
    await work();
    expect(timesOf('/post/bad')).toEqual([now]);
  });

  test('are continued by the next process', async () => {
    lists = ['/'];
    comment('a');
    comment('b');
    const { waiting } = pages;
    pages = create();
    pages.resume(waiting);
    const caughtUp = pages.hurry(100);
    await work();
    expect(await caughtUp).toBe('live');
    expect(written.map(({ path }) => path)).toEqual(['/post/a', '/post/b', '/']);
  });
});
