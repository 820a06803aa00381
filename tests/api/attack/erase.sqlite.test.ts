import { join } from 'node:path';
import { it } from 'vitest';
import { bytesOf } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';
import { expectErased } from './erasure.ts';

const attack = tally();

it('deleted data is in no byte of the database files after the hourly cleanup', async () => {
  // As a thief of the disk would read them.
  await attack('reading deleted data', () =>
    expectErased(async ({ database }, words) => {
      const files = ['blog.db', 'blog.db-wal'].map((name) => bytesOf(join(database.folder, name)));
      const lower = Buffer.concat(files).toString('latin1').toLowerCase();
      return words.filter((word) => lower.includes(word));
    }),
  );
});
