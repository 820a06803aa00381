import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { emptyFolder, makeUser, testDatabase } from '../support/database.ts';
import { fillTransientTables, TRANSIENT_ROWS } from '../support/transient-rows.ts';
import { findPostgres, query } from './server.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const run = promisify(execFile);

/** The commands of docs/backup.md: for a backup, and for a restore. */
async function documentedCommands(): Promise<string[]> {
  const text = await readFile(inProject('docs/backup.md'), 'utf8');
  const section = text.slice(text.indexOf('## With PostgreSQL'));
  return [...section.matchAll(/^```sh\n(.+?)^```/gms)].map(([, block = '']) => block).slice(0, 2);
}

test('the documented commands restore shared pictures and a dump, without sessions and links that may have ended since', async () => {
  const source = await testDatabase();
  const user = await makeUser(source);
  await fillTransientTables(source, user.id);
  const [feed] = await query(source.url, 'select id from feed');
  const [folder, shared] = [await emptyFolder(), await emptyFolder()];
  await writeFile(join(shared, '1-tree.jpg'), 'a tree');
  await symlink(shared, join(source.folder, 'uploads'));
  await symlink(inProject('db'), join(folder, 'db'));
  const target = join(folder, 'target');
  await mkdir(target);

  const name = `restored_${Date.now()}`;
  await query(source.url, `create database ${name}`);
  const copy = new URL(source.url);
  copy.pathname = name;
  const [backup = '', restore = ''] = await documentedCommands();
  const PATH = [findPostgres(), process.env.PATH].join(delimiter);
  const shell = (commands: string, env: { DATABASE_URL: string; DATA_DIR: string }) =>
    run('sh', ['-ec', commands], { cwd: folder, env: { PATH, ...env } });
  try {
    await shell(backup, { DATABASE_URL: source.url, DATA_DIR: source.folder });
    const { stderr } = await shell(restore, { DATABASE_URL: copy.href, DATA_DIR: target });
    expect(stderr).toBe('');
    const left: string[] = [];
    for (const rows of TRANSIENT_ROWS) {
      if ((await query(copy.href, `select from ${rows}`)).length > 0) left.push(rows);
    }
    expect(left, 'rows that are left').toEqual([]);
    expect(await query(copy.href, "select from mail where state = 'sent'")).toHaveLength(1);
    expect(await query(copy.href, 'select from devices')).toHaveLength(1);
    expect(await query(copy.href, 'select id from users')).toEqual([{ id: user.id }]);
    expect(await query(copy.href, 'select id from feed')).not.toEqual([feed]);
    expect(await readFile(join(target, 'uploads', '1-tree.jpg'), 'utf8')).toBe('a tree');
  } finally {
    await query(source.url, `drop database ${name} with (force)`);
  }
});
