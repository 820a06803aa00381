import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CommentNoticePayload } from '../../../api/mail/texts/comments.ts';
import { cleanUpNotifications } from '../../../api/notifications/cleanup.ts';
import { nextDigest } from '../../../api/notifications/digest-time.ts';
import { createNotices } from '../../../api/notifications/mail.ts';
import { type UserRow, updateUser } from '../../../db/queries/users.ts';
import { mail, notifications } from '../../../db/schema.ts';
import { SITE } from '../../support/app.ts';
import { makePost, makeUser } from '../../support/database.ts';
import { type Talk, talk } from './support.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let t: Talk;
beforeEach(async () => {
  t = await talk();
  for (const user of [t.author, t.reader, t.owner, t.admin])
    await change(user, { emailVerified: true });
});

const change = (user: UserRow, changes: Parameters<typeof updateUser>[2]) =>
  t.database.transaction((tx) => updateUser(tx, user.id, changes, t.now()));

const notices = () => createNotices({ now: t.now, siteUrl: SITE });

/** Queues what is due, and returns what the mails queued since the last call say. */
async function mailed(): Promise<(CommentNoticePayload & { to: string })[]> {
  while (await notices().queue(t.database));
  return await written();
}

/** Writes the queued mails, and takes them out of the queue. */
async function written() {
  const { database } = t;
  const isQueued = eq(mail.state, 'queued');
  const rows = await database.read.select().from(mail).where(isQueued).orderBy(asc(mail.createdAt));
  const complete = await Promise.all(rows.map((row) => notices().write(database, row)));
  await database.transaction((tx) => tx.update(mail).set({ state: 'sent' }));
  return complete.flatMap((row) => (row ? [{ to: row.to, ...JSON.parse(row.payload) }] : []));
}

const answer = (content: string) => t.write(t.reader, content, { parentId: t.comment.id });

describe('a reply', () => {
  test('is mailed at once, with its words and its address', async () => {
    const { _id } = await answer('Some words\nof an answer');
    expect(await mailed()).toEqual([
      {
        to: t.author.email,
        username: 'author',
        items: [
          {
            sentence: `reader replied to your comment on “${t.post.title}”`,
            quote: 'Some words\nof an answer',
            url: `${SITE}/post/a-post#comment-${_id}`,
          },
        ],
        more: 0,
        topics: ['replies to your comments'],
        token: expect.stringMatching(/^[\w-]{60,}$/),
      },
    ]);
    expect(await mailed()).toEqual([]);
  });

  test('within ten minutes of a mail is gathered with others', async () => {
    await answer('First');
    expect(await mailed()).toHaveLength(1);
    await answer('Second');
    t.wait(5 * MINUTE_MS);
    await answer('Third');
    expect(await mailed()).toEqual([]);
    t.wait(5 * MINUTE_MS);
    const [later, ...others] = await mailed();
    expect(later?.items.map(({ quote }) => quote)).toEqual(['Second', 'Third']);
    expect(others).toEqual([]);
  });

  test('isn’t mailed to an unverified or changed address, or to a suspended member', async () => {
    const cases = [
      { emailVerified: false },
      { suspendedUntil: new Date(t.now().getTime() + DAY_MS) },
    ];
    for (const changes of cases) {
      await answer(`Before ${JSON.stringify(changes)}`);
      await change(t.author, changes);
      expect(await mailed()).toEqual([]);
      await change(t.author, { emailVerified: true, suspendedUntil: null });
      expect(await mailed()).toEqual([]);
    }
    await answer('For the old address');
    await notices().queue(t.database);
    await change(t.author, { email: 'new@example.com' });
    expect(await written()).toEqual([]);
  });

  test('isn’t mailed by a site without mail', async () => {
    t = await talk({ env: {} });
    await answer('Words');
    const rows = await t.database.read.select().from(notifications);
    expect(rows.map(({ mailAt }) => mailAt)).toEqual([null, null]);
  });
});

describe('words', () => {
  test.each(['hold', 'remove', 'spam'])('of a comment are in no mail after %s', async (action) => {
    const queued = await answer('Secret words');
    await notices().queue(t.database);
    await t.moderate(queued, action);
    expect(JSON.stringify(await mailed())).not.toContain('Secret');
    t.wait(20 * MINUTE_MS);
    const early = await answer('Secret words again');
    await t.moderate(early, action);
    expect(JSON.stringify(await mailed())).not.toContain('Secret');
  });

  test('of a deleted comment are in no mail, and a changed text is mailed as it is now', async () => {
    const [gone, changed] = [await answer('Deleted words'), await answer('Before')];
    await notices().queue(t.database);
    await t.call(`DELETE /api/comment/deleteComment/${gone._id}`, { as: t.reader });
    const json = { content: 'After' };
    await t.put(`/api/comment/editComment/${changed._id}`, json, t.reader);
    const [one] = await mailed();
    expect(one?.items.map(({ quote }) => quote)).toEqual(['After']);
  });

  test('are mailed once a comment is visible again', async () => {
    const comment = await answer('Late words');
    await t.moderate(comment, 'hold');
    expect(await mailed()).toEqual([]);
    await t.moderate(comment, 'approve');
    expect(JSON.stringify(await mailed())).toContain('Late words');
  });
});

describe('preferences', () => {
  const choose = (user: UserRow, json: object) =>
    t.put('/api/notifications/preferences', json, user);

  test('have defaults, and keep what isn’t changed', async () => {
    const { body } = await t.call('GET /api/notifications/preferences', { as: t.reader });
    expect(body).toEqual({
      mail: {
        ...{ reply: 'now', comment: 'daily', held: 'never' },
        ...{ approved: 'never', removed: 'never', waiting: 'never' },
      },
      siteSendsMail: true,
      emailVerified: true,
    });
    expect(await choose(t.reader, { removed: 'now' })).toMatchObject({
      mail: { reply: 'now', removed: 'now' },
    });
    expect(await choose(t.reader, { reply: 'never' })).toMatchObject({
      mail: { reply: 'never', removed: 'now' },
    });
    const bad = { json: { reply: 'hourly' }, as: t.reader };
    expect((await t.call('PUT /api/notifications/preferences', bad)).status).toBe(400);
  });

  test('“never” also holds for what is queued', async () => {
    await answer('Words');
    await notices().queue(t.database);
    await choose(t.author, { reply: 'never' });
    expect(await written()).toEqual([]);
    t.wait(HOUR_MS);
    await answer('More words');
    expect(await mailed()).toEqual([]);
  });

  test('“daily” is one mail at eight in the morning', async () => {
    const first = await answer('One');
    await answer('Two');
    await mailed();
    const digest = nextDigest(new Date(first.createdAt), 'UTC');
    t.wait(digest.getTime() - t.now().getTime() - 1);
    expect((await mailed()).filter(({ to }) => to === t.owner.email)).toEqual([]);
    t.wait(1);
    const [one, ...others] = await mailed();
    expect(one).toMatchObject({
      to: t.owner.email,
      items: [{ quote: 'One' }, { quote: 'Two' }],
      topics: ['comments on your posts and in conversations you follow'],
    });
    expect(others).toEqual([]);
  });

  test('moderators may be mailed that comments wait, until someone decided', async () => {
    await choose(t.admin, { waiting: 'now' });
    await choose(t.reader, { waiting: 'now' });
    await t.settings({ commentHold: 'all' });
    const { _id } = await answer('Hidden words');
    const [one, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      to: t.admin.email,
      items: [
        {
          sentence: `A comment by reader on “${t.post.title}” is waiting for approval`,
          url: `${SITE}/dashboard?tab=comments&comment=${_id}`,
        },
      ],
    });
    expect(JSON.stringify(one)).not.toContain('Hidden');
    t.wait(HOUR_MS);
    const decided = await answer('Another one');
    await t.moderate(decided, 'approve');
    expect((await mailed()).filter(({ to }) => to === t.admin.email)).toEqual([]);
  });
});

test('a decision is mailed with its note, also to an author who muted the post', async () => {
  await t.put('/api/notifications/preferences', { removed: 'now' }, t.author);
  await t.put(`/api/comment/follow/${t.post.id}`, { follow: false }, t.author);
  await t.moderate({ _id: t.comment.id }, 'remove', { note: 'Off topic' });
  expect(await mailed()).toMatchObject([{ to: t.author.email, items: [{ quote: 'Off topic' }] }]);
});

test('a mail about several followed posts ends following these, and no other mail', async () => {
  await t.put('/api/notifications/preferences', { comment: 'now' }, t.author);
  const other = await makePost(t.database, { title: 'Another post' });
  for (const post of [t.post, other]) {
    await t.put(`/api/comment/follow/${post.id}`, { follow: true }, t.author);
    await t.write(t.reader, 'News', { postId: post.id });
  }
  const [notice] = (await mailed()).filter(({ to }) => to === t.author.email);
  expect(notice?.topics).toEqual([`comments on “${t.post.title}”`, 'comments on “Another post”']);
  const json = { token: notice?.token };
  expect((await t.call('POST /api/notifications/unsubscribe', { json })).status).toBe(200);
  const get = async (path: string) => (await t.call(`GET ${path}`, { as: t.author })).body;
  expect(await get(`/api/comment/follow/${other.id}`)).toEqual({ follow: null });
  expect((await get('/api/notifications/preferences')).mail).toMatchObject({ comment: 'now' });
});

test('a mail shows twenty, and says how many more there are', async () => {
  for (let n = 1; n <= 25; n++) await answer(`Number ${n}`);
  const [one] = await mailed();
  expect(one?.items).toHaveLength(20);
  expect(one?.more).toBe(5);
  t.wait(HOUR_MS);
  expect(await mailed()).toEqual([]);
});

test('thousands of followers are mailed in small transactions', async () => {
  const fans: UserRow[] = [];
  for (let n = 0; n < 120; n++) {
    fans.push(await makeUser(t.database, { emailVerified: true, notify: { comment: 'now' } }));
  }
  for (const fan of fans) await t.put(`/api/comment/follow/${t.post.id}`, { follow: true }, fan);
  await t.write(t.reader, 'For all');
  expect(await notices().queue(t.database)).toBe(true);
  expect(await t.database.read.$count(mail)).toBeLessThanOrEqual(50);
  const all = await mailed();
  expect(new Set(all.map(({ to }) => to)).size).toBe(120);
  expect(all).toHaveLength(120);
});

test('old notifications are deleted: read ones after 90 days, all after a year', async () => {
  await answer('Words');
  const [{ _id } = { _id: '' }] = await t.listOf(t.author);
  await t.put('/api/notifications/read', { upTo: _id }, t.author);
  t.wait(89 * DAY_MS);
  const left = async () => {
    await cleanUpNotifications(t.services);
    const rows = await t.database.read.select().from(notifications).orderBy(notifications.kind);
    return rows.map(({ kind }) => kind);
  };
  expect(await left()).toEqual(['comment', 'reply']);
  t.wait(2 * DAY_MS);
  expect(await left()).toEqual(['comment']);
  t.wait(275 * DAY_MS);
  expect(await left()).toEqual([]);
});

test('the daily mail comes at eight in the site’s time zone, also when the clocks change', () => {
  const at = (now: string, zone: string) => nextDigest(new Date(now), zone).toISOString();
  expect(at('2026-11-27T05:00:00Z', 'UTC')).toBe('2026-11-27T08:00:00.000Z');
  expect(at('2026-11-27T08:00:00Z', 'UTC')).toBe('2026-11-28T08:00:00.000Z');
  expect(at('2026-03-28T08:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
  expect(at('2026-10-24T08:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z');
  expect(at('2026-11-27T05:00:00Z', 'Asia/Kathmandu')).toBe('2026-11-28T02:15:00.000Z');
});
