import { describe, expect, test } from 'vitest';
import { nextBatch } from '../../../src/lib/search/batches.ts';
import { EVERY_POST } from '../../../src/lib/search/query.ts';
import { NO_RESULTS, resultsReducer, resultsStatus } from '../../../src/scripts/search/results.ts';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ slug: `${from + index}` }));

/** Continues `shown` in a list that is now `list`, counted from its `startIndex`-th post. */
async function after(shown: { slug: string }[], list: { slug: string }[], startIndex = 0) {
  const { posts, hasMore } = await nextBatch(shown, startIndex, async (page) =>
    list.slice(page.startIndex, page.startIndex + page.limit),
  );
  return { posts: posts.map(({ slug }) => Number(slug)), hasMore };
}

const nine = (from: number) => Array.from({ length: 9 }, (_, index) => from + index);

describe('the next batch of a list', () => {
  test('the next batch of a list has nine posts, and there may be more exactly then', async () => {
    expect(await after(numbers(0, 9), numbers(0, 40))).toEqual({ posts: nine(9), hasMore: true });
    expect(await after(numbers(0, 18), numbers(0, 27))).toEqual({ posts: nine(18), hasMore: true });
    expect(await after(numbers(0, 27), numbers(0, 27))).toEqual({ posts: [], hasMore: false });
    expect(await after(numbers(0, 9), numbers(0, 12))).toEqual({
      posts: [9, 10, 11],
      hasMore: false,
    });
  });

  test('begins where the list was begun', async () => {
    expect(await after(numbers(5, 14), numbers(0, 40), 5)).toEqual({
      posts: nine(14),
      hasMore: true,
    });
  });

  test.each([1, 2])('skips nothing when %i shown posts were deleted', async (count) => {
    const list = numbers(0, 40).toSpliced(3, count);
    expect(await after(numbers(0, 9), list)).toEqual({ posts: nine(9), hasMore: true });
  });

  test('skips nothing when the last one shown was deleted', async () => {
    const list = numbers(0, 40).toSpliced(8, 1);
    expect(await after(numbers(0, 9), list)).toEqual({ posts: nine(9), hasMore: true });
  });

  test.each([1, 5, 9, 30])('repeats nothing if %i were published in between', async (count) => {
    const list = [...numbers(100, 100 + count), ...numbers(0, 40)];
    const seen: number[] = [];
    let shown = numbers(0, 9);
    for (let more = true; more; ) {
      const { posts, hasMore } = await after(shown, list);
      seen.push(...posts);
      shown = [...shown, ...posts.map((number) => ({ slug: `${number}` }))];
      more = hasMore;
    }
    expect(seen.toSorted((a, b) => a - b).slice(0, 31)).toEqual(
      numbers(9, 40).map((post) => Number(post.slug)),
    );
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('the status of the results', () => {
  const card = {
    slug: 'a',
    title: 'A',
    category: 'x',
    image: '',
    createdAt: '',
    preview: '',
    minutes: 1,
  };
  const results = { startIndex: 0, shownBefore: 0, responses: 1, state: 'ready' as const };
  const CATEGORIES = [{ slug: 'reactjs', label: 'React.js' }];
  const status = (count: number, query: Partial<typeof EVERY_POST>, total: number | null = count) =>
    resultsStatus(
      {
        ...results,
        posts: Array.from({ length: count }, () => card),
        query: { ...EVERY_POST, ...query },
        hasMore: total !== count,
        total,
      },
      CATEGORIES,
    );

  test('differs between searches with the same number of posts', () => {
    expect(status(9, {}, 16)).toBe('16 posts');
    expect(status(9, { sort: 'asc' }, 12_345)).toBe('12,345 posts, oldest first');
    expect(status(2, { searchTerm: ' css ' })).toBe('2 results for “css”');
    expect(status(2, { searchTerm: 'css', category: 'reactjs' })).toBe(
      '2 results for “css” in React.js',
    );
    expect(status(1, { searchTerm: 'css', sort: 'asc' })).toBe('1 result for “css”');
    expect(status(2, { category: 'rust' })).toBe('2 posts in rust');
    expect(status(0, { searchTerm: 'css' })).toBe('No matches for “css”');
    expect(status(1, { searchTerm: 'x'.repeat(200) })).toBe(`1 result for “${'x'.repeat(60)}…”`);
  });

  test('the status of the results is empty while the posts are counted, and says so if that failed', () => {
    expect(resultsStatus({ ...NO_RESULTS, query: EVERY_POST, posts: [card] }, [])).toBe('');
    expect(status(9, { searchTerm: 'css' }, null)).toBe('At least 9 results for “css”');
  });

  test('does not give the number of another search while the posts are counted', () => {
    const all = { ...NO_RESULTS, query: EVERY_POST, posts: [card], total: 16 };
    const query = { ...EVERY_POST, searchTerm: 'css' };
    const found = { type: 'found' as const, posts: [card], query, startIndex: 0, hasMore: true };
    const results = resultsReducer(all, found);
    expect(resultsStatus(results, [])).toBe('');
    const counted = resultsReducer(results, { type: 'counted', query, total: 12 });
    expect(resultsStatus(counted, [])).toBe('12 results for “css”');
  });
});
