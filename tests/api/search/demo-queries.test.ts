import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDemo } from '../../../db/demo/load.ts';
import { saveSeriesOf } from '../../../db/queries/series.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { makePost, makeUser } from '../../support/database.ts';

/** What someone types, and the file of the demo post that must come first. */
const QUERIES: [searchTerm: string, file: string][] = [
  ['sqlite', 'sqlite-in-production'],
  ['SQLite production', 'sqlite-in-production'],
  ['heroics', 'sqlite-in-production'],
  ['databases', 'sqlite-in-production'],
  ['sqlite wal', 'sqlite-in-production'],
  ['usememo', 'after-the-compiler'],
  ['react compiler', 'after-the-compiler'],
  ['compiler', 'after-the-compiler'],
  ['cache key', 'cache-key'],
  ['contract', 'cache-key'],
  ['caching', 'next-cache-components'],
  ['next.js', 'next-cache-components'],
  ['opt-in', 'next-cache-components'],
  ['cancel', 'abort-signal'],
  ['cancel work', 'abort-signal'],
  ['cancel wait', 'abort-signal'],
  ['covers', 'covers'],
  ['how covers are drawn', 'covers'],
  ['illustration', 'covers'],
  ['you don’t need', 'derived-state'],
  ['need that state', 'derived-state'],
  ['edit', 'edit-your-own-words'],
  ['own words', 'edit-your-own-words'],
  ['effects', 'effects-synchronize'],
  ['synchron', 'effects-synchronize'],
  ['useEffect cleanup', 'effects-synchronize'],
  ['empty alt', 'empty-alt'],
  ['decision', 'empty-alt'],
  ['fluid', 'fluid-type'],
  ['fluid type', 'fluid-type'],
  ['arithmetic', 'fluid-type'],
  ['focus', 'focus-is-a-place'],
  ['keyboard access', 'focus-is-a-place'],
  ['keyboard', 'focus-is-a-place'],
  ['footnote', 'footnotes'],
  ['praise', 'footnotes'],
  ['forms', 'forms-in-react'],
  ['react forms', 'forms-in-react'],
  ['ceremony', 'forms-in-react'],
  ['iterator', 'iterator-helpers'],
  ['set methods', 'iterator-helpers'],
  ['lazy', 'iterator-helpers'],
  ['wörter', 'lange-woerter'],
  ['worter', 'lange-woerter'],
  ['picture formats', 'picture-formats'],
  ['formats', 'picture-formats'],
  ['اليمين', 'right-to-left'],
  ['server functions', 'server-functions-are-public'],
  ['public endpoints', 'server-functions-are-public'],
  ['what the site is for', 'small-site-1'],
  ['addresses that last', 'small-site-2'],
  ['keep it running', 'small-site-3'],
  ['web typography', 'typography'],
  ['seven settings', 'typography'],
  ['state in the url', 'url-as-state'],
  ['video', 'video'],
  ['privacy', 'video'],
  ['welcome', 'welcome'],
  ['inkwell', 'welcome'],
  ['proxy', 'what-belongs-in-proxy'],
  ['proxy.ts', 'what-belongs-in-proxy'],
  ['write the link', 'write-the-link-last'],
  ['browser turn', 'yield-to-the-browser'],
  ['small site', 'small-site-1'],
];

let site: TestApp;

beforeAll(async () => {
  site = await testApp({ cleanUp: afterAll });
  await makeUser(site.database, { id: 'demo', username: 'demoauthor' });
  const { posts } = await loadDemo();
  for (const { file, title, content, tags, series, createdAt } of posts) {
    const text = content.replace(/<[^>]*>/g, ' ');
    const fields = { title, slug: file, content, text, userId: 'demo', createdAt };
    const post = await makePost(site.database, fields);
    await site.database.transaction(async (tx) => {
      await saveTagsOf(
        tx,
        post.id,
        tags.map((label) => ({ slug: label.toLowerCase().replace(/\W+/g, '-'), label })),
      );
      if (series) await saveSeriesOf(tx, post.id, { slug: 'small-site', ...series });
    });
  }
}, 60_000);

it('has the post that people mean first, for 60 searches of the demo content', async () => {
  const wrong: string[] = [];
  for (const [searchTerm, file] of QUERIES) {
    const parameters = new URLSearchParams({ searchTerm, sort: 'relevance', limit: '1' });
    const { body } = await site.call(`GET /api/post/search?${parameters}`);
    const first = body.hits[0]?.slug;
    if (first !== file) wrong.push(`${searchTerm}: ${first}, not ${file}`);
  }
  expect(wrong).toEqual([]);
  expect(QUERIES.length).toBeGreaterThanOrEqual(60);
});
