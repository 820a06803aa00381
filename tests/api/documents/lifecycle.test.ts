import { describe, expect, it } from 'vitest';
import { cleanUpDocuments } from '../../../api/documents/cleanup.ts';
import { listRedirectsOf } from '../../../db/queries/redirects.ts';
import { findTagsOf } from '../../../db/queries/tags.ts';
import { lastChange, makeComment } from '../../support/database.ts';
import { desk } from './support.ts';

describe('publish', () => {
  it('makes the post public with the instant of publishing', async () => {
    const { draft, post, call, database } = await desk();
    const { _id, createdAt } = await draft({ tags: ['Web', 'Rust'] });
    const { status, body } = await post(`publish/${_id}`, { revision: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      document: { _id, postId: _id, status: 'published', slug: 'a-draft', publishedRevision: 1 },
      post: { _id, title: 'A draft', slug: 'a-draft' },
    });
    expect(body.post.createdAt > createdAt).toBe(true);
    expect((await call('GET /api/post/getposts')).body.totalPosts).toBe(1);
    expect(await lastChange(database, _id)).toMatchObject({ action: 'publish', slug: 'a-draft' });
    const tags = await findTagsOf(database.read, _id);
    expect(tags.map(({ slug }) => slug)).toEqual(['web', 'rust']);
  });

  it.each(['title', 'category', 'content'])('needs a %s', async (field) => {
    const { draft, post } = await desk();
    const { _id } = await draft({ [field]: '' });
    expect(await post(`publish/${_id}`, { revision: 1 })).toMatchObject({
      status: 400,
      body: { message: 'Please provide all required fields.' },
    });
  });

  it('refuses a stale revision', async () => {
    const { draft, post } = await desk();
    const { _id } = await draft();
    expect(await post(`publish/${_id}`, { revision: 2 })).toMatchObject({
      status: 409,
      body: { document: { _id, status: 'draft' } },
    });
    expect((await post(`publish/${_id}`, {})).status).toBe(400);
  });

  it('publishes changes of a live post, and keeps its time', async () => {
    const { published, post, call, author } = await desk();
    const { _id, revision } = await published();
    const before = (await call(`GET /api/post/getposts?postId=${_id}`)).body.posts[0];
    const json = { revision, title: 'Better' };
    await call(`PUT /api/document/update/${_id}`, { json, as: author });
    const { body } = await post(`publish/${_id}`, { revision: revision + 1 });
    expect(body).toMatchObject({
      document: { status: 'published', publishedRevision: revision + 1 },
      post: { title: 'Better', slug: before.slug, createdAt: before.createdAt },
    });
  });

  it('a new address redirects from the old one, and back again without a chain', async () => {
    const { published, post, call, author, database } = await desk();
    const { _id } = await published({ title: 'One' });
    const move = async (revision: number, slug: string) => {
      await call(`PUT /api/document/update/${_id}`, { json: { revision, slug }, as: author });
      return (await post(`publish/${_id}`, { revision: revision + 1 })).body.post.slug;
    };
    const from = async () => {
      const rows = await listRedirectsOf(database.read, _id);
      return rows.map((row) => row.from).toSorted();
    };
    expect(await move(1, 'two')).toBe('two');
    expect(await from()).toEqual(['one']);
    expect(await move(2, 'three')).toBe('three');
    expect(await from()).toEqual(['one', 'two']);
    expect(await move(3, 'one')).toBe('one');
    expect(await from()).toEqual(['three', 'two']);
    const other = await published({ title: 'Two' });
    expect(other.slug).toBe('two-2');
  });

  it('marks a tag that a post has lost', async () => {
    const { published, post, call, author, database } = await desk();
    const { _id } = await published({ tags: ['Web', 'Rust'] });
    const json = { revision: 1, tags: ['Rust'] };
    await call(`PUT /api/document/update/${_id}`, { json, as: author });
    await post(`publish/${_id}`, { revision: 2 });
    const tags = await findTagsOf(database.read, _id);
    expect(tags.map(({ label }) => label)).toEqual(['Rust']);
  });
});

describe('schedule', () => {
  const FUTURE = '2199-01-05T09:00:00+02:00';

  it('a time in the future schedules, again reschedules, in the past publishes', async () => {
    const { draft, post } = await desk();
    const { _id } = await draft();
    expect(await post(`publish/${_id}`, { revision: 1, at: FUTURE })).toMatchObject({
      status: 200,
      body: {
        document: { status: 'scheduled', scheduledAt: '2199-01-05T07:00:00.000Z' },
        post: null,
      },
    });
    const later = await post(`publish/${_id}`, { revision: 1, at: '2199-02-01T00:00:00Z' });
    expect(later.body.document.scheduledAt).toBe('2199-02-01T00:00:00.000Z');
    const past = await post(`publish/${_id}`, { revision: 1, at: '2020-01-01T00:00:00Z' });
    expect(past.body).toMatchObject({ document: { status: 'published', scheduledAt: null } });
    expect(Date.parse(past.body.post.createdAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each(['tomorrow', '2027-01-05', '2027-13-01T00:00:00Z', '9999-12-31T23:59:59-12:00', 5])(
    'refuses %s',
    async (at) => {
      const { draft, post } = await desk();
      const { _id } = await draft();
      expect((await post(`publish/${_id}`, { revision: 1, at })).status).toBe(400);
    },
  );

  it('changes of a live post can be scheduled; unscheduling gives "changed"', async () => {
    const { published, post, call, author } = await desk();
    const { _id } = await published();
    const json = { revision: 1, title: 'Later' };
    await call(`PUT /api/document/update/${_id}`, { json, as: author });
    const { body } = await post(`publish/${_id}`, { revision: 2, at: FUTURE });
    expect(body).toMatchObject({
      document: { status: 'scheduled', postId: _id },
      post: { title: 'A draft' },
    });
    const unscheduled = await post(`unschedule/${_id}`);
    expect(unscheduled.body).toMatchObject({ status: 'changed', scheduledAt: null });
    expect((await post(`unschedule/${_id}`)).status).toBe(409);
  });

  it('a document without a category can’t be scheduled', async () => {
    const { draft, post } = await desk();
    const { _id } = await draft({ category: '' });
    expect((await post(`publish/${_id}`, { revision: 1, at: FUTURE })).status).toBe(400);
  });
});

describe('unpublish and trash', () => {
  it('unpublishing takes the post away, publishing brings it back with its comments', async () => {
    const { published, post, call, reader, database, author } = await desk();
    const { _id } = await published({ tags: ['Web'] });
    const before = (await call(`GET /api/post/getposts?postId=${_id}`)).body.posts[0];
    const comment = await makeComment(database, { postId: _id, userId: reader.id });
    await call(`PUT /api/comment/likeComment/${comment.id}`, { as: author });
    expect((await post(`unpublish/${_id}`)).body).toMatchObject({
      status: 'unpublished',
      postId: null,
    });
    expect((await call('GET /api/post/getposts')).body.totalPosts).toBe(0);
    expect((await call(`GET /api/comment/getPostComments/${_id}`)).body).toEqual([]);
    expect((await post(`unpublish/${_id}`)).status).toBe(409);
    const again = await post(`publish/${_id}`, { revision: 1 });
    expect(again.body.post).toMatchObject({ slug: before.slug, createdAt: before.createdAt });
    const thread = await call(`GET /api/comment/getPostComments/${_id}`);
    expect(thread.body).toMatchObject([{ _id: comment.id, numberOfLikes: 1 }]);
    expect(await findTagsOf(database.read, _id)).toHaveLength(1);
  });

  it('trash and restore bring everything back as it was', async () => {
    const { published, post, call, reader, database, read } = await desk();
    const doc = await published({ series: { title: 'S' } });
    const { _id } = doc;
    const comment = await makeComment(database, { postId: _id, userId: reader.id });
    const before = await call('GET /api/post/getposts');
    const trashed = await post(`trash/${_id}`);
    expect(trashed.body).toMatchObject({ status: 'trashed', trashedAt: expect.any(String) });
    expect(await lastChange(database, _id)).toMatchObject({ action: 'remove' });
    expect((await call('GET /api/post/getposts')).body.posts).toEqual([]);
    expect((await post(`trash/${_id}`)).status).toBe(409);
    const json = { revision: 1, title: 'x' };
    expect((await call(`PUT /api/document/update/${_id}`, { json, as: reader })).status).toBe(403);
    expect((await post(`restore/${_id}`)).body).toEqual(doc);
    expect(await read(_id)).toEqual(doc);
    expect((await call('GET /api/post/getposts')).body).toEqual(before.body);
    const thread = await call(`GET /api/comment/getPostComments/${_id}`);
    expect(thread.body).toMatchObject([{ _id: comment.id }]);
    expect((await post(`restore/${_id}`)).status).toBe(409);
  });

  it('nothing in the trash can be edited, published or duplicated', async () => {
    const { draft, post, call, author } = await desk();
    const { _id } = await draft();
    await post(`trash/${_id}`);
    const json = { revision: 1, title: 'x' };
    expect((await call(`PUT /api/document/update/${_id}`, { json, as: author })).status).toBe(409);
    expect((await post(`publish/${_id}`, { revision: 1 })).status).toBe(409);
    expect((await post(`duplicate/${_id}`)).status).toBe(409);
    expect((await post(`previewlink/${_id}`, {})).status).toBe(409);
  });

  it('an unpublished post returns from the trash unpublished', async () => {
    const { published, post, call } = await desk();
    const { _id } = await published();
    await post(`unpublish/${_id}`);
    await post(`trash/${_id}`);
    expect((await post(`restore/${_id}`)).body.status).toBe('unpublished');
    expect((await call('GET /api/post/getposts')).body.totalPosts).toBe(0);
  });

  it('a schedule that has passed in the trash isn’t restored', async () => {
    let now = new Date();
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const { draft, post } = await desk({ services: { now: () => now } });
    const { _id } = await draft();
    await post(`publish/${_id}`, { revision: 1, at: inHours(1).toISOString() });
    await post(`trash/${_id}`);
    now = inHours(2);
    expect((await post(`restore/${_id}`)).body).toMatchObject({
      status: 'draft',
      scheduledAt: null,
    });
  });

  it('deleting for good needs the trash, and frees the address', async () => {
    const { published, post, call, author, database, reader } = await desk();
    const { _id } = await published({ title: 'Gone' });
    await makeComment(database, { postId: _id, userId: reader.id });
    const remove = () => call(`DELETE /api/document/delete/${_id}`, { as: author });
    expect((await remove()).status).toBe(409);
    await post(`trash/${_id}`);
    expect(await remove()).toMatchObject({ status: 200, body: { success: true } });
    expect((await remove()).status).toBe(404);
    expect((await published({ title: 'Gone' })).slug).toBe('gone');
  });

  it('the address of a post in the trash stays taken', async () => {
    const { published, post } = await desk();
    const { _id } = await published({ title: 'Mine' });
    await post(`trash/${_id}`);
    expect((await published({ title: 'Mine' })).slug).toBe('mine-2');
    expect((await post(`restore/${_id}`)).body.slug).toBe('mine');
  });

  it('the trash is emptied after 30 days', async () => {
    const { draft, post, services, call, admin } = await desk();
    const { _id } = await draft();
    await post(`trash/${_id}`);
    const in30Days = (hours: number) => () =>
      new Date(Date.now() + 30 * 24 * 3_600_000 + hours * 3_600_000);
    await cleanUpDocuments({ ...services, now: in30Days(-1) });
    expect((await call(`GET /api/document/${_id}`, { as: admin })).status).toBe(200);
    await cleanUpDocuments({ ...services, now: in30Days(1) });
    expect((await call(`GET /api/document/${_id}`, { as: admin })).status).toBe(404);
  });
});

describe('duplicate and discard', () => {
  it('a duplicate is a draft of its own', async () => {
    const { published, post, editor } = await desk();
    const doc = await published({ tags: ['Web'], seo: { canonical: 'https://example.com/a' } });
    const copy = await post(`duplicate/${doc._id}`, undefined, editor);
    expect(copy).toMatchObject({
      status: 201,
      body: {
        title: 'A draft (copy)',
        content: doc.content,
        tags: ['Web'],
        status: 'draft',
        userId: editor.id,
        postId: null,
        seo: { canonical: '' },
      },
    });
    expect(copy.body._id).not.toBe(doc._id);
  });

  it('discarding returns to what is public', async () => {
    const { draft, post, call, editor } = await desk();
    const { _id } = await draft({ tags: ['Web'], series: { title: 'S' } });
    const save = (json: object) => call(`PUT /api/document/update/${_id}`, { json, as: editor });
    await save({ revision: 1, featured: true });
    const { document: doc } = (await post(`publish/${_id}`, { revision: 2 })).body;
    const others = { tags: [], series: null, slug: 'y', featured: false };
    await save({ revision: 2, title: 'x', ...others });
    const { body } = await post(`discard/${_id}`);
    const revision = { revision: 4, publishedRevision: 4, updatedAt: expect.any(String) };
    expect(body).toEqual({ ...doc, ...revision });
  });

  it('a draft has nothing to discard to', async () => {
    const { draft, post } = await desk();
    expect((await post(`discard/${(await draft())._id}`)).status).toBe(409);
  });
});

describe('the calls that write posts directly', () => {
  const FIELDS = { title: 'Direct', category: 'reactjs', content: '<p>One</p>', image: '' };

  it('create makes a published document', async () => {
    const { call, admin, read } = await desk();
    const { body } = await call('POST /api/post/create', { json: FIELDS, as: admin });
    expect(await read(body._id)).toMatchObject({
      _id: body._id,
      postId: body._id,
      status: 'published',
      title: 'Direct',
      revision: 1,
      publishedRevision: 1,
      slug: 'direct',
      content: '<p>One</p>',
    });
  });

  it('updatepost changes both, and other private changes stay private', async () => {
    const { call, admin, read } = await desk();
    const { body } = await call('POST /api/post/create', { json: FIELDS, as: admin });
    const { _id } = body;
    const update = (json: object) =>
      call(`PUT /api/post/updatepost/${_id}/${admin.id}`, { json, as: admin });
    await update({ title: 'Public' });
    expect(await read(_id)).toMatchObject({ status: 'published', title: 'Public', revision: 2 });
    const json = { revision: 2, content: '<p>Private</p>' };
    await call(`PUT /api/document/update/${_id}`, { json, as: admin });
    await update({ title: 'Again' });
    expect(await read(_id)).toMatchObject({
      status: 'changed',
      title: 'Again',
      content: '<p>Private</p>',
    });
    const [post] = (await call(`GET /api/post/getposts?postId=${_id}`)).body.posts;
    expect(post).toMatchObject({ title: 'Again', content: '<p>One</p>' });
  });

  it('deletepost moves to the trash', async () => {
    const { call, admin, read, post } = await desk();
    const { body } = await call('POST /api/post/create', { json: FIELDS, as: admin });
    const line = `DELETE /api/post/deletepost/${body._id}/${admin.id}`;
    expect(await call(line, { as: admin })).toMatchObject({
      status: 200,
      body: { message: 'Post moved to the trash. You can restore it within 30 days.' },
    });
    expect((await call(line, { as: admin })).status).toBe(404);
    expect(await read(body._id)).toMatchObject({ status: 'trashed', postId: null });
    expect((await post(`restore/${body._id}`, undefined, admin)).body.status).toBe('published');
  });
});

it('getposts finds posts by tag, as a slug or a label', async () => {
  const { published, call } = await desk();
  await published({ title: 'Tagged', tags: ['Web Design'] });
  await published({ title: 'Plain' });
  for (const tag of ['web-design', 'Web Design']) {
    const { body } = await call(`GET /api/post/getposts?tag=${encodeURIComponent(tag)}`);
    expect(body.posts.map(({ title }: { title: string }) => title)).toEqual(['Tagged']);
    expect(body.totalPosts).toBe(1);
  }
  for (const query of ['tag=nothing', 'tag=!!', 'tag=web-design&searchTerm=plain']) {
    expect((await call(`GET /api/post/getposts?${query}`)).body.posts, query).toEqual([]);
  }
  const both = await call('GET /api/post/getposts?tag=web-design&searchTerm=tagged');
  expect(both.body.totalPosts).toBe(1);
});
