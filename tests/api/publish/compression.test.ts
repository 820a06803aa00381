import { expect, test } from 'vitest';
import { pack } from '../../../api/publish/files.ts';

const html = Array.from({ length: 3000 }, (_, n) => `<p>Word ${(n * 7919) % 997}</p>`).join('');
const sizeOf = (path: string) => pack(path, Buffer.from(html)).variants?.gz.byteLength ?? 0;

test('pages that a publish does not write are compressed better than those of posts', () => {
  for (const path of ['search/index.html', 'about/index.html', '404.html', 'signin/index.html']) {
    expect(sizeOf(path), path).toBeLessThan(sizeOf('post/a/index.html'));
  }
  for (const path of ['index.html', 'archive/index.html', 'archive/2026/11/index.html']) {
    expect(sizeOf(path), path).toBe(sizeOf('post/a/index.html'));
  }
});
