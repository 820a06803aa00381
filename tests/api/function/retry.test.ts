import { expect, test, vi } from 'vitest';
import { makeAccount } from '../../support/app.ts';
import { readFeed, recordChange } from '../../support/database.ts';
import { startFunction } from './support.ts';

test('a retry is recorded for the publishers in the transaction that checks the session', async () => {
  const site = await startFunction();
  const admin = await makeAccount(site.database, { role: 'administrator' });
  await recordChange(site.database, { action: 'publish', postId: 'p', slug: 'a-post' });
  const Cookie = await site.signIn(admin);
  const transactions = vi.spyOn(site.services.database, 'transaction');
  const retry = (postId: string) =>
    site.call(`POST /api/publish/retry/${postId}`, { headers: { Cookie } });

  const { status, body } = await retry('p');

  expect([status, body]).toEqual([200, { success: false, state: 'pending' }]);
  expect(transactions).toHaveBeenCalledTimes(1);
  expect(await readFeed(site.database)).toMatchObject([
    { seq: 1, action: 'publish', postId: 'p', slug: 'a-post' },
    { seq: 2, action: 'publish', postId: 'p', slug: 'a-post' },
  ]);
  expect((await retry('unknown')).status).toBe(404);
});
