import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { countComments, findCommentById } from '../../../db/queries/comments.ts';
import { toggleLike } from '../../../db/queries/likes.ts';
import { countPosts } from '../../../db/queries/posts.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteUserSessions,
  findSessionWithUser,
  insertSession,
  listUserSessions,
  updateSessionExpiry,
} from '../../../db/queries/sessions.ts';
import {
  countAdmins,
  countUsers,
  deleteUser,
  findUserByEmail,
  findUserById,
  findUserByUsername,
  listUsers,
  updateUser,
} from '../../../db/queries/users.ts';
import { makeComment, makePost, makeUser, testDatabase } from '../../support/database.ts';

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

describe('a user', () => {
  test('a user is found by id, and by email and username in any letter case', async () => {
    const user = await makeUser(database, { username: 'Ann-Lee', email: ' Ann@Example.com ' });
    expect(user.email).toBe('ann@example.com');
    expect(user.username).toBe('Ann-Lee');
    expect(await findUserById(database.read, user.id)).toEqual(user);
    expect(await findUserByEmail(database.read, 'ANN@example.COM')).toEqual(user);
    expect(await findUserByUsername(database.read, 'aNN-lEE')).toEqual(user);
    expect(await findUserByUsername(database.read, 'ann')).toBeUndefined();
  });

  test("a user can't have the username or email of another, in any letter case", async () => {
    await makeUser(database, { username: 'Ann', email: 'ann@example.com' });
    await expect(makeUser(database, { username: 'aNN' })).rejects.toThrow(/unique/i);
    await expect(makeUser(database, { email: 'ANN@example.com' })).rejects.toThrow(/unique/i);
    const other = await makeUser(database);
    for (const changes of [{ username: 'ANN' }, { email: 'Ann@Example.com' }]) {
      await expect(
        database.transaction((tx) => updateUser(tx, other.id, changes, at(1))),
      ).rejects.toThrow(/unique/i);
    }
    expect(await findUserById(database.read, other.id)).toEqual(other);
  });

  test('changes the given fields, including the letter case of the username', async () => {
    const user = await makeUser(database, { username: 'ann', createdAt: at(0) });
    const changed = await database.transaction((tx) =>
      updateUser(tx, user.id, { username: 'Ann', passwordHash: 'h' }, at(1)),
    );
    expect(changed).toEqual({ ...user, username: 'Ann', passwordHash: 'h', updatedAt: at(1) });
    expect(await database.transaction((tx) => updateUser(tx, 'x', {}, at(1)))).toBeUndefined();
  });

  test('a user is deleted with comments, likes and sessions, but not posts', async () => {
    const [leaver, stayer] = [await makeUser(database), await makeUser(database)];
    const post = await makePost(database, { userId: leaver.id });
    await makeComment(database, { postId: post.id, userId: leaver.id });
    const kept = await makeComment(database, { postId: post.id, userId: stayer.id });
    await database.transaction(async (tx) => {
      await toggleLike(tx, kept.id, leaver.id);
      await toggleLike(tx, kept.id, stayer.id);
      await insertSession(tx, {
        idHash: 'h',
        userId: leaver.id,
        expiresAt: at(9),
        provenAt: at(0),
        createdAt: at(0),
      });
    });
    expect(await database.transaction((tx) => deleteUser(tx, leaver.id))).toEqual(leaver);
    expect(await countComments(database.read)).toBe(1);
    expect((await findCommentById(database.read, kept.id))?.likes).toEqual([stayer.id]);
    expect(await findSessionWithUser(database.read, 'h')).toBeUndefined();
    expect(await countPosts(database.read, { userId: leaver.id })).toBe(1);
  });
});

test('users are listed in pages, newest first, and by insertion within a millisecond', async () => {
  const names = ['a11', 'b11', 'c11', 'd11'];
  for (const username of names) await makeUser(database, { username, createdAt: at(0) });
  await makeUser(database, { username: 'early', createdAt: at(-1) });
  const list = async (startIndex: number) =>
    (await listUsers(database.read, { startIndex, limit: 3 })).map((user) => user.username);
  expect(await list(0)).toEqual(['d11', 'c11', 'b11']);
  expect(await list(3)).toEqual(['a11', 'early']);
  expect(await list(5)).toEqual([]);
});

test('all users, recent users and administrators are counted', async () => {
  await makeUser(database, { createdAt: at(0), role: 'administrator' });
  await makeUser(database, { createdAt: at(1) });
  expect(await countUsers(database.read)).toBe(2);
  expect(await countUsers(database.read, {}, at(1))).toBe(1);
  expect(await countAdmins(database.read)).toBe(1);
});

describe('sessions', () => {
  test('sessions are found with their user, renewed and deleted', async () => {
    const user = await makeUser(database);
    const session = {
      idHash: 'a',
      userId: user.id,
      expiresAt: at(10),
      provenAt: at(0),
      publicId: 'public',
      browser: 'Firefox on Linux',
      network: '192.0.2.0/24',
      lastUsedAt: at(0),
      createdAt: at(0),
    };
    await database.transaction((tx) => insertSession(tx, session));
    expect(await findSessionWithUser(database.read, 'a')).toMatchObject({ session, user });
    await database.transaction((tx) => updateSessionExpiry(tx, 'a', at(20)));
    expect(await listUserSessions(database.read, user.id)).toEqual([
      { ...session, expiresAt: at(20) },
    ]);
    await database.transaction((tx) => deleteSession(tx, 'a'));
    expect(await findSessionWithUser(database.read, 'a')).toBeUndefined();
  });

  test('sessions are deleted: all but one, all of a user, and expired ones', async () => {
    const [user, other] = [await makeUser(database), await makeUser(database)];
    const add = (idHash: string, userId: string, end: number) =>
      database.transaction((tx) =>
        insertSession(tx, {
          idHash,
          userId,
          expiresAt: at(end),
          provenAt: at(0),
          createdAt: at(0),
        }),
      );
    const left = async () =>
      (
        await Promise.all(
          [user, other].map(async ({ id }) =>
            (await listUserSessions(database.read, id)).map((session) => session.idHash),
          ),
        )
      )
        .flat()
        .sort();
    await add('a', user.id, 10);
    await add('b', user.id, 11);
    await add('c', user.id, 12);
    await add('d', other.id, 12);
    await database.transaction((tx) => deleteExpiredSessions(tx, at(10)));
    expect(await left()).toEqual(['b', 'c', 'd']);
    await database.transaction((tx) => deleteUserSessions(tx, user.id, 'c'));
    expect(await left()).toEqual(['c', 'd']);
    await database.transaction((tx) => deleteUserSessions(tx, user.id));
    expect(await left()).toEqual(['d']);
  });
});
