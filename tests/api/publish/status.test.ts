import { expect, test } from 'vitest';
import { Pending } from '../../../api/publish/pending.ts';
import { nodesStatus, postsStatus } from '../../../api/publish/status.ts';
import { nodes } from '../../../db/schema.ts';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';

test('the status names posts by their titles; deleted posts have none', async () => {
  const database = await testDatabase();
  const [live, failed, queued] = [
    await makePost(database, { title: 'Live' }),
    await makePost(database, { title: 'Failed' }),
    await makePost(database, { title: 'Queued' }),
  ];
  const pending = new Pending();
  const add = (seq: number, action: 'publish' | 'remove', postId: string) => {
    pending.add({ seq, action, postId, slug: postId, at: new Date(0), isBulk: false });
    return { seq, postId };
  };
  for (const change of [add(1, 'publish', failed.id), add(2, 'remove', 'deleted')]) {
    pending.fail({ ...pending.all()[0], ...change } as never, 'Broken.', 0);
  }
  add(3, 'publish', queued.id);

  const status = await postsStatus(database.read, {
    pending: pending.all(),
    live: [{ postId: live.id, slug: live.slug, queuedAt: 5, liveAt: 9, renderMs: 1 }],
    isRendering: () => false,
  });
  expect(status.live).toMatchObject([{ postId: live.id, title: 'Live', totalMs: 4 }]);
  expect(status.queued).toMatchObject([{ postId: queued.id, title: 'Queued' }]);
  expect(status.failed).toMatchObject([
    { postId: failed.id, title: 'Failed', error: 'Broken.' },
    { postId: 'deleted', title: null },
  ]);
});

test('the status tells how far each process is behind the feed', async () => {
  const database = await testDatabase();
  const change = { action: 'publish', postId: 'p', slug: 'p' } as const;
  for (let n = 0; n < 3; n++) await recordChange(database, change);
  const node = { role: 'all', release: 'r', failed: 0, heartbeat: new Date(5) } as const;
  await database.transaction(async (tx) => {
    await tx.insert(nodes).values([
      { ...node, id: 'a', cursor: 3 },
      { ...node, id: 'b', cursor: 1 },
    ]);
  });
  expect(await nodesStatus(database.read)).toMatchObject([
    { id: 'a', cursor: 3, behind: 0, heartbeat: '1970-01-01T00:00:00.005Z' },
    { id: 'b', cursor: 1, behind: 2 },
  ]);
});
