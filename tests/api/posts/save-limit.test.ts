import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../api/ratelimit/limits.ts';
import { desk, FIELDS } from '../documents/support.ts';

const LIMIT = { points: 3, duration: 60 };

describe('saves of posts and documents', () => {
  it('are limited to 120 a minute for each user', () => {
    expect(DEFAULT_LIMITS.save).toEqual({ points: 120, duration: 60 });
  });

  it('share one limit; beyond it, they get 429 with Retry-After and change nothing', async () => {
    const app = await desk({ limits: { save: LIMIT } });
    const { call, post, author, other, editor } = app;
    const { _id: id, revision } = await app.draft();
    const created = await call('POST /api/post/create', { json: FIELDS, as: author });
    expect(created.status).toBe(201);
    const postId = created.body._id;
    const update = (as = author) =>
      call(`PUT /api/document/update/${id}`, { json: { revision, title: 'New' }, as });
    expect((await post(`duplicate/${id}`)).status).toBe(201);
    const edit = `PUT /api/post/updatepost/${postId}/${author.id}`;
    for (const refused of [
      await update(),
      await post('create', FIELDS),
      await post(`duplicate/${id}`),
      await post(`discard/${postId}`),
      await post(`restorerevision/${id}`, { number: 1, revision }),
      await call('POST /api/post/create', { json: FIELDS, as: author }),
      await call(edit, { json: { title: 'New' }, as: author }),
    ]) {
      expect(refused).toMatchObject({ status: 429, body: { success: false } });
      expect(refused.body.message).toMatch(/^Too many saves\. Please try again in /);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(await app.read(id)).toMatchObject({ title: 'A draft', revision: 1 });
    // Publishing, moving to the trash and the saves of others go on.
    expect((await post(`publish/${id}`, { revision })).status).toBe(200);
    expect((await post('create', FIELDS, other)).status).toBe(201);
    expect((await update(editor)).status).toBe(200);
  });
});
