import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportContent } from '../../../cli/export.ts';
import { importContent } from '../../../cli/import.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeAccount, type TestApp, testApp } from '../../support/app.ts';
import { makePost, readFeed } from '../../support/database.ts';

interface Site extends TestApp {
  admin: UserRow;
  /** Creates a post and returns the response. */
  create(fields: object): ReturnType<TestApp['call']>;
  /** Changes a post and returns the response. */
  update(postId: string, fields: object): ReturnType<TestApp['call']>;
  /** Labels of the categories in use, by slug. */
  labels(): Promise<Record<string, string>>;
}

async function site(): Promise<Site> {
  const app = await testApp();
  const admin = await makeAccount(app.database, { role: 'administrator' });
  return {
    ...app,
    admin,
    create: (fields) => {
      const json = { title: 'A post', content: '<p>Text</p>', ...fields };
      return app.call('POST /api/post/create', { json, as: admin });
    },
    update: (postId, json) =>
      app.call(`PUT /api/post/updatepost/${postId}/${admin.id}`, { json, as: admin }),
    labels: async () => {
      const { body } = await app.call('GET /api/post/categories');
      const categories = body.categories as { slug: string; label: string }[];
      return Object.fromEntries(categories.map(({ slug, label }) => [slug, label]));
    },
  };
}

const WEB_DESIGN = { category: 'web-design', categoryLabel: 'Web Design' };

describe('the label of a category', () => {
  it('the label of a category is kept as it was typed, next to the slug', async () => {
    const { create, labels, call } = await site();
    const { status, body } = await create(WEB_DESIGN);
    expect([status, body.category, body.categoryLabel]).toEqual([201, 'web-design', 'Web Design']);
    expect(await labels()).toEqual({ 'web-design': 'Web Design' });
    for (const query of ['', '?searchTerm=post', '?category=web-design']) {
      const list = await call(`GET /api/post/getposts${query}`);
      expect(list.body.posts, query).toMatchObject([WEB_DESIGN]);
    }
  });

  it('the label of a category is the category itself if only its letter case differs from the slug', async () => {
    const { create, labels } = await site();
    expect((await create({ category: ' Rust ' })).body.categoryLabel).toBe('Rust');
    expect(await labels()).toEqual({ rust: 'Rust' });
  });

  it('a post is saved without its label if another category has it', async () => {
    const { create, update, labels } = await site();
    await create({ category: 'a--b', categoryLabel: 'A--B' });
    const { status, body } = await create({ category: 'a-b', categoryLabel: 'A--B' });
    expect([status, body.category]).toEqual([201, 'a-b']);
    const changed = await update(body._id, { category: 'a-b', categoryLabel: 'a--B' });
    expect(changed.status).toBe(200);
    expect(await labels()).toEqual({ 'a--b': 'A--B', 'a-b': 'a-b' });
  });

  it('the label of a category is the slug if no other text was typed', async () => {
    const { create, labels } = await site();
    expect((await create({ category: 'rust' })).body).not.toHaveProperty('categoryLabel');
    expect(await labels()).toEqual({ rust: 'rust' });
  });

  it('the label of a category is ignored if its slug is another one, or if the configuration has one', async () => {
    const { create, labels } = await site();
    const refused = [
      { category: 'rust', categoryLabel: 'Web Design' },
      { category: 'reactjs', categoryLabel: 'REACTJS' },
      { category: 'go', categoryLabel: ' ' },
      { category: 'zig', categoryLabel: null },
    ];
    for (const fields of refused) {
      const { status, body } = await create(fields);
      expect([status, body.categoryLabel], fields.category).toEqual([201, undefined]);
    }
    expect(await labels()).toEqual({ go: 'go', reactjs: 'React.js', rust: 'rust', zig: 'zig' });
  });

  it('the label of a category is one line of plain text with at most 60 characters', async () => {
    const { create, labels } = await site();
    const odd = { category: 'web-design', categoryLabel: ' Web\n\u202e\u0007 Design ' };
    expect((await create(odd)).body.categoryLabel).toBe('Web Design');
    expect(await labels()).toEqual({ 'web-design': 'Web Design' });
    for (const categoryLabel of ['x'.repeat(61), 5, {}]) {
      const { status, body } = await create({ category: 'other', categoryLabel });
      expect(status).toBe(400);
      expect(body.message).toContain('categoryLabel must');
    }
  });

  it('the label of a category stays while other posts use the category', async () => {
    const { create, update, labels } = await site();
    const first = await create(WEB_DESIGN);
    const second = await create({ category: 'web-design', categoryLabel: 'WEB design' });
    expect(second.body.categoryLabel).toBe('Web Design');
    const changed = await update(first.body._id, { ...WEB_DESIGN, categoryLabel: 'Web design' });
    expect(changed.body.updatedPost.categoryLabel).toBe('Web Design');
    expect(await labels()).toEqual({ 'web-design': 'Web Design' });
  });

  it('the label of a category can change when only one post uses the category', async () => {
    const { create, update, labels, call, admin } = await site();
    const { body } = await create({ category: 'web-design', categoryLabel: 'Web desIgn' });
    const changed = await update(body._id, WEB_DESIGN);
    expect(changed.body.updatedPost.categoryLabel).toBe('Web Design');
    await call(`DELETE /api/post/deletepost/${body._id}/${admin.id}`, { as: admin });
    expect(await labels()).toEqual({});
    await create({ category: 'web-design', categoryLabel: 'WEB DESIGN' });
    expect(await labels()).toEqual({ 'web-design': 'WEB DESIGN' });
  });

  it('the label of a category isn’t given by an author to a category that others use', async () => {
    const { create, labels, call, database } = await site();
    await create({ category: 'web-design' });
    const as = await makeAccount(database, { role: 'author' });
    const json = { title: 'T', content: '<p>x</p>', category: 'web-design' };
    const line = 'POST /api/post/create';
    await call(line, { json: { ...json, categoryLabel: '¡WEB DESIGN!' }, as });
    expect(await labels()).toEqual({ 'web-design': 'web-design' });
  });

  it('the label of a category stays when an edit sends the slug alone', async () => {
    const { create, update } = await site();
    const { body } = await create(WEB_DESIGN);
    for (const fields of [{ category: 'web-design' }, { title: 'Other' }]) {
      const { updatedPost } = (await update(body._id, fields)).body;
      expect(updatedPost.categoryLabel).toBe('Web Design');
    }
  });

  it('the label of a category is also given to older posts, which are published again as bulk work', async () => {
    const { create, labels, database } = await site();
    const older = [
      await makePost(database, { category: 'web-design' }),
      await makePost(database, { category: 'web-design' }),
    ];
    await makePost(database, { category: 'other' });
    const { body } = await create(WEB_DESIGN);
    expect(await labels()).toMatchObject({ 'web-design': 'Web Design' });
    const changes = await readFeed(database);
    expect(changes.map(({ seq, postId, isBulk }) => [seq, postId, isBulk])).toEqual([
      [1, older[0]?.id, true],
      [2, older[1]?.id, true],
      [3, body._id, false],
    ]);
    await create(WEB_DESIGN);
    expect(await readFeed(database)).toHaveLength(4);
  });

  it('the label of a category is written with the post or not at all', async () => {
    const { create, call, database } = await site();
    const member = await makeAccount(database);
    const json = { title: 'x', content: '<p>x</p>', ...WEB_DESIGN };
    expect((await call('POST /api/post/create', { json, as: member })).status).toBe(403);
    expect((await create({ category: 'web-design' })).body).not.toHaveProperty('categoryLabel');
  });

  it('the label of a category is exported and imported with the posts', async () => {
    const { create, services, database } = await site();
    await create(WEB_DESIGN);
    await create({ category: 'rust' });
    const file = join(database.folder, 'blog.json');
    const say = () => undefined;
    await exportContent({ env: services.env, file, say });
    const exported = JSON.parse(await readFile(file, 'utf8'));
    expect(exported.posts).toMatchObject([WEB_DESIGN, { category: 'rust' }]);
    expect(exported.posts[1]).not.toHaveProperty('categoryLabel');

    const other = await site();
    await importContent({ env: other.services.env, from: { file }, say });
    expect(await other.labels()).toEqual({ rust: 'rust', 'web-design': 'Web Design' });
  });

  it('the label of a category is taken from the category of posts that came from the MERN blog', async () => {
    const { services, database, labels } = await site();
    const file = join(database.folder, 'blog.json');
    const post = (n: number, category: string) => ({
      _id: `p${n}`,
      userId: 'u',
      title: 'A post',
      slug: `p${n}`,
      category,
      content: '<p>Text</p>',
    });
    const posts = [post(1, 'Web Design'), post(2, 'Café'), post(3, 'rust')];
    await writeFile(file, JSON.stringify({ format: 'inkwell-export', version: 1, posts }));
    await importContent({ env: services.env, from: { file }, say: () => undefined });
    expect(await labels()).toEqual({ cafe: 'Café', rust: 'rust', 'web-design': 'Web Design' });
  });
});
