import { expect, test } from 'vitest';
import { cleanUpDocuments } from '../../../api/documents/cleanup.ts';
import { fillUses } from '../../../api/media/fill-uses.ts';
import { removeOrphans } from '../../../api/uploads/cleanup.ts';
import { upsertNode } from '../../../db/queries/nodes.ts';
import { areUsesKnown, USES_STATE } from '../../../db/queries/picture-uses.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import { getSetting, takeSetting } from '../../../db/queries/settings.ts';
import { deleteUser, updateUser } from '../../../db/queries/users.ts';
import { pictureUses } from '../../../db/schema.ts';
import { makePicture, makePost, makeUser } from '../../support/database.ts';
import { type Desk, desk } from '../documents/support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const urlOf = (n: number) => `/uploads/${1_700_000_000_000 + n}-picture.jpg`;
const img = (n: number) => `<p>Text <img src="${urlOf(n)}"></p>`;

/** Returns the recorded uses in a fixed order. */
async function recorded({ database }: Desk): Promise<string[]> {
  const rows = await database.read.select().from(pictureUses);
  return rows
    .map(({ picture, kind, ownerId, number }) => `${kind} ${ownerId} ${number} ${picture}`)
    .sort();
}

/** Makes the database one of an earlier version, which recorded no uses. */
async function forget({ database }: Desk): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.delete(pictureUses);
    await takeSetting(tx, USES_STATE);
  });
}

const fill = ({ database }: Desk, options: { signal?: AbortSignal; now?: () => Date } = {}) =>
  fillUses({ database, nodeId: 'this', now: () => new Date(), ...options });

/** The pictures of posts, drafts, versions, the trash and profiles, after all kinds of changes. */
async function live(app: Desk): Promise<void> {
  const { database, author, admin } = app;
  const [first, second, third] = [
    await app.published({ image: urlOf(1), content: img(2), seo: { image: urlOf(3) } }),
    await app.published({ title: 'Second', content: img(4) + img(5) }),
    await app.draft({ title: 'Third', content: img(6) }),
  ];
  const update = async (id: string, json: object, as = admin) => {
    const { revision } = await app.read(id);
    await app.call(`PUT /api/document/update/${id}`, { json: { ...json, revision }, as });
  };
  await update(first._id, { content: img(7) });
  await update(second._id, { content: img(4), image: urlOf(8) });
  // An autosave of someone else doesn't replace the one before.
  await update(second._id, { image: '', seo: { image: urlOf(9) } }, app.editor);
  await update(second._id, { content: img(15) });
  await app.post(`publish/${second._id}`, { revision: (await app.read(second._id)).revision });
  await app.post(`duplicate/${first._id}`);
  await app.post(`unpublish/${first._id}`);
  await app.post(`trash/${second._id}`);
  await app.post(`restore/${second._id}`);
  await app.post(`trash/${third._id}`);
  await app.call(`DELETE /api/document/delete/${third._id}`, { as: admin });
  await makePost(database, { content: img(10), image: urlOf(11) });
  await makePost(database, { content: img(12) });
  const gone = await makeUser(database, { profilePicture: urlOf(13) });
  await database.transaction(async (tx) => {
    await updateUser(tx, author.id, { profilePicture: urlOf(14) }, new Date());
    await deleteUser(tx, gone.id);
  });
}

test('recording every change finds the same uses as reading everything', async () => {
  const app = await desk();
  await live(app);
  const { database } = app;
  const before = await recorded(app);
  expect(before.length).toBeGreaterThan(20);
  await forget(app);
  await fill(app);
  expect(await recorded(app)).toEqual(before);
  // Thinned-out versions.
  const now = () => new Date(Date.now() + 40 * DAY_MS);
  await cleanUpDocuments({ database, now });
  const after = await recorded(app);
  expect(after.length).toBeLessThan(before.length);
  await forget(app);
  await fill(app);
  expect(await recorded(app)).toEqual(after);
});

test('after an upgrade nothing is removed before all uses are recorded', async () => {
  const app = await desk();
  const { database, author, services } = app;
  const [used, unused] = [urlOf(1), urlOf(2)];
  for (const url of [used, unused]) {
    await makePicture(database, { userId: author.id, url, kind: 'post', createdAt: new Date(0) });
  }
  await app.published({ image: used });
  await forget(app);
  const remove = (url: string) =>
    app.call('DELETE /api/media/delete', { json: { url }, as: author });
  const list = async (query = '') =>
    (await app.call(`GET /api/media/getpictures${query}`, { as: author })).body;
  expect((await remove(unused)).status).toBe(409);
  expect(await removeOrphans(services, new Date())).toEqual([]);
  expect(await findPictures(database.read, [used, unused])).toHaveLength(2);
  expect(await list()).toMatchObject({ usesKnown: false, totalPictures: 2 });
  expect(await list('?unused=1')).toMatchObject({ usesKnown: false, totalPictures: 0 });
  await fill(app);
  expect(await list('?unused=1')).toMatchObject({ usesKnown: true, totalPictures: 1 });
  expect(await removeOrphans(services, new Date())).toEqual([unused.slice('/uploads/'.length)]);
  expect((await remove(used)).status).toBe(409);
});

test('reading goes on where it stopped, and changes in between count', async () => {
  const app = await desk();
  const { database } = app;
  for (let n = 1; n <= 120; n++) await makePost(database, { image: urlOf(n) });
  const { _id } = await app.draft({ content: img(500) });
  await forget(app);
  const abort = new AbortController();
  const stopped = fill(app, { signal: abort.signal });
  abort.abort();
  await stopped;
  expect(await areUsesKnown(database.read)).toBe(false);
  const change = { revision: 1, content: img(501) };
  await app.call(`PUT /api/document/update/${_id}`, { json: change, as: app.author });
  await fill(app);
  expect(await areUsesKnown(database.read)).toBe(true);
  const uses = await recorded(app);
  expect(uses.filter((use) => use.startsWith('post '))).toHaveLength(120);
  expect(uses.filter((use) => use.startsWith(`draft ${_id}`))).toEqual([
    `draft ${_id} 0 ${urlOf(501).slice('/uploads/'.length)}`,
  ]);
});

test('next to other nodes, which may have an earlier version, all is read twice', async () => {
  const app = await desk();
  const { database } = app;
  const node = {
    id: 'other',
    role: 'all',
    release: '',
    cursor: 0,
    failed: 0,
    siteVersion: 0,
  } as const;
  await database.transaction((tx) => upsertNode(tx, node));
  await makePost(database, { image: urlOf(1) });
  await forget(app);
  await fill(app);
  expect(await areUsesKnown(database.read)).toBe(false);
  // The other node writes without recording uses.
  await makePost(database, { image: urlOf(2) });
  await database.transaction(async (tx) => {
    await tx.delete(pictureUses);
  });
  await fill(app);
  expect(await recorded(app), 'within the hour').toEqual([]);
  await fill(app, { now: () => new Date(Date.now() + 61 * 60_000) });
  expect(await getSetting(database.read, USES_STATE)).toBe('done');
  expect(await recorded(app)).toHaveLength(4);
});

test('a smaller copy in a post keeps its picture', async () => {
  const app = await desk();
  const { database, author, services } = app;
  const url = urlOf(1);
  await makePicture(database, { userId: author.id, url, kind: 'post', createdAt: new Date(0) });
  await makePost(database, { content: `<img src="${url.replace('.jpg', '-480.avif')}">` });
  expect(await removeOrphans(services, new Date())).toEqual([]);
});

test('a picture in hundreds of posts is listed with the first uses and their number', async () => {
  const app = await desk();
  const { database, author } = app;
  const url = urlOf(1);
  await makePicture(database, { userId: author.id, url, kind: 'post' });
  for (let n = 0; n < 60; n++) await makePost(database, { title: `Post ${n}`, image: url });
  await app.draft({ title: 'Draft', image: url });
  const { body } = await app.call('GET /api/media/getpictures', { as: author });
  const [picture] = body.pictures;
  expect(picture.totalUses).toBe(61);
  expect(picture.uses).toHaveLength(50);
  expect(picture.uses[0].kind).toBe('post');
});
