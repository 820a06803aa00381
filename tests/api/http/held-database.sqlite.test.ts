import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { findPostById } from '../../../db/queries/posts.ts';
import { makeAccount, testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';
import { expectWithin } from '../../support/timing.ts';

const DEADLINE_MS = 3_000;

test('while another process writes, writes are 503 at the deadline, and reads are answered', async () => {
  const app = await testApp();
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const post = await makePost(app.database, { title: 'Before' });
  const headers = { Cookie: await app.signIn(admin) };
  const other = new SQLite(join(app.database.folder, 'blog.db'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  const edit = `PUT /api/post/updatepost/${post.id}/${admin.id}`;
  const comment = { content: 'Hello', postId: post.id, userId: admin.id };
  const timed = async (line: string, json?: object) => {
    const began = performance.now();
    const { status, headers: sent } = await app.call(line, { headers, json });
    return { status, retryAfter: sent.get('Retry-After'), ms: performance.now() - began };
  };
  const order: string[] = [];
  const writes = Promise.all([
    timed(edit, { title: 'After' }),
    timed('POST /api/comment/create', comment),
    // Behind the others in this process, too.
    timed('POST /api/comment/create', { ...comment, content: 'Again' }),
  ]).finally(() => order.push('writes'));
  for (const line of [
    'GET /api/health',
    'GET /api/auth/session',
    'GET /api/post/getposts',
    `GET /api/comment/getPostComments/${post.id}`,
  ]) {
    expect(await timed(line), line).toMatchObject({ status: 200 });
  }
  order.push('reads');
  for (const { status, retryAfter, ms } of await writes) {
    expect([status, retryAfter]).toEqual([503, '1']);
    expect(ms).toBeGreaterThan(DEADLINE_MS - 100);
    expectWithin(ms, 2 * DEADLINE_MS);
  }
  expect(order).toEqual(['reads', 'writes']);

  other.exec('ROLLBACK');
  expect((await findPostById(app.database.read, post.id))?.title).toBe('Before');
  expect(await timed(edit, { title: 'After' })).toMatchObject({ status: 200 });
});
