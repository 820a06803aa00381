import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pack, removeEmptied, removeFormerLists, writePacked } from '../../../api/publish/files.ts';
import { testFolder } from '../cli/support.ts';

test('a deletion removes the archive pages and parts of the sitemap that it empties', async () => {
  const root = await testFolder();
  const text = Buffer.from('x'.repeat(1000));
  const write = (file: string) => writePacked(join(root, file), pack(file, text));
  const kept = ['archive/index.html', 'archive/2026/index.html', 'sitemap.xml', 'sitemap-1.xml'];
  const emptied = ['archive/2025/index.html', 'archive/2025/03/index.html', 'sitemap-2.xml'];
  for (const file of [...kept, ...emptied, 'about/index.html']) await write(file);

  const paths = ['/archive', '/archive/2026', '/sitemap.xml', '/sitemap-1.xml'];
  const removed = await removeEmptied([root], paths);

  expect([...removed].sort()).toEqual(['/archive/2025', '/archive/2025/03', '/sitemap-2.xml']);
  const files = (await readdir(root, { recursive: true })).filter((name) => /\.\w+$/.test(name));
  const expected = [...kept, 'about/index.html'].flatMap((file) => [
    file,
    `${file}.br`,
    `${file}.gz`,
  ]);
  expect(files.sort()).toEqual(expected.sort());
});

test('a category without posts loses its pages and its feed', async () => {
  const root = await testFolder();
  const text = Buffer.from('x'.repeat(1000));
  const write = (file: string) => writePacked(join(root, file), pack(file, text));
  const emptied = ['category/css/index.html', 'category/css/1/index.html', 'category/css/rss.xml'];
  for (const file of [...emptied, 'category/html/index.html']) await write(file);
  const removed = await removeFormerLists([root], 'category', async (slugs) => {
    expect(slugs.toSorted()).toEqual(['css', 'html']);
    return ['html'];
  });
  expect([...removed].sort()).toEqual([
    '/category/css',
    '/category/css/1',
    '/category/css/rss.xml',
  ]);
  expect(await readdir(join(root, 'category'))).toEqual(['html']);
});
