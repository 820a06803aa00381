import { describe, expect, it } from 'vitest';
import { makeAccount, testApp } from '../../support/app.ts';

async function site() {
  const app = await testApp();
  return { ...app, admin: await makeAccount(app.database, { role: 'administrator' }) };
}

describe('the preview', () => {
  it('returns a page of the draft and the content that would be stored', async () => {
    const { call, admin } = await site();
    const json = { title: 'A  draft', category: 'reactjs', content: '<p>x<script>y</script></p>' };
    const { status, body } = await call('POST /api/post/preview', { json, as: admin });
    expect(status).toBe(200);
    expect(body).toMatchObject({ content: '<p>x</p>', text: 'x' });
    expect(body.page).toBe('<!doctype html><title>A draft</title><p>x</p>');
  });

  it('ignores missing and invalid fields', async () => {
    const { call, admin } = await site();
    const json = { title: 'x'.repeat(300), category: '???', image: 'javascript:1', content: '' };
    expect(await call('POST /api/post/preview', { json, as: admin })).toMatchObject({
      status: 200,
      body: { content: '' },
    });
  });

  it('the preview is for administrators only', async () => {
    const { call, database } = await site();
    const user = await makeAccount(database);
    expect((await call('POST /api/post/preview', { json: {} })).status).toBe(401);
    expect((await call('POST /api/post/preview', { json: {}, as: user })).status).toBe(403);
  });
});

describe('the categories', () => {
  it('the categories of all posts are public, without duplicates', async () => {
    const { call, admin } = await site();
    for (const category of ['rust', 'javascript', 'rust']) {
      const json = { title: 'x', category, content: '<p>x</p>' };
      await call('POST /api/post/create', { json, as: admin });
    }
    expect(await call('GET /api/post/categories')).toMatchObject({
      status: 200,
      body: {
        categories: [
          { slug: 'javascript', label: 'JavaScript' },
          { slug: 'rust', label: 'rust' },
        ],
      },
    });
  });
});
