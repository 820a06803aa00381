import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBackupStore } from '../../../api/backups/create-store.ts';
import { loadEnv } from '../../../api/env.ts';
import { emptyFolder } from '../../support/database.ts';
import { objectStore } from '../../support/object-store.ts';

const NAME = 'inkwell-2026-01-05T03-15-00Z.tar.gz';

test('stores nothing in a bucket that anyone can read', async () => {
  const { objects, variables } = await objectStore();
  const folder = await emptyFolder();
  const file = join(folder, NAME);
  await writeFile(file, 'hashes of passwords');
  const store = createBackupStore(loadEnv({ DATA_DIR: folder, ...variables }));
  await expect(store.add(file, NAME)).rejects.toThrow(/^Anyone can read http.*\/backups\//);
  const stored = [...objects.values()].map(String);
  expect(stored.filter((text) => text.includes('hashes'))).toEqual([]);
});
