import { describe, expect, it } from 'vitest';
import { countComments } from '../../../db/queries/comments.ts';
import { findPostById } from '../../../db/queries/posts.ts';
import { updatePost } from '../../../db/queries/posts-table.ts';
import { findUserById } from '../../../db/queries/users.ts';
import { testApp } from '../../support/app.ts';
import { makeComment, makePost, makeUser, readFeed } from '../../support/database.ts';

/** Two demo posts and a demo user, a real post and a real user, and comments on all posts. */
async function site() {
  const app = await testApp();
  const { database } = app;
  const admin = await makeUser(database, { role: 'administrator' });
  const reader = await makeUser(database);
  const demoUser = await makeUser(database, { isDemo: true });
  const demoPosts = [
    await makePost(database, { isDemo: true }),
    await makePost(database, { isDemo: true }),
  ];
  const ownPost = await makePost(database);
  const [demoPost] = demoPosts;
  for (const postId of [ownPost.id, demoPost?.id ?? '']) {
    await makeComment(database, { postId, userId: reader.id });
    await makeComment(database, { postId, userId: demoUser.id });
  }
  return { ...app, admin, reader, demoUser, demoPosts, ownPost };
}

describe('removing the demo content', () => {
  it('removing the demo content is only for administrators: guests get 401, members 403', async () => {
    const { call, reader, admin } = await site();
    for (const line of ['GET /api/demo/status', 'POST /api/demo/remove']) {
      expect((await call(line)).status, line).toBe(401);
      expect((await call(line, { as: reader })).status, line).toBe(403);
    }
    expect((await call('GET /api/demo/remove', { as: admin })).status).toBe(405);
    const headers = { Origin: 'https://evil.example' };
    expect((await call('POST /api/demo/remove', { as: admin, headers })).status).toBe(403);
    expect((await call('GET /api/demo/status', { as: admin })).body).toEqual({
      posts: 2,
      users: 1,
    });
  });

  it('deletes demo posts and users with their comments, and keeps everything else', async () => {
    const { call, admin, reader, demoUser, demoPosts, ownPost, database } = await site();
    const { status, body } = await call('POST /api/demo/remove', { as: admin });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      removed: { posts: 2, users: 1 },
    });
    for (const post of demoPosts)
      expect(await findPostById(database.read, post.id)).toBeUndefined();
    expect(await findUserById(database.read, demoUser.id)).toBeUndefined();
    expect(await findPostById(database.read, ownPost.id)).toEqual(ownPost);
    expect(await findUserById(database.read, reader.id)).toEqual(reader);
    expect(await countComments(database.read)).toBe(1);
    expect((await call('GET /api/demo/status', { as: admin })).body).toEqual({
      posts: 0,
      users: 0,
    });
  });

  it('removes the page of each post before it answers', async () => {
    const { call, admin, demoPosts, database, ownPost, publisher } = await site();
    await call('POST /api/demo/remove', { as: admin });
    const rows = await readFeed(database);
    expect(rows.map(({ action, postId, slug }) => ({ action, postId, slug }))).toEqual([
      ...demoPosts.map(({ id, slug }) => ({ action: 'remove', postId: id, slug })),
      { action: 'comments-removed', postId: ownPost.id, slug: ownPost.slug },
    ]);
    expect(publisher.withdrawn).toContain(ownPost.id);
    expect(publisher.flushed.toSorted()).toEqual(demoPosts.map((post) => post.id).toSorted());
  });

  it('keeps an edited demo post', async () => {
    const { call, admin, demoPosts, database } = await site();
    const [edited] = demoPosts;
    await database.transaction((tx) =>
      updatePost(tx, edited?.id ?? '', { title: 'Mine now' }, new Date()),
    );
    const { body } = await call('POST /api/demo/remove', { as: admin });
    expect(body.removed).toEqual({ posts: 1, users: 1 });
    expect(await findPostById(database.read, edited?.id ?? '')).toMatchObject({
      title: 'Mine now',
    });
  });

  it('does nothing without demo content, and reports it', async () => {
    const { call, admin } = await site();
    await call('POST /api/demo/remove', { as: admin });
    const { status, body } = await call('POST /api/demo/remove', { as: admin });
    expect(status).toBe(200);
    expect(body.removed).toEqual({ posts: 0, users: 0 });
  });
});
