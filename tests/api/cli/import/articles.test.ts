import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadZip } from 'client-zip';
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../../cli/import/recognize.ts';
import { type ImportOptions, importContent } from '../../../../cli/import.ts';
import { findDocument } from '../../../../db/queries/documents.ts';
import { findPage } from '../../../../db/queries/pages.ts';
import { findPathRedirect } from '../../../../db/queries/path-redirects.ts';
import { findPostBySlug } from '../../../../db/queries/posts.ts';
import { documents } from '../../../../db/schema/documents.ts';
import { testApp } from '../../../support/app.ts';
import { silent, testFolder } from '../support.ts';

interface MediumPost {
  title: string;
  subtitle?: string;
  body: string;
  footer?: string;
}

const mediumPost = ({ title, subtitle, body, footer = '' }: MediumPost) => `<!DOCTYPE html><html>
<head><title>${title}</title></head><body><article class="h-entry">
<header><h1 class="p-name">${title}</h1></header>
${subtitle === undefined ? '' : `<section data-field="subtitle" class="p-summary">${subtitle}</section>`}
<section data-field="body" class="e-content"><section class="section section--first">
<div class="section-divider"><hr class="section-divider"></div><div class="section-content">${body}</div>
</section></section><footer>${footer}</footer></article></body></html>`;

const published = `<p class="p-tags"><a class="p-tag">Cooking</a></p>
<a class="p-author h-card">Ina</a><time class="dt-published" datetime="2018-08-11T11:23:34.123Z"></time>
<a href="https://medium.com/@ina/soup-efefef121212" class="p-canonical">Canonical link</a>`;

const MEDIUM = {
  'posts/2018-08-11_Soup-efefef121212.html': mediumPost({
    title: 'Soup',
    subtitle: 'A &amp; B',
    footer: published,
    body:
      '<h3 class="graf graf--h3 graf--title">Soup</h3><h4 class="graf--h4 graf--subtitle">A &amp; B</h4>' +
      '<h3 class="graf--h3">First</h3><pre><code>\n  \n  cut<br>  stir</code></pre>' +
      '<section class="section"><hr class="section-divider"><h4>Last</h4><p>End</p></section>',
  }),
  'posts/draft_Later-ab.html': mediumPost({ title: 'Later', body: '<h3>H</h3><p>Text</p>' }),
  'posts/2019-01-01_Nice-post-aaaa.html': mediumPost({
    title: 'Nice post…',
    footer: published.replace('soup', 'nice'),
    body: '<p>Nice post indeed</p>',
  }),
  'profile/profile.html': '<html><body>Ina</body></html>',
};

const SUBSTACK = {
  'posts.csv': [
    'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url',
    '1.soup,2019-07-26T20:48:19.814Z,TRUE,,newsletter,everyone,"Soup, &amp; more",&#x201C;Hot&#x201D;,',
    '2.sound,2022-08-12T12:11:23.230Z,TRUE,,podcast,everyone,Sound,,https://cdn.example/a.mp3',
    '3.paid,2022-08-12T12:11:23.230Z,TRUE,,newsletter,only_paid,Paid,,',
    '4.next,2022-08-13T12:11:23.230Z,FALSE,,newsletter,everyone,Next,,',
    '5.about,2022-08-13T12:11:23.230Z,TRUE,,page,everyone,About us,,',
    '6.lost,2022-08-13T12:11:23.230Z,TRUE,,newsletter,everyone,Lost,,',
  ].join('\n'),
  'posts/1.soup.html': '<p>Soup text</p>',
  'posts/2.sound.html': '<p>Sound text</p>',
  'posts/3.paid.html': '<p>Paid text</p>',
  'posts/4.next.html': '<p>Next text</p>',
  'posts/5.about.html': '<p>About text</p>',
  'subscribers.csv': 'email\na@b.example',
};

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await testFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function zipOf(files: Record<string, string>): Promise<string> {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input }));
  const path = join(await testFolder(), 'export.zip');
  await writeFile(path, Buffer.from(await downloadZip(entries).arrayBuffer()));
  return path;
}

async function importInto(path: string, options: Partial<ImportOptions> = {}) {
  const app = await testApp();
  const run = async () => {
    const from = await recognize(path);
    return await importContent({ env: app.services.env, from, say: silent, ...options });
  };
  const { report } = await run();
  const { read } = app.database;
  const whats = report.findings.map(({ what }) => what);
  return { app, run, read, report, whats, post: (slug: string) => findPostBySlug(read, slug) };
}

describe('Medium', () => {
  it.each([
    ['a folder', folderOf],
    ['a zip', zipOf],
  ])('as %s: posts come with their text, date, tags and old address', async (_, pack) => {
    const path = await pack(MEDIUM);
    const { read, whats, post } = await importInto(path);
    const soup = await post('soup');
    expect(soup?.content).toBe(
      '<p>A &amp; B</p><h2>First</h2><pre data-language="plain"><code>  cut\n  stir</code></pre>' +
        '<hr><h3>Last</h3><p>End</p>',
    );
    expect(soup?.createdAt.toISOString()).toBe('2018-08-11T11:23:34.123Z');
    expect(soup?.seo.description).toBe('A & B');
    expect((await findPathRedirect(read, '/@ina/soup-efefef121212'))?.to).toBe('/post/soup');
    expect((await findPathRedirect(read, '/soup-efefef121212'))?.to).toBe('/post/soup');
    expect(whats).toContain('Left out: a response to a post of Medium.');
    expect(await post('nice')).toBeUndefined();
    const drafts = await read.select().from(documents);
    expect(drafts.filter(({ status }) => status === 'draft').map(({ title }) => title)).toEqual([
      'Later',
    ]);
  });
});

describe('Substack', () => {
  it('posts and pages that everyone could read are public, others are drafts', async () => {
    const { read, run, whats, post } = await importInto(await folderOf(SUBSTACK));
    const soup = await post('soup');
    expect([soup?.title, soup?.content, soup?.seo.description]).toEqual([
      'Soup, & more',
      '<p>Soup text</p>',
      '“Hot”',
    ]);
    expect((await post('sound'))?.content).toContain('href="https://cdn.example/a.mp3"');
    expect((await findPage(read, '/about'))?.title).toBe('About us');
    expect((await post('lost'))?.content).toBe('');
    expect((await findPathRedirect(read, '/p/soup'))?.to).toBe('/post/soup');
    expect((await findPathRedirect(read, '/p/about'))?.to).toBe('/about');
    const drafts = await read.select().from(documents);
    const titles = drafts.filter(({ status }) => status === 'draft').map(({ title }) => title);
    expect(titles.sort()).toEqual(['Next', 'Paid']);
    for (const what of [
      '3.paid: It\'s for "only_paid" on Substack, so it\'s a draft here.',
      'Its file posts/6.lost.html is missing: it has no text.',
      "Left out: it isn't a post in posts.csv.",
    ]) {
      expect(whats).toContain(what);
    }
    const again = await run();
    expect(again.report.tally.posts).toMatchObject({ added: 0, updated: 0, unchanged: 4 });
    expect(again.report.tally.documents).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(await findDocument(read, soup?.id ?? '')).toBeDefined();
  });

  it('a list without the columns it needs is refused', async () => {
    const path = await folderOf({ ...SUBSTACK, 'posts.csv': 'post_id,title\n1.soup,Soup' });
    await expect(recognize(path)).rejects.toThrow(
      'posts.csv has no column post_date, is_published.',
    );
  });
});
