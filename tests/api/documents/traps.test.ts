// Where other blogs went wrong, as their issue trackers tell. One test for each.
import { describe, expect, it } from 'vitest';
import type { Document, DocumentList } from '../../../api/contract/documents.ts';
import { documents } from '../../../db/schema.ts';
import { desk, FIELDS } from './support.ts';

it('an autosave that arrives after publishing overwrites nothing', async () => {
  const { draft, post, call, author, read } = await desk();
  const { _id } = await draft();
  const save = (json: object) => call(`PUT /api/document/update/${_id}`, { json, as: author });
  await save({ revision: 1, content: '<p>The last words</p>' });
  expect((await post(`publish/${_id}`, { revision: 2 })).status).toBe(200);
  // It left the browser before the last save.
  expect((await save({ revision: 1, content: '<p>Older</p>' })).status).toBe(409);
  expect(await read(_id)).toMatchObject({ status: 'published', content: '<p>The last words</p>' });
  const [shown] = (await call(`GET /api/post/getposts?postId=${_id}`)).body.posts;
  expect(shown.content).toBe('<p>The last words</p>');
});

it('restoring a version of a live post publishes nothing', async () => {
  const { published, post, call, author, read } = await desk();
  const { _id } = await published();
  const json = { revision: 1, content: '<p>Second</p>' };
  await call(`PUT /api/document/update/${_id}`, { json, as: author });
  await post(`publish/${_id}`, { revision: 2 });
  expect((await post(`restorerevision/${_id}`, { number: 1, revision: 2 })).status).toBe(200);
  expect(await read(_id)).toMatchObject({ status: 'changed', content: FIELDS.content });
  const [shown] = (await call(`GET /api/post/getposts?postId=${_id}`)).body.posts;
  expect(shown.content).toBe('<p>Second</p>');
});

describe('a list', () => {
  it('never calls a live post a draft', async () => {
    const { published, post, call, author, admin } = await desk();
    const changed = await published({ title: 'Changed' });
    const json = { revision: 1, title: 'Changed privately' };
    await call(`PUT /api/document/update/${changed._id}`, { json, as: author });
    const restored = await published({ title: 'Restored' });
    await post(`trash/${restored._id}`);
    await post(`restore/${restored._id}`);
    const created = await call('POST /api/post/create', { json: FIELDS, as: admin });
    const listed = async (status: string): Promise<string[]> => {
      const line = `GET /api/document/getdocuments?status=${status}`;
      const list = (await call(line, { as: admin })).body as DocumentList;
      return list.documents.map(({ _id }) => _id).sort();
    };
    expect(await listed('draft')).toEqual([]);
    expect(await listed('published')).toEqual([restored._id, created.body._id].sort());
    expect(await listed('changed')).toEqual([changed._id]);
  });

  it('an empty draft is refused and not stored', async () => {
    const { call, author, database } = await desk();
    for (const json of [{}, { title: '' }, { title: '  ', content: '' }, { content: '<p></p>' }]) {
      const { status } = await call('POST /api/document/create', { json, as: author });
      expect(status, JSON.stringify(json)).toBe(400);
    }
    expect(await database.read.$count(documents)).toBe(0);
  });
});

it('of two people who edit a post, the second gets what the first wrote', async () => {
  const { draft, call, author, editor, read } = await desk();
  const { _id } = await draft();
  const save = (as: typeof author, content: string) =>
    call(`PUT /api/document/update/${_id}`, { json: { revision: 1, content }, as });
  expect((await save(editor, '<p>By the editor</p>')).status).toBe(200);
  const second = await save(author, '<p>By the author</p>');
  expect(second).toMatchObject({
    status: 409,
    body: { document: { content: '<p>By the editor</p>', revision: 2 } },
  });
  expect(await read(_id)).toMatchObject({ content: '<p>By the editor</p>', revision: 2 });
});

it('a draft whose first save got no answer is there once', async () => {
  const { call, author, database } = await desk();
  const json = { ...FIELDS, clientId: 'a'.repeat(24) };
  const create = () => call('POST /api/document/create', { json, as: author });
  const [first, again] = [await create(), await create()];
  expect(again.body._id).toBe(first.body._id);
  expect(await database.read.$count(documents)).toBe(1);
});

describe('a scheduled time', () => {
  it('a scheduled time is compared as an instant, not as text', async () => {
    const { draft, post, call, author } = await desk();
    const at = async (title: string, time: string) => {
      const { _id } = await draft({ title });
      await post(`publish/${_id}`, { revision: 1, at: time });
    };
    // As text, they'd be in the other order.
    await at('second', '2199-01-01T09:00:00+01:00');
    await at('first', '2199-01-01T10:00:00+03:00');
    const line = 'GET /api/document/getdocuments?status=scheduled&sortBy=scheduledAt&sort=asc';
    const list = (await call(line, { as: author })).body as DocumentList;
    expect(list.documents.map(({ title }) => title)).toEqual(['first', 'second']);
  });

  it('needs a zone, and means the same instant in each', async () => {
    const { draft, post } = await desk();
    const { _id } = await draft();
    const schedule = async (at: string) => await post(`publish/${_id}`, { revision: 1, at });
    expect((await schedule('2199-07-01T09:00:00')).status).toBe(400);
    const same = ['2199-07-01T09:00:00+02:00', '2199-07-01T07:00:00Z', '2199-06-30T21:00-10:00'];
    for (const at of same) {
      const { status, body } = await schedule(at);
      expect(status, body.message).toBe(200);
      expect((body.document as Document).scheduledAt, at).toBe('2199-07-01T07:00:00.000Z');
    }
  });
});

it('reading a document of others is a right of its own, and so is each change', async () => {
  const { published, call, post, other, editor, reader } = await desk();
  const { _id } = await published();
  const actions = ['unpublish', 'trash', 'restore', 'duplicate', 'previewlink', 'unschedule'];
  for (const action of actions) {
    for (const user of [other, reader]) {
      expect((await post(`${action}/${_id}`, {}, user)).status, action).toBe(403);
    }
  }
  expect((await post(`publish/${_id}`, { revision: 1 }, other)).status).toBe(403);
  expect((await call(`DELETE /api/document/delete/${_id}`, { as: other })).status).toBe(403);
  expect((await post(`previewlink/${_id}`, {}, editor)).status).toBe(201);
  expect((await post(`unpublish/${_id}`, {}, editor)).status).toBe(200);
});
