import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import * as schema from '../../../db/schema.ts';
import { tally } from '../../support/tally.ts';
import { expectErased } from './erasure.ts';

const attack = tally();
/** The SQLite types stand for both engines. */
const tables = Object.values(schema).filter(
  (value): value is typeof schema.posts => is(value, SQLiteTable) || is(value, PgTable),
);

it('deleted data is in no row of any table after the hourly cleanup', async () => {
  expect(tables.length).toBeGreaterThan(10);
  await attack('finding deleted data in a row', () =>
    expectErased(async ({ database }, words) => {
      const rows = await Promise.all(tables.map((table) => database.read.select().from(table)));
      const lower = JSON.stringify(rows).toLowerCase();
      return words.filter((word) => lower.includes(word));
    }),
  );
});
