import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportContent } from '../../../cli/export.ts';
import { importContent } from '../../../cli/import.ts';
import { findDocument } from '../../../db/queries/documents.ts';
import { findPage, listPages } from '../../../db/queries/pages.ts';
import { countPosts } from '../../../db/queries/posts.ts';
import { readFeed, testDatabase } from '../../support/database.ts';
import { type Desk, desk } from '../documents/support.ts';

const say = () => undefined;

async function exported() {
  const site = await desk();
  const { post, call, editor, database } = site;
  const json = { kind: 'page', title: 'Now', content: '<p>Text</p>' };
  const { _id } = (await call('POST /api/document/create', { json, as: editor })).body;
  await post(`publish/${_id}`, { revision: 1 }, editor);
  const file = join(database.folder, 'export.json');
  await exportContent({ env: site.services.env, file, say });
  return { site, id: _id as string, file };
}

function importInto(target: { url: string; folder: string }, site: Desk, file: string) {
  const env = { ...site.services.env, databaseUrl: target.url, dataDir: target.folder };
  return importContent({ env, from: { file }, say });
}

it('an imported page is public at its path, and importing it again changes nothing', async () => {
  const { site, id, file } = await exported();
  const target = await testDatabase();
  await importInto(target, site, file);
  expect(await listPages(target.read)).toMatchObject([{ slug: '/now' }]);
  expect(await countPosts(target.read)).toBe(0);
  expect(await findDocument(target.read, id)).toMatchObject({
    kind: 'page',
    slug: '/now',
    status: 'published',
    publishedRevision: 1,
  });
  const before = await findPage(target.read, '/now');
  await importInto(target, site, file);
  expect(await findPage(target.read, '/now')).toEqual(before);
  expect(await readFeed(target)).toHaveLength(1);
});

it('an imported page gets another path if its own is taken', async () => {
  const { site, id, file } = await exported();
  const other = await desk();
  const json = { kind: 'page', title: 'Here first', slug: 'now', content: '<p>Text</p>' };
  await other.call('POST /api/document/create', { json, as: other.editor });
  const { report } = await importInto(other.database, site, file);
  expect(await findPage(other.database.read, '/now-2')).toMatchObject({ id });
  expect(await findDocument(other.database.read, id)).toMatchObject({ slug: '/now-2' });
  expect(JSON.stringify(report)).toContain('/now-2');
});

it('a page at a reserved address is left out', async () => {
  const { site, id, file } = await exported();
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('"/now"', '"/dashboard"'));
  const target = await testDatabase();
  const { report } = await importInto(target, site, file);
  expect(await listPages(target.read)).toEqual([]);
  expect(await findDocument(target.read, id)).toMatchObject({
    kind: 'page',
    status: 'draft',
    slug: '',
  });
  expect(JSON.stringify(report)).toContain("Left out: a page can't have its address.");
});
