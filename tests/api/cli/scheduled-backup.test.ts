import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBackupStore } from '../../../api/backups/create-store.ts';
import { restore } from '../../../cli/restore.ts';
import { checkBackup, makeScheduledBackup } from '../../../cli/scheduled-backup.ts';
import { changed, refusal, site } from './archives.ts';
import { silent, siteIn, testFolder } from './support.ts';

const configuration = { environment: {}, secrets: [] };

describe('a scheduled backup', () => {
  it('is in the folder of backups, private, and can be restored', async () => {
    const { env, uploads } = await site();
    const store = createBackupStore(env);
    const backup = await makeScheduledBackup({ env, configuration, store });
    const folder = join(env.dataDir, 'backups');
    expect(await readdir(folder)).toEqual([backup.name]);
    expect(await store.list()).toEqual([backup]);
    expect(backup).toMatchObject({ kind: 'database', size: expect.any(Number) });

    const target = await testFolder();
    const file = join(folder, backup.name);
    const manifest = await restore({ env: siteIn(target), file, say: silent });
    expect(manifest.createdAt.slice(0, 19)).toBe(backup.createdAt.slice(0, 19));
    for (const name of (await readdir(uploads)).filter((each) => !each.startsWith('.'))) {
      expect(await readFile(join(target, 'uploads', name))).toEqual(
        await readFile(join(uploads, name)),
      );
    }
  });

  it.each([
    ['a picture is different', 'uploads/', 'bytes', 'BYTES', /checksum/],
    ['a table has other rows', 'manifest.json', '"posts":1', '"posts":2', /"posts" has 1 rows/],
    ['a file is not in its list', 'manifest.json', 'uploads/', 'uploadX/', /is missing/],
  ])('is refused when %s', async (_, entry, from, to, message) => {
    const { take, file } = await site();
    await take();
    await checkBackup(file, 'database');
    await changed(file, (entries) => {
      const found = entries.find(({ name }) => name.startsWith(entry));
      if (!found?.data.includes(from)) throw new Error(`there is no ${from}`);
      found.data = Buffer.from(found.data.toString('latin1').replace(from, to), 'latin1');
    });
    expect(await refusal(checkBackup(file, 'database'))).toMatch(message);
  });

  it('leaves nothing when the store refuses it', async () => {
    const { env } = await site();
    const store = {
      ...createBackupStore(env),
      add: () => Promise.reject(new Error('The bucket is away')),
    };
    const making = makeScheduledBackup({ env, configuration, store });
    expect(await refusal(making)).toBe('The bucket is away');
    expect(await readdir(join(env.dataDir, 'backups'))).toEqual([]);
  });

  it('of PostgreSQL is refused by the restore, which says where the commands are', async () => {
    const { take, file } = await site();
    await take();
    await changed(file, (entries) => {
      for (const entry of entries) {
        if (entry.name === 'blog.db') entry.name = 'blog.dump';
        if (entry.name !== 'manifest.json') continue;
        entry.data = Buffer.from(entry.data.toString().replace('"blog.db"', '"blog.dump"'));
      }
    });
    const target = await testFolder();
    const refused = await refusal(restore({ env: siteIn(target), file, say: silent }));
    expect(refused).toContain('is a backup of a PostgreSQL database. To restore it, see');
    expect(await readdir(target)).toEqual([]);
  });
});
