import { afterEach, expect, it, vi } from 'vitest';
import { allComments, comments, likes } from '../../../db/schema.ts';
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
    id: `c${n}`,
    postId: _id,
    userId: reader.id,
    content: `Comment ${n}`,
    createdAt,
    updatedAt: createdAt,
  }));
  await database.transaction(async (tx) => {
    for (let from = 0; from < MANY; from += 200) {
      const some = rows.slice(from, from + 200);
      await tx.insert(allComments).values(some);
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

/** Returns how many comments the largest transaction of `work` deleted. */
async function largestDeletion({ database }: Desk, work: () => Promise<unknown>): Promise<number> {
  const { transaction } = database;
  let most = 0;
  vi.spyOn(database, 'transaction').mockImplementation(async (inside) => {
    const before = await database.read.$count(allComments);
    const result = await transaction(inside);
    most = Math.max(most, before - (await database.read.$count(allComments)));
    return result;
  });
  await work();
  vi.restoreAllMocks();
  return most;
}

it.each(['trash', 'unpublish', 'deletepost'])('%s hides all of a long thread', async (verb) => {
  const site = await longThread();
  const { database, admin, _id } = site;
  const before = await database.read.select().from(allComments);
  const answer =
    verb === 'deletepost'
      ? await site.call(`DELETE /api/post/deletepost/${_id}/${admin.id}`, { as: admin })
      : await site.post(`${verb}/${_id}`);
  expect(answer.status).toBe(200);
  expect((await thread(site, _id)).total).toBe('0');
  expect((await site.call('GET /api/post/getposts')).body.totalPosts).toBe(0);
  const all = await site.call('GET /api/comment/getcomments', { as: admin });
  expect(all.body.totalComments).toBe(0);
  expect(await database.read.select().from(comments)).toEqual([]);
  expect(await database.read.select().from(allComments)).toEqual(before);
});

it('restoring brings all comments and likes back', async () => {
  const site = await longThread();
  await site.post(`trash/${site._id}`);
  expect((await site.post(`restore/${site._id}`)).status).toBe(200);
  const { total, first } = await thread(site, site._id);
  expect(total).toBe(String(MANY));
  expect(first).toMatchObject({ _id: `c${MANY - 1}`, likes: [site.author.id], numberOfLikes: 1 });
});

it('publishing an unpublished post brings all its comments back', async () => {
  const site = await longThread();
  const { revision } = (await site.post(`unpublish/${site._id}`)).body;
  await site.post(`publish/${site._id}`, { revision });
  expect((await thread(site, site._id)).total).toBe(String(MANY));
});

it('a long thread is deleted permanently in slices, so that other writes do not wait', async () => {
  const site = await longThread();
  await site.post(`trash/${site._id}`);
  const largest = await largestDeletion(site, async () => {
    const line = `DELETE /api/document/delete/${site._id}`;
    expect((await site.call(line, { as: site.author })).status).toBe(200);
  });
  expect(largest).toBeLessThanOrEqual(500);
  expect(await site.database.read.$count(allComments)).toBe(0);
});

it('a post whose comments are being deleted can no longer be restored', async () => {
  const site = await longThread();
  const { database, author, _id } = site;
  await site.post(`trash/${_id}`);
  const { transaction } = database;
  const answers: number[] = [];
  vi.spyOn(database, 'transaction').mockImplementation(async (inside) => {
    const before = await database.read.$count(allComments);
    const result = await transaction(inside);
    const left = await database.read.$count(allComments);
    if (left > 0 && left < before) {
      vi.restoreAllMocks();
      answers.push((await site.post(`restore/${_id}`)).status);
    }
    return result;
  });
  const line = `DELETE /api/document/delete/${_id}`;
  answers.push((await site.call(line, { as: author })).status);
  expect(answers).toEqual([409, 200]);
  expect(await database.read.$count(allComments)).toBe(0);
});

it('comments of a hidden post can be neither written, changed, liked nor deleted', async () => {
  const site = await longThread();
  const { call, reader, _id } = site;
  await site.post(`trash/${_id}`);
  const json = { content: 'Too late', postId: _id, userId: reader.id };
  const [content, as] = ['Changed', reader];
  const answers = [
    await call('POST /api/comment/create', { json, as }),
    await call('PUT /api/comment/editComment/c1', { json: { content }, as }),
    await call('PUT /api/comment/likeComment/c1', { as }),
    await call('DELETE /api/comment/deleteComment/c1', { as }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  await site.post(`restore/${_id}`);
  const page = await call(`GET /api/comment/getPostComments/${_id}?limit=100&startIndex=1150`);
  expect(page.body.find((comment: { _id: string }) => comment._id === 'c1')).toMatchObject({
    content: 'Comment 1',
    likes: [site.author.id],
  });
});
