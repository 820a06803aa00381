import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { allRows, runSql } from '../../db/queries/query.ts';
import { testDatabase } from '../support/database.ts';

test('nodes that start at once on an empty database create the table of leases once', async () => {
  const { url, read } = await testDatabase();
  const nodes = await Promise.all(Array.from({ length: 6 }, () => openDatabase(url)));
  try {
    for (let round = 0; round < 10; round++) {
      await nodes[0]?.transaction((tx) => runSql(tx, sql`drop table leases`));
      await Promise.all(nodes.map((node) => node.createLeases()));
      expect(await allRows(read, sql`select * from leases`)).toEqual([]);
    }
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
  }
});
