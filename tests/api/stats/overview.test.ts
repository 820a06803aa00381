import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { makeComment, makePost, makeUser } from '../../support/database.ts';

const NOW = new Date('2025-03-15T12:00:00Z');

async function site() {
  const app = await testApp({ services: { now: () => NOW } });
  const admin = await makeUser(app.database, {
    role: 'administrator',
    createdAt: new Date('2023-01-01T00:00:00Z'),
  });
  return { ...app, admin };
}

describe('GET /api/stats/overview', () => {
  it('GET /api/stats/overview is for administrators: guests get 401, other users 403', async () => {
    const { call, database } = await site();
    const user = await makeUser(database);
    expect((await call('GET /api/stats/overview')).status).toBe(401);
    expect((await call('GET /api/stats/overview', { as: user })).status).toBe(403);
    expect((await call('POST /api/stats/overview', { as: user })).status).toBe(405);
  });

  it('counts posts, comments and sign-ups of the last twelve months, oldest first', async () => {
    const { call, admin, database } = await site();
    const post = await makePost(database, { createdAt: new Date('2025-03-01T00:00:00Z') });
    await makePost(database, { createdAt: new Date('2024-04-01T00:00:00Z') });
    await makePost(database, { createdAt: new Date('2024-03-31T23:59:59Z') });
    const user = await makeUser(database, { createdAt: new Date('2025-02-28T23:59:59Z') });
    const createdAt = new Date('2025-03-02T00:00:00Z');
    await makeComment(database, { postId: post.id, userId: user.id, createdAt });
    await makeComment(database, { postId: post.id, userId: user.id, createdAt });

    const { status, body, headers } = await call('GET /api/stats/overview', { as: admin });
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toContain('no-store');
    expect(body.months).toHaveLength(12);
    expect(body.months[0]).toEqual({ month: '2024-04', posts: 1, comments: 0, users: 0 });
    expect(body.months[10]).toEqual({ month: '2025-02', posts: 0, comments: 0, users: 1 });
    expect(body.months[11]).toEqual({ month: '2025-03', posts: 1, comments: 2, users: 0 });
    const inBetween = body.months.slice(1, 10);
    expect(inBetween.every((month: { posts: number }) => month.posts === 0)).toBe(true);
  });
});
