import { beforeEach, describe, expect, test } from 'vitest';
import {
  $thread,
  addComment,
  changeThread,
  removeComment,
  replaceComment,
  type ShownComment,
  withLikeToggled,
} from '../../../src/stores/thread.ts';
import { appendReplies, nextReply } from '../../../src/stores/thread-pages.ts';

function comment(id: string, more: Partial<ShownComment> = {}): ShownComment {
  return {
    _id: id,
    postId: 'p',
    userId: 'u',
    content: `Text of ${id}`,
    likes: [],
    numberOfLikes: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    parentId: null,
    isEdited: false,
    state: 'visible',
    author: { _id: 'u', username: 'u', profilePicture: '', isAdmin: false },
    ...more,
  };
}

const thread = (id: string, ...replies: string[]) => ({
  _id: id,
  comment: comment(id),
  replies: replies.map((reply) => comment(reply, { parentId: id })),
  moreReplies: 0,
});

/** The list as ids: a thread is its top comment, and its replies after it. */
const shown = () =>
  $thread
    .get()
    .threads.map(({ comment, replies }) =>
      [comment?._id ?? 'deleted', ...replies.map((reply) => reply._id)].join(' '),
    );
const total = () => $thread.get().total;

beforeEach(() => changeThread({ threads: [thread('b', 'b1', 'b2'), thread('a')], total: 4 }));

describe('the comments on the page', () => {
  test('a new comment is put at the top of the list, a reply at the end of its thread', () => {
    addComment(comment('c'));
    addComment(comment('b3', { parentId: 'b1' }));
    expect(shown()).toEqual(['c', 'b b1 b2 b3', 'a']);
    expect(total()).toBe(6);
  });

  test('a comment that waits for approval is shown, but not counted', () => {
    addComment(comment('c', { state: 'held' }));
    expect(total()).toBe(4);
    replaceComment(comment('c'));
    expect(total()).toBe(5);
    removeComment('c');
    expect(total()).toBe(4);
  });

  test('a sent comment is shown once, whether or not the list has it already', () => {
    addComment(comment('pending', { pending: true }));
    replaceComment(comment('c'), 'pending');
    expect(shown()).toEqual(['c', 'b b1 b2', 'a']);
    addComment(comment('pending', { pending: true }));
    addComment(comment('d'));
    replaceComment(comment('d'), 'pending');
    expect(shown()).toEqual(['d', 'c', 'b b1 b2', 'a']);
    expect(total()).toBe(6);
  });

  test('a deleted comment with replies stays as a stub, which goes with the last of them', () => {
    removeComment('b');
    expect(shown()).toEqual(['deleted b1 b2', 'a']);
    removeComment('b1');
    removeComment('b2');
    removeComment('a');
    expect(shown()).toEqual([]);
    expect(total()).toBe(0);
  });

  test('a reply that was just written goes after the earlier ones that load later', () => {
    const at = (second: number) => ({ parentId: 'c', createdAt: `2026-01-01T00:00:0${second}Z` });
    const long = { ...thread('c'), replies: [comment('c1', at(1))], moreReplies: 2 };
    changeThread({ threads: [long] });
    addComment(comment('c4', at(4)));
    expect($thread.get().threads.map(nextReply)).toEqual([1]);
    const earlier = [comment('c2', at(2)), comment('c3', at(3))];
    appendReplies('c', earlier, 4);
    expect(shown()).toEqual(['c c1 c2 c3 c4']);
    expect($thread.get().threads[0]?.moreReplies).toBe(0);
  });

  test('removing or replacing an unknown comment changes nothing', () => {
    const before = $thread.get();
    removeComment('nothing');
    replaceComment(comment('nothing'));
    expect($thread.get()).toBe(before);
  });

  test('a like is added and removed', () => {
    const liked = withLikeToggled(comment('a'), 'me');
    expect(liked).toMatchObject({ likes: ['me'], numberOfLikes: 1 });
    expect(withLikeToggled(liked, 'me')).toEqual(comment('a'));
  });
});
