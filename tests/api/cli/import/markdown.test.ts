import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { recognize } from '../../../../cli/import/recognize.ts';
import { importContent } from '../../../../cli/import.ts';
import { updatePost } from '../../../../db/queries/posts-table.ts';
import { allComments, allPosts, documents, pathRedirects, users } from '../../../../db/schema.ts';
import { type Scene, scene } from '../../comments/support.ts';
import { silent, testFolder } from '../support.ts';

const NOW = new Date('2025-01-01T00:00:00.000Z');
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

let s: Scene;
beforeEach(async () => {
  s = await scene();
});

type Files = Record<string, string | Buffer>;

async function folderOf(files: Files): Promise<string> {
  const folder = await testFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** Imports a folder. Returns its report: the sentences, and what was left out. */
async function importFolder(folder: string): Promise<{ what: string; before?: unknown }[]> {
  const found = await recognize(folder);
  if (!('foreign' in found)) throw new Error('It was taken for our own export.');
  const env = { ...s.services.env, databaseUrl: s.database.url, dataDir: s.database.folder };
  const options = { env, say: silent, now: () => NOW };
  const { report } = await importContent({ ...options, from: found });
  return report.findings;
}

async function importFiles(files: Files) {
  return await importFolder(await folderOf(files));
}

/** The public posts of the import by their slugs. */
async function postsBySlug() {
  const rows = await s.database.read.select().from(allPosts);
  return Object.fromEntries(
    rows.filter(({ id }) => id !== s.post.id).map((row) => [row.slug, row]),
  );
}

async function redirectsByPath() {
  const rows = await s.database.read.select().from(pathRedirects);
  return Object.fromEntries(rows.map(({ from, to }) => [from, to]));
}

describe('an import of Jekyll', () => {
  const SITE: Files = {
    '_config.yml': 'url: https://old.example\npermalink: /:categories/:title/\nauthor: Ada\n',
    '_posts/2024-05-01-first.md':
      '---\ncategories: [Web Design, CSS]\ntags: one two\nredirect_from: /old/first\nseries: Parts\nads: true\n---\n# A *first* post\n\nSee [next]({% post_url 2024-05-02-second %}).',
    '_posts/2024-05-02-second.md':
      '---\ntitle: Second\ndate: 2024-05-02 10:00:00 +0200\nlast_modified_at: 2024-06-01\nseries: Parts\ndescription: About **it**\n---\n[back](/web-design/css/first/#part)',
    '_posts/2030-01-01-later.md': '---\ntitle: Later\n---\nText',
    '_drafts/idea.md': '---\ntitle: Idea\n---\nText',
    'about.md': '---\ntitle: About\npermalink: /about-me/\n---\nText',
    'README.md': 'How to build it',
  };

  it('keeps titles, dates, terms, series, links and addresses', async () => {
    await importFiles(SITE);
    const { first, second, '/about-me': page } = await postsBySlug();
    expect(first).toMatchObject({
      title: 'A first post',
      category: 'web-design',
      content: '<p>See <a href="/post/second">next</a>.</p>',
      createdAt: new Date('2024-05-01T00:00:00.000Z'),
    });
    expect(second).toMatchObject({
      content: '<p><a href="/post/first#h-part">back</a></p>',
      createdAt: new Date('2024-05-02T08:00:00.000Z'),
      updatedAt: new Date('2024-06-01T00:00:00.000Z'),
      seo: { description: 'About it' },
    });
    expect(page).toMatchObject({ kind: 'page', title: 'About' });
    expect(await redirectsByPath()).toEqual({
      '/web-design/css/first': '/post/first',
      '/old/first': '/post/first',
      '/second': '/post/second',
    });
    const authors = await s.database.read.select().from(users);
    expect(authors.find(({ id }) => id === first?.userId)).toMatchObject({
      username: 'Ada',
      passwordHash: null,
    });
  });

  it('makes drafts and future posts neither public nor lost', async () => {
    await importFiles(SITE);
    const rows = await s.database.read.select().from(documents);
    const statusOf = (slug: string) => rows.find((row) => row.slug === slug);
    expect(statusOf('idea')).toMatchObject({ status: 'draft', content: '<p>Text</p>' });
    expect(statusOf('later')).toMatchObject({
      status: 'scheduled',
      scheduledAt: new Date('2030-01-01T00:00:00.000Z'),
    });
    expect(Object.keys(await postsBySlug()).sort()).toEqual(['/about-me', 'first', 'second']);
  });

  it('reports what has no place, with its values', async () => {
    const found = await importFiles(SITE);
    const whats = found.map(({ what }) => what);
    expect(whats.filter((what) => what.includes('no fields'))).toEqual([
      '_posts/2024-05-01-first.md: A post has no fields for: ads.',
    ]);
    expect(whats).toContain(
      '_posts/2024-05-01-first.md: Categories became tags: a post has one category.',
    );
    expect(found).toContainEqual({
      kind: 'source',
      id: 'README.md',
      what: "Left out: it isn't a post or a page.",
      before: 'How to build it',
    });
  });

  it('changes nothing the second time', async () => {
    const folder = await folderOf(SITE);
    await importFolder(folder);
    const before = await s.database.read.select().from(allPosts);
    await importFolder(folder);
    expect(await s.database.read.select().from(allPosts)).toEqual(before);
  });

  it('puts comments of Staticman below their posts, with their threads', async () => {
    const found = await importFiles({
      ...SITE,
      '_data/comments/first/comment-1.yml':
        'name: Bo\nemail: 1\ndate: 2024-05-03\nmessage: "A **b** [c](/d)"\n',
      '_data/comments/first/comment-2.yml': 'name: Cy\ndate: 1714780800\nmessage: Other\n',
      '_data/comments/first/comment-3.yml':
        "name: Bo\nemail: 1\ndate: 2024-05-05\nreplying_to: '2'\nmessage: Reply\n",
      '_data/comments/none/comment-4.yml': 'name: Di\nmessage: Lost\n',
    });
    const rows = (await s.database.read.select().from(allComments)).filter(
      ({ id }) => id !== s.comment.id,
    );
    const [top, other, reply] = rows.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
    expect(rows).toHaveLength(3);
    expect(top).toMatchObject({ content: 'A **b** c (/d)', parentId: null });
    expect(other?.createdAt).toEqual(new Date('2024-05-04T00:00:00.000Z'));
    expect(reply).toMatchObject({ parentId: other?.id, userId: top?.userId });
    expect(found.map(({ what }) => what)).toContain('Left out: its post is not in the folder.');
  });
});

describe('an import of Hugo', () => {
  it('knows sections, bundles, languages and aliases', async () => {
    await importFiles({
      'hugo.toml':
        'baseURL = "https://old.example/"\ndefaultContentLanguage = "en"\n[languages.en]\n[languages.de]\n',
      'content/_index.md': '+++\ntitle = "Home"\n+++\n',
      'content/posts/one/index.md':
        '+++\ntitle = "One"\ndate = 2024-01-01\naliases = ["/first"]\n+++\nText',
      'content/posts/one/index.de.md': '+++\ntitle = "Eins"\ndate = 2024-01-01\n+++\nText',
      'content/about.md': '+++\ntitle = "About"\ndraft = true\n+++\nText',
    });
    const found = await postsBySlug();
    expect(Object.keys(found).sort()).toEqual(['one', 'one-de']);
    expect(found['one-de']).toMatchObject({ title: 'Eins', language: 'de' });
    expect(await redirectsByPath()).toEqual({
      '/posts/one': '/post/one',
      '/first': '/post/one',
      '/de/posts/one': '/post/one-de',
    });
  });
});

describe('an import of Obsidian', () => {
  it('links to blocks lead to the heading above them, and their ids are left out', async () => {
    await importFiles({
      'Main.md': '[[Other#^ab12|one]], [[Other#^top|two]], [[Other#^list|three]]',
      'Other.md':
        'Start ^top\n\n## Part one ^head\n\n- Item\n- Inside ^ab12\n\n> Quoted\n\n^list\n',
    });
    const { main, other } = await postsBySlug();
    expect(main?.content).toBe(
      '<p><a href="/post/other#h-part-one">one</a>, <a href="/post/other">two</a>, ' +
        '<a href="/post/other#h-part-one">three</a></p>',
    );
    expect(other?.content).not.toContain('^');
    expect(other?.content).not.toContain('<p></p>');
  });

  it('keeps links, embeds and callouts, and leaves comments out', async () => {
    const found = await importFiles({
      'Main.md':
        '[[Other note|label *x*]], [[b/Same]], [[Other note#Part]], [[Missing]]%%secret%%\n\n![[Other note#Part]]\n\n![[pixel.png]]\n\n![[file.pdf]]',
      'Other note.md':
        '---\naliases: [Another]\n---\nStart\n\n## Part\n\nInside ^ab12\n\n## End\n\nAfter',
      'a/Same.md': 'A',
      'b/Same.md': 'B',
      'files/pixel.png': PIXEL,
      'file.pdf': 'x',
    });
    const { main, same, 'same-2': second } = await postsBySlug();
    expect(main?.title).toBe('Main');
    expect(same?.content).toBe('<p>A</p>');
    expect(second?.content).toBe('<p>B</p>');
    expect(main?.content).toContain(
      '<p><a href="/post/other-note">label <em>x</em></a>, <a href="/post/same-2">b/Same</a>, ' +
        '<a href="/post/other-note#h-part">Other note &gt; Part</a>, Missing</p>',
    );
    expect(main?.content).toContain('<h2>Part</h2><p>Inside</p>');
    expect(main?.content).not.toMatch(/After|secret/);
    expect(main?.content).toMatch(/<img src="\/uploads\/[\w-]+\.png" alt="pixel\.png">/);
    const whats = found.map(({ what }) => what);
    expect(whats).toContain('Main.md: A link to a note that is missing became text.');
    expect(whats).toContain(
      'Main.md: A file of the folder was left out: posts have only pictures.',
    );
    expect(await redirectsByPath()).toEqual({});
  });

  it('ends notes that embed each other', async () => {
    await importFiles({ 'a.md': 'A ![[b]]', 'b.md': 'B ![[a]]' });
    const { a } = await postsBySlug();
    expect(a?.content).toContain('<a href="/post/a">a</a>');
  });
});

describe('pictures of a folder', () => {
  it('are stored, also covers and those of drafts', async () => {
    await importFiles({
      'posts/a.md':
        '---\ndate: 2024-01-01\nimage: ../img/a.png\n---\n![A](../img/a.png) <img src="b.png">',
      'posts/draft.md': '---\ndraft: true\ndate: 2024-01-01\n---\n![A](/img/a.png)',
      'img/a.png': PIXEL,
      'posts/b.png': PIXEL,
    });
    const { a } = await postsBySlug();
    expect(a?.image).toMatch(/^\/uploads\//);
    expect(a?.content.match(/<img src="\/uploads\//g)).toHaveLength(2);
    const rows = await s.database.read.select().from(documents);
    expect(rows.find(({ slug }) => slug === 'draft')?.content).toContain('/uploads/');
  });

  it('never come from outside, and missing ones are named', async () => {
    const outside = await folderOf({ 'secret.png': PIXEL });
    const folder = await folderOf({
      'blog/a.md': `---\ndate: 2024-01-01\n---\n![x](../../secret.png) ![y](link.png) ![z](${outside}/secret.png)`,
    });
    await symlink(join(outside, 'secret.png'), join(folder, 'blog/link.png'));
    const [missing] = (await importFolder(folder)).filter(({ what }) => what.includes('Pictures'));
    expect(Object.keys(Object(missing?.before))).toEqual([
      '../../secret.png',
      'link.png',
      `${outside}/secret.png`,
    ]);
    expect((await postsBySlug()).a?.content).not.toContain('/uploads/');
  });
});

describe('a folder of Markdown', () => {
  it('is refused as a whole if one file is broken, and nothing is written', async () => {
    const files = { 'a.md': 'A', 'b.md': '---\nx: [\n---\n' };
    await expect(importFiles(files)).rejects.toThrow(/^b\.md, line \d: invalid YAML/);
    expect(await postsBySlug()).toEqual({});
  });

  it('uses the text before the mark as the description', async () => {
    await importFiles({ 'a.md': '---\ndate: 2024-01-01\n---\nShort *text*.\n<!--more-->\nRest' });
    expect((await postsBySlug()).a?.seo).toEqual({ description: 'Short text.' });
  });
});

describe('a single Markdown file', () => {
  it('is imported like a folder with this file', async () => {
    const folder = await folderOf({
      'one.md': '---\ntitle: One\ndate: 2024-01-01\n---\nText',
      'two.markdown': 'Two',
    });
    await importFolder(join(folder, 'one.md'));
    expect((await postsBySlug()).one).toMatchObject({ title: 'One', content: '<p>Text</p>' });
    await importFolder(join(folder, 'two.markdown'));
    expect(Object.keys(await postsBySlug()).sort()).toEqual(['one', 'two']);
    // The folder has the same posts.
    await importFolder(folder);
    expect(Object.keys(await postsBySlug()).sort()).toEqual(['one', 'two']);
  });
});

describe('the pages of tags and categories', () => {
  const POST =
    '---\ntitle: A\ndate: 2024-01-01\ntags: [Go Lang, Ünits]\ncategories: [Home Made, More]\n---\nText';

  it('of Hugo lead to ours', async () => {
    await importFiles({ 'hugo.toml': 'title = "x"', 'content/posts/a.md': POST });
    expect(await redirectsByPath()).toMatchObject({
      '/tags/go-lang': '/tag/go-lang',
      '/tags/ünits': '/tag/units',
      '/categories/home-made': '/category/home-made',
      '/categories/more': '/tag/more',
    });
  });

  it('of Jekyll lead to ours if its plugin makes them', async () => {
    const config = 'jekyll-archives:\n  enabled: [tags]\n  permalinks:\n    tag: /tags/:name/\n';
    await importFiles({ '_config.yml': config, '_posts/2024-01-01-a.md': POST });
    const found = await redirectsByPath();
    expect(found).toMatchObject({ '/tags/go-lang': '/tag/go-lang' });
    expect(Object.keys(found).filter((path) => /categor/.test(path))).toEqual([]);
  });

  it('of Jekyll without it, and of Astro without a route, have no redirects', async () => {
    await importFiles({ '_config.yml': 'title: x', '_posts/2024-01-01-a.md': POST });
    await importFiles({ 'astro.config.mjs': '', 'src/content/blog/b.md': POST });
    const paths = Object.keys(await redirectsByPath());
    expect(paths.filter((path) => /go-lang/.test(path))).toEqual([]);
  });

  it('of Astro lead to ours if it has a route for them', async () => {
    await importFiles({
      'astro.config.mjs': '',
      'src/pages/tags/[tag]/index.astro': '',
      'src/content/blog/b.md': POST,
    });
    expect(await redirectsByPath()).toMatchObject({ '/tags/go-lang': '/tag/go-lang' });
  });
});

describe('links between imported posts', () => {
  it('lead to the slug that a post really got', async () => {
    await importFiles({ 'b.md': 'Already here' });
    await importFiles({
      'site/a.md': '[to b](b.md#part) and [b](b.md)',
      'site/b.md': 'Text [a](a.md)',
      'site/c.md': '---\ndraft: true\n---\n[b](b.md)',
    });
    const { a } = await postsBySlug();
    const added = Object.values(await postsBySlug()).find(({ slug }) => slug === 'b-2');
    expect(added?.content).toContain('<a href="/post/a">a</a>');
    expect(a?.content).toBe(
      '<p><a href="/post/b-2#h-part">to b</a> and <a href="/post/b-2">b</a></p>',
    );
    const drafts = await s.database.read.select().from(documents);
    expect(drafts.map(({ content }) => content)).toContain('<p><a href="/post/b-2">b</a></p>');
    expect(drafts.map(({ content }) => content)).toContain(a?.content);
  });

  it('are changed by the next run if a run was killed before that, but not in edited posts', async () => {
    await importFiles({ 'b.md': 'Already here' });
    const files = { 'site/a.md': '[to b](b.md)', 'site/b.md': 'B', 'site/e.md': '[b](b.md)' };
    await importFiles(files);
    const before = await postsBySlug();
    const inFile = '<p><a href="/post/b">to b</a></p>';
    const edited = '<p><a href="/post/b">the other b</a></p>';
    const { a, e } = before;
    if (!a || !e) throw new Error('The posts are missing');
    await s.database.transaction(async (tx) => {
      await updatePost(tx, a.id, { content: inFile }, a.updatedAt);
      await updatePost(tx, e.id, { content: edited }, e.updatedAt);
    });
    await importFiles(files);
    const after = await postsBySlug();
    expect(after.a).toEqual({ ...a, version: after.a?.version });
    expect(after.e?.content).toBe(edited);
  });
});
