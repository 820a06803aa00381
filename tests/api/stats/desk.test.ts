import { describe, expect, it } from 'vitest';
import { updateDocument } from '../../../db/queries/documents.ts';
import { makeComment, makePost, makeUser } from '../../support/database.ts';
import { desk } from '../documents/support.ts';

const NOW = new Date('2026-03-15T12:00:00Z');
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

async function site() {
  const app = await desk({ services: { now: () => NOW } });
  const read = async (as = app.author) => (await app.call('GET /api/stats/desk', { as })).body;
  const seen = (at: Date, as = app.author) =>
    app.call('POST /api/stats/seen', { json: { at: at.toISOString() }, as });
  return { ...app, read, seen };
}

const titles = (items: { title: string }[]) => items.map(({ title }) => title);

describe('GET /api/stats/desk', () => {
  it('GET /api/stats/desk tells what is new since the last visit, or in 30 days', async () => {
    const { database, read, seen, author, admin, other } = await site();
    const post = await makePost(database, { userId: author.id, createdAt: ago(40) });
    const reader = await makeUser(database, { createdAt: ago(5) });
    const comment = (days: number, userId = reader.id) =>
      makeComment(database, { postId: post.id, userId, createdAt: ago(days) });
    await comment(31);
    await comment(20);
    await comment(1);
    await comment(1, author.id);
    const first = await read();
    expect([first.isFirstVisit, first.since, first.news.comments]).toEqual([
      true,
      ago(30).toISOString(),
      2,
    ]);
    expect((await seen(ago(10))).status).toBe(200);
    const second = await read();
    expect([second.isFirstVisit, second.since, second.news.comments]).toEqual([
      false,
      ago(10).toISOString(),
      1,
    ]);
    // Authors don't learn about users or the posts of others; administrators do.
    expect([second.news.users, (await read(other)).news.comments]).toEqual([null, 0]);
    expect((await read(admin)).news.users).toBeGreaterThan(0);
    expect((await read(admin)).news.comments).toBe(3);
  });

  it('GET /api/stats/desk never marks the future or less than before as seen', async () => {
    const { read, seen } = await site();
    await seen(new Date(NOW.getTime() + DAY_MS));
    expect((await read()).since).toBe(NOW.toISOString());
    await seen(ago(3));
    expect((await read()).since).toBe(NOW.toISOString());
  });

  it('GET /api/stats/desk lists five drafts to continue: own ones first, then those of others for editors', async () => {
    const { database, read, draft, post, author, editor } = await site();
    for (let i = 1; i <= 6; i++) {
      const { _id } = await draft({ title: `Draft ${i}` });
      await database.transaction((tx) => updateDocument(tx, _id, { updatedAt: ago(10 - i) }));
    }
    await post('create', { title: 'Of the editor' }, editor);
    expect(titles((await read(author)).drafts)).toEqual([6, 5, 4, 3, 2].map((n) => `Draft ${n}`));
    const { drafts } = await read(editor);
    expect(titles(drafts)).toEqual(['Of the editor', 'Draft 6', 'Draft 5', 'Draft 4', 'Draft 3']);
    expect(drafts[0].isOwn).toBe(true);
    expect([drafts[1].isOwn, drafts[1].author]).toEqual([false, author.username]);
  });

  it('GET /api/stats/desk lists what is scheduled next, and what the schedule has published late or in time', async () => {
    const { database, read, draft, post, published, other } = await site();
    for (const [title, days] of [
      ['Later', 9],
      ['Sooner', 2],
    ] as const) {
      const { _id, revision } = await draft({ title });
      const at = ago(-days).toISOString();
      expect((await post(`publish/${_id}`, { revision, at })).status).toBe(200);
    }
    const onSchedule = async (title: string, lateMs: number, at = ago(1)) => {
      const { _id } = await published({ title });
      const publishedFor = new Date(at.getTime() - lateMs);
      await database.transaction((tx) =>
        updateDocument(tx, _id, { publishedAt: at, publishedFor }),
      );
    };
    await onSchedule('In time', 0);
    await onSchedule('Late', 60_000, ago(2));
    await onSchedule('Long ago', 0, ago(31));
    await published({ title: 'By hand' });
    const { scheduled, news } = await read();
    expect(titles(scheduled)).toEqual(['Sooner', 'Later']);
    expect(scheduled[0].scheduledAt).toBe(ago(-2).toISOString());
    expect(titles(news.published)).toEqual(['In time', 'Late']);
    expect(news.published.map(({ isLate }: { isLate: boolean }) => isLate)).toEqual([false, true]);
    expect((await read(other)).scheduled).toEqual([]);
  });

  it('GET /api/stats/desk lists comments on own posts that the author has not answered', async () => {
    const { database, read, author, other, reader } = await site();
    const answered = await makePost(database, { userId: author.id });
    const open = await makePost(database, { userId: author.id, slug: 'open' });
    const foreign = await makePost(database, { userId: other.id });
    const comment = (postId: string, userId: string, days: number) =>
      makeComment(database, { postId, userId, createdAt: ago(days) });
    await comment(answered.id, reader.id, 3);
    await comment(answered.id, author.id, 2);
    await comment(open.id, author.id, 5);
    const { id } = await comment(open.id, reader.id, 4);
    await comment(foreign.id, reader.id, 1);
    const { waiting } = await read();
    expect(waiting.total).toBe(1);
    expect(waiting.comments).toEqual([
      {
        _id: id,
        content: expect.any(String),
        createdAt: ago(4).toISOString(),
        author: { username: reader.username, profilePicture: expect.any(String) },
        post: { title: open.title, slug: 'open' },
      },
    ]);
  });
});
