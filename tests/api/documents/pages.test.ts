import { existsSync, globSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { isReplaceable, isReserved, slugAt } from '../../../api/contract/addresses.ts';
import { findPage } from '../../../db/queries/pages.ts';
import { findPathRedirect } from '../../../db/queries/path-redirects.ts';
import { listPostStates, listPostsById } from '../../../db/queries/search.ts';
import { updateUser } from '../../../db/queries/users.ts';
import { lastChange } from '../../support/database.ts';
import { desk } from './support.ts';

const PAGE = { kind: 'page', title: 'Now', content: '<p>I read about zeppelins.</p>' };

/** A desk with a function that creates and publishes a page. */
async function pagesDesk() {
  const app = await desk();
  const { call, editor } = app;
  const create = (fields: object = {}, as = editor) =>
    call('POST /api/document/create', { json: { ...PAGE, ...fields }, as });
  const publish = async (fields: object = {}) => {
    const { _id } = (await create(fields)).body;
    const line = `POST /api/document/publish/${_id}`;
    return (await call(line, { json: { revision: 1 }, as: editor })).body.document;
  };
  return { ...app, create, publish };
}

describe('a page', () => {
  it('is public at its own path, without a category', async () => {
    const { publish, database } = await pagesDesk();
    const page = await publish({ category: 'reactjs', tags: ['Web'], featured: true });
    expect(page).toMatchObject({
      kind: 'page',
      slug: 'now',
      status: 'published',
      category: '',
      tags: [],
      featured: false,
    });
    expect(await findPage(database.read, '/now')).toMatchObject({ id: page._id, title: 'Now' });
    expect(await lastChange(database, page._id)).toMatchObject({ action: 'publish', slug: '/now' });
  });

  it('is in no list and no count of posts', async () => {
    const { publish, published, call, admin, editor } = await pagesDesk();
    const post = await published({ title: 'A post' });
    const { _id } = await publish();
    for (const line of [
      'GET /api/post/getposts',
      `GET /api/post/getposts?postId=${_id}`,
      `GET /api/post/getposts?userId=${editor.id}`,
      'GET /api/post/getposts?searchTerm=zeppelins',
      'GET /api/post/search',
      'GET /api/document/getdocuments',
      'GET /api/stats/desk',
    ]) {
      const { status, body } = await call(line, { as: admin });
      expect([status, JSON.stringify(body)], line).toEqual([
        200,
        expect.not.stringContaining('zeppelins'),
      ]);
      expect(JSON.stringify(body), line).not.toContain(_id);
    }
    const { body } = await call('GET /api/post/getposts', { as: admin });
    expect(body).toMatchObject({ totalPosts: 1, lastMonthPosts: 1, posts: [{ _id: post._id }] });
  });

  it('is found by searches, with its path', async () => {
    const { publish, call } = await pagesDesk();
    await publish();
    const { body } = await call('GET /api/post/search?searchTerm=zeppelins');
    expect(body).toMatchObject({ total: 1, hits: [{ slug: '/now', title: 'Now' }] });
    const ranked = await call('GET /api/post/search?searchTerm=zeppelins&sort=relevance');
    expect(ranked.body).toMatchObject({ hits: [{ slug: '/now' }] });
  });

  it('is in the static search index, and among the titles that a link can lead to', async () => {
    const { publish, call, editor, database } = await pagesDesk();
    const { _id } = await publish();
    expect(await listPostStates(database.read, {})).toMatchObject([{ id: _id }]);
    expect(await listPostsById(database.read, [_id])).toMatchObject([{ slug: '/now' }]);
    const { body } = await call('GET /api/document/titles?title=now', { as: editor });
    expect(body).toEqual({ posts: [{ title: 'Now', slug: '/now' }] });
  });

  it('is listed with other pages', async () => {
    const { publish, published, call, editor } = await pagesDesk();
    await published();
    const { _id } = await publish();
    const { body } = await call('GET /api/document/getdocuments?kind=page', { as: editor });
    expect(body).toMatchObject({ totalDocuments: 1, documents: [{ _id, kind: 'page' }] });
  });

  it('takes no comments and likes, and the calls of posts do not change it', async () => {
    const { publish, call, editor, reader } = await pagesDesk();
    const { _id } = await publish();
    const json = { postId: _id, content: 'Hello', userId: reader.id };
    expect((await call('POST /api/comment/create', { json, as: reader })).status).toBe(404);
    const open = { json: { open: false }, as: editor };
    expect((await call(`PUT /api/post/comments/${_id}`, open)).status).toBe(404);
  });

  it('leaves a redirect when it moves', async () => {
    const { publish, call, editor, database } = await pagesDesk();
    const { _id } = await publish();
    const json = { revision: 1, slug: 'today' };
    await call(`PUT /api/document/update/${_id}`, { json, as: editor });
    expect(await findPage(database.read, '/now')).toBeDefined();
    const listed = async () => {
      const list = await call('GET /api/document/getdocuments?kind=page', { as: editor });
      return list.body.documents[0];
    };
    expect(await listed()).toMatchObject({ slug: 'today', address: '/now' });
    const again = { json: { revision: 2 }, as: editor };
    const { body } = await call(`POST /api/document/publish/${_id}`, again);
    expect(body.document).toMatchObject({ slug: 'today', status: 'published' });
    expect(await findPage(database.read, '/today')).toMatchObject({ id: _id });
    expect(await findPathRedirect(database.read, '/now')).toMatchObject({
      to: '/today',
      status: 301,
    });
    expect(await listed()).toMatchObject({ slug: 'today', address: '/today' });
    await call(`POST /api/document/unpublish/${_id}`, { as: editor });
    expect(await listed()).toMatchObject({ slug: 'today', address: null });
  });

  it('takes an address from a redirect', async () => {
    const { publish, call, editor, database } = await pagesDesk();
    const { _id } = await publish();
    const move = async (slug: string, revision: number) => {
      await call(`PUT /api/document/update/${_id}`, { json: { revision, slug }, as: editor });
      const json = { revision: revision + 1 };
      return await call(`POST /api/document/publish/${_id}`, { json, as: editor });
    };
    await move('today', 1);
    expect((await move('now', 2)).body.document).toMatchObject({ slug: 'now' });
    expect(await findPathRedirect(database.read, '/now')).toBeUndefined();
    expect(await findPathRedirect(database.read, '/today')).toMatchObject({ to: '/now' });
  });

  it('has versions: earlier ones come back, and changes are discarded', async () => {
    const { publish, post, editor, call } = await pagesDesk();
    const { _id } = await publish();
    const json = { revision: 1, title: 'Later', slug: 'later' };
    await call(`PUT /api/document/update/${_id}`, { json, as: editor });
    const discarded = await post(`discard/${_id}`, undefined, editor);
    expect(discarded).toMatchObject({
      status: 200,
      body: { title: 'Now', slug: 'now', category: '', status: 'published' },
    });
    const restored = await post(`restorerevision/${_id}`, { number: 2, revision: 3 }, editor);
    expect(restored.body).toMatchObject({ title: 'Later', slug: 'now', status: 'changed' });
    await post(`publish/${_id}`, { revision: 4 }, editor);
    const undone = await post(`republish/${_id}`, { number: 3, revision: 4 }, editor);
    expect(undone).toMatchObject({
      status: 200,
      body: { post: { title: 'Now', slug: '/now' }, document: { title: 'Later', category: '' } },
    });
  });

  it('is scheduled, and its copy has no address', async () => {
    const { create, post, editor } = await pagesDesk();
    const { _id } = (await create({ slug: 'now' })).body;
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await post(`publish/${_id}`, { revision: 1, at }, editor);
    expect(body.document).toMatchObject({ status: 'scheduled', slug: 'now' });
    const copy = (await post(`duplicate/${_id}`, undefined, editor)).body;
    expect(copy).toMatchObject({ kind: 'page', title: 'Now (copy)', slug: 'now-copy' });
  });

  it('is gone when unpublished or in the trash, and comes back', async () => {
    const { publish, call, editor, database } = await pagesDesk();
    const { _id } = await publish();
    const act = (verb: string) => call(`POST /api/document/${verb}/${_id}`, { as: editor });
    expect((await act('trash')).status).toBe(200);
    expect(await findPage(database.read, '/now')).toBeUndefined();
    expect(await lastChange(database, _id)).toMatchObject({ action: 'remove', slug: '/now' });
    expect((await act('restore')).body).toMatchObject({ status: 'published', kind: 'page' });
    expect(await findPage(database.read, '/now')).toBeDefined();
    expect((await act('unpublish')).body).toMatchObject({ status: 'unpublished' });
    expect(await findPage(database.read, '/now')).toBeUndefined();
  });

  it('says that it is a page', async () => {
    const { publish, post, editor } = await pagesDesk();
    const { _id } = await publish();
    const messageOf = async (line: string, json?: object) =>
      (await post(`${line}/${_id}`, json, editor)).body.message;
    expect(await messageOf('unschedule')).toBe('This page is not scheduled.');
    expect(await messageOf('publish', { revision: 7 })).toMatch(/^This page changed while/);
    await post(`trash/${_id}`, undefined, editor);
    expect(await messageOf('trash')).toBe('This page is already in the trash.');
    expect(await messageOf('discard')).toBe('This page is in the trash. Restore it first.');
  });

  it('is previewed as a page, until the maker of the link may no longer write pages', async () => {
    const { create, post, call, editor, database, publisher } = await pagesDesk();
    const { _id } = (await create()).body;
    const { url } = (await post(`previewlink/${_id}`, {}, editor)).body;
    const preview = vi.spyOn(publisher, 'preview');
    const visit = () => call(`GET ${new URL(url).pathname}`);
    expect((await visit()).status).toBe(200);
    expect(preview.mock.calls[0]?.[0]).toMatchObject({ kind: 'page', title: 'Now' });
    const { id } = editor;
    await database.transaction((tx) => updateUser(tx, id, { role: 'author' }, new Date()));
    expect((await visit()).status).toBe(404);
  });

  it('loses the file of its former address', async () => {
    const { publish, post, call, editor, database } = await pagesDesk();
    const { _id } = await publish();
    const json = { revision: 1, slug: 'today' };
    await call(`PUT /api/document/update/${_id}`, { json, as: editor });
    await post(`publish/${_id}`, { revision: 2 }, editor);
    expect(await lastChange(database, '/now')).toMatchObject({ action: 'page', slug: '/now' });
  });

  it('is written only by editors and administrators', async () => {
    const { create, author, admin, call } = await pagesDesk();
    expect((await create({}, author)).status).toBe(403);
    const { _id } = (await create({}, admin)).body;
    expect((await call(`GET /api/document/${_id}`, { as: author })).status).toBe(403);
  });
});

describe('the address of a page', () => {
  it.each(['signin', 'api', 'Dashboard', 'rss', 'sitemap-1', '2'])('is not %s', async (slug) => {
    const { create } = await pagesDesk();
    expect(await create({ slug })).toMatchObject({
      status: 409,
      body: {
        code: 'address',
        message: expect.stringContaining('is an address of the site itself'),
      },
    });
  });

  it('is refused when a page or the draft of one has it', async () => {
    const { create, publish, call, editor } = await pagesDesk();
    await create({ slug: 'uses' });
    const taken = {
      status: 409,
      body: {
        code: 'address',
        message: '/uses is the address of another page. Choose another address.',
      },
    };
    expect(await create({ slug: 'Uses' })).toMatchObject(taken);
    const { _id } = await publish();
    const json = { revision: 1, slug: 'uses' };
    const change = call(`PUT /api/document/update/${_id}`, { json, as: editor });
    expect(await change).toMatchObject(taken);
  });

  it('is kept for a page in the trash, and the refusal says so', async () => {
    const { create, publish, post, call, editor } = await pagesDesk();
    const { _id } = await publish();
    await post(`trash/${_id}`, undefined, editor);
    expect(await create({ slug: 'now' })).toMatchObject({
      status: 409,
      body: { message: '/now is the address of a page in the trash. Choose another address.' },
    });
    await call(`DELETE /api/document/delete/${_id}`, { as: editor });
    expect((await create({ slug: 'now' })).status).toBe(201);
  });

  it('may be that of a screen whose text the page replaces', async () => {
    const { publish, database } = await pagesDesk();
    expect(await publish({ title: 'About me', slug: 'about' })).toMatchObject({ slug: 'about' });
    expect(await findPage(database.read, '/about')).toMatchObject({ title: 'About me' });
  });

  it('leaves no redirect behind where a screen has its own text', async () => {
    const { publish, post, call, editor, database } = await pagesDesk();
    const { _id } = await publish({ slug: 'about' });
    const json = { revision: 1, slug: 'me' };
    await call(`PUT /api/document/update/${_id}`, { json, as: editor });
    await post(`publish/${_id}`, { revision: 2 }, editor);
    expect(await findPage(database.read, '/me')).toBeDefined();
    expect(await findPathRedirect(database.read, '/about')).toBeUndefined();
  });

  it('is checked while someone types it', async () => {
    const { create, call, editor, author } = await pagesDesk();
    const { _id } = (await create({ slug: 'uses' })).body;
    const check = (query: string, as = editor) =>
      call(`GET /api/document/pageaddress?${query}`, { as });
    expect((await check('slug=My%20Setup')).body).toEqual({ path: '/my-setup', problem: null });
    expect((await check('slug=Uses')).body).toEqual({
      path: '/uses',
      problem: '/uses is the address of another page. Choose another address.',
    });
    expect((await check(`slug=uses&documentId=${_id}`)).body).toMatchObject({ problem: null });
    expect((await check('slug=api')).body).toMatchObject({
      path: '/api',
      problem: expect.stringContaining('site itself'),
    });
    expect((await check('slug=now', author)).status).toBe(403);
  });

  it('is kept for a scheduled page', async () => {
    const { create, post, editor } = await pagesDesk();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const schedule = async (title: string) => {
      const { _id } = (await create({ title })).body;
      return await post(`publish/${_id}`, { revision: 1, at }, editor);
    };
    expect((await schedule('Soon')).status).toBe(200);
    expect(await schedule('Soon')).toMatchObject({ status: 409 });
    expect(await schedule('Search')).toMatchObject({ status: 409 });
  });

  it('may be the slug of a post', async () => {
    const { publish, published } = await pagesDesk();
    expect(await published({ title: 'Now' })).toMatchObject({ slug: 'now' });
    expect(await publish()).toMatchObject({ slug: 'now', status: 'published' });
  });

  it('is none of the routes and public files', () => {
    const routes = globSync('src/pages/*').map((name) => name.replace('src/pages/', ''));
    const files = globSync('public/*').map((name) => name.replace('public/', ''));
    const names = [...routes, ...files].map((name) => name.split('.')[0] ?? '');
    const isFree = (name: string) => !isReserved(name) && !isReplaceable(`/${name}`);
    const free = names.filter((name) => /^[a-z0-9-]+$/.test(name) && isFree(name));
    expect(existsSync('src/pages/[slug].astro')).toBe(true);
    expect(free).toEqual([]);
  });

  it('is told from other paths', () => {
    expect(['/now', '/about', '/', '/post/a', '/tag/a', '/404'].map(slugAt)).toEqual([
      '/now',
      '/about',
      undefined,
      'a',
      undefined,
      undefined,
    ]);
  });
});
