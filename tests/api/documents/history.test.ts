import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cleanUpDocuments } from '../../../api/documents/cleanup.ts';
import { findRevision } from '../../../db/queries/revisions.ts';
import { revisions } from '../../../db/schema.ts';
import { desk } from './support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function historyDesk() {
  let at = Math.floor(Date.now() / HOUR) * HOUR;
  const site = await desk({ services: { now: () => new Date(at) } });
  return {
    ...site,
    later: (ms: number) => {
      at += ms;
    },
    async save(id: string, json: object, as = site.author) {
      const { revision } = await site.read(id);
      return (
        await site.call(`PUT /api/document/update/${id}`, { json: { revision, ...json }, as })
      ).body;
    },
    async timeline(id: string) {
      const { body } = await site.call(`GET /api/document/revisions/${id}`, { as: site.author });
      return body.revisions as {
        number: number;
        kind: string;
        name: string;
        added: number;
        removed: number;
      }[];
    },
  };
}

describe('timeline', () => {
  it('the timeline has author, kind and size of each version, newest first', async () => {
    const { draft, save, timeline, later, editor, author, post } = await historyDesk();
    const { _id } = await draft({ content: '<p>Hello</p>' });
    later(MINUTE);
    await save(_id, { content: '<p>Hello, world</p>' }, editor);
    later(MINUTE);
    await save(_id, { content: '<p>world</p>' });
    await post(`publish/${_id}`, { revision: 3 });
    expect(await timeline(_id)).toEqual([
      {
        number: 3,
        kind: 'published',
        name: '',
        added: 0,
        removed: 7,
        userId: author.id,
        author: author.username,
        createdAt: expect.any(String),
      },
      expect.objectContaining({ number: 2, kind: 'auto', added: 7, author: editor.username }),
      expect.objectContaining({ number: 1, kind: 'auto', added: 5, removed: 0 }),
    ]);
  });

  it('the timeline keeps one autosave of a minute, and adds up their sizes', async () => {
    const { draft, save, timeline, later } = await historyDesk();
    const { _id } = await draft({ content: '<p>a</p>' });
    later(MINUTE);
    for (const text of ['ab', 'abc', 'abcd']) {
      await save(_id, { content: `<p>${text}</p>`, autosave: true });
      later(1000);
    }
    expect(await timeline(_id)).toMatchObject([
      { number: 4, added: 3, removed: 0 },
      { number: 1, added: 1 },
    ]);
  });

  it('the timeline keeps a version before much was removed', async () => {
    const { draft, save, timeline } = await historyDesk();
    const { _id } = await draft({ content: `<p>${'long text '.repeat(30)}</p>` });
    await save(_id, { content: '<p>x</p>', autosave: true });
    expect(await timeline(_id)).toHaveLength(2);
  });

  it('the timeline keeps the latest saves through the API, and one a minute of the earlier ones', async () => {
    const { draft, save, timeline, post, later } = await historyDesk();
    const { _id } = await draft({ title: 'Title 1' });
    for (let n = 2; n <= 3; n++) await save(_id, { title: `Title ${n}` });
    expect((await timeline(_id)).map(({ number }) => number)).toEqual([3, 2, 1]);
    const back = await post(`restorerevision/${_id}`, { number: 1, revision: 3 });
    expect(back.body).toMatchObject({ title: 'Title 1', revision: 4 });
    later(MINUTE);
    for (let n = 5; n <= 15; n++) await save(_id, { title: `Title ${n}` });
    later(MINUTE);
    for (let n = 16; n <= 25; n++) await save(_id, { title: `Title ${n}` });
    const kept = Array.from({ length: 10 }, (_, n) => 25 - n);
    expect((await timeline(_id)).map(({ number }) => number)).toEqual([...kept, 15, 4]);
  });

  it('the timeline begins with what is public for a post that was never changed here', async () => {
    const { published, save, timeline } = await historyDesk();
    const { _id } = await published();
    expect(await timeline(_id)).toMatchObject([{ number: 1, kind: 'published' }]);
    await save(_id, { title: 'x' });
    expect(await timeline(_id)).toMatchObject([
      { number: 2, kind: 'auto' },
      { number: 1, kind: 'published' },
    ]);
  });

  it('old autosaves are thinned out; named and published ones stay', async () => {
    const { draft, save, timeline, later, call, author, services, post } = await historyDesk();
    const { _id } = await draft();
    for (let n = 2; n <= 7; n++) {
      later(10 * MINUTE);
      await save(_id, { title: `Title ${n}` });
    }
    await call(`PUT /api/document/revisions/${_id}/2`, { json: { name: 'First' }, as: author });
    await post(`publish/${_id}`, { revision: 7 });
    later(24 * 60 * MINUTE);
    await save(_id, { title: 'Today' });
    later(60 * MINUTE);
    await cleanUpDocuments(services);
    const left = (await timeline(_id)).map(({ number, kind }) => `${number} ${kind}`);
    expect(left).toEqual(['8 auto', '7 published', '6 auto', '2 named']);
  });
});

describe('versions', () => {
  it('versions can be read, named and restored, which publishes nothing', async () => {
    const { draft, save, call, author, post, later, timeline, read } = await historyDesk();
    const { _id } = await draft({ tags: ['Web'], content: '<p>First</p>' });
    await post(`publish/${_id}`, { revision: 1 });
    later(MINUTE);
    await save(_id, { content: '<p>Second</p>', tags: [], slug: 'moved' });
    const version = await call(`GET /api/document/revisions/${_id}/1`, { as: author });
    expect(version.body).toMatchObject({
      number: 1,
      title: 'A draft',
      content: '<p>First</p>',
      tags: ['Web'],
    });
    const naming = { json: { name: 'Before the rewrite' }, as: author };
    expect((await call(`PUT /api/document/revisions/${_id}/1`, naming)).status).toBe(200);
    const restored = await post(`restorerevision/${_id}`, { number: 1, revision: 2 });
    expect(restored.body).toMatchObject({
      revision: 3,
      content: '<p>First</p>',
      tags: ['Web'],
      status: 'changed',
      slug: 'moved',
    });
    const [live] = (await call(`GET /api/post/getposts?postId=${_id}`)).body.posts;
    expect(live.slug).toBe('a-draft');
    expect(await timeline(_id)).toMatchObject([
      { number: 3, kind: 'auto' },
      { number: 2, kind: 'auto' },
      { number: 1, kind: 'published', name: 'Before the rewrite' },
    ]);
    expect((await read(_id)).publishedRevision).toBe(1);
  });

  it('a restored version has the focal point of its own cover, none if an earlier release saved it', async () => {
    const { draft, save, post, database } = await historyDesk();
    const { _id } = await draft({ image: '/a.png', imageFocus: '10 20' });
    await save(_id, { image: '/b.png', imageFocus: '30 40' });
    const focusOf = async (number: number, revision: number) => {
      const { body } = await post(`restorerevision/${_id}`, { number, revision });
      return [body.image, body.imageFocus];
    };
    expect(await focusOf(1, 2)).toEqual(['/a.png', '10 20']);
    const first = await findRevision(database.read, _id, 1);
    const { imageFocus: _, ...meta } = Object(first?.meta);
    await database.transaction((tx) =>
      tx.update(revisions).set({ meta }).where(eq(revisions.number, 1)),
    );
    expect(await focusOf(2, 3)).toEqual(['/b.png', '30 40']);
    expect(await focusOf(1, 4)).toEqual(['/a.png', '']);
  });

  it('refuses unknown versions and stale revisions', async () => {
    const { draft, call, author, post } = await historyDesk();
    const { _id } = await draft();
    const get = (number: string) =>
      call(`GET /api/document/revisions/${_id}/${number}`, { as: author });
    expect((await get('9')).status).toBe(404);
    expect((await get('x')).status).toBe(400);
    expect((await post(`restorerevision/${_id}`, { number: 9, revision: 1 })).status).toBe(404);
    expect((await post(`restorerevision/${_id}`, { number: 1, revision: 5 })).status).toBe(409);
    const naming = { json: { name: 'x' }, as: author };
    expect((await call(`PUT /api/document/revisions/${_id}/9`, naming)).status).toBe(404);
  });
});
