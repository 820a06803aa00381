import { expect, test } from 'vitest';
import { outboxStatus } from '../../../api/publish/status.ts';
import { completeRow, enqueue, failRow } from '../../../db/queries/outbox.ts';
import { makePost, testDatabase } from '../../support/database.ts';

test('the status names posts by their titles; deleted posts have none', async () => {
  const database = await testDatabase();
  const [live, failed, queued] = [
    await makePost(database, { title: 'Live' }),
    await makePost(database, { title: 'Failed' }),
    await makePost(database, { title: 'Queued' }),
  ];
  const now = new Date();
  const queue = (action: 'publish' | 'remove', postId: string) =>
    database.transaction((tx) => enqueue(tx, { action, postId, slug: postId }, now));
  const row = await queue('publish', live.id);
  await database.transaction((tx) => completeRow(tx, row, { renderMs: 1, liveAt: now }));
  const waiting = [await queue('publish', failed.id), await queue('remove', 'deleted')];
  for (const one of waiting) {
    await database.transaction((tx) => failRow(tx, one, 'Broken.', now));
  }
  await queue('publish', queued.id);

  const status = await outboxStatus(database.read, () => false);
  expect(status.live).toMatchObject([{ postId: live.id, title: 'Live' }]);
  expect(status.queued).toMatchObject([{ postId: queued.id, title: 'Queued' }]);
  expect(status.failed).toMatchObject([
    { postId: failed.id, title: 'Failed', error: 'Broken.' },
    { postId: 'deleted', title: null },
  ]);
});
