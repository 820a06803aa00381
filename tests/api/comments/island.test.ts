import { describe, expect, test } from 'vitest';
import {
  emptyThread,
  type ThreadAction,
  type ThreadComment,
  threadReducer,
  withLikeToggled,
} from '../../../src/islands/comments/thread.ts';
import { exactTime, relativeTime } from '../../../src/islands/ui/time.ts';
import { signInPath } from '../../../src/lib/navigate.ts';

describe('the thread', () => {
  const comment = (n: number, more: Partial<ThreadComment> = {}): ThreadComment => ({
    _id: `c${n}`,
    postId: 'p',
    userId: 'u',
    content: `Number ${n}`,
    likes: [],
    numberOfLikes: 0,
    createdAt: `2026-01-01T00:00:0${n}.000Z`,
    updatedAt: `2026-01-01T00:00:0${n}.000Z`,
    parentId: null,
    isEdited: false,
    state: 'visible',
    author: { _id: 'u', username: 'u', profilePicture: '', isAdmin: false },
    ...more,
  });
  const after = (...actions: ThreadAction[]) => actions.reduce(threadReducer, emptyThread(9));
  const page = (startIndex: number, total: number, ...numbers: number[]): ThreadAction => ({
    type: 'page',
    startIndex,
    total,
    comments: numbers.map((n) => comment(n)),
  });
  const ids = ({ comments }: { comments: ThreadComment[] }) => comments.map((one) => one._id);

  test('the thread shows a comment that appears on two pages once', () => {
    const thread = after(page(0, 4, 5, 4), page(2, 5, 4, 3));
    expect(ids(thread)).toEqual(['c5', 'c4', 'c3']);
    expect([thread.total, thread.next]).toEqual([5, 4]);
  });

  test('the thread keeps a pending comment on top, then shows it once, whichever response comes first', () => {
    const sent = comment(8, { _id: 'pending', pending: true });
    const waiting = after({ type: 'added', comment: sent }, page(0, 1, 5));
    expect([ids(waiting), waiting.total]).toEqual([['pending', 'c5'], 2]);
    const done = threadReducer(waiting, { type: 'replaced', id: 'pending', comment: comment(8) });
    expect([ids(done), done.total]).toEqual([['c8', 'c5'], 2]);
    const late = after(
      page(0, 2, 8, 5),
      { type: 'added', comment: sent },
      {
        type: 'replaced',
        id: 'pending',
        comment: comment(8),
      },
    );
    expect([ids(late), late.total]).toEqual([['c8', 'c5'], 2]);
  });

  test('the thread removes a rejected comment and ignores unknown ones', () => {
    const thread = after(page(0, 1, 5), { type: 'added', comment: comment(8) });
    const back = threadReducer(thread, { type: 'removed', id: 'c8' });
    expect([ids(back), back.total, back.next]).toEqual([['c5'], 1, 1]);
    expect(threadReducer(back, { type: 'removed', id: 'c8' })).toBe(back);
  });

  test('the thread toggles a like', () => {
    const liked = withLikeToggled(comment(1), 'u');
    expect(liked).toMatchObject({ likes: ['u'], numberOfLikes: 1 });
    expect(withLikeToggled(liked, 'u')).toEqual(comment(1));
  });
});

test.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [2 * 3600, '2 hours ago'],
  [86_400, 'yesterday'],
  [8 * 86_400, 'last week'],
  [400 * 86_400, 'last year'],
])('%i seconds ago is "%s"', (seconds, words) => {
  const now = Date.UTC(2026, 0, 1);
  expect(relativeTime(new Date(now - seconds * 1000).toISOString(), now)).toBe(words);
});

test('the exact time is in UTC', () => {
  expect(exactTime('2025-01-05T09:30:00.000Z')).toBe('January 5, 2025 at 9:30 AM UTC');
});

test('signing in returns to the comments', () => {
  expect(signInPath('/post/a-post#comments')).toBe('/signin?returnTo=%2Fpost%2Fa-post%23comments');
});
