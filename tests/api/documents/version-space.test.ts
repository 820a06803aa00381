import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../api/contract/documents.ts';
import { allRevisions, saveRevision } from '../../../db/queries/revisions.ts';
import { pictures, type RevisionMeta } from '../../../db/schema.ts';
import { type Desk, desk, FIELDS } from './support.ts';

const MEBIBYTE = 1024 * 1024;
const MINUTE_MS = 60_000;

/** Content of about this many bytes, which differs by `n`. */
const text = (bytes: number, n: number | string) => `<p>${n} ${'x'.repeat(bytes)}</p>`;

async function save({ call, author }: Desk, { _id, revision }: Document, content: string) {
  const json = { revision, content };
  const { status, body } = await call(`PUT /api/document/update/${_id}`, { json, as: author });
  expect(status).toBe(200);
  expect(body.content).toBe(content);
  return body as Document;
}

async function versions({ database }: Desk, { _id }: Pick<Document, '_id'>) {
  const rows = await allRevisions(database.read, _id);
  const sum = (wanted: (kind: string) => boolean) =>
    rows.filter(({ kind }) => wanted(kind)).reduce((all, { content }) => all + content.length, 0);
  return {
    numbers: rows.map(({ number }) => number),
    autosaved: sum((kind) => kind === 'auto'),
    all: sum(() => true),
  };
}

const name = ({ call, author }: Desk, { _id }: Document, number: number) =>
  call(`PUT /api/document/revisions/${_id}/${number}`, { json: { name: 'Mine' }, as: author });

describe('versions', () => {
  it('autosaves of one document take at most 20 MiB; named and published versions stay', async () => {
    // A minute between two saves: otherwise, only the last of a minute stays anyway.
    let time = Date.UTC(2026, 0, 1);
    const services = { now: () => new Date(time) };
    const app = await desk({ env: { UPLOAD_QUOTA: 'member=none' }, services });
    let document = await app.draft();
    expect((await name(app, document, 1)).status).toBe(200);
    document = await save(app, document, text(MEBIBYTE - 100, 'published'));
    const { revision } = document;
    const { body } = await app.post(`publish/${document._id}`, { revision });
    document = body.document;
    for (let n = 0; n < 24; n++) {
      time += MINUTE_MS;
      document = await save(app, document, text(MEBIBYTE - 100, n));
    }
    const { autosaved, numbers } = await versions(app, document);
    expect(autosaved).toBeLessThanOrEqual(20 * MEBIBYTE);
    expect(autosaved).toBeGreaterThan(18 * MEBIBYTE);
    expect(numbers).toEqual(expect.arrayContaining([1, revision, document.revision]));
  });

  it('versions are part of the quota: a save still works and deletes the oldest autosaves of any document', async () => {
    const app = await desk({ env: { UPLOAD_QUOTA: 'member=1MB' } });
    let first = await app.draft();
    first = await save(app, first, text(300_000, 1));
    first = await save(app, first, text(300_000, 2));
    let second = await app.draft({ title: 'Second' });
    for (let n = 0; n < 6; n++) second = await save(app, second, text(300_000, n));
    expect((await versions(app, first)).numbers).toEqual([first.revision]);
    const both = await Promise.all([versions(app, first), versions(app, second)]);
    expect(both[0].all + both[1].all).toBeLessThanOrEqual(MEBIBYTE);
    expect(await app.read(first._id)).toMatchObject({ content: text(300_000, 2) });
  });

  it('permanent versions are refused when the quota is used up, and a save still works', async () => {
    const app = await desk({ env: { UPLOAD_QUOTA: 'member=1MB' } });
    const { post, call, author, admin, other, database } = app;
    let document = await app.draft();
    for (const n of [1, 2, 3]) {
      document = await save(app, document, text(300_000, n));
      expect((await name(app, document, document.revision)).status).toBe(200);
    }
    document = await save(app, document, text(300_000, 4));
    const refused = { status: 409, body: { code: 'quota', statusCode: 409 } };
    const { _id: id, revision } = document;
    expect(await name(app, document, revision)).toMatchObject(refused);
    expect(await post(`publish/${id}`, { revision })).toMatchObject(refused);
    expect(await post('create', FIELDS)).toMatchObject(refused);
    expect(await post(`duplicate/${id}`)).toMatchObject(refused);
    expect(await call('POST /api/post/create', { json: FIELDS, as: author })).toMatchObject(
      refused,
    );
    const picture = { kind: 'post', name: 'a.png', type: 'image/png', size: 100 };
    expect(await call('POST /api/upload', { json: picture, as: author })).toMatchObject(refused);
    document = await save(app, document, text(300_000, 5));
    expect(await app.read(id)).toMatchObject({ content: text(300_000, 5), status: 'draft' });
    expect((await post('create', FIELDS, other)).status).toBe(201);
    expect((await post('create', FIELDS, admin)).status).toBe(201);
    // An editor publishes it in the quota of its author.
    const published = await post(`publish/${id}`, { revision: document.revision }, app.editor);
    expect(published).toMatchObject(refused);
    await post(`trash/${id}`);
    expect((await call(`DELETE /api/document/delete/${id}`, { as: author })).status).toBe(200);
    expect((await post('create', FIELDS)).status).toBe(201);
    expect(await database.read.$count(pictures, sql`true`)).toBe(0);
  });

  it('make room however many autosaves must go', async () => {
    const app = await desk({ env: { UPLOAD_QUOTA: 'member=1MB' } });
    const { database, author, post } = app;
    const document = await app.draft();
    const autosave = { kind: 'auto', name: '', userId: author.id, added: 1, removed: 0 } as const;
    const rows = Array.from({ length: 1500 }, (_, n) => ({
      documentId: document._id,
      ...autosave,
      number: n - 2000,
      title: '',
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
      meta: {} as RevisionMeta,
      content: 'x'.repeat(3000),
    }));
    await database.transaction(async (tx) => {
      for (const row of rows) await saveRevision(tx, row);
    });
    const published = await post(`publish/${document._id}`, { revision: document.revision });
    expect(published.status).toBe(200);
    const { all, numbers } = await versions(app, document);
    expect(all).toBeLessThanOrEqual(MEBIBYTE);
    expect(all).toBeGreaterThan(MEBIBYTE - 3000);
    // The oldest are gone.
    expect(numbers.slice(0, -1)).toEqual(rows.slice(1 - numbers.length).map((row) => row.number));
  });

  it('versions of a public post are never refused: beyond the quota, only the latest ones stay', async () => {
    const app = await desk({ env: { UPLOAD_QUOTA: 'member=1MB' } });
    const { call, post, author } = app;
    let document = await app.published({ content: text(200_000, 0) });
    const { _id: id } = document;
    for (let n = 1; n < 5; n++) {
      document = await save(app, document, text(200_000, n));
      const { body } = await post(`publish/${id}`, { revision: document.revision });
      document = body.document;
    }
    const full = await versions(app, document);
    expect(full.numbers).toHaveLength(5);
    const line = `PUT /api/post/updatepost/${id}/${author.id}`;
    for (let n = 5; n < 8; n++) {
      const json = { content: text(200_000, n) };
      expect(await call(line, { json, as: author })).toMatchObject({ status: 200 });
    }
    document = await save(app, await app.read(id), text(200_000, 8));
    expect(await post(`publish/${id}`, { revision: document.revision })).toMatchObject({
      status: 200,
      body: { post: { content: text(200_000, 8) }, document: { status: 'published' } },
    });
    expect((await post(`discard/${id}`)).status).toBe(200);
    const { all, numbers } = await versions(app, document);
    expect(numbers).toEqual([...full.numbers, document.revision + 1]);
    expect(all).toBeLessThan(full.all + 201_000);
    const refused = { status: 409, body: { code: 'quota' } };
    expect(await post('create', FIELDS)).toMatchObject(refused);
    expect(await post(`duplicate/${id}`)).toMatchObject(refused);
    expect(await call('POST /api/post/create', { json: FIELDS, as: author })).toMatchObject(
      refused,
    );
    const picture = { kind: 'post', name: 'a.png', type: 'image/png', size: 100 };
    expect(await call('POST /api/upload', { json: picture, as: author })).toMatchObject(refused);
  });
});
