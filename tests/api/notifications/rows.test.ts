import { beforeEach, describe, expect, test } from 'vitest';
import { hidePost, showPost } from '../../../db/queries/posts-table.ts';
import { type UserRow, updateUser } from '../../../db/queries/users.ts';
import { makeUser } from '../../support/database.ts';
import { type Talk, talk } from './support.ts';

let t: Talk;
let owner: UserRow;
beforeEach(async () => {
  t = await talk();
  owner = t.owner;
});

const follow = (user: UserRow, value: boolean) =>
  t.put(`/api/comment/follow/${t.post.id}`, { follow: value }, user);

describe('a visible comment', () => {
  test('tells the author of the comment that it answers, and the author of the post', async () => {
    const reply = await t.write(t.reader, 'An answer', { parentId: t.comment.id });
    expect(await t.listOf(t.author)).toEqual([
      {
        _id: expect.any(String),
        kind: 'reply',
        at: reply.createdAt,
        read: false,
        actor: expect.objectContaining({ _id: t.reader.id, username: 'reader' }),
        commentId: reply._id,
        post: { title: t.post.title, slug: t.post.slug },
        note: '',
      },
    ]);
    expect(await t.kindsOf(owner)).toEqual([`comment ${reply._id}`]);
    expect(await t.unreadOf(t.reader)).toBe(0);
  });

  test('is told once to someone with several reasons', async () => {
    await follow(owner, true);
    const own = await t.write(owner, 'By the author of the post');
    const reply = await t.write(t.reader, 'An answer', { parentId: own._id });
    expect(await t.kindsOf(owner)).toEqual([`reply ${reply._id}`]);
  });

  test('tells followers, but not the member who wrote it', async () => {
    const fans = await Promise.all([1, 2, 3].map(() => makeUser(t.database)));
    for (const fan of fans) await follow(fan, true);
    await follow(t.reader, true);
    const { _id } = await t.write(t.reader, 'News');
    for (const fan of fans) expect(await t.kindsOf(fan)).toEqual([`comment ${_id}`]);
    expect(await t.kindsOf(t.reader)).toEqual([]);
  });

  test('skips members who muted the post or are suspended', async () => {
    const fan = await makeUser(t.database);
    await follow(fan, true);
    await follow(t.author, false);
    await follow(owner, false);
    const suspendedUntil = new Date(t.now().getTime() + 86_400_000);
    await t.database.transaction((tx) => updateUser(tx, fan.id, { suspendedUntil }, t.now()));
    await t.write(t.reader, 'An answer', { parentId: t.comment.id });
    await t.database.transaction((tx) => updateUser(tx, fan.id, { suspendedUntil: null }, t.now()));
    for (const user of [fan, t.author, owner]) expect(await t.kindsOf(user)).toEqual([]);
  });

  test('tells authors about decisions, also after they muted the post', async () => {
    await follow(t.author, false);
    await t.moderate({ _id: t.comment.id }, 'hold');
    await t.moderate({ _id: t.comment.id }, 'remove', { note: 'Off topic' });
    expect(await t.kindsOf(t.author)).toEqual([`removed ${t.comment.id}`]);
  });

  test('is gone from lists and numbers while it isn’t visible', async () => {
    const reply = await t.write(t.reader, 'An answer', { parentId: t.comment.id });
    const seen = async () => [(await t.kindsOf(t.author)).length, await t.unreadOf(t.author)];
    expect(await seen()).toEqual([1, 1]);
    await t.moderate(reply, 'hold');
    expect(await seen()).toEqual([0, 0]);
    await t.moderate(reply, 'approve');
    expect(await seen()).toEqual([1, 1]);
    await t.database.transaction((tx) => hidePost(tx, t.post.id));
    expect(await seen()).toEqual([0, 0]);
    await t.database.transaction((tx) => showPost(tx, t.post.id));
    expect(await seen()).toEqual([1, 1]);
    await t.call(`DELETE /api/comment/deleteComment/${reply._id}`, { as: t.reader });
    expect(await seen()).toEqual([0, 0]);
  });
});

describe('a comment that waits', () => {
  beforeEach(() => t.settings({ commentHold: 'all' }));

  test('tells its author, and others only once it’s approved', async () => {
    const reply = await t.write(t.reader, 'An answer', { parentId: t.comment.id });
    expect(await t.kindsOf(t.reader)).toEqual([`held ${reply._id}`]);
    expect(await t.kindsOf(t.author)).toEqual([]);
    await t.moderate(reply, 'approve', { note: 'Welcome!' });
    expect(await t.listOf(t.reader)).toMatchObject([
      { kind: 'approved', actor: null, note: 'Welcome!', commentId: reply._id },
    ]);
    expect(await t.kindsOf(t.author)).toEqual([`reply ${reply._id}`]);
    expect(await t.kindsOf(owner)).toEqual([`comment ${reply._id}`]);
    await t.moderate(reply, 'hold');
    await t.moderate(reply, 'approve');
    expect(await t.kindsOf(t.author)).toEqual([`reply ${reply._id}`]);
  });

  test('isn’t announced as spam to its author', async () => {
    const reply = await t.write(t.reader, 'An answer', { parentId: t.comment.id });
    await t.moderate(reply, 'spam');
    expect(await t.kindsOf(t.reader)).toEqual([]);
    expect(await t.kindsOf(t.author)).toEqual([]);
  });

  test('after an edit or reports tells its author, too', async () => {
    await t.settings({ commentHold: 'links', reportsToHold: 1 });
    const first = await t.write(t.reader, 'One');
    const second = await t.write(t.reader, 'Two');
    const json = { content: 'See https://example.com' };
    await t.put(`/api/comment/editComment/${first._id}`, json, t.reader);
    t.wait(1_000);
    await t.call(`POST /api/comment/report/${second._id}`, {
      json: { reason: 'spam' },
      as: t.author,
    });
    expect(await t.kindsOf(t.reader)).toEqual([`held ${second._id}`, `held ${first._id}`]);
  });
});

describe('a moderator', () => {
  test('tells the author about a removal, without a name', async () => {
    const comment = await t.write(t.reader, 'Rude');
    await t.moderate(comment, 'remove', { note: 'Please stay kind.' });
    expect(await t.listOf(t.reader)).toMatchObject([
      { kind: 'removed', actor: null, note: 'Please stay kind.' },
    ]);
    await t.moderate(comment, 'restore');
    expect(await t.kindsOf(t.reader)).toEqual([`approved ${comment._id}`]);
    await t.call(`DELETE /api/comment/deleteComment/${comment._id}`, { as: t.admin });
    expect(await t.kindsOf(t.reader)).toEqual([`removed ${comment._id}`]);
  });

  test('isn’t told about their own decision', async () => {
    const comment = await t.write(t.admin, 'Mine');
    await t.moderate(comment, 'hold');
    expect(await t.kindsOf(t.admin)).toEqual([]);
  });

  test('gets no notification that comments wait: only mail, if they want it', async () => {
    const json = { waiting: 'now' };
    await t.put('/api/notifications/preferences', json, t.admin);
    await t.settings({ commentHold: 'all' });
    await t.write(t.reader, 'Please approve');
    expect(await t.kindsOf(t.admin)).toEqual([]);
    expect(await t.unreadOf(t.admin)).toBe(0);
  });
});

describe('reading', () => {
  test('marks all up to one, or only one', async () => {
    for (const n of [1, 2, 3, 4]) await t.write(t.reader, `${n}`, { parentId: t.comment.id });
    const [, third, second, first] = await t.listOf(t.author);
    const read = (json: object) => t.put('/api/notifications/read', json, t.author);
    expect(await read({ only: third?._id })).toEqual({ success: true, unread: 3 });
    expect(await read({ upTo: second?._id })).toEqual({ success: true, unread: 1 });
    expect((await t.listOf(t.author)).map((one) => one.read)).toEqual([false, true, true, true]);
    expect(await read({ upTo: first?._id })).toEqual({ success: true, unread: 1 });
  });

  test('is limited to the caller’s notifications', async () => {
    await t.write(t.reader, 'Hello', { parentId: t.comment.id });
    const [{ _id } = { _id: '' }] = await t.listOf(t.author);
    for (const as of [t.reader, t.admin]) {
      const json = { upTo: _id };
      expect(await t.call('PUT /api/notifications/read', { json, as })).toMatchObject({
        status: 404,
      });
    }
    expect(await t.unreadOf(t.author)).toBe(1);
  });

  test('takes an id, and pages are limited', async () => {
    for (const json of [{}, { upTo: 7 }, { upTo: 'a', only: 'b' }]) {
      const { status } = await t.call('PUT /api/notifications/read', { json, as: t.reader });
      expect(status).toBe(400);
    }
    const { status } = await t.call('GET /api/notifications?limit=101', { as: t.reader });
    expect(status).toBe(400);
  });
});

describe('following', () => {
  test('is known afterwards, and needs a post', async () => {
    const path = `GET /api/comment/follow/${t.post.id}`;
    expect((await t.call(path, { as: t.reader })).body).toEqual({ follow: null });
    expect(await follow(t.reader, true)).toEqual({ follow: true });
    expect((await t.call(path, { as: t.reader })).body).toEqual({ follow: true });
    expect(await follow(t.reader, false)).toEqual({ follow: false });
    for (const line of ['PUT /api/comment/follow/none', 'GET /api/comment/follow/none']) {
      const json = line.startsWith('PUT') ? { follow: true } : undefined;
      expect((await t.call(line, { json, as: t.reader })).status).toBe(404);
    }
    const bad = { json: { follow: 'yes' }, as: t.reader };
    expect((await t.call(`PUT /api/comment/follow/${t.post.id}`, bad)).status).toBe(400);
  });

  test('is limited', async () => {
    const flood = await talk({ limits: { follow: { points: 3, duration: 60 } } });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) {
      const json = { follow: n % 2 === 0 };
      const path = `PUT /api/comment/follow/${flood.post.id}`;
      statuses.push((await flood.call(path, { json, as: flood.reader })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});
