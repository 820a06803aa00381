import { expect, test } from 'vitest';
import type { MediaList } from '../../../api/contract/media.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import { type UserRow, updateUser } from '../../../db/queries/users.ts';
import { makePicture } from '../../support/database.ts';
import { type Desk, desk } from '../documents/support.ts';

let made = 0;

/** Adds the row of an upload, and returns its URL. */
async function upload({ database }: Desk, owner: UserRow, values: { alt?: string } = {}) {
  const url = `/uploads/${1_700_000_000_000 + ++made}-picture.jpg`;
  const createdAt = new Date(Date.now() + made);
  await makePicture(database, { userId: owner.id, url, kind: 'post', createdAt, ...values });
  return url;
}

async function library(app: Desk, as: UserRow, query = ''): Promise<MediaList> {
  const { status, body } = await app.call(`GET /api/media/getpictures${query}`, { as });
  expect(status).toBe(200);
  return body;
}

const urls = ({ pictures }: MediaList) => pictures.map(({ url }) => url);
const img = (url: string) => `<p>Text <img src="${url}"></p>`;

test('authors see their own pictures and editors all, newest first and page by page', async () => {
  const app = await desk();
  const first = await upload(app, app.author);
  const second = await upload(app, app.other);
  expect(urls(await library(app, app.author))).toEqual([first]);
  expect(urls(await library(app, app.editor))).toEqual([second, first]);
  const page = await library(app, app.editor, '?startIndex=1&limit=1');
  expect([urls(page), page.totalPictures]).toEqual([[first], 2]);
});

test('a search finds the name of the file and the description', async () => {
  const app = await desk();
  const cat = await upload(app, app.author, { alt: 'A Cat asleep' });
  const other = await upload(app, app.author);
  expect(urls(await library(app, app.author, '?searchTerm=cat'))).toEqual([cat]);
  const name = other.split('/').at(-1);
  expect(urls(await library(app, app.author, `?searchTerm=${name}`))).toEqual([other]);
});

test('posts, drafts, versions, share pictures, hidden posts and profiles count as uses', async () => {
  const app = await desk();
  const { author, database } = app;
  const [cover, inDraft, share, former, hidden, face, unused] = [
    await upload(app, author),
    await upload(app, author),
    await upload(app, author),
    await upload(app, author),
    await upload(app, author),
    await upload(app, author),
    await upload(app, author),
  ];
  await app.published({ title: 'Public', image: cover });
  await app.draft({ title: 'Draft', content: img(inDraft), seo: { image: share } });
  const changed = await app.published({ title: 'Changed', content: img(former) });
  const change = { revision: changed.revision, content: '<p>Without it</p>' };
  await app.call(`PUT /api/document/update/${changed._id}`, { json: change, as: author });
  const gone = await app.published({ title: 'Gone', content: img(hidden) });
  await app.post(`unpublish/${gone._id}`);
  await database.transaction((tx) =>
    updateUser(tx, author.id, { profilePicture: face }, new Date()),
  );

  const { pictures } = await library(app, author);
  const used = new Map(pictures.map(({ url, uses }) => [url, uses.map(({ title }) => title)]));
  expect(used.get(cover)).toEqual(['Public']);
  expect(used.get(inDraft)).toEqual(['Draft']);
  expect(used.get(share)).toEqual(['Draft']);
  expect(used.get(former)).toEqual(['Changed']);
  expect(used.get(hidden)).toEqual(['Gone']);
  expect(used.get(face)).toEqual([author.username]);
  expect(urls(await library(app, author, '?unused=1'))).toEqual([unused]);

  for (const url of [cover, inDraft, share, former, hidden, face]) {
    const refused = await app.call('DELETE /api/media/delete', { json: { url }, as: author });
    expect(refused.status, url).toBe(409);
  }
  const done = await app.call('DELETE /api/media/delete', { json: { url: unused }, as: author });
  expect(done.status).toBe(200);
  expect(await findPictures(database.read, [unused])).toEqual([]);
});

test('an author learns that someone’s draft has the picture, and not which one', async () => {
  const app = await desk();
  const url = await upload(app, app.other);
  await app.draft({ title: 'Secret title', image: url });
  const seen = (await library(app, app.other)).pictures[0]?.uses;
  expect(seen).toEqual([{ kind: 'draft', id: '', title: '' }]);
});

test('descriptions and deletions are for one’s own pictures, or for editors', async () => {
  const app = await desk();
  const url = await upload(app, app.author);
  const alt = (as: UserRow) =>
    app.call('PUT /api/media/alt', { json: { url, alt: 'A lighthouse' }, as });
  const remove = (as: UserRow) => app.call('DELETE /api/media/delete', { json: { url }, as });
  expect((await alt(app.other)).status).toBe(403);
  expect((await remove(app.other)).status).toBe(403);
  expect((await alt(app.author)).status).toBe(200);
  expect((await library(app, app.author)).pictures[0]?.alt).toBe('A lighthouse');
  expect((await remove(app.editor)).status).toBe(200);
  const { body } = await app.call('GET /api/audit?action=media.delete', { as: app.admin });
  expect(body.entries[0]?.subject).toMatch(/^\d+$/);
  expect(await findPictures(app.database.read, [url])).toEqual([]);
});
