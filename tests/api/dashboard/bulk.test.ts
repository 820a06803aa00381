import { afterEach, expect, it, vi } from 'vitest';
import {
  ACTIONS,
  addTag,
  type BulkAction,
  runBulk,
  undoBulk,
} from '../../../src/islands/dashboard/posts/bulk.ts';
import type { ListedPost } from '../../../src/islands/dashboard/posts/listed-post.ts';
import { ApiFailure } from '../../../src/lib/api.ts';
import { documentsApi } from '../../../src/lib/documents-api.ts';

afterEach(() => vi.restoreAllMocks());

it('undoing a tag leaves the tags that were added since', async () => {
  const document = { _id: 'a', revision: 1, status: 'draft', tags: ['Web'] };
  vi.spyOn(documentsApi, 'get').mockImplementation(async () => ({ ...document }) as never);
  vi.spyOn(documentsApi, 'update').mockImplementation(async (_, changes) => {
    // As another post spells it.
    const tags = changes.tags?.map((tag) => (tag === 'rust' ? 'Rust' : tag)) ?? document.tags;
    Object.assign(document, { tags, revision: document.revision + 1 });
    return { ...document } as never;
  });
  const post = { _id: 'a' } as ListedPost;
  const undo = await addTag('rust').run(post);
  await addTag('C++').run(post);
  await undo?.();
  expect(document.tags).toEqual(['Web', 'C++']);
});

it('runs and undoes an action on four posts at a time, and reports which posts failed', async () => {
  const posts = Array.from({ length: 500 }, (_, n) => ({ _id: `${n}`, title: `Post ${n}` }));
  let [running, most] = [0, 0];
  vi.spyOn(documentsApi, 'act').mockImplementation(async (action, id) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running -= 1;
    const isRefused = action === 'trash' ? id === '7' : id === '9';
    if (isRefused) throw new ApiFailure(409, `No ${action}.`);
    return {} as never;
  });
  const [trash] = ACTIONS.filter(({ label }) => label === 'Move to trash');
  const progress: number[] = [];
  const result = await runBulk(trash as BulkAction, posts as ListedPost[], (done) => {
    progress.push(done);
  });
  expect(result).toMatchObject({
    done: 499,
    failed: [{ post: { title: 'Post 7' }, reason: 'No trash.' }],
  });
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBeGreaterThan(490);
  expect(await undoBulk(result.undos, () => undefined)).toMatchObject([
    { post: { title: 'Post 9' }, reason: 'No restore.' },
  ]);
  expect(most).toBe(4);
});
