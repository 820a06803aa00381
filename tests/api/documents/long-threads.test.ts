import { afterEach, expect, it, vi } from 'vitest';
import { createBringBack } from '../../../api/documents/hidden-threads.ts';
import { hideSomeComments, listPartlyHidden } from '../../../db/queries/hidden-posts.ts';
import { comments, hiddenComments, likes } from '../../../db/schema.ts';
import { makeComment } from '../../support/database.ts';
import { type Desk, desk } from './support.ts';

afterEach(() => vi.restoreAllMocks());

const MANY = 1_200;

/** A public post with 1,200 comments, each with a like. */
async function longThread() {
  const site = await desk();
  const { database, reader, author } = site;
  const { _id } = await site.published();
  const createdAt = new Date();
  const rows = Array.from({ length: MANY }, (_, n) => ({
    ...{ id: `c${n}`, postId: _id, userId: reader.id, content: `Comment ${n}` },
    ...{ createdAt, updatedAt: createdAt },
  }));
  await database.transaction(async (tx) => {
    for (let from = 0; from < MANY; from += 200) {
      const some = rows.slice(from, from + 200);
      await tx.insert(comments).values(some);
      const like = { userId: author.id, createdAt };
      await tx.insert(likes).values(some.map(({ id }) => ({ commentId: id, ...like })));
    }
  });
  return { ...site, _id, rows };
}

async function thread({ call }: Desk, id: string) {
  const { headers, body } = await call(`GET /api/comment/getPostComments/${id}`);
  return { total: headers.get('X-Total-Count'), first: body[0] };
}

/** Returns how many comments the largest transaction of `work` moved or deleted. */
async function largestMove({ database }: Desk, work: () => Promise<unknown>): Promise<number> {
  const { transaction } = database;
  let most = 0;
  const count = () => database.read.$count(comments);
  vi.spyOn(database, 'transaction').mockImplementation(async (inside) => {
    const before = [await count(), await database.read.$count(hiddenComments)];
    const result = await transaction(inside);
    const after = [await count(), await database.read.$count(hiddenComments)];
    most = Math.max(most, ...before.map((was, at) => Math.abs(was - (after[at] ?? 0))));
    return result;
  });
  await work();
  vi.restoreAllMocks();
  return most;
}

it.each(['trash', 'unpublish'])('%s hides all of a long thread, in slices', async (verb) => {
  const site = await longThread();
  const largest = await largestMove(site, async () => {
    expect((await site.post(`${verb}/${site._id}`)).status).toBe(200);
  });
  expect(largest).toBeLessThanOrEqual(500);
  expect((await thread(site, site._id)).total).toBe('0');
  expect((await site.call('GET /api/post/getposts')).body.totalPosts).toBe(0);
  const all = await site.call('GET /api/comment/getcomments', { as: site.admin });
  expect(all.body.totalComments).toBe(0);
});

it('deletepost hides a long thread in slices', async () => {
  const site = await longThread();
  const line = `DELETE /api/post/deletepost/${site._id}/${site.admin.id}`;
  const largest = await largestMove(site, async () => {
    expect((await site.call(line, { as: site.admin })).status).toBe(200);
  });
  expect(largest).toBeLessThanOrEqual(500);
  expect((await thread(site, site._id)).total).toBe('0');
});

it('restoring brings all comments and likes back, in slices', async () => {
  const site = await longThread();
  await site.post(`trash/${site._id}`);
  const largest = await largestMove(site, async () => {
    expect((await site.post(`restore/${site._id}`)).status).toBe(200);
  });
  expect(largest).toBeLessThanOrEqual(500);
  const { total, first } = await thread(site, site._id);
  expect(total).toBe(String(MANY));
  expect(first).toMatchObject({ _id: `c${MANY - 1}`, likes: [site.author.id], numberOfLikes: 1 });
  expect(await listPartlyHidden(site.database.read)).toEqual([]);
});

it('publishing an unpublished post brings all its comments back', async () => {
  const site = await longThread();
  const { revision } = (await site.post(`unpublish/${site._id}`)).body;
  await site.post(`publish/${site._id}`, { revision });
  expect((await thread(site, site._id)).total).toBe(String(MANY));
  expect(await listPartlyHidden(site.database.read)).toEqual([]);
});

it('a long thread is deleted permanently, in slices', async () => {
  const site = await longThread();
  await site.post(`trash/${site._id}`);
  const largest = await largestMove(site, async () => {
    const line = `DELETE /api/document/delete/${site._id}`;
    expect((await site.call(line, { as: site.author })).status).toBe(200);
  });
  expect(largest).toBeLessThanOrEqual(500);
  expect(await site.database.read.$count(hiddenComments)).toBe(0);
});

it('comments that a killed process left hidden come back in the second round of housekeeping', async () => {
  const site = await longThread();
  const { database, _id } = site;
  await database.transaction((tx) => hideSomeComments(tx, _id));
  expect((await thread(site, _id)).total).toBe(String(MANY - 500));
  const other = await site.published({ title: 'Another' });
  await makeComment(database, { postId: other._id, userId: site.reader.id });
  await database.transaction((tx) => hideSomeComments(tx, other._id));

  const bringBack = createBringBack();
  const parts = { database, now: () => new Date() };
  await bringBack(parts);
  expect((await thread(site, _id)).total, 'may be being hidden').toBe(String(MANY - 500));
  await bringBack(parts);
  expect((await thread(site, _id)).total).toBe(String(MANY));
  expect((await thread(site, other._id)).total).toBe('1');
  expect(await listPartlyHidden(database.read)).toEqual([]);
  expect((await site.read(_id)).status).toBe('published');
});

it('while a thread is being hidden, the post counts as public', async () => {
  const site = await longThread();
  const { database, _id, call, author } = site;
  await database.transaction((tx) => hideSomeComments(tx, _id));
  const { revision } = await site.read(_id);
  const at = '2199-01-05T09:00:00Z';
  const json = { revision, title: 'Later' };
  await call(`PUT /api/document/update/${_id}`, { json, as: author });
  await site.post(`publish/${_id}`, { revision: revision + 1, at });
  expect((await site.post(`unschedule/${_id}`)).body.status).toBe('changed');
  expect((await site.post(`trash/${_id}`)).status).toBe(200);
  expect((await site.post(`restore/${_id}`)).status).toBe(200);
  expect((await thread(site, _id)).total).toBe(String(MANY));
});
