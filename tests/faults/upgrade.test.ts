// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../e2e/support/server.ts';
import { loadRecorded } from '../support/recorded.ts';
import { call, PASSWORD, visit } from './support/site.ts';

/** Starts the product on the database of an older release. */
async function upgrade(commit: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-upgrade-'));
  loadRecorded(join(dataDir, 'blog.db'), commit);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const site = await startServer({ dataDir });
  onTestFinished(() => site.stop());
  const get = async (path: string) => await call(site.url, 'GET', path);
  return { site, get };
}

test('the posts and accounts of the first release are there after an upgrade', async () => {
  const { site, get } = await upgrade('cbfbaf6');
  const page = await get('/post/changed-later');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>Changed title');
  const reader = await visit(site, { email: 'reader-two@example.com', password: PASSWORD });
  expect(reader.userId).toMatch(/^[0-9a-f]{24}$/);
});

test('a post that an older release hid can be restored with its comments and likes', async () => {
  const { site, get } = await upgrade('f63b057');
  expect((await get('/post/published-document')).status).toBe(200);
  expect((await get('/post/in-the-trash')).status).toBe(410);
  const author = await visit(site, { email: 'author-one@example.com', password: PASSWORD });
  const list = await author.call('GET', '/api/document/getdocuments?status=trashed&searchTerm=In');
  const trashed = JSON.parse(list.text).documents as { _id: string; slug: string }[];
  const id = trashed.find(({ slug }) => slug === 'in-the-trash')?._id;
  const restored = await author.call('POST', `/api/document/restore/${id}`);
  expect(restored.status, restored.text).toBe(200);

  expect((await get('/post/in-the-trash')).status).toBe(200);
  const comments = JSON.parse((await get(`/api/comment/getPostComments/${id}`)).text);
  const likes = comments.map(({ numberOfLikes }: { numberOfLikes: number }) => numberOfLikes);
  expect(likes).toEqual([0, 0, 0, 1, 2]);
});
