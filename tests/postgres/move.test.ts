import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listPosts } from '../../db/queries/posts.ts';
import { allRows } from '../../db/queries/query.ts';
import { emptyFolder, testDatabase } from '../support/database.ts';
import { query } from './server.ts';

const TABLES = ['users', 'posts', 'comments', 'likes', 'categories'];
const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Runs a script of ours with this Node. Throws with its output when it fails. */
async function run(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [inProject(script), ...args], {
    cwd: inProject(''),
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output);
  return output;
}

test('a site moves from SQLite to PostgreSQL with npm run export and npm run import', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'export.json');
  const from = { DATA_DIR: folder, DATABASE_URL: `file:${join(folder, 'blog.db')}` };
  const counts = await run('tests/postgres/fill-sqlite.ts', TABLES, from);
  await run('scripts/export.ts', ['--with-passwords', file], from);

  const database = await testDatabase();
  const to = { DATA_DIR: database.folder, DATABASE_URL: database.url };
  const said = await run('scripts/import.ts', [file], to);
  expect(said).not.toContain('not-a-secret');
  for (const [table, count] of Object.entries(JSON.parse(counts))) {
    const rows = await allRows(database.read, sql.raw(`select count(*) as n from ${table}`));
    expect([table, rows]).toEqual([table, [{ n: count }]]);
  }
  const page = { startIndex: 0, limit: 5 };
  expect(await listPosts(database.read, { searchTerm: 'inkw' }, page)).not.toEqual([]);
  expect(await query(database.url, 'select from post_words')).toHaveLength(
    JSON.parse(counts).posts,
  );
});
