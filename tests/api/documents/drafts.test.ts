import { describe, expect, it } from 'vitest';
import { countPosts } from '../../../db/queries/posts.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makePost } from '../../support/database.ts';
import { desk, FIELDS } from './support.ts';

it('authors find the addresses of public posts by title, their own and those of others', async () => {
  const { published, draft, call, author, other, reader } = await desk();
  const { _id } = await published({ title: 'A walk' });
  await draft({ title: 'A walk that is a draft' });
  // The address that isn't published yet leads nowhere.
  await call(`PUT /api/document/update/${_id}`, {
    json: { revision: 1, title: 'Renamed', slug: 'renamed' },
    as: author,
  });
  const find = (title: string, as = other) =>
    call(`GET /api/document/titles?title=${encodeURIComponent(title)}`, { as });
  expect((await find('walk')).body).toEqual({ posts: [{ title: 'A walk', slug: 'a-walk' }] });
  expect((await find('walk', reader)).status).toBe(403);
  expect((await find('x'.repeat(201))).status).toBe(400);
  expect((await find('a\0b')).status).toBe(200);
});

describe('create', () => {
  it('creating a document makes a draft that isn’t public', async () => {
    const { post, database, author } = await desk();
    const { status, body } = await post('create', { title: 'Only a title' });
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      postId: null,
      kind: 'post',
      userId: author.id,
      title: 'Only a title',
      category: '',
      content: '',
      image: '',
      imageAlt: '',
      imageFocus: '',
      language: '',
      tags: [],
      slug: 'only-a-title',
      address: null,
      status: 'draft',
      scheduledAt: null,
      revision: 1,
      seo: { title: '', description: '', canonical: '', noindex: false, image: '' },
      series: null,
      featured: false,
      publishedRevision: null,
      trashedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await countPosts(database.read)).toBe(0);
  });

  it.each([{}, { seo: {} }, { seo: { noindex: false } }, { series: {} }, { tags: [''] }])(
    'needs at least one field: %j',
    async (json) => {
      const { post } = await desk();
      expect(await post('create', json)).toMatchObject({
        status: 400,
        body: { message: 'Please provide at least one field, such as title or content.' },
      });
    },
  );

  it('creating a document accepts a picture as the only field, next to empty seo fields', async () => {
    const { post } = await desk();
    expect((await post('create', { image: '/icon-192.png', seo: { image: '' } })).status).toBe(201);
  });

  it('creating a document accepts postId null for a new document, as drafts have it', async () => {
    const { post } = await desk();
    expect((await post('create', { ...FIELDS, postId: null })).status).toBe(201);
  });

  it('POST /api/document/create is a POST only, though its address looks like that of a document', async () => {
    const { call, author } = await desk();
    const { status, headers } = await call('GET /api/document/create', { as: author });
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('creating a document sanitizes content', async () => {
    const { draft } = await desk();
    const { content } = await draft({ content: '<p onclick="x()">Hi<script>1</script></p>' });
    expect(content).toBe('<p>Hi</p>');
  });

  it('creating a document ignores fields that the caller may not set', async () => {
    const { post, author } = await desk();
    const forged = { _id: 'f'.repeat(24), userId: 'x', status: 'published', revision: 9 };
    const { body } = await post('create', { ...FIELDS, ...forged });
    expect(body).toMatchObject({ userId: author.id, status: 'draft', revision: 1 });
    expect(body._id).not.toBe(forged._id);
  });

  it('creating a document finds the document of a post, and makes it when there is none', async () => {
    const { post, database, admin } = await desk();
    const { id, title, content } = await makePost(database);
    const first = await post('create', { postId: id }, admin);
    expect(first).toMatchObject({
      status: 200,
      body: { _id: id, postId: id, title, content, status: 'published' },
    });
    expect((await post('create', { postId: id }, admin)).status).toBe(200);
    expect((await post('create', { postId: 'none' }, admin)).status).toBe(404);
  });

  it('creating a document makes one document when the call is repeated with the same clientId', async () => {
    const { post, call, author, other } = await desk();
    const json = { ...FIELDS, clientId: 'c'.repeat(24) };
    const first = await post('create', json);
    const second = await post('create', { ...json, title: 'Later' });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    const list = await call('GET /api/document/getdocuments', { as: author });
    expect(list.body.totalDocuments).toBe(1);
    expect((await post('create', json, other)).status).toBe(403);
    expect((await post('create', { ...json, clientId: 'x' })).status).toBe(400);
  });

  it.each([
    [{ title: 'x'.repeat(201) }, 'title must have at most 200 characters.'],
    [{ title: 1 }, 'title must be text.'],
    [{ category: 'Not a slug!' }, /^category must have/],
    [{ tags: 'a' }, 'tags must be a list of texts.'],
    [{ tags: [1] }, 'Each tag must be text.'],
    [{ tags: ['x'.repeat(41)] }, 'A tag must have at most 40 characters.'],
    [{ tags: ['Web', '!!'] }, "“!!” can't be a tag. A tag needs at least one letter or digit."],
    [{ tags: ['🔥'] }, "“🔥” can't be a tag. A tag needs at least one letter or digit."],
    [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'A post can have at most 20 tags.'],
    [{ seo: 'x' }, 'seo must be an object.'],
    [{ seo: { canonical: 'javascript:alert(1)' } }, /^seo\.canonical must be/],
    [{ seo: { canonical: '/path' } }, /^seo\.canonical must be/],
    [{ language: 'not a language' }, /^language must be a language tag/],
    [{ language: 5 }, /^language must be text/],
    [{ language: 'x'.repeat(36) }, /^language must have at most 35/],
    [{ seo: { noindex: 'yes' } }, 'seo.noindex must be true or false.'],
    [{ series: 'x' }, 'series must be an object with a title, or null.'],
    [{ series: { title: 'S', position: 0 } }, 'series.position must be at least 1.'],
    [{ featured: 1 }, 'featured must be true or false.'],
    [{ image: 'data:image/png;base64,AA' }, /^image must be/],
  ])('refuses %j', async (json, message) => {
    const { post } = await desk();
    expect(await post('create', json)).toMatchObject({
      status: 400,
      body: {
        success: false,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      },
    });
  });
});

describe('update', () => {
  it('updating a document saves a new revision, and nothing public changes', async () => {
    const { published, call, author, publisher } = await desk();
    const { _id, revision } = await published();
    publisher.flushed.length = 0;
    const json = { revision, title: 'Private' };
    const saved = await call(`PUT /api/document/update/${_id}`, { json, as: author });
    expect(saved).toMatchObject({
      status: 200,
      body: { title: 'Private', revision: revision + 1, status: 'changed', postId: _id },
    });
    const list = await call('GET /api/post/getposts');
    expect(list.body.posts).toMatchObject([{ title: 'A draft' }]);
    expect(publisher.flushed).toEqual([]);
  });

  it('updating only the image of a document centers it, unless it is the same image', async () => {
    const { draft, call, author } = await desk();
    const { _id } = await draft({ image: '/a.png', imageFocus: '5 100' });
    const focusAfter = async (json: object) =>
      (await call(`PUT /api/document/update/${_id}`, { json, as: author })).body.imageFocus;
    expect(await focusAfter({ revision: 1, image: '/a.png' })).toBe('5 100');
    expect(await focusAfter({ revision: 2, image: '/b.png' })).toBe('');
    expect(await focusAfter({ revision: 3, image: '/c.png', imageFocus: '1 2' })).toBe('1 2');
  });

  it('updating a document refuses a stale revision with the current document', async () => {
    const { draft, call, author } = await desk();
    const { _id } = await draft();
    const update = (json: object) => call(`PUT /api/document/update/${_id}`, { json, as: author });
    await update({ revision: 1, title: 'First' });
    expect(await update({ revision: 1, title: 'Second' })).toMatchObject({
      status: 409,
      body: { success: false, statusCode: 409, document: { title: 'First', revision: 2 } },
    });
    expect(await update({ title: 'No revision' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('revision') },
    });
  });

  it('updating a document lets one of two simultaneous saves through', async () => {
    const { draft, call, author } = await desk();
    const { _id } = await draft();
    const saves = ['a', 'b', 'c'].map((title) =>
      call(`PUT /api/document/update/${_id}`, { json: { revision: 1, title }, as: author }),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  it('the address follows the title until one is chosen', async () => {
    const { draft, call, author } = await desk();
    const { _id } = await draft();
    const save = async (json: object) =>
      (await call(`PUT /api/document/update/${_id}`, { json, as: author })).body.slug;
    expect(await save({ revision: 1, title: 'New title' })).toBe('new-title');
    expect(await save({ revision: 2, slug: 'new-title', title: 'Third' })).toBe('third');
    expect(await save({ revision: 3, slug: 'My Own Address!' })).toBe('my-own-address');
    expect(await save({ revision: 4, title: 'Fourth' })).toBe('my-own-address');
    expect(await save({ revision: 5, slug: '' })).toBe('fourth');
  });

  it('updating a document gives a taken address a number', async () => {
    const { draft, published, call, author } = await desk();
    await published({ title: 'Taken' });
    const { _id } = await draft();
    const json = { revision: 1, slug: 'taken' };
    const { body } = await call(`PUT /api/document/update/${_id}`, { json, as: author });
    expect(body.slug).toBe('taken-2');
  });

  it('puts a post at the end of its series', async () => {
    const { draft } = await desk();
    const series = { title: 'Ten steps' };
    expect((await draft({ series })).series).toEqual({ slug: 'ten-steps', ...series, position: 1 });
    expect((await draft({ series })).series?.position).toBe(2);
    expect((await draft({ series: { ...series, position: 7 } })).series?.position).toBe(7);
  });

  it('updating a document keeps the first of equal tags, and different tags apart', async () => {
    const { draft } = await desk();
    const { tags } = await draft({ tags: ['Web', ' web ', 'C++', 'C#', ''] });
    expect(tags).toEqual(['Web', 'C++', 'C#']);
  });
});

describe('permissions', () => {
  it('authors see and change their own documents only', async () => {
    const { draft, call, other, editor, reader } = await desk();
    const { _id } = await draft();
    const json = { revision: 1, title: 'Mine' };
    const statuses = async (as: typeof other) => [
      (await call(`GET /api/document/${_id}`, { as })).status,
      (await call(`PUT /api/document/update/${_id}`, { json, as })).status,
      (await call(`GET /api/document/revisions/${_id}`, { as })).status,
    ];
    expect(await statuses(other)).toEqual([403, 403, 403]);
    expect(await statuses(reader)).toEqual([403, 403, 403]);
    expect(await statuses(editor)).toEqual([200, 200, 200]);
    expect((await call(`GET /api/document/${_id}`)).status).toBe(401);
    const list = await call('GET /api/document/getdocuments', { as: other });
    expect(list.body).toEqual({ documents: [], totalDocuments: 0 });
  });

  it('an unknown document is 404', async () => {
    const { call, author, post } = await desk();
    expect((await call('GET /api/document/none', { as: author })).status).toBe(404);
    for (const action of ['trash', 'restore', 'unpublish', 'unschedule', 'duplicate', 'discard']) {
      expect((await post(`${action}/none`)).status, action).toBe(404);
    }
  });
});

describe('getdocuments', () => {
  it('returns complete documents, or, with content=0, their other fields', async () => {
    const { draft, published, call, author } = await desk();
    const document = await draft({ content: '<p>One</p>', tags: ['Web'] });
    const post = await published({ title: 'Two', content: '<p>Two</p>' });
    const list = async (query: string) =>
      (await call(`GET /api/document/getdocuments?${query}`, { as: author })).body.documents;
    expect(await list('')).toMatchObject([post, document]);
    const [first] = await list('content=0');
    const { content: _, ...others } = post;
    expect(first).toMatchObject(others);
    expect(first).not.toHaveProperty('content');
  });

  it('filters, searches and sorts', async () => {
    const { draft, published, post, call, author, admin } = await desk();
    const a = await draft({ title: 'Apple', tags: ['Fruit'], category: 'nextjs' });
    const b = await published({ title: 'Banana', tags: ['Fruit', 'Yellow'] });
    const c = await draft({ title: 'Cherry' });
    await post(`trash/${c._id}`);
    const titles = async (query: string) => {
      const { body } = await call(`GET /api/document/getdocuments?${query}`, { as: admin });
      expect(body.totalDocuments).toBe(body.documents.length);
      return body.documents.map((each: { title: string }) => each.title);
    };
    expect(await titles('')).toEqual(['Banana', 'Apple']);
    expect(await titles('status=draft')).toEqual(['Apple']);
    expect(await titles('status=trashed')).toEqual(['Cherry']);
    expect(await titles('status=published')).toEqual(['Banana']);
    expect(await titles('tag=fruit&sortBy=title&sort=asc')).toEqual(['Apple', 'Banana']);
    expect(await titles('tag=Yellow')).toEqual(['Banana']);
    expect(await titles('category=nextjs')).toEqual(['Apple']);
    expect(await titles('searchTerm=BANAN')).toEqual(['Banana']);
    expect(await titles('searchTerm=text+apple')).toEqual(['Apple']);
    expect(await titles(`userId=${author.id}`)).toHaveLength(2);
    expect(await titles(`userId=${admin.id}`)).toEqual([]);
    const bad = await call('GET /api/document/getdocuments?status=x', { as: admin });
    expect(bad.status).toBe(400);
    const list = async () =>
      (await call('GET /api/document/getdocuments', { as: admin })).body.documents;
    const facts = { author: author.username, comments: 0, views: 0 };
    expect((await list())[0]).toMatchObject({ _id: b._id, ...facts, commentsClosed: false });
    await call(`PUT /api/post/comments/${b._id}`, { json: { open: false }, as: admin });
    expect((await list())[0]).toMatchObject({ _id: b._id, commentsClosed: true });
    expect(a.revision).toBe(1);
  });
});

describe('featuring a post', () => {
  it('featuring a post is refused to authors, who may send back the value as it is', async () => {
    const { draft, published, call, author, editor, post } = await desk();
    const refused = await post('create', { title: 'Mine', featured: true });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only editors and administrators may feature posts.',
    ]);
    expect((await post('create', { title: 'Mine', featured: false })).status).toBe(201);
    for (const { _id, revision } of [await draft(), await published()]) {
      const save = (json: object, as: UserRow) =>
        call(`PUT /api/document/update/${_id}`, { json, as });
      expect((await save({ revision, featured: true }, author)).status).toBe(403);
      expect((await save({ revision, featured: true }, editor)).status).toBe(200);
      const same = await save({ revision: revision + 1, title: 'T', featured: true }, author);
      expect([same.status, same.body.featured]).toEqual([200, true]);
      expect((await save({ revision: revision + 2, featured: false }, author)).status).toBe(403);
    }
  });

  it('featuring a post isn’t possible for authors by restoring a version', async () => {
    const { draft, call, author, editor, post } = await desk();
    const { _id } = await draft();
    for (const [revision, featured] of [true, false].entries()) {
      const json = { revision: revision + 1, featured };
      await call(`PUT /api/document/update/${_id}`, { json, as: editor });
    }
    const restore = (revision: number, as: UserRow) =>
      post(`restorerevision/${_id}`, { number: 2, revision }, as);
    expect((await restore(3, author)).body.featured).toBe(false);
    expect((await restore(4, editor)).body.featured).toBe(true);
  });
});
