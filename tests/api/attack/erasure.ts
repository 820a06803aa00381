import { expect } from 'vitest';
import { cleanUp } from '../../../api/auth/cleanup.ts';
import { makeAccount, type TestApp, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';

/**
 * Deletes a user, a post and comments through the API, and expects what they contained to be gone
 * after the hourly cleanup. `left`: returns the words that are still stored.
 */
export async function expectErased(
  left: (test: TestApp, words: string[]) => Promise<string[]>,
): Promise<void> {
  const test = await testApp();
  const admin = await makeAccount(test.database, { role: 'administrator' });
  const user = await makeAccount(test.database, {
    username: 'zqusername',
    email: 'zqemail@example.com',
  });
  const kept = await makePost(test.database, { title: 'zqkept', userId: admin.id });
  for (let n = 0; n < 40; n++) await makePost(test.database, { userId: admin.id });
  // Long enough for overflow pages, which a deletion frees completely.
  const content = `<p>zqstart ${'zqmiddle and more '.repeat(2000)} zqend</p>`;
  const post = await makePost(test.database, { title: 'zqtitle', content, userId: admin.id });
  const comment = await makeComment(test.database, {
    postId: kept.id,
    userId: admin.id,
    content: 'zqcomment',
  });
  const other = { postId: kept.id, userId: user.id, content: 'zqofuser' };
  await makeComment(test.database, other);
  const words = ['zqusername', 'zqemail', 'zqtitle', 'zqstart', 'zqmiddle', 'zqend'];
  const all = [...words, 'zqcomment', 'zqofuser'];
  await cleanUp(test.services);
  expect(await left(test, all)).toEqual(all);

  const calls = [
    [`/api/comment/deleteComment/${comment.id}`, admin],
    [`/api/user/delete/${user.id}`, user],
    [`/api/post/deletepost/${post.id}/${admin.id}`, admin],
    // From the trash.
    [`/api/document/delete/${post.id}`, admin],
  ] as const;
  for (const [path, as] of calls) {
    expect((await test.call(`DELETE ${path}`, { as })).status).toBe(200);
  }
  await cleanUp(test.services);
  expect(await left(test, [...all, 'zqkept'])).toEqual(['zqkept']);
  const found = await test.call('GET /api/post/getposts?searchTerm=zqkept');
  expect(found.body.totalPosts).toBe(1);
}
