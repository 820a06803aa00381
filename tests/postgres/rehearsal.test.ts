import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { RehearsedEntry } from '../../api/contract/imports.ts';
import { item, wxr } from '../api/cli/import/wxr.ts';
import { PNG } from '../api/cli/support.ts';
import { makePost, makeUser, testDatabase } from '../support/database.ts';
import { query } from './server.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../cli/import-process.ts', import.meta.url));
const ID = '0123456789abcdef';

test('an import is rehearsed on a copy in SQLite, then made public on the server', async () => {
  const database = await testDatabase();
  const { folder } = database;
  const user = await makeUser(database);
  const post = await makePost(database, { userId: user.id, slug: 'taken' });
  const file = join(folder, 'export.xml');
  const embedded = `<p><img src="data:image/png;base64,${PNG.toString('base64')}"></p>`;
  await writeFile(file, wxr([item({ id: 1, slug: 'taken', content: embedded })]));
  const work = async (action: 'rehearse' | 'publish') => {
    const options = { from: null, author: null, baseUrl: null, sitemap: null, merge: false };
    const task = { action, id: ID, file, options: { ...options, pictures: 'link' } };
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: database.url };
    const { stdout } = await run(process.execPath, [SCRIPT, JSON.stringify(task)], { env });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  };
  expect(await work('rehearse')).toMatchObject({ summary: { entries: 1, unanswered: 0 } });
  const rehearsal = join(folder, 'imports', ID);
  const page = (slug: string) =>
    readFile(join(rehearsal, 'site', 'post', slug, 'index.html'), 'utf8');
  expect(await page('taken')).toContain(post.title);
  expect(await page('taken-2')).toContain('Post 1');
  expect((await readdir(rehearsal)).filter((name) => /site\.json|blog\.db/.test(name))).toEqual([]);
  const [entry] = JSON.parse(
    await readFile(join(rehearsal, 'entries.json'), 'utf8'),
  ) as RehearsedEntry[];
  expect(entry).toMatchObject({ newAddress: '/post/taken-2', state: 'public' });
  expect(await query(database.url, 'select slug from posts')).toEqual([{ slug: 'taken' }]);

  expect(await work('publish')).toEqual({ done: true });
  expect(await query(database.url, 'select slug from posts order by slug')).toEqual([
    { slug: 'taken' },
    { slug: 'taken-2' },
  ]);
  const pictures = await query(
    database.url,
    "select replace(url, '/uploads/', '') as name from pictures",
  );
  const names = (await readdir(join(folder, 'uploads'))).filter((name) => name.endsWith('.png'));
  expect(pictures).toEqual(names.map((name) => ({ name })));
  expect(names).toHaveLength(1);
});
