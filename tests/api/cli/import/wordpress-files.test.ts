import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadZip } from 'client-zip';
import { expect, it } from 'vitest';
import { recognize } from '../../../../cli/import/recognize.ts';
import { importContent } from '../../../../cli/import.ts';
import { listPosts } from '../../../../db/queries/posts.ts';
import { testDatabase } from '../../../support/database.ts';
import { PNG, silent, siteIn, testFolder } from '../support.ts';
import { item, wxr } from './wxr.ts';

/** Imports a folder with two parts of an export, and an uploads folder. */
async function importFolder() {
  const database = await testDatabase();
  const folder = await testFolder();
  const uploads = join(folder, 'site/wp-content/uploads/2020/01');
  await mkdir(uploads, { recursive: true });
  await writeFile(join(uploads, 'été.png'), PNG);
  await writeFile(join(uploads, 'note.png'), 'not a picture');
  const at = (name: string) => `https://old.example/wp-content/uploads/2020/01/${name}`;
  const small = at('%C3%A9t%C3%A9-300x200.png');
  const content = `<a href="${at('%C3%A9t%C3%A9.png')}"><img src="${small}"></a><img src="${at('note.png')}"><img src="${at('gone.png')}">`;
  await writeFile(join(folder, 'site/part-1.xml'), wxr([item({ id: 1, content })]));
  await writeFile(join(folder, 'site/part-2.xml'), wxr([item({ id: 2, title: 'Second' })]));
  await writeFile(join(folder, 'site/other.xml'), '<rss><channel></channel></rss>');
  const env = { ...siteIn(folder), databaseUrl: database.url };
  const from = await recognize(join(folder, 'site'));
  const run = () => importContent({ env, from, say: silent });
  return { database, folder, from, run, at, small };
}

it('all parts of an export in a folder are one export', async () => {
  const { database, from, run } = await importFolder();
  expect('foreign' in from && from.foreign.summary).toBe(
    'WordPress export of old.example, 2 posts, 0 pages, 0 comments',
  );
  await run();
  const posts = await listPosts(database.read, {}, { startIndex: 0, limit: 9 });
  expect(posts.map(({ title }) => title).sort()).toEqual(['Post 1', 'Second']);
});

it('an export in a zip is read like one in a folder, and an error names the file', async () => {
  const { folder } = await importFolder();
  const zipOf = async (files: Record<string, string>) => {
    const path = join(folder, 'export.zip');
    const entries = Object.entries(files).map(([name, input]) => ({ name, input }));
    await writeFile(path, Buffer.from(await downloadZip(entries).arrayBuffer()));
    return path;
  };
  const part = await readFile(join(folder, 'site/part-1.xml'), 'utf8');
  const found = await recognize(await zipOf({ 'a/part-1.xml': part }));
  expect('foreign' in found && found.foreign.summary).toContain('WordPress export of old.example');
  await expect(recognize(await zipOf({ 'a/broken.xml': `${part}</rss>` }))).rejects.toThrow(
    /broken\.xml, line \d+: it isn't well-formed XML/,
  );
});

it('an export in a folder of Markdown files is no export of WordPress', async () => {
  const { folder } = await importFolder();
  await writeFile(join(folder, 'site/readme.md'), 'How to use it');
  const summary = async () => {
    const found = await recognize(join(folder, 'site'));
    return 'foreign' in found && found.foreign.summary.split(' ')[0];
  };
  expect(await summary()).toBe('WordPress');
  await writeFile(join(folder, 'site/post.md'), 'A post');
  expect(await summary()).not.toBe('WordPress');
});

it('pictures come from an uploads folder beside the export, without asking the old site', async () => {
  const { database, folder, run, at } = await importFolder();
  const { report } = await run();
  const posts = await listPosts(database.read, {}, { startIndex: 0, limit: 9 });
  const { content = '' } = posts.find(({ title }) => title === 'Post 1') ?? {};
  const [, stored] = /<img src="([^"]*)"/.exec(content) ?? [];
  expect(stored).toMatch(/^\/uploads\/0000000000001-[0-9a-f]{16}-[\w-]*\.png$/);
  const names = await readdir(join(folder, 'uploads'));
  expect(names).toContain(stored?.split('/').at(-1));
  // What isn't there, or no picture, stays on the old site.
  expect(content).toContain(`<img src="${at('note.png')}"`);
  expect(content).toContain(`<img src="${at('gone.png')}"`);
  const notes = report.findings.filter(({ kind }) => kind === 'picture');
  expect(notes.map(({ id, what }) => [id.split('/').at(-1), what]).sort()).toEqual([
    ['gone.png', 'It stays on the other site.'],
    ['note.png', "It stays on the other site: it isn't a JPEG, PNG, WebP, AVIF or GIF picture."],
  ]);
});
