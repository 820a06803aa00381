import { describe, expect, it } from 'vitest';
import { desk } from './support.ts';

/** A post that was published twice: revisions 1 and 2. */
async function updatedPost(env: Record<string, string> = {}, filler = '') {
  const site = await desk({ env });
  const first = { content: `<p>First${filler}</p>`, tags: ['one'], category: 'reactjs' };
  const { _id } = await site.published(first);
  const json = {
    revision: 1,
    content: `<p>Second${filler}</p>`,
    tags: ['two'],
    category: 'javascript',
  };
  await site.call(`PUT /api/document/update/${_id}`, { json, as: site.author });
  await site.post(`publish/${_id}`, { revision: 2 });
  const publicPost = async () =>
    (await site.call(`GET /api/post/getposts?postId=${_id}`)).body.posts[0];
  const undo = (body = { number: 1, revision: 2 }) => site.post(`republish/${_id}`, body);
  return { ...site, id: _id, publicPost, undo };
}

describe('undoing an update', () => {
  it('makes the earlier version public in one call, and keeps the later text unpublished', async () => {
    const { id, publicPost, undo, read, call, author, post } = await updatedPost();
    const { slug } = await publicPost();
    const { status, body } = await undo();
    expect(status).toBe(200);
    expect(body.post).toMatchObject({ content: '<p>First</p>', category: 'reactjs', slug });
    expect(await publicPost()).toMatchObject({ content: '<p>First</p>' });
    const kept = { content: '<p>Second</p>', tags: ['two'], category: 'javascript', slug };
    expect(await read(id)).toMatchObject({
      ...kept,
      status: 'changed',
      revision: 2,
      publishedRevision: 1,
    });
    // No versions are added, so both can be published again or discarded.
    const { revisions } = (await call(`GET /api/document/revisions/${id}`, { as: author })).body;
    expect(revisions.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    expect((await post(`publish/${id}`, { revision: 2 })).status).toBe(200);
    expect(await publicPost()).toMatchObject({ content: '<p>Second</p>', category: 'javascript' });
    await undo();
    expect((await post(`discard/${id}`)).body).toMatchObject({ content: '<p>First</p>' });
  });

  it('keeps later changes, including a new address and a schedule', async () => {
    const { id, publicPost, undo, read, call, author, post } = await updatedPost();
    const { slug } = await publicPost();
    const json = {
      revision: 2,
      content: '<p>Third</p>',
      slug: 'later',
      series: { title: 'Later' },
    };
    await call(`PUT /api/document/update/${id}`, { json, as: author });
    const at = new Date(Date.now() + 86_400_000).toISOString();
    await post(`publish/${id}`, { revision: 3, at });
    expect((await undo()).status).toBe(200);
    expect(await publicPost()).toMatchObject({ content: '<p>First</p>', slug });
    const left = { content: '<p>Third</p>', slug: 'later', scheduledAt: at };
    expect(await read(id)).toMatchObject({ ...left, status: 'scheduled', publishedRevision: 1 });
    // Nothing was published on schedule.
    await post(`unschedule/${id}`);
    const { news } = (await call('GET /api/stats/desk', { as: author })).body;
    expect(JSON.stringify(news)).not.toContain(at);
  });

  it('keeps the public version, even if the author has used up their space', async () => {
    const filler = ' word'.repeat(1_000);
    const env = { UPLOAD_QUOTA: 'member=8KB' };
    const { id, undo, call, author, publicPost } = await updatedPost(env, filler);
    const kinds = async () => {
      const { revisions } = (await call(`GET /api/document/revisions/${id}`, { as: author })).body;
      return revisions.map((one: { number: number; kind: string }) => `${one.number} ${one.kind}`);
    };
    expect(await kinds()).toContain('1 published');
    expect((await undo()).status).toBe(200);
    const json = { revision: 2, content: `<p>Third${filler}</p>` };
    await call(`PUT /api/document/update/${id}`, { json, as: author });
    expect(await kinds()).toContain('1 published');
    expect((await publicPost()).content).toContain('First');
  });

  it('fails if another version is public, or none', async () => {
    const { id, publicPost, undo, post } = await updatedPost();
    expect((await undo({ number: 1, revision: 1 })).status).toBe(409);
    expect((await undo({ number: 9, revision: 2 })).status).toBe(404);
    expect(await publicPost()).toMatchObject({ content: '<p>Second</p>' });
    await post(`unpublish/${id}`);
    expect((await undo()).status).toBe(409);
    await post(`trash/${id}`);
    expect((await undo()).status).toBe(409);
    expect(await publicPost()).toBeUndefined();
  });
});
