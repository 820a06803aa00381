import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { eraseComments } from '../../../db/queries/comment-states.ts';
import {
  countComments,
  countPostComments,
  findCommentById,
  listComments,
  listPostComments,
} from '../../../db/queries/comments.ts';
import { updateComment } from '../../../db/queries/comments-table.ts';
import { toggleLike } from '../../../db/queries/likes.ts';
import { hasDuplicate } from '../../../db/queries/moderation.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeComment, makePost, makeUser, testDatabase } from '../../support/database.ts';

let database: Database;
let post: PostRow;
let user: UserRow;
beforeEach(async () => {
  database = await testDatabase();
  post = await makePost(database);
  user = await makeUser(database);
});

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
const like = (commentId: string, userId: string) =>
  database.transaction((tx) => toggleLike(tx, commentId, userId));

describe('a thread', () => {
  test('lists the comments on a post in pages, newest first, and by insertion within a millisecond', async () => {
    const other = await makePost(database);
    const ids = { postId: post.id, userId: user.id };
    await makeComment(database, { ...ids, postId: other.id, content: 'elsewhere' });
    for (const content of ['1', '2', '3']) {
      await makeComment(database, { ...ids, content, createdAt: at(0) });
    }
    await makeComment(database, { ...ids, content: 'earlier', createdAt: at(-1) });
    const list = async (startIndex: number) =>
      (await listPostComments(database.read, post.id, { startIndex, limit: 2 })).map(
        (comment) => comment.content,
      );
    expect(await list(0)).toEqual(['3', '2']);
    expect(await list(2)).toEqual(['1', 'earlier']);
    expect(await list(4)).toEqual([]);
    expect(await countPostComments(database.read, post.id)).toBe(4);
    expect(await countComments(database.read)).toBe(5);
    expect(await countComments(database.read, { since: at(1) })).toBe(1);
  });

  test('a thread has authors and likes, like the list of all comments and a single comment', async () => {
    const fan = await makeUser(database);
    const comment = await makeComment(database, { postId: post.id, userId: user.id });
    await like(comment.id, fan.id);
    await like(comment.id, user.id);
    const { seq: _, stateAt: __, ...row } = comment;
    const shown = {
      ...row,
      likes: [fan.id, user.id].sort(),
      numberOfLikes: 2,
      author: {
        id: user.id,
        username: user.username,
        profilePicture: user.profilePicture,
        isAdmin: false,
      },
    };
    const page = { startIndex: 0, limit: 9 };
    expect(await listPostComments(database.read, post.id, page)).toEqual([shown]);
    expect(await listComments(database.read, page)).toEqual([shown]);
    expect(await findCommentById(database.read, comment.id)).toEqual(shown);
    expect(await findCommentById(database.read, 'x')).toBeUndefined();
  });

  test('a thread has an empty list of likes for comments without any', async () => {
    await makeComment(database, { postId: post.id, userId: user.id });
    const [comment] = await listPostComments(database.read, post.id, { startIndex: 0, limit: 1 });
    expect(comment?.likes).toEqual([]);
  });
});

describe('a comment', () => {
  test('needs a post, a user and 1 to 65,536 characters', async () => {
    const ids = { postId: post.id, userId: user.id };
    await expect(makeComment(database, { ...ids, postId: 'x' })).rejects.toThrow(/foreign key/i);
    await expect(makeComment(database, { ...ids, userId: 'x' })).rejects.toThrow(/foreign key/i);
    await expect(makeComment(database, { ...ids, content: '' })).rejects.toThrow(/check/i);
    await expect(makeComment(database, { ...ids, content: 'x'.repeat(65_537) })).rejects.toThrow(
      /check/i,
    );
    await makeComment(database, { ...ids, content: 'x'.repeat(65_536) });
    expect(await countComments(database.read)).toBe(1);
  });

  test('keeps its position when edited', async () => {
    const comment = await makeComment(database, {
      postId: post.id,
      userId: user.id,
      createdAt: at(0),
    });
    const edited = await database.transaction((tx) => updateComment(tx, comment.id, 'New', at(5)));
    expect(edited).toEqual({ ...comment, content: 'New', updatedAt: at(5) });
    expect(
      await database.transaction((tx) => updateComment(tx, 'x', 'New', at(5))),
    ).toBeUndefined();
  });

  test('a comment is deleted with its likes', async () => {
    const comment = await makeComment(database, { postId: post.id, userId: user.id });
    await like(comment.id, user.id);
    await database.transaction((tx) => eraseComments(tx, [comment.id], at(5)));
    expect(await findCommentById(database.read, comment.id)).toBeUndefined();
    const again = await makeComment(database, {
      id: comment.id,
      postId: post.id,
      userId: user.id,
    });
    expect((await findCommentById(database.read, again.id))?.likes).toEqual([]);
  });

  test('a comment is a duplicate if user, post, parent and content match since an instant', async () => {
    const same = { userId: user.id, postId: post.id, parentId: null, content: 'Same' };
    await makeComment(database, { ...same, createdAt: at(0) });
    const has = (changes: Partial<Parameters<typeof hasDuplicate>[1]>) =>
      hasDuplicate(database.read, { ...same, since: at(0), ...changes });
    expect(await has({})).toBe(true);
    expect(await has({ since: at(1) })).toBe(false);
    expect(await has({ content: 'same' })).toBe(false);
    expect(await has({ userId: 'x' })).toBe(false);
    expect(await has({ parentId: 'x' })).toBe(false);
    expect(await has({ postId: 'x' })).toBe(false);
  });
});

describe('a like', () => {
  test('a like is added, and removed by the next call', async () => {
    const comment = await makeComment(database, { postId: post.id, userId: user.id });
    expect(await like(comment.id, user.id)).toBe(true);
    expect((await findCommentById(database.read, comment.id))?.likes).toEqual([user.id]);
    expect(await like(comment.id, user.id)).toBe(false);
    expect((await findCommentById(database.read, comment.id))?.likes).toEqual([]);
  });

  test('toggles correctly for many calls at once', async () => {
    const comment = await makeComment(database, { postId: post.id, userId: user.id });
    const results = await Promise.all(Array.from({ length: 7 }, () => like(comment.id, user.id)));
    // On PostgreSQL, the calls take turns in any order.
    expect(results.toSorted()).toEqual([false, false, false, true, true, true, true]);
    expect((await findCommentById(database.read, comment.id))?.likes).toEqual([user.id]);
  });

  test('counts many users at once', async () => {
    const comment = await makeComment(database, { postId: post.id, userId: user.id });
    const fans = await Promise.all(Array.from({ length: 20 }, () => makeUser(database)));
    await Promise.all(fans.map((fan) => like(comment.id, fan.id)));
    expect((await findCommentById(database.read, comment.id))?.likes).toHaveLength(20);
  });

  test("a like of a deleted user isn't added", async () => {
    const comment = await makeComment(database, { postId: post.id, userId: user.id });
    await expect(like(comment.id, 'x')).rejects.toThrow(/foreign key/i);
    expect((await findCommentById(database.read, comment.id))?.likes).toEqual([]);
  });

  test('a like of a deleted comment changes nothing', async () => {
    expect(await like('x', user.id)).toBe(false);
  });
});
