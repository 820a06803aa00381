import { auditPages } from './support/lighthouse.ts';
import { allPosts } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/**
 * The three categories that don't measure time. `npm run bench` measures performance, which varies
 * on a busy machine. Only `npm run test:all` runs it, because its first run installs Lighthouse.
 */
test('Lighthouse reports no problems on home, post and search', { tag: '@full' }, async ({
  request,
  site,
}) => {
  test.setTimeout(600_000);
  const [post] = await allPosts(request);
  const paths = ['/', `/post/${post?.slug}`, '/search'];
  const audited = await auditPages(
    paths.map((path) => site.url + path),
    ['accessibility', 'best-practices', 'seo'],
  );
  const full = { accessibility: 100, 'best-practices': 100, seo: 100 };
  for (const [index, { scores, faults }] of audited.entries()) {
    // Search results are noindex on purpose, which Lighthouse reports as a problem.
    const isSearch = paths[index] === '/search';
    expect.soft(scores, paths[index]).toMatchObject(isSearch ? { ...full, seo: scores.seo } : full);
    const others = isSearch ? faults.filter((fault) => !fault.includes('is-crawlable')) : faults;
    expect.soft(others, paths[index]).toEqual([]);
  }
});
