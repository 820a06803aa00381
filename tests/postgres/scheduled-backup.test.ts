import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { createBackupStore } from '../../api/backups/create-store.ts';
import { backupsFolder } from '../../api/backups/store.ts';
import { loadEnv } from '../../api/env.ts';
import { makeScheduledBackup } from '../../cli/scheduled-backup.ts';
import { makePost, makeUser, testDatabase } from '../support/database.ts';
import { emptyDatabase } from './empty-database.ts';
import { findPostgres, query } from './server.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The commands of docs/backup.md, "Scheduled backups": for a dump, and for an export. */
async function documentedCommands(): Promise<string[]> {
  const text = await readFile(join(ROOT, 'docs/backup.md'), 'utf8');
  const section = text.slice(text.indexOf('## Scheduled backups'));
  return [...section.matchAll(/^```sh\n(.+?)^```/gms)].map(([, block = '']) => block).slice(0, 2);
}

test.each([
  ['pg_dump is installed', 'dump', [findPostgres(), process.env.PATH].join(delimiter)],
  ['pg_dump is missing', 'export', '/nowhere'],
])('when %s, the documented commands restore the backup', async (_, kind, path) => {
  const source = await testDatabase();
  const user = await makeUser(source, { passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$a$b' });
  const post = await makePost(source, { userId: user.id });
  await mkdir(join(source.folder, 'uploads'));
  await writeFile(join(source.folder, 'uploads', '1735689600000-tree.jpg'), 'a tree');
  const env = loadEnv({ DATA_DIR: source.folder, DATABASE_URL: source.url });
  const store = createBackupStore(env);
  const configuration = { environment: {}, secrets: [] };
  vi.stubEnv('PATH', path);
  const backup = await makeScheduledBackup({ env, configuration, store }).finally(() =>
    vi.unstubAllEnvs(),
  );
  expect([backup.kind, await store.list()]).toEqual([kind, [backup]]);

  const target = await emptyDatabase();
  const dataDir = join(source.folder, 'target');
  await mkdir(dataDir);
  const [ofDump = '', ofExport = ''] = await documentedCommands();
  await run('sh', ['-ec', kind === 'dump' ? ofDump : ofExport], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: [findPostgres(), process.env.PATH].join(delimiter),
      BACKUP: join(backupsFolder(env), backup.name),
      DATABASE_URL: target,
      DATA_DIR: dataDir,
    },
  });
  expect(await query(target, 'select id, slug, user_id from posts')).toEqual([
    { id: post.id, slug: post.slug, user_id: user.id },
  ]);
  const picture = join(dataDir, 'uploads', '1735689600000-tree.jpg');
  expect(await readFile(picture, 'utf8')).toBe('a tree');
});
