import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { toDocument } from '../../../api/documents/serialize.ts';
import { fieldsOf } from '../../../cli/document-fields.ts';
import { exportContent } from '../../../cli/export.ts';
import { importContent } from '../../../cli/import.ts';
import { listPostComments } from '../../../db/queries/comments.ts';
import { findDocument, updateDocument } from '../../../db/queries/documents.ts';
import { listPathRedirects } from '../../../db/queries/path-redirects.ts';
import { findPostById, listPosts } from '../../../db/queries/posts.ts';
import { findHiddenPost, showPost } from '../../../db/queries/posts-table.ts';
import { findFormerSlug } from '../../../db/queries/redirects.ts';
import { listRevisions } from '../../../db/queries/revisions.ts';
import { moveContent } from '../../../db/queries/transfer.ts';
import { deleteUser } from '../../../db/queries/users.ts';
import { revisions } from '../../../db/schema.ts';
import { makeComment, makePost, testDatabase } from '../../support/database.ts';
import { desk } from '../documents/support.ts';

/** Exports a site, and imports the file into an empty one. */
async function moved(site: Awaited<ReturnType<typeof desk>>) {
  const file = join(site.database.folder, 'export.json');
  const say = () => undefined;
  await exportContent({ env: site.services.env, file, say });
  const target = await testDatabase();
  const env = { ...site.services.env, databaseUrl: target.url, dataDir: target.folder };
  const { report } = await importContent({ env, from: { file }, say });
  return { ...target, env, report, file };
}

it('drafts, versions, tags, series, addresses and the trash are in an export', async () => {
  const site = await desk();
  const { draft, published, post, call, author, reader, database } = site;
  const one = await draft({ title: 'A draft', tags: ['Rust'], seo: { title: 'T', noindex: true } });
  const update = (json: object) =>
    call(`PUT /api/document/update/${one._id}`, { json, as: author });
  await update({ revision: 1, content: '<p>Second</p>' });
  await call(`PUT /api/document/revisions/${one._id}/2`, { json: { name: 'Named' }, as: author });
  const two = await published({ title: 'Moved', tags: ['Web'], series: { title: 'S' } });
  const json = { revision: 1, slug: 'elsewhere' };
  await call(`PUT /api/document/update/${two._id}`, { json, as: author });
  await post(`publish/${two._id}`, { revision: 2 });
  const three = await published({ title: 'In the trash' });
  await makeComment(database, { postId: three._id, userId: reader.id, content: 'Kept' });
  await post(`trash/${three._id}`);
  const four = await draft({ title: 'Later' });
  await post(`publish/${four._id}`, { revision: 1, at: '2199-01-01T00:00:00Z' });

  const target = await moved(site);
  const { read } = target;
  for (const { _id } of [one, two, three, four]) {
    const row = await findDocument(read, _id);
    expect(row && (await toDocument(read, row))).toEqual(await site.read(_id));
  }
  expect(await listRevisions(read, one._id)).toMatchObject([
    { number: 2, kind: 'named', name: 'Named' },
    { number: 1, kind: 'auto', name: '' },
  ]);
  const page = { startIndex: 0, limit: 9 };
  expect(await listPosts(read, { tag: 'web' }, page)).toMatchObject([{ slug: 'elsewhere' }]);
  expect(await findFormerSlug(read, 'moved')).toEqual({ movedTo: 'elsewhere' });
  expect(await findFormerSlug(read, 'in-the-trash')).toBe('gone');
  await target.transaction((tx) => showPost(tx, three._id));
  expect(await listPostComments(read, three._id, page)).toMatchObject([{ content: 'Kept' }]);
});

it('content of documents and versions in a file is sanitized, and bad records are left out', async () => {
  const site = await desk();
  const { _id } = await site.draft({ title: 'A draft' });
  const file = join(site.database.folder, 'export.json');
  const say = () => undefined;
  await exportContent({ env: site.services.env, file, say });
  const json = JSON.parse(await readFile(file, 'utf8'));
  const [document] = json.documents;
  document.content = '<p onclick="x()">Hi</p><script>alert(1)</script>';
  document.revisions[0].content = '<img src=x onerror=alert(1)><p>Old</p>';
  json.documents.push({ ...document, _id: '../etc' }, { ...document, _id: 'b', title: 5 });
  json.counts.documents = 3;
  await writeFile(file, JSON.stringify(json));
  const target = await testDatabase();
  const env = { ...site.services.env, databaseUrl: target.url, dataDir: target.folder };
  const { report } = await importContent({ env, from: { file }, say });
  expect(report.tally.documents).toMatchObject({ added: 1, left: 2 });
  expect((await findDocument(target.read, _id))?.content).toBe('<p>Hi</p>');
});

it('a file cannot bring back a post that is in the trash here, and can be imported again', async () => {
  const site = await desk();
  const { _id } = await site.published({ title: 'Thrown away' });
  const file = join(site.database.folder, 'export.json');
  const say = () => undefined;
  const { env } = site.services;
  await exportContent({ env, file, say });
  await site.post(`trash/${_id}`);
  await importContent({ env, from: { file }, say });
  const page = { startIndex: 0, limit: 9 };
  expect(await listPosts(site.database.read, {}, page)).toEqual([]);
  expect((await site.read(_id)).status).toBe('trashed');

  await exportContent({ env, file, say, force: true });
  const json = JSON.parse(await readFile(file, 'utf8'));
  json.documents[0].updatedAt = '2199-01-01T00:00:00.000Z';
  await writeFile(file, JSON.stringify(json));
  await importContent({ env, from: { file }, say });
  expect(await listPosts(site.database.read, {}, page)).toEqual([]);
  expect((await site.post(`restore/${_id}`)).status).toBe(200);
  expect(await listPosts(site.database.read, {}, page)).toHaveLength(1);
});

it('a merge moves the drafts and the hidden comments of the account', async () => {
  const site = await desk();
  const { author, other, database } = site;
  const { _id } = await site.published({ title: 'Taken back' });
  await makeComment(database, { postId: _id, userId: author.id, content: 'Mine' });
  await site.post(`unpublish/${_id}`);
  await database.transaction(async (tx) => {
    await moveContent(tx, author.id, other.id);
    await deleteUser(tx, author.id);
  });
  expect(await findDocument(database.read, _id)).toMatchObject({ userId: other.id });
  expect(await findHiddenPost(database.read, _id)).toMatchObject({ userId: other.id });
  expect(await listRevisions(database.read, _id)).toMatchObject([{ userId: other.id }]);
  await database.transaction((tx) => showPost(tx, _id));
  const page = { startIndex: 0, limit: 9 };
  expect(await listPostComments(database.read, _id, page)).toMatchObject([
    { content: 'Mine', userId: other.id },
  ]);
});

it('a newer version from a copy of the site that has fewer versions replaces none of those here', async () => {
  const site = await desk();
  const { author, call, database } = site;
  const { _id } = await site.draft({ title: 'A draft', content: '<p>One</p>' });
  const file = join(database.folder, 'export.json');
  const say = () => undefined;
  const { env } = site.services;
  await exportContent({ env, file, say });
  const update = (json: object) => call(`PUT /api/document/update/${_id}`, { json, as: author });
  await update({ revision: 1, content: '<p>Two</p>' });
  await update({ revision: 2, content: '<p>Three</p>' });
  await call(`PUT /api/document/revisions/${_id}/3`, { json: { name: 'Kept' }, as: author });
  const json = JSON.parse(await readFile(file, 'utf8'));
  const [document] = json.documents;
  Object.assign(document, { content: '<p>Theirs</p>', updatedAt: '2199-01-01T00:00:00.000Z' });
  document.revisions[0].content = '<p>Theirs</p>';
  await writeFile(file, JSON.stringify(json));
  await importContent({ env, from: { file }, say });
  expect(await site.read(_id)).toMatchObject({ content: '<p>Theirs</p>', revision: 4 });
  await update({ revision: 4, content: '<p>Five</p>' });
  const { body } = await call(`GET /api/document/revisions/${_id}/3`, { as: author });
  expect(body).toMatchObject({ content: '<p>Three</p>', name: 'Kept' });
});

it('documents with too many pictures are left out and reported, and the rest is imported', async () => {
  const site = await desk();
  const { database, call, author } = site;
  const names = Array.from({ length: 501 }, (_, n) => `${1_700_000_000_000 + n}-a.png`);
  const content = `<p>${names.map((name) => `<img src="/uploads/${name}">`).join('')}</p>`;
  const { id } = await makePost(database, { content });
  const [kept, drafted] = [await site.draft({ title: 'Kept' }), await site.draft()];
  // As an earlier release stored them.
  await database.transaction(async (tx) => {
    await updateDocument(tx, drafted._id, { content });
    await tx.update(revisions).set({ content }).where(eq(revisions.documentId, kept._id));
  });
  const json = { content: '<p>Second</p>', revision: 1 };
  await call(`PUT /api/document/update/${kept._id}`, { json, as: author });

  const { read, report } = await moved(site);
  const why = 'content names more than 500 uploaded pictures.';
  expect(report.findings.map(({ kind, id, what }) => ({ kind, id, what }))).toEqual(
    expect.arrayContaining([
      { kind: 'post', id, what: `Left out: ${why}` },
      { kind: 'document', id: drafted._id, what: `Left out: ${why}` },
      { kind: 'document', id: kept._id, what: `A version was left out: ${why}` },
    ]),
  );
  expect(await findDocument(read, kept._id)).toMatchObject({ content: '<p>Second</p>' });
  expect(await listRevisions(read, kept._id)).toMatchObject([{ number: 2 }]);
  expect(await findDocument(read, drafted._id)).toBeUndefined();
});

it('an import drops an invalid language of posts and drafts, and reports it', async () => {
  const site = await desk();
  const { database } = site;
  const language = 'not a language';
  const { id } = await makePost(database, { language, imageAlt: 'Alt' });
  const { _id } = await site.draft({ title: 'A draft' });
  await database.transaction((tx) => updateDocument(tx, _id, { language }));
  const { read, report } = await moved(site);
  const what = 'The language is invalid and was left out.';
  expect(new Set(report.findings)).toEqual(
    new Set([
      { kind: 'post', id, what, before: language },
      { kind: 'document', id, what, before: language },
      { kind: 'document', id: _id, what, before: language },
    ]),
  );
  expect(await findPostById(read, id)).toMatchObject({ language: '', imageAlt: 'Alt' });
  expect(await findDocument(read, _id)).toMatchObject({ language: '', title: 'A draft' });
});

type Exported = Record<'posts' | 'documents', Record<string, unknown>[]> & {
  counts: Record<string, number>;
};

/** Exports a site. Returns a function that changes the file and imports it into the same site. */
async function exported({ database, services }: Awaited<ReturnType<typeof desk>>) {
  const file = join(database.folder, 'export.json');
  const say = () => undefined;
  await exportContent({ env: services.env, file, say });
  return async (change: (json: Exported) => void) => {
    const json = JSON.parse(await readFile(file, 'utf8'));
    change(json);
    await writeFile(file, JSON.stringify(json));
    await importContent({ env: services.env, from: { file }, say });
  };
}

const LATER = '2199-01-01T00:00:00.000Z';

it('a post that was unpublished here stays hidden after an import that has it public, also once restored', async () => {
  const site = await desk();
  const { _id } = await site.published();
  const importAgain = await exported(site);
  await site.post(`unpublish/${_id}`);
  await importAgain(({ documents: [document] }) =>
    Object.assign(document ?? {}, { updatedAt: LATER }),
  );
  await site.post(`trash/${_id}`);
  expect((await site.post(`restore/${_id}`)).status).toBe(200);
  expect(await site.read(_id)).toMatchObject({ status: 'unpublished', postId: null });
  expect((await site.call('GET /api/post/getposts')).body.totalPosts).toBe(0);
});

it('a post that is public here can still be deleted after an import that has it unpublished', async () => {
  const site = await desk();
  const { _id } = await site.published();
  await site.post(`unpublish/${_id}`);
  const importAgain = await exported(site);
  const { revision } = await site.read(_id);
  await site.post(`publish/${_id}`, { revision });
  await importAgain(({ documents: [document] }) =>
    Object.assign(document ?? {}, { updatedAt: LATER }),
  );
  expect(await site.read(_id)).toMatchObject({ status: 'changed', postId: _id });
  const line = `DELETE /api/post/deletepost/${_id}/${site.admin.id}`;
  expect((await site.call(line, { as: site.admin })).status).toBe(200);
});

it('an import of a newer post changes the tags of its document, too', async () => {
  const site = await desk();
  const { _id } = await site.published({ tags: ['Old'] });
  const importAgain = await exported(site);
  await importAgain((json) => {
    Object.assign(json.posts[0] ?? {}, { updatedAt: LATER, tags: [{ slug: 'new', label: 'New' }] });
    json.documents = [];
    json.counts.documents = 0;
  });
  expect(await site.read(_id)).toMatchObject({ tags: ['New'] });
});

it('a post keeps its other fields when its language is not a tag', () => {
  const raw = { title: 'A post', content: '<p>Text</p>', category: 'web', tags: ['Rust'] };
  expect(fieldsOf({ ...raw, language: 'not a language' })).toMatchObject({
    language: '',
    tags: [{ slug: 'rust', label: 'Rust' }],
  });
  expect(fieldsOf({ ...raw, language: 'pt-br' })?.language).toBe('pt-BR');
});

it('redirects of any path are in an export, and invalid ones are reported', async () => {
  const site = await desk();
  const redirects = [
    { from: '/old/*', to: '/archive', status: 301 },
    { from: '/gone', to: null, status: 410 },
  ];
  for (const json of redirects) {
    expect((await site.call('POST /api/redirects', { json, as: site.editor })).status).toBe(201);
  }
  const target = await moved(site);
  const { rows } = await listPathRedirects(target.read, {
    searchTerm: '',
    startIndex: 0,
    limit: 9,
  });
  expect(rows).toMatchObject([redirects[1], redirects[0]]);
  const again = await importContent({ env: target.env, from: { file: target.file }, say() {} });
  expect(again.report.tally.redirects).toMatchObject({ added: 0, unchanged: 2 });
  const json = JSON.parse(await readFile(target.file, 'utf8'));
  json.redirects = [{ from: '/api', to: 'javascript:alert(1)', status: 301 }];
  json.counts.redirects = 1;
  await writeFile(target.file, JSON.stringify(json));
  const bad = await importContent({ env: target.env, from: { file: target.file }, say() {} });
  expect(bad.report.tally.redirects).toMatchObject({ added: 0, left: 1 });
  expect(bad.report.findings).toMatchObject([{ kind: 'redirect', id: '/api' }]);
});
