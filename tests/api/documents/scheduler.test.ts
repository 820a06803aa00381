import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { publishScheduled } from '../../../api/documents/publish-one-due.ts';
import { Scheduler } from '../../../api/documents/scheduler.ts';
import type { LeaseHolder } from '../../../api/nodes/leases.ts';
import { findFeed } from '../../../db/queries/changes.ts';
import { deleteUser, updateUser } from '../../../db/queries/users.ts';
import { type Desk, desk } from './support.ts';

async function scheduledSite({ isHolder = true } = {}) {
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const site = await desk({ services: { now } });
  const node = {
    hold(_name: string, holder: LeaseHolder) {
      if (isHolder) setImmediate(() => holder.onGained({} as never));
    },
  };
  const start = () => {
    const scheduler = new Scheduler({ ...site.services, now, node });
    onTestFinished(() => scheduler.stop());
    return scheduler;
  };
  const look = async (scheduler: Scheduler) =>
    scheduler.notice((await findFeed(site.database.read)).scheduledAt);
  const schedule = async (id: string, inMs: number) => {
    const at = new Date(now().getTime() + inMs).toISOString();
    const { revision } = await site.read(id);
    return await site.post(`publish/${id}`, { revision, at });
  };
  return {
    ...site,
    start,
    look,
    schedule,
    sleep: (ms: number) => {
      offset += ms;
    },
    status: async (id: string) => (await site.read(id)).status,
  };
}

it('publishes when a document is due, with that instant as its time', async () => {
  const { draft, schedule, start, look, status, read, call, sleep } = await scheduledSite();
  const { _id } = await draft();
  const at = (await schedule(_id, 62_000)).body.document.scheduledAt;
  expect(await status(_id)).toBe('scheduled');
  sleep(60_000);
  await look(start());
  await expect.poll(() => status(_id)).toBe('published');
  const [post] = (await call(`GET /api/post/getposts?postId=${_id}`)).body.posts;
  expect(post.createdAt).toBe(at);
  expect((await read(_id)).scheduledAt).toBeNull();
});

it('publishes what is overdue at once, with the time of now', async () => {
  const { draft, schedule, start, look, status, sleep, call, logged } = await scheduledSite();
  const { _id } = await draft();
  await schedule(_id, 1000);
  sleep(3_600_000);
  await look(start());
  await expect.poll(() => status(_id)).toBe('published');
  const [post] = (await call(`GET /api/post/getposts?postId=${_id}`)).body.posts;
  expect(Date.parse(post.createdAt)).toBeGreaterThan(Date.now() + 3_500_000);
  expect(logged()).toContainEqual(
    expect.objectContaining({ documentId: _id, msg: 'published late: it was overdue' }),
  );
});

it('two schedulers publish each document once', async () => {
  const { draft, schedule, start, look, status, call, admin, sleep } = await scheduledSite();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await draft({ title: `Post ${n}` }))._id);
  for (const id of ids) await schedule(id, 60_000);
  sleep(60_000);
  await Promise.all([start(), start()].map(look));
  for (const id of ids) await expect.poll(() => status(id)).toBe('published');
  await wait(100);
  const audit = await call('GET /api/audit?action=post.create', { as: admin });
  expect(audit.body.total).toBe(5);
});

it('another node steps in when the holder of the lease doesn’t publish', async () => {
  const { draft, schedule, start, look, status, sleep } = await scheduledSite({ isHolder: false });
  const { _id } = await draft();
  await schedule(_id, 60_000);
  const scheduler = start();
  await look(scheduler);
  sleep(60_000);
  await look(scheduler);
  await wait(50);
  expect(await status(_id)).toBe('scheduled');
  sleep(2_000);
  await look(scheduler);
  await expect.poll(() => status(_id)).toBe('published');
});

it('doesn’t publish what was rescheduled, unscheduled or trashed', async () => {
  const { draft, schedule, start, look, status, post, sleep } = await scheduledSite();
  const [a, b, c] = [await draft(), await draft(), await draft()];
  for (const { _id } of [a, b, c]) await schedule(_id, 60_000);
  const scheduler = start();
  await look(scheduler);
  await schedule(a._id, 120_000);
  await post(`unschedule/${b._id}`);
  await post(`trash/${c._id}`);
  sleep(61_000);
  // As its timer does, which was set before.
  scheduler.wake();
  await scheduler.stop();
  const statuses = await Promise.all([a, b, c].map(({ _id }) => status(_id)));
  expect(statuses).toEqual(['scheduled', 'draft', 'trashed']);
});

it('cancels the schedule of a document that can’t be published', async () => {
  const { draft, schedule, start, look, status, call, author, other, database, admin, sleep } =
    await scheduledSite();
  const empty = await draft();
  await schedule(empty._id, 60_000);
  const json = { revision: 1, title: '' };
  await call(`PUT /api/document/update/${empty._id}`, { json, as: author });
  const { body: orphan } = await call('POST /api/document/create', {
    json: { title: 'T', category: 'reactjs', content: '<p>x</p>' },
    as: other,
  });
  await schedule(orphan._id, 60_000);
  const at = new Date(Date.now() + 60_000).toISOString();
  await call(`POST /api/document/publish/${orphan._id}`, {
    json: { revision: 1, at },
    as: admin,
  });
  await database.transaction((tx) => updateUser(tx, other.id, { role: 'reader' }, new Date()));
  sleep(60_000);
  await look(start());
  for (const id of [empty._id, orphan._id]) await expect.poll(() => status(id)).toBe('draft');
});

const LEFT: [string, (site: Desk) => Promise<unknown>][] = [
  ['deleted', ({ database, author }) => database.transaction((tx) => deleteUser(tx, author.id))],
  [
    'a reader now',
    ({ call, admin, author }) =>
      call(`PUT /api/user/role/${author.id}`, { json: { role: 'reader' }, as: admin }),
  ],
  [
    'suspended',
    ({ call, admin, author }) => {
      const json = { until: '2100-01-01T00:00:00Z', reason: 'Spam' };
      return call(`PUT /api/user/suspend/${author.id}`, { json, as: admin });
    },
  ],
];

describe.each(LEFT)('a scheduled post whose author is %s', (_, leave) => {
  it('isn’t published, and the audit log has the reason', async () => {
    const site = await scheduledSite();
    const { draft, published, schedule, call, admin, editor, author, read, sleep } = site;
    const [fresh, live] = [await draft(), await published({ title: 'Live' })];
    const edit = { revision: live.revision, title: 'Changed' };
    await call(`PUT /api/document/update/${live._id}`, { json: edit, as: author });
    for (const { _id } of [fresh, live]) await schedule(_id, 60_000);
    await leave(site);
    sleep(61_000);
    for (const { _id } of [fresh, live]) await publishScheduled(site.services, _id);
    const [draftNow, liveNow] = [await read(fresh._id), await read(live._id)];
    expect([draftNow.status, draftNow.scheduledAt]).toEqual(['draft', null]);
    expect([liveNow.status, liveNow.scheduledAt]).toEqual(['changed', null]);
    const posts = (await call('GET /api/post/getposts')).body.posts;
    expect(posts.map(({ title }: { title: string }) => title)).toEqual(['Live']);
    const log = await call('GET /api/audit?action=document.unschedule', { as: admin });
    expect(log.body.entries).toMatchObject([
      { actor: 'system', details: { reason: expect.stringContaining('author') } },
      { actor: 'system' },
    ]);
    const json = { revision: liveNow.revision, at: '2100-01-01T00:00:00Z' };
    const again = await site.post(`publish/${live._id}`, json, editor);
    expect(again.status).toBe(400);
    expect(again.body.message).toMatch(/can't be scheduled: .*author/);
    const now = await site.post(`publish/${live._id}`, { revision: liveNow.revision }, editor);
    expect(now.status).toBe(200);
  });
});

it('publishes at once when the clock is set forward past the scheduled time', async () => {
  const { draft, schedule, start, look, status, sleep } = await scheduledSite();
  const { _id } = await draft();
  await schedule(_id, 3_600_000);
  const scheduler = start();
  await look(scheduler);
  await wait(50);
  sleep(3_601_000);
  await look(scheduler);
  await expect.poll(() => status(_id)).toBe('published');
});

it('waits when the clock is set back, and publishes when the time comes again', async () => {
  const { draft, schedule, start, look, status, sleep } = await scheduledSite();
  const { _id } = await draft();
  await schedule(_id, 60_000);
  const scheduler = start();
  await look(scheduler);
  sleep(-60_000);
  // As its timer does, which was set before.
  scheduler.wake();
  await wait(50);
  await look(scheduler);
  expect(await status(_id)).toBe('scheduled');
  sleep(121_000);
  await look(scheduler);
  await expect.poll(() => status(_id)).toBe('published');
});

it('waits for a time beyond the longest timer', async () => {
  const { draft, post, start, look, status, read } = await scheduledSite();
  const { _id } = await draft();
  await post(`publish/${_id}`, { revision: 1, at: '9999-12-31T23:59:59Z' });
  await look(start());
  await wait(100);
  expect(await status(_id)).toBe('scheduled');
  expect((await read(_id)).scheduledAt).toBe('9999-12-31T23:59:59.000Z');
});

it('tries again once a second when a document can’t be published', async () => {
  const { draft, schedule, services, database, sleep } = await scheduledSite();
  await schedule((await draft())._id, 60_000);
  sleep(60_000);
  let attempts = 0;
  const transaction = () => {
    attempts++;
    return Promise.reject(new Error('no room on the disk'));
  };
  const broken = { read: database.read, transaction } as never;
  const node = { hold: (_: string, holder: LeaseHolder) => holder.onGained({} as never) };
  const scheduler = new Scheduler({ ...services, database: broken, node });
  onTestFinished(() => scheduler.stop());
  const start = performance.now();
  while (attempts < 3) {
    scheduler.notice((await findFeed(database.read)).scheduledAt);
    await wait(20);
  }
  expect(performance.now() - start).toBeGreaterThan(1_900);
});
