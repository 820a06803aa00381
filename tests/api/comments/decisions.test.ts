import { beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../db/queries/audit.ts';
import { findAnyComment } from '../../../db/queries/moderation.ts';
import { setSetting } from '../../../db/queries/settings.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeComment, makePost, makeUser } from '../../support/database.ts';
import { type Scene, scene } from './support.ts';

const HOUR_MS = 60 * 60 * 1000;

let s: Scene;
let now = 0;
let editor: UserRow;
beforeEach(async () => {
  now = Date.now();
  s = await scene({ services: { now: () => new Date(now) } });
  editor = await makeUser(s.database, { username: 'editor', role: 'editor' });
});

/** Calls as the editor, a second after the last call. */
async function call(line: string, json?: unknown, as = editor) {
  now += 1_000;
  const { status, body } = await s.call(line, { json, as });
  return { status, body };
}

const moderate = (id: string, action: string, more = {}) =>
  call(`PUT /api/comment/moderate/${id}`, { action, ...more });
const undo = async (...ids: string[]) => (await call('PUT /api/comment/undo', { ids })).body;
const report = (as: UserRow, reason = 'spam') =>
  call(`POST /api/comment/report/${s.comment.id}`, { reason, note: `By ${as.username}` }, as);
const stateOf = async (id = s.comment.id) => {
  const comment = await findAnyComment(s.database.read, id);
  return comment && { state: comment.state, stateAt: comment.stateAt, reasons: comment.reasons };
};
const counts = async () => (await call('GET /api/comment/countqueue')).body;
const actions = async (subject: string) => {
  const rows = await listAudit(s.database.read, { startIndex: 0, limit: 20 }, { subject });
  return rows.map(({ action }) => action);
};

describe('undoing a decision', () => {
  test('restores state, time and reasons exactly', async () => {
    await moderate(s.comment.id, 'hold');
    const held = await stateOf();
    expect(held).toMatchObject({ state: 'held', reasons: ['Held by a moderator'] });
    for (const action of ['approve', 'spam', 'remove']) {
      await moderate(s.comment.id, action);
      expect(await stateOf()).not.toEqual(held);
      expect(await undo(s.comment.id)).toEqual({ changed: 1 });
      expect(await stateOf(), action).toEqual(held);
    }
    expect((await actions(s.comment.id)).slice(0, 2)).toEqual(['comment.undo', 'comment.remove']);
  });

  test('also undoes a deletion by a moderator, but not twice', async () => {
    const before = await stateOf();
    await call(`DELETE /api/comment/deleteComment/${s.comment.id}`);
    expect(await stateOf()).toMatchObject({ state: 'removed' });
    expect(await undo(s.comment.id)).toEqual({ changed: 1 });
    expect(await stateOf()).toEqual(before);
    expect(await undo(s.comment.id)).toEqual({ changed: 0 });
  });

  test('brings reports back to the queue, and takes trust back', async () => {
    await report(s.reader);
    await moderate(s.comment.id, 'approve', { trust: true });
    expect(await counts()).toEqual({ held: 0, reported: 0 });
    expect((await call(`GET /api/comment/getcomment/${s.comment.id}`)).body).toMatchObject({
      history: { isTrusted: true },
      decision: { action: 'approve', by: { username: 'editor' } },
    });
    await undo(s.comment.id);
    expect(await counts()).toEqual({ held: 0, reported: 1 });
    const { body } = await call('GET /api/comment/getqueue?state=reported');
    expect(body.comments[0]).toMatchObject({
      reports: 1,
      reportReasons: { spam: 1 },
      history: { isTrusted: false, memberSince: s.author.createdAt.toISOString() },
    });
  });

  test("leaves another moderator's later decision as it is", async () => {
    await moderate(s.comment.id, 'hold');
    await call(`PUT /api/comment/moderate/${s.comment.id}`, { action: 'approve' }, s.admin);
    expect(await undo(s.comment.id)).toEqual({ changed: 0 });
    expect(await stateOf()).toMatchObject({ state: 'visible' });
  });

  test('undoes a decision about several at once', async () => {
    const other = await makeComment(s.database, { postId: s.post.id, userId: s.reader.id });
    const ids = [s.comment.id, other.id];
    const before = await Promise.all(ids.map(stateOf));
    await call('PUT /api/comment/moderate', { ids, action: 'spam' });
    expect(await undo(...ids, 'unknown')).toEqual({ changed: 2 });
    expect(await Promise.all(ids.map(stateOf))).toEqual(before);
  });
});

describe('reports', () => {
  test('name the members and their reasons, for moderators only', async () => {
    await report(s.reader, 'abuse');
    await report(s.admin, 'spam');
    const path = `GET /api/comment/getreports/${s.comment.id}`;
    expect((await call(path, undefined, s.reader)).status).toBe(403);
    const { body } = await call(path);
    expect(body.reports).toMatchObject([
      { by: { username: 'admin' }, reason: 'spam', note: 'By admin' },
      { by: { username: 'reader' }, reason: 'abuse', note: 'By reader' },
    ]);
  });

  test('count once per member, also after a decision', async () => {
    expect((await report(s.reader)).status).toBe(201);
    expect((await report(s.reader)).status).toBe(200);
    await moderate(s.comment.id, 'approve');
    expect(await counts()).toMatchObject({ reported: 0 });
    expect((await moderate(s.comment.id, 'approve')).status).toBe(409);
    expect((await report(s.reader, 'abuse')).status).toBe(200);
    expect(await counts()).toMatchObject({ reported: 0 });
  });

  test('of before a decision no longer count toward holding the comment', async () => {
    await s.database.transaction((tx) => setSetting(tx, 'owner:reportsToHold', '2'));
    await report(s.reader);
    await moderate(s.comment.id, 'approve');
    await report(s.admin);
    // Members can't hide again what a moderator has approved.
    await report(s.reader);
    expect(await stateOf()).toMatchObject({ state: 'visible' });
    await report(await makeUser(s.database));
    expect(await stateOf()).toMatchObject({ state: 'held', reasons: ['Reported by 2 members'] });
  });
});

describe('the list of comments', () => {
  test('includes held ones and their facts on request', async () => {
    await moderate(s.comment.id, 'hold');
    const other = await makeComment(s.database, {
      ...{ postId: s.post.id, userId: s.reader.id, content: 'An answer' },
      ...{ parentId: s.comment.id, threadId: s.comment.id },
    });
    const { body: plain } = await call('GET /api/comment/getcomments');
    expect(plain.comments).toHaveLength(1);
    expect(plain.totalComments).toBe(1);
    const { body } = await call('GET /api/comment/getcomments?withHeld=1');
    expect(body).toMatchObject({
      totalComments: 2,
      comments: [
        { _id: other.id, replyTo: 'author', state: 'visible', post: { slug: 'a-post' } },
        { _id: s.comment.id, replyTo: null, state: 'held', reasons: ['Held by a moderator'] },
      ],
    });
    const found = await call('GET /api/comment/getcomments?withHeld=1&searchTerm=answer');
    expect(found.body).toMatchObject({ totalComments: 1, comments: [{ _id: other.id }] });
    await moderate(other.id, 'remove');
    expect((await call('GET /api/comment/getcomments?withHeld=1')).body.totalComments).toBe(1);
  });

  test('shows one comment in any state with what it answers', async () => {
    const place = { parentId: s.comment.id, threadId: s.comment.id };
    const { id } = await makeComment(s.database, {
      ...{ postId: s.post.id, userId: s.reader.id, ...place },
    });
    await moderate(id, 'remove', { note: 'Off topic' });
    const { body } = await call(`GET /api/comment/getcomment/${id}`);
    expect(body).toMatchObject({
      state: 'removed',
      parent: { _id: s.comment.id, content: s.comment.content },
      decision: {
        action: 'remove',
        by: { username: 'editor' },
        at: new Date(now - 1_000).toISOString(),
      },
    });
    expect((await call('GET /api/comment/getcomment/unknown')).status).toBe(404);
  });
});

describe('removing everything of a member', () => {
  /** Comments of the reader: new, two hours old, two days old, and one that waits. */
  async function write() {
    const ages = [0, 2 * HOUR_MS, 48 * HOUR_MS];
    const other = await makePost(s.database);
    const made = [];
    for (const [index, age] of ages.entries()) {
      const postId = index === 1 ? other.id : s.post.id;
      const createdAt = new Date(now - age);
      made.push(await makeComment(s.database, { postId, userId: s.reader.id, createdAt }));
    }
    const held = { state: 'held', userId: s.reader.id, postId: s.post.id } as const;
    made.push(await makeComment(s.database, { ...held, createdAt: new Date(now) }));
    return made.map(({ id }) => id);
  }
  const removeAll = (since: unknown) =>
    call(`PUT /api/comment/removeall/${s.reader.id}`, { since });
  const states = async (ids: string[]) =>
    (await Promise.all(ids.map(stateOf))).map((row) => row?.state);

  test.each([
    ['hour', ['removed', 'visible', 'visible', 'removed']],
    ['day', ['removed', 'removed', 'visible', 'removed']],
    ['all', ['removed', 'removed', 'removed', 'removed']],
  ])('since an %s removes what is newer, and one call restores it', async (since, expected) => {
    const ids = await write();
    const { status, body } = await removeAll(since);
    expect(status).toBe(200);
    const changed = expected.filter((state) => state === 'removed').length;
    expect(body).toMatchObject({ changed });
    expect(await states(ids)).toEqual(expected);
    // Comments of others stay.
    expect(await stateOf()).toMatchObject({ state: 'visible' });
    const restored = await call(`PUT /api/comment/restoreall/${s.reader.id}`, { at: body.at });
    expect(restored.body).toEqual({ changed });
    expect(await states(ids)).toEqual(['visible', 'visible', 'visible', 'held']);
    expect(await actions(s.reader.id)).toEqual(['comment.restoreall', 'comment.removeall']);
  });

  test('leaves what was removed before, and one comment can be restored', async () => {
    const [first = '', second = ''] = await write();
    await moderate(first, 'remove');
    const { body } = await removeAll('all');
    expect(body.changed).toBe(3);
    const decisionOf = async (id: string) =>
      (await call(`GET /api/comment/getcomment/${id}`)).body.decision;
    expect(await decisionOf(first)).toMatchObject({ action: 'remove' });
    expect(await decisionOf(second)).toMatchObject({
      action: 'removeall',
      by: { username: 'editor' },
    });
    expect((await moderate(second, 'restore')).body).toMatchObject({ state: 'visible' });
    const restored = await call(`PUT /api/comment/restoreall/${s.reader.id}`, { at: body.at });
    expect(restored.body).toEqual({ changed: 2 });
    expect(await stateOf(first)).toMatchObject({ state: 'removed' });
  });

  test('changes more than fit into one transaction, with an entry in the audit log for each', async () => {
    for (let n = 0; n < 501; n++) {
      await makeComment(s.database, { postId: s.post.id, userId: s.reader.id });
    }
    expect((await removeAll('all')).body.changed).toBe(501);
    const entries = await listAudit(
      s.database.read,
      { startIndex: 0, limit: 9 },
      { subject: s.reader.id },
    );
    expect(entries.map(({ details }) => JSON.parse(details ?? ''))).toMatchObject([
      { since: 'all', changed: 1 },
      { since: 'all', changed: 500 },
    ]);
  });

  test('refuses other times, and unknown members', async () => {
    expect((await removeAll('week')).status).toBe(400);
    expect((await call('PUT /api/comment/removeall/unknown', { since: 'all' })).status).toBe(404);
    expect((await call('PUT /api/comment/restoreall/unknown', { at: 'now' })).status).toBe(400);
  });
});

test('a moderator can trust a member, and stop it', async () => {
  const trust = (trusted: unknown) => call(`PUT /api/comment/trust/${s.reader.id}`, { trusted });
  expect((await trust(true)).body).toEqual({ trusted: true });
  const users = async () => (await s.call('GET /api/user/getusers', { as: s.admin })).body.users;
  const reader = (isTrusted: boolean) =>
    expect.arrayContaining([expect.objectContaining({ username: 'reader', isTrusted })]);
  expect(await users()).toEqual(reader(true));
  expect((await trust(false)).body).toEqual({ trusted: false });
  expect((await trust(false)).status).toBe(200);
  expect(await users()).toEqual(reader(false));
  expect(await actions(s.reader.id)).toEqual(['user.trust', 'user.trust']);
  expect((await trust('yes')).status).toBe(400);
});
