import { afterEach, expect, it, vi } from 'vitest';
import {
  ACTIONS,
  addTag,
  type BulkAction,
  runBulk,
  undoBulk,
} from '../../../src/islands/dashboard/posts/bulk.ts';
import type { ListedPost } from '../../../src/islands/dashboard/posts/listed-post.ts';

/** Answers the calls of the browser. `path` is without `/api/document/`. */
function serve(answer: (path: string, body: string | undefined) => Promise<Response>): void {
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) =>
    answer(path.replace('/api/document/', ''), body),
  );
}

afterEach(() => vi.unstubAllGlobals());

it('undoing a tag leaves the tags that were added since', async () => {
  const document = { _id: 'a', revision: 1, status: 'draft', tags: ['Web'] };
  serve(async (path, body) => {
    if (path === 'update/a') {
      const changes: { tags: string[] } = JSON.parse(body ?? '');
      // As another post spells it.
      document.tags = changes.tags.map((tag) => (tag === 'rust' ? 'Rust' : tag));
      document.revision += 1;
    }
    return Response.json(document);
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
  serve(async (path) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running -= 1;
    const [action] = path.split('/');
    const isRefused = path === 'trash/7' || path === 'restore/9';
    return Response.json({ message: `No ${action}.` }, { status: isRefused ? 409 : 200 });
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
