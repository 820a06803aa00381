import { afterEach, expect, it, vi } from 'vitest';
import { addTag } from '../../../src/islands/dashboard/posts/bulk.ts';
import type { ListedPost } from '../../../src/islands/dashboard/posts/listed-post.ts';
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
