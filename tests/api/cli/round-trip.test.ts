import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportContent } from '../../../cli/export.ts';
import { exportFolder } from '../../../cli/folder/export-folder.ts';
import { recognize } from '../../../cli/import/recognize.ts';
import { importContent } from '../../../cli/import.ts';
import { findCategoryLabels } from '../../../db/queries/categories.ts';
import { updateAlt } from '../../../db/queries/media.ts';
import { findPostById } from '../../../db/queries/posts.ts';
import { findSeriesOf } from '../../../db/queries/series.ts';
import { findFeedOrigin, keepFeedOrigin, setFeedOrigin } from '../../../db/queries/settings.ts';
import { findTagsOf } from '../../../db/queries/tags.ts';
import { findUserById, updateUser } from '../../../db/queries/users.ts';
import { addViews } from '../../../db/queries/views.ts';
import { makeComment, makePicture, testDatabase } from '../../support/database.ts';
import { type Desk, desk } from '../documents/support.ts';
import { rowsOf, withoutVersions } from './site-rows.ts';
import { PNG } from './support.ts';

const silent = () => undefined;
const PICTURE = '/uploads/1700000000000-cat.png';

/** A site with a document in each state, and everything that can belong to one. */
async function fullSite(): Promise<Desk> {
  const site = await desk({ limits: { comment: { points: 100, duration: 60 } } });
  const { draft, published, post, call, author, editor, reader, database } = site;
  const bio = { bio: 'Writes.\nReads.', links: ['https://example.com/me'] };
  expect((await call(`PUT /api/user/update/${author.id}`, { json: bio, as: author })).status).toBe(
    200,
  );
  await makePicture(database, { userId: author.id, url: PICTURE, kind: 'post' });
  await database.transaction((tx) => updateAlt(tx, PICTURE, 'A cat'));
  const everything = {
    title: 'Everything',
    category: 'new-thing',
    categoryLabel: 'New Thing!',
    content: `<h2>Part</h2><p>Text <img src="${PICTURE}" alt="x"></p>`,
    image: PICTURE,
    imageAlt: 'A picture',
    imageFocus: '30 70',
    language: 'ar-EG',
    tags: ['C++', 'c#', 'مرحبا'],
    seo: { title: 'T', description: 'D', canonical: 'https://e.com/a', image: PICTURE },
    series: { title: 'A series', position: 3 },
  };
  const save = async (id: string, revision: number, json: object) =>
    expect(
      (await call(`PUT /api/document/update/${id}`, { json: { revision, ...json }, as: editor }))
        .status,
    ).toBe(200);
  const comment = async (postId: string) => {
    const { id } = await makeComment(database, { postId, userId: reader.id, content: 'Hello' });
    await call(`PUT /api/comment/likeComment/${id}`, { as: editor });
  };

  /** A thread with a reply, a held one, a reported one and the stub of a deleted comment. */
  const converse = async (postId: string) => {
    const write = async (content: string, parentId: string | null = null) => {
      const json = { content, postId, userId: reader.id, parentId };
      const { status, body } = await call('POST /api/comment/create', { json, as: reader });
      expect(status, JSON.stringify(body)).toBe(201);
      return body._id as string;
    };
    const [top, erased] = [await write('Top **comment**'), await write('Erased')];
    const reply = await write('Reply', top);
    const held = await write('Held', reply);
    await write('Below a stub', erased);
    const edited = await write('First text');
    const json = { content: 'Second text' };
    for (const [line, options] of [
      [`DELETE /api/comment/deleteComment/${erased}`, { as: reader }],
      [`PUT /api/comment/moderate/${held}`, { json: { action: 'hold' }, as: editor }],
      [
        `PUT /api/comment/moderate/${held}`,
        { json: { action: 'approve', trust: true }, as: editor },
      ],
      [`PUT /api/comment/moderate/${held}`, { json: { action: 'hold' }, as: editor }],
      [`PUT /api/comment/editComment/${edited}`, { json, as: reader }],
      [`PUT /api/comment/editComment/${edited}`, { json: { content: 'Third' }, as: editor }],
      [`POST /api/comment/report/${reply}`, { json: { reason: 'abuse', note: 'Why' }, as: editor }],
      [`PUT /api/comment/follow/${postId}`, { json: { follow: false }, as: editor }],
      [`PUT /api/post/comments/${postId}`, { json: { open: false }, as: editor }],
    ] as const) {
      expect((await call(line, options)).status, line).toBeLessThan(300);
    }
  };

  const plain = await draft({ ...everything, slug: 'chosen', seo: { noindex: true } });
  await save(plain._id, 1, { content: '<p>Second</p>', tags: [], featured: true });
  const name = { json: { name: 'Named' }, as: author };
  await call(`PUT /api/document/revisions/${plain._id}/2`, name);
  await save(plain._id, 2, { title: '', content: '', category: '', image: '' });

  const live = await published(everything);
  await comment(live._id);
  await converse(live._id);
  await save(live._id, 1, { slug: 'moved', tags: ['C++'], featured: true });
  await post(`publish/${live._id}`, { revision: 2 });
  await save(live._id, 2, { title: 'Changed privately', series: null });
  await database.transaction((tx) =>
    addViews(tx, [
      { day: 20_000, postId: live._id, views: 7 },
      { day: 20_001, postId: live._id, views: 9 },
    ]),
  );

  const trashed = await published({ ...everything, title: 'Trashed', slug: 'a-trashed' });
  await comment(trashed._id);
  await save(trashed._id, 1, { slug: 'trashed-2', featured: true });
  await post(`publish/${trashed._id}`, { revision: 2 });
  await post(`trash/${trashed._id}`);

  const taken = await published({ title: 'Unpublished', category: 'only', categoryLabel: 'Only!' });
  await comment(taken._id);
  await converse(taken._id);
  await post(`unpublish/${taken._id}`);

  const later = await draft({ ...everything, title: 'Later' });
  await post(`publish/${later._id}`, { revision: 1, at: '2199-01-01T00:00:00Z' });
  const edit = await published({ ...everything, title: 'Edited later' });
  await save(edit._id, 1, { title: 'The edit' });
  await post(`publish/${edit._id}`, { revision: 2, at: '2199-01-02T00:00:00Z' });
  await addPages(site);
  const thrown = await draft({ title: 'Thrown away' });
  await post(`publish/${thrown._id}`, { revision: 1, at: '2199-01-03T00:00:00Z' });
  return site;
}

/** Adds a page in each state. */
async function addPages({ call, editor, post }: Desk): Promise<void> {
  const page = async (title: string) => {
    const json = { kind: 'page', title, slug: title, content: `<p>${title}</p>`, image: PICTURE };
    return (await call('POST /api/document/create', { json, as: editor })).body._id as string;
  };
  const act = async (line: string, json?: object) =>
    expect((await post(line, json, editor)).status, line).toBe(200);
  await page('drafted');
  const moved = await page('now');
  await act(`publish/${moved}`, { revision: 1 });
  const changed = { json: { revision: 1, slug: 'today' }, as: editor };
  await call(`PUT /api/document/update/${moved}`, changed);
  await act(`publish/${moved}`, { revision: 2 });
  await call(`PUT /api/document/update/${moved}`, { json: { revision: 2, slug: 'x' }, as: editor });
  for (const verb of ['trash', 'unpublish']) {
    const id = await page(verb);
    await act(`publish/${id}`, { revision: 1 });
    await act(`${verb}/${id}`);
  }
  await act(`publish/${await page('later')}`, { revision: 1, at: '2199-01-04T00:00:00Z' });
}

it('an export brings every field back', async () => {
  const site = await fullSite();
  const file = join(site.database.folder, 'export.json');
  await exportContent({ env: site.services.env, file, withPasswords: true, say: silent });
  const target = await testDatabase();
  const env = { ...site.services.env, databaseUrl: target.url, dataDir: target.folder };
  await mkdir(join(target.folder, 'uploads'));
  await writeFile(join(target.folder, PICTURE), '');
  const { report } = await importContent({ env, from: { file }, say: silent });
  expect.soft(report.findings).toEqual([]);
  const [before, after] = [await rowsOf(site.database), await rowsOf(target)];
  for (const name of Object.keys(before)) expect.soft(after[name], name).toEqual(before[name]);
});

it('a folder of Markdown files brings the site back, and is written once', async () => {
  const site = await fullSite();
  const folder = join(site.database.folder, 'site');
  const { env } = site.services;
  await mkdir(join(site.database.folder, 'uploads'));
  await writeFile(join(site.database.folder, PICTURE), PNG);
  const lines: string[] = [];
  const write = () =>
    exportFolder({
      env: { ...env, dataDir: site.database.folder },
      folder,
      say: (line) => lines.push(line),
    });
  await write();
  await write();
  expect(lines[1]).toContain('0 written, 0 deleted');
  const target = await testDatabase();
  const here = { ...env, databaseUrl: target.url, dataDir: target.folder };
  const run = async () =>
    await importContent({ env: here, from: await recognize(folder), say: silent });
  const { report } = await run();
  expect.soft(report.findings).toEqual([]);
  expect(await readdir(join(target.folder, 'uploads'))).toContain(PICTURE.split('/').at(-1));
  const [before, after] = [await rowsOf(site.database), await rowsOf(target)].map(withoutVersions);
  for (const name of Object.keys(before ?? {})) {
    expect.soft(after?.[name], name).toEqual(before?.[name]);
  }
  const again = await run();
  for (const [name, { added, updated }] of Object.entries(again.report.tally)) {
    expect({ name, added, updated }).toEqual({ name, added: 0, updated: 0 });
  }
});

it('an import keeps the feed ids of a moved site, unless the new site has posts', async () => {
  const site = await desk();
  const { database, services, published } = site;
  await published({ title: 'Read by many' });
  await database.transaction((tx) => keepFeedOrigin(tx, 'http://localhost:4321'));
  const target = await testDatabase();
  const env = { ...services.env, databaseUrl: target.url, dataDir: target.folder };
  await target.transaction((tx) => keepFeedOrigin(tx, 'https://new.example'));
  const moveFrom = async (siteUrl: string) => {
    const file = join(database.folder, `${new URL(siteUrl).hostname}.json`);
    await exportContent({ env: { ...services.env, siteUrl }, file, say: silent });
    await importContent({ env, from: { file }, say: silent });
  };
  await moveFrom('https://blog.example');
  expect(await findFeedOrigin(target.read)).toBe('http://localhost:4321');

  await database.transaction((tx) => setFeedOrigin(tx, 'https://other.example'));
  await moveFrom('https://other.example');
  expect(await findFeedOrigin(target.read)).toBe('http://localhost:4321');
});

it('a newer record of a user brings the biography and the links', async () => {
  const site = await desk();
  const { author, call, database, services } = site;
  const update = (json: object) => call(`PUT /api/user/update/${author.id}`, { json, as: author });
  const file = join(database.folder, 'export.json');
  await update({ bio: 'Newer', links: ['https://example.com/new'] });
  await exportContent({ env: services.env, file, say: silent });
  await database.transaction((tx) =>
    updateUser(tx, author.id, { bio: 'Older', links: [] }, new Date(0)),
  );
  await importContent({ env: services.env, from: { file }, say: silent });
  expect(await findUserById(database.read, author.id)).toMatchObject({
    bio: 'Newer',
    links: ['https://example.com/new'],
  });
});

it('an import keeps labels with the same romanization separate, with their slugs', async () => {
  const { database, services, published, post } = await desk();
  const place = { categoryLabel: '历史', category: 'li-shi' };
  const gone = await published({ tags: ['历史'], series: { title: '历史' } });
  const kept = await published({ tags: ['理事', '利市'], series: { title: '理事' } });
  await published({ tags: ['历史'], series: { title: '历史' }, ...place });
  const last = await published({ ...place, categoryLabel: '理事' });
  await post(`trash/${gone._id}`);
  const file = join(database.folder, 'export.json');
  await exportContent({ env: services.env, file, say: silent });
  const target = await testDatabase();
  const env = { ...services.env, databaseUrl: target.url, dataDir: target.folder };
  await importContent({ env, from: { file }, say: silent });
  for (const { read } of [database, target]) {
    expect(await findTagsOf(read, kept._id)).toEqual([
      { slug: 'li-shi-2', label: '理事' },
      { slug: 'li-shi-3', label: '利市' },
    ]);
    expect(await findSeriesOf(read, kept._id)).toMatchObject({ slug: 'li-shi-2', title: '理事' });
    expect(await findPostById(read, last._id)).toMatchObject({ category: 'li-shi-2' });
    expect((await findCategoryLabels(read, ['li-shi-2'])).get('li-shi-2')).toBe('理事');
  }
});
