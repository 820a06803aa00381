import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { recognize } from '../../../../cli/import/recognize.ts';
import { importContent } from '../../../../cli/import.ts';
import { allPosts, documents, pathRedirects, users } from '../../../../db/schema.ts';
import { type Scene, scene } from '../../comments/support.ts';
import { PNG, silent, testFolder } from '../support.ts';

const NOW = new Date('2025-01-01T00:00:00.000Z');
const BASE_URL = 'https://old.example';

let s: Scene;
beforeEach(async () => {
  s = await scene();
});

const POST = {
  id: 'p1',
  title: 'First',
  slug: 'first',
  html: '<p>Text</p>',
  status: 'published',
  visibility: 'public',
  type: 'post',
  author_id: 'u1',
  created_at: '2024-05-01T00:00:00.000Z',
  updated_at: '2024-06-01T00:00:00.000Z',
  published_at: '2024-05-02T00:00:00.000Z',
};
const USERS = [
  { id: 'u1', name: 'Ada', slug: 'ada', email: 'ada@old.example', bio: 'Writes' },
  { id: 'u2', name: 'Bo', slug: 'bo', email: 'bo@old.example' },
];

/** An export with these posts and other tables. */
function exported(posts: object[], tables: object = {}): string {
  const data = { users: USERS, posts: posts.map((post) => ({ ...POST, ...post })), ...tables };
  return JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5.0.0' }, data }] });
}

/** Imports an export with files next to it. Returns the report. */
async function importGhost(json: string, files: Record<string, Buffer> = {}) {
  const folder = await testFolder();
  for (const [name, content] of Object.entries({ 'ghost.json': json, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const isAlone = Object.keys(files).length === 0;
  const found = await recognize(isAlone ? join(folder, 'ghost.json') : folder);
  if (!('foreign' in found)) throw new Error('It was taken for our own export.');
  const env = { ...s.services.env, databaseUrl: s.database.url, dataDir: s.database.folder };
  const options = { env, say: silent, now: () => NOW, baseUrl: BASE_URL };
  const { report } = await importContent({ ...options, from: found });
  return { summary: found.foreign.summary, findings: report.findings };
}

async function postsBySlug() {
  const rows = await s.database.read.select().from(allPosts);
  return Object.fromEntries(
    rows.filter(({ id }) => id !== s.post.id).map((row) => [row.slug, row]),
  );
}

/** The stored content of a post with this Lexical or Mobiledoc, or this HTML. */
async function contentOf(source: object): Promise<string> {
  await importGhost(exported([{ html: null, ...source }]));
  return ((await postsBySlug()).first?.content ?? '').replace(/\n/g, '');
}

describe('an import of Ghost', () => {
  it('keeps dates, author, tags, slug and texts for search engines', async () => {
    const { summary, findings } = await importGhost(
      exported(
        [
          {
            featured: 1,
            meta_title: 'For search',
            custom_excerpt: 'Short',
            codeinjection_head: '<b>',
          },
        ],
        {
          tags: [
            { id: 't1', name: 'One Tag', visibility: 'public' },
            { id: 't2', name: '#internal', visibility: 'internal' },
          ],
          posts_tags: [
            { post_id: 'p1', tag_id: 't2', sort_order: 0 },
            { post_id: 'p1', tag_id: 't1', sort_order: 1 },
          ],
          posts_authors: [
            { post_id: 'p1', author_id: 'u2', sort_order: 1 },
            { post_id: 'p1', author_id: 'u1', sort_order: 0 },
          ],
          members: [{ email: 'reader@old.example', name: 'A "B"', note: '=1+1' }],
        },
      ),
    );
    expect(summary).toBe('Ghost 5.0.0 export, 1 post, 0 pages, 1 member');
    const { first } = await postsBySlug();
    expect(first).toMatchObject({
      title: 'First',
      isFeatured: true,
      seo: { title: 'For search', description: 'Short' },
      createdAt: new Date('2024-05-02T00:00:00.000Z'),
      updatedAt: new Date('2024-06-01T00:00:00.000Z'),
    });
    const [document] = (await s.database.read.select().from(documents)).filter(
      ({ id }) => id === first?.id,
    );
    expect(document?.tags).toEqual([{ slug: 'one-tag', label: 'One Tag' }]);
    const author = (await s.database.read.select().from(users)).find(
      ({ id }) => id === first?.userId,
    );
    expect(author).toMatchObject({ username: 'Ada', bio: 'Writes', passwordHash: null });
    expect(author?.email).toMatch(/@imported\.invalid$/);
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          what: 'first: Other authors were left out: a post has one.',
          before: ['Bo'],
        }),
        expect.objectContaining({ what: 'first: A post has no fields for: codeinjection_head.' }),
        expect.objectContaining({
          what: "Members aren't imported. They're in import-2025-01-01-00-00-00-members.csv.",
        }),
      ]),
    );
    const file = join(s.database.folder, 'import-2025-01-01-00-00-00-members.csv');
    expect(await readFile(file, 'utf8')).toContain(`"reader@old.example","A ""B""","'=1+1"`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('makes only public posts public', async () => {
    await importGhost(
      exported([
        { id: 'a', slug: 'paid', visibility: 'paid' },
        { id: 'b', slug: 'draft', status: 'draft', published_at: null },
        { id: 'c', slug: 'later', status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' },
        { id: 'd', slug: 'mailed', status: 'sent' },
      ]),
    );
    expect(await postsBySlug()).toEqual({});
    const rows = await s.database.read.select().from(documents);
    const statuses = Object.fromEntries(rows.map(({ slug, status }) => [slug, status]));
    expect(statuses).toMatchObject({
      paid: 'draft',
      draft: 'draft',
      later: 'scheduled',
      mailed: 'draft',
    });
  });

  it('leads old addresses and links to the new ones', async () => {
    const html =
      '<p><a href="__GHOST_URL__/about/">a</a> <a href="https://old.example/first/#x">b</a></p>';
    await importGhost(exported([{ html }, { id: 'p2', slug: 'about', type: 'page' }]));
    const { first, '/about': page } = await postsBySlug();
    expect(first?.content).toBe('<p><a href="/about">a</a> <a href="/post/first#x">b</a></p>');
    expect(page?.kind).toBe('page');
    const redirects = await s.database.read.select().from(pathRedirects);
    expect(redirects.map(({ from, to }) => [from, to])).toEqual([['/first', '/post/first']]);
  });

  it('stores the pictures that are in the export, and links the others', async () => {
    const html =
      '<img src="__GHOST_URL__/content/images/size/w600/2024/a.png"><img src="__GHOST_URL__/content/images/b.png">';
    const post = { html, feature_image: '__GHOST_URL__/content/images/2024/a.png' };
    await importGhost(exported([post]), { 'content/images/2024/a.png': PNG });
    const { first } = await postsBySlug();
    expect(first?.image).toMatch(/^\/uploads\//);
    expect(first?.content).toMatch(/<img src="\/uploads\/[^>]*>/);
    expect(first?.content).toContain('src="https://old.example/content/images/b.png"');
  });

  it('changes nothing the second time', async () => {
    const json = exported([{ updated_at: null }]);
    await importGhost(json);
    const before = await s.database.read.select().from(allPosts);
    await importGhost(json);
    expect(await s.database.read.select().from(allPosts)).toEqual(before);
  });

  it('is refused without posts, or with broken JSON', async () => {
    await expect(importGhost('{"db":[{"data":{}}]}')).rejects.toThrow('has no posts of Ghost.');
    await expect(importGhost('{"db":[')).rejects.toThrow("isn't valid JSON");
  });
});

describe('a text of Ghost', () => {
  it('becomes blocks from Lexical', async () => {
    const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format });
    const children = [
      { type: 'heading', tag: 'h2', children: [text('Title')] },
      {
        type: 'paragraph',
        children: [
          text('a', 3),
          { type: 'linebreak' },
          { type: 'link', url: '/x', children: [text('b')] },
        ],
      },
      {
        type: 'list',
        listType: 'number',
        start: 3,
        children: [{ type: 'listitem', children: [text('c')] }],
      },
      { type: 'image', src: '/a.png', alt: 'A', caption: '<em>d</em>', cardWidth: 'wide' },
      { type: 'callout', calloutText: '<p>e</p>', calloutEmoji: '💡', backgroundColor: 'green' },
      { type: 'toggle', heading: 'f', content: '<p>g</p>' },
      { type: 'codeblock', code: 'x < 1', language: 'js' },
      { type: 'bookmark', url: 'https://a.example', metadata: { title: 'h', description: 'i' } },
      { type: 'horizontalrule' },
      { type: 'unknown', words: 'some words' },
    ];
    const html = await contentOf({ lexical: JSON.stringify({ root: { type: 'root', children } }) });
    expect(html).toBe(
      '<h2>Title</h2><p><strong><em>a</em></strong><br><a href="/x">b</a></p><ol start="3"><li>c</li></ol>' +
        '<figure data-width="wide"><img src="https://old.example/a.png" alt="A"><figcaption><em>d</em></figcaption></figure>' +
        '<aside data-callout="tip"><p>💡 </p><p>e</p></aside><details><summary>f</summary><p>g</p></details>' +
        '<pre data-language="javascript"><code>x &lt; 1</code></pre>' +
        '<p><a href="https://a.example" rel="noopener noreferrer">h</a></p><p>i</p><hr><p>some words</p>',
    );
  });

  it('becomes blocks from Mobiledoc', async () => {
    const mobiledoc = {
      version: '0.3.1',
      markups: [['strong'], ['a', ['href', '/x']]],
      atoms: [['soft-return', '', {}]],
      cards: [
        ['markdown', { markdown: 'd[^1]\n\n[^1]: note' }],
        ['hr', {}],
      ],
      sections: [
        [
          1,
          'p',
          [
            [0, [0], 1, 'a'],
            [1, [], 0, 0],
            [0, [1], 1, 'b'],
          ],
        ],
        [3, 'ul', [[[0, [], 0, 'c']]]],
        [10, 0],
        [10, 1],
        [1, 'h2', [[0, [], 0, 'e']]],
      ],
    };
    expect(await contentOf({ mobiledoc: JSON.stringify(mobiledoc) })).toBe(
      '<p><strong>a</strong><br><a href="/x">b</a></p><ul><li>c</li></ul>' +
        '<p>d<span data-footnote>note</span></p><hr><h2>e</h2>',
    );
  });

  it('becomes blocks from the HTML of cards', async () => {
    const html =
      '<div class="kg-card kg-callout-card kg-callout-card-red"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">a <b>b</b></div></div>' +
      '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">c</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>d</p></div></div>' +
      '<figure class="kg-card kg-image-card kg-width-full"><img src="https://a.example/a.png" alt=""><figcaption>e</figcaption></figure>' +
      '<figure class="kg-card kg-bookmark-card"><a href="https://b.example"><div class="kg-bookmark-title">f</div><div class="kg-bookmark-description">g</div><span class="kg-bookmark-publisher">h</span><img src="https://b.example/i.png"></a></figure>';
    expect(await contentOf({ html })).toBe(
      '<aside data-callout="warning"><p>! a <strong>b</strong></p></aside><details><summary>c</summary><p>d</p></details>' +
        '<figure data-width="full"><img src="https://a.example/a.png" alt=""><figcaption>e</figcaption></figure>' +
        '<p><a href="https://b.example" rel="noopener noreferrer">f</a></p><p>g</p><p>h</p>',
    );
  });
});
