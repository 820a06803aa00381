import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../../api/ratelimit/limits.ts';
import { desk, FIELDS } from '../documents/support.ts';

const LIMIT = { points: 3, duration: 60 };

describe('saves of posts and documents', () => {
  it('saves of posts and documents are limited to 120 a minute for each user', () => {
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

  it('saves of posts and documents with long texts count before they are sanitized, even if they fail then', async () => {
    const app = await desk({ limits: { save: LIMIT } });
    const { call, post, author, editor, services } = app;
    const content = '<p>some <b>text</b></p>'.repeat(2000);
    const { _id: id } = (await post('create', { ...FIELDS, content })).body;
    const { body } = await call('POST /api/post/create', { json: FIELDS, as: editor });
    const update = (revision: number) =>
      call(`PUT /api/document/update/${id}`, { json: { revision, content }, as: author });
    expect((await update(77)).status).toBe(409);
    expect((await update(1)).status).toBe(200);
    const prepare = vi.spyOn(services.contents, 'prepare');
    const edit = `PUT /api/post/updatepost/${body._id}/${author.id}`;
    for (const refused of [
      await update(2),
      await post('create', { ...FIELDS, content }),
      await post(`restorerevision/${id}`, { number: 1, revision: 2 }),
      await call('POST /api/post/create', { json: { ...FIELDS, content }, as: author }),
      await call(edit, { json: { content }, as: author }),
    ]) {
      expect(refused).toMatchObject({ status: 429, body: { success: false } });
    }
    expect(prepare).not.toHaveBeenCalled();
    expect(await app.read(id)).toMatchObject({ revision: 2 });
  });
});
