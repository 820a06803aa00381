import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PathRedirects } from '../../api/redirects/path-redirects.ts';
import { runSql } from '../../db/queries/query.ts';
import { testApp } from '../support/app.ts';

test('the home page is served while the database doesn’t answer', async () => {
  const { services, database } = await testApp();
  const redirects = new PathRedirects(services);
  await database.transaction(async (tx) => {
    await runSql(tx, sql`lock table path_redirects in access exclusive mode`);
    // Other statements outside of calls may wait for 15 seconds.
    const late = wait(10_000, 'late', { ref: false });
    expect(await Promise.race([redirects.findAtHome('?p=12'), late])).toBeUndefined();
  });
});
