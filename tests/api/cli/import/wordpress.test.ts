import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../../cli/import/recognize.ts';
import { findPathRedirect } from '../../../../db/queries/path-redirects.ts';
import { allComments, documents, posts, users } from '../../../../db/schema.ts';
import { makePost, makeUser, testDatabase } from '../../../support/database.ts';
import { testFolder } from '../support.ts';
import { attachment, comment, importXml, item, wxr } from './wxr.ts';

type Imported = Awaited<ReturnType<typeof importXml>>;

const postsOf = async ({ database }: Imported) => await database.read.select().from(posts);
const documentsOf = async ({ database }: Imported) => await database.read.select().from(documents);
const commentsOf = async ({ database }: Imported) => await database.read.select().from(allComments);

/** Imports one post with this content. */
async function contentOf(content: string, others: string[] = []) {
  const imported = await importXml(wxr([item({ id: 1, content }), ...others]));
  const [post] = await postsOf(imported);
  return { content: post?.content, notes: imported.notes };
}

describe('a WordPress export', () => {
  it('is recognized, and says what it has', async () => {
    const { lines } = await importXml(
      wxr([
        item({ id: 1, more: comment(9, 'Hi') }),
        item({ id: 2, wp: { post_type: 'page' } }),
        attachment(3, 'https://old.example/a.jpg'),
      ]),
    );
    expect(lines[0]).toBe(
      'WordPress export of old.example, 1 post, 1 page, 1 comment; 1 file on old.example',
    );
  });

  it('brings posts with their fields', async () => {
    const more =
      '<category domain="category" nicename="tips">Tips</category><category domain="category" nicename="more-tips">More Tips</category><category domain="post_tag" nicename="red">Red</category>';
    const imported = await importXml(
      wxr(
        [
          item({
            id: 1,
            title: 'Salt &amp; <em>pepper</em>',
            content: '<p>Text</p>',
            more,
            wp: { is_sticky: '1', post_modified_gmt: '2020-05-05 05:05:05' },
            meta: {
              _thumbnail_id: '3',
              _yoast_wpseo_title: 'Seasoning',
              _yoast_wpseo_metadesc: 'About salt.',
              _yoast_wpseo_canonical: 'https://first.example/salt',
              '_yoast_wpseo_meta-robots-noindex': '1',
            },
          }),
          attachment(3, 'https://old.example/salt.jpg', {
            meta: { _wp_attachment_image_alt: 'A bowl' },
          }),
        ],
        '<wp:category><wp:category_nicename>food</wp:category_nicename><wp:cat_name>Food</wp:cat_name></wp:category><wp:category><wp:category_nicename>tips</wp:category_nicename><wp:category_parent>food</wp:category_parent><wp:cat_name>Tips</wp:cat_name></wp:category>',
      ),
    );
    const [post] = await postsOf(imported);
    expect(post).toMatchObject({
      title: 'Salt & pepper',
      slug: 'post-1',
      category: 'tips',
      content: '<p>Text</p>',
      image: 'https://old.example/salt.jpg',
      imageAlt: 'A bowl',
      isFeatured: true,
      noindex: true,
      seo: {
        title: 'Seasoning',
        description: 'About salt.',
        canonical: 'https://first.example/salt',
      },
      createdAt: new Date('2020-01-02T03:04:05Z'),
      updatedAt: new Date('2020-05-05T05:05:05Z'),
    });
    const [document] = await documentsOf(imported);
    expect(document?.tags).toEqual([
      { label: 'Red', slug: 'red' },
      { label: 'More Tips', slug: 'more-tips' },
    ]);
    expect(imported.notes).toEqual(
      expect.arrayContaining([
        'A post has one category here. The others became tags.',
        'The category is the last level of "Food > Tips".',
      ]),
    );
  });

  it('takes the time zone of drafts from the nearest item that has both times', async () => {
    const draft = { status: 'draft', post_date_gmt: '0000-00-00 00:00:00' };
    const both = (post_date: string, post_date_gmt: string) => ({ post_date, post_date_gmt });
    const imported = await importXml(
      wxr([
        item({ id: 1, wp: { ...draft, post_date: '2020-01-05 12:00:00' } }),
        item({ id: 2, wp: { ...draft, post_date: '2020-07-05 12:00:00' } }),
        item({ id: 3, wp: both('2020-01-04 11:00:00', '2020-01-04 10:00:00') }),
        item({ id: 4, wp: both('2020-07-04 12:00:00', '2020-07-04 10:00:00') }),
      ]),
    );
    const found = (await documentsOf(imported)).map(({ slug, createdAt }) => [slug, createdAt]);
    expect(Object.fromEntries(found)).toMatchObject({
      'post-1': new Date('2020-01-05T11:00:00Z'),
      'post-2': new Date('2020-07-05T10:00:00Z'),
    });
    expect(imported.notes.filter((note) => note.includes('UTC'))).toEqual([]);
  });

  it('reads dates of drafts as UTC if the export says nothing else, and says so once', async () => {
    const wp = {
      status: 'draft',
      post_date_gmt: '0000-00-00 00:00:00',
      post_date: '2020-01-05 12:00:00',
    };
    const imported = await importXml(wxr([item({ id: 1, wp }), item({ id: 2, wp })]));
    const [first] = await documentsOf(imported);
    expect(first?.createdAt).toEqual(new Date('2020-01-05T12:00:00Z'));
    expect(imported.notes.filter((note) => note.includes('read as UTC'))).toHaveLength(1);
  });

  it('takes the main category of Yoast', async () => {
    const term = (id: number, name: string) =>
      `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${name}</wp:category_nicename><wp:cat_name>${name}</wp:cat_name></wp:category>`;
    const more = ['a', 'b']
      .map((name) => `<category domain="category" nicename="${name}">${name}</category>`)
      .join('');
    const meta = { _yoast_wpseo_primary_category: '8' };
    const xml = wxr([item({ id: 1, more, meta })], term(7, 'a') + term(8, 'b'));
    const [post] = await postsOf(await importXml(xml));
    expect(post?.category).toBe('b');
  });

  it('keeps what is not public as drafts, and what is due later as scheduled', async () => {
    const imported = await importXml(
      wxr([
        item({ id: 1, wp: { status: 'draft' } }),
        item({ id: 2, wp: { status: 'private' }, more: comment(1, 'Hidden') }),
        item({ id: 3, wp: { post_password: 'secret' } }),
        item({ id: 4, wp: { status: 'future', post_date_gmt: '2025-01-01 00:00:00' } }),
        item({ id: 5, wp: { status: 'future', post_date_gmt: '2027-01-01 00:00:00' } }),
        item({ id: 6, wp: { status: 'trash' } }),
      ]),
    );
    expect(await postsOf(imported)).toEqual([]);
    const found = (await documentsOf(imported)).map(({ slug, status }) => `${slug} ${status}`);
    expect(found.sort()).toEqual([
      'post-1 draft',
      'post-2 unpublished',
      'post-3 draft',
      'post-4 draft',
      'post-5 scheduled',
    ]);
    expect(imported.notes).toContain('Is a draft here: it had a password.');
    expect(imported.notes).toContain(
      '1 of the type "post (trash)" left out: only posts and pages are imported.',
    );
  });

  it('puts nested pages at one level, with redirects from their old addresses', async () => {
    const page = { post_type: 'page' };
    const imported = await importXml(
      wxr([
        item({ id: 1, slug: 'team', link: 'https://old.example/team/', wp: page }),
        item({ id: 2, slug: 'anna', link: 'https://old.example/team/anna/', wp: page }),
        item({ id: 3, slug: 'search', link: 'https://old.example/search/', wp: page }),
      ]),
    );
    const found = (await documentsOf(imported)).map(({ slug, status }) => `${slug} ${status}`);
    expect(found.sort()).toEqual(['/anna published', '/search-page published', '/team published']);
    const redirect = await findPathRedirect(imported.database.read, '/team/anna', '');
    expect(redirect).toMatchObject({ to: '/anna', status: 301 });
  });

  it('keeps threads, times and names of comments, and who waits for approval', async () => {
    const more = [
      comment(1, 'See <a href="https://a.example">this</a>,\n<strong>really</strong>'),
      comment(2, 'Reply', { comment_parent: '1', comment_author: 'Ann Lee', comment_user_id: '1' }),
      comment(3, 'Waiting', { comment_approved: '0', comment_author_url: 'https://ben.example' }),
      comment(4, 'Buy', { comment_approved: 'spam' }),
      comment(5, 'Ping', { comment_type: 'pingback' }),
    ].join('');
    const imported = await importXml(wxr([item({ id: 1, more })]));
    const comments = await commentsOf(imported);
    const names = await imported.database.read.select().from(users);
    const found = comments.map(({ content, state, userId, parentId }) => ({
      content,
      state,
      by: names.find(({ id }) => id === userId)?.username,
      isReply: parentId !== null,
    }));
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        {
          content: 'See this (https://a.example),\n**really**',
          state: 'visible',
          by: 'Ben',
          isReply: false,
        },
        { content: 'Reply', state: 'visible', by: 'Ann-Lee', isReply: true },
        { content: 'Waiting', state: 'held', by: 'Ben', isReply: false },
      ]),
    );
    expect(comments[0]?.createdAt).toEqual(new Date('2020-02-03T04:05:06Z'));
    expect(names.every(({ email }) => email.endsWith('@imported.invalid'))).toBe(true);
    expect(names.every(({ passwordHash }) => passwordHash === null)).toBe(true);
    expect(imported.notes).toContain('1 comment was left out: spam.');
    expect(imported.notes).toContain('1 comment was left out: pingback.');
    expect(imported.notes).toContain('The websites of the authors of comments were left out.');
  });

  const UNCATEGORIZED =
    '<category domain="category" nicename="uncategorized">Uncategorized</category>';

  it('redirects the addresses of WordPress', async () => {
    const more =
      '<category domain="category" nicename="tips">Tips</category><category domain="post_tag" nicename="red">Red</category>';
    const imported = await importXml(
      wxr([
        item({ id: 12, slug: 'salt', more }),
        attachment(13, 'https://old.example/a.jpg', { wp: { post_parent: '12' } }),
        item({ id: 14, link: 'https://old.example/shop/x/', wp: { post_type: 'product' } }),
        item({
          id: 15,
          link: 'https://old.example/2019/01/02/secret/',
          wp: { post_password: 'x' },
        }),
        item({ id: 16, more: UNCATEGORIZED }),
      ]),
    );
    const to = async (path: string, query = '') => {
      const found = await findPathRedirect(imported.database.read, path, query);
      return found && `${found.status} ${found.to}`;
    };
    expect(await to('/2020/01/02/salt')).toBe('301 /post/salt');
    expect(await to('/', '?p=12')).toBe('301 /post/salt');
    expect(await to('/2020/01/02/salt/feed')).toBe('301 /post/salt/comments.xml');
    expect(await to('/2020/01')).toBe('301 /archive/2020/01');
    expect(await to('/category/tips/feed')).toBe('301 /category/tips/rss.xml');
    expect(await to('/tag/red/feed')).toBe('301 /tag/red/rss.xml');
    expect(await to('/', '?attachment_id=13')).toBe('301 /post/salt');
    expect(await to('/shop/x')).toBe('410 null');
    // A month without public posts has no page, nor have posts without a category.
    expect(await to('/2019/01')).toBeUndefined();
    expect(await to('/category/uncategorized')).toBe('301 /archive');
    expect(await to('/category/uncategorized/feed')).toBe('301 /rss.xml');
  });

  it('redirects to the slug that a post gets here if its own is taken', async () => {
    const database = await testDatabase();
    const user = await makeUser(database);
    await makePost(database, { userId: user.id, slug: 'salt' });
    await importXml(wxr([item({ id: 12, slug: 'salt' })]), database);
    const found = await findPathRedirect(database.read, '/2020/01/02/salt/feed', '');
    expect(found?.to).toBe('/post/salt-2/comments.xml');
  });

  it('changes nothing when it is imported again', async () => {
    const xml = wxr([
      item({ id: 1, more: comment(1, 'Hi') }),
      item({ id: 2, wp: { status: 'private' }, more: comment(2, 'Hidden') }),
    ]);
    const { database } = await importXml(xml);
    const { report } = await importXml(xml, database);
    const changed = Object.values(report.tally).flatMap(({ added, updated }) => [added, updated]);
    expect(changed.every((count) => count === 0)).toBe(true);
  });

  it('reports other authors, menus and types of content', async () => {
    const menu = item({
      id: 3,
      title: 'Home',
      wp: { post_type: 'nav_menu_item' },
      meta: { _menu_item_url: 'https://old.example/2020/01/02/post-1/' },
      more: '<category domain="nav_menu" nicename="top">Top</category>',
    });
    const authors =
      '<category domain="author" nicename="cap-ann">Ann Lee</category><category domain="author" nicename="zoe">Zoe</category>';
    const { report, notes } = await importXml(wxr([item({ id: 1, more: authors }), menu]));
    expect(notes).toContain('A post has one author here. Also by: Zoe.');
    const found = report.findings.find(({ id }) => id === 'menu Top');
    expect(found?.before).toEqual([{ label: 'Home', url: '/post/post-1' }]);
  });

  it.each([
    ['a file without a version', '<wp:wxr_version>1.2</wp:wxr_version>', '', 'no wp:wxr_version'],
    ['a version of the future', '>1.2<', '>2.0<', 'wp:wxr_version "2.0"'],
    ['XML that is not well-formed, with the line', '</channel>', '<b>', 'line 6: it isn'],
  ])('refuses %s', async (_, from, to, message) => {
    await expect(importXml(wxr([]).replace(from, to))).rejects.toThrow(message);
  });

  it.each([
    '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
    '<!DOCTYPE rss SYSTEM "file:///etc/passwd">',
  ])('refuses entities of its own: %s', async (doctype) => {
    const xml = wxr([item({ id: 1 })]).replace('<rss', `${doctype}<rss`);
    await expect(importXml(xml)).rejects.toThrow('it declares entities or reads other files');
  });

  it('reads addresses in which & is not written as an entity', async () => {
    const path = join(await testFolder(), 'a.xml');
    const url = 'https://old.example/a.jpg?b=1&c=2';
    await writeFile(path, wxr([attachment(1, url)]));
    await expect(recognize(path)).resolves.toHaveProperty('foreign');
  });
});

describe('the content of WordPress', () => {
  it('gets the paragraphs that the classic editor leaves out', async () => {
    const { content } = await contentOf(
      'One\ntwo\n\nThree <em>four</em>\n<h2>Five</h2>\nSix\n<ul>\n<li>Seven</li>\n</ul>\n<pre>a\n\nb</pre>',
    );
    expect(content).toBe(
      '<p>One<br>two</p><p>Three <em>four</em></p><h2>Five</h2><p>Six</p><ul><li>Seven</li></ul><pre data-language="plain"><code>a\n\nb</code></pre>',
    );
  });

  it('keeps block markup as it is, and names blocks that WordPress fills', async () => {
    const { content, notes } = await contentOf(
      '<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:latest-posts {"postsToShow":2} /-->\n\n<!-- wp:social-link {"url":"https://a.example","service":"x"} /-->',
    );
    expect(content).toBe(
      '<p>One two</p><p><a href="https://a.example" rel="noopener noreferrer">x</a></p>',
    );
    expect(notes).toContain('The block "latest-posts" was left out: it has no content of its own.');
  });

  it('turns captions, galleries, embeds and files into blocks', async () => {
    const { content, notes } = await contentOf(
      '[caption width="300"]<img src="/a.jpg" alt="A" /> A <b>caption</b>[/caption]\n[gallery ids="3,4"]\n[embed]https://youtu.be/aaaaaaaaaaa[/embed]\n[audio mp3="https://old.example/song.mp3"][/audio]',
      [
        attachment(3, 'https://old.example/3.jpg', { meta: { _wp_attachment_image_alt: 'Three' } }),
        attachment(4, 'https://old.example/4.jpg'),
      ],
    );
    expect(content).toContain(
      '<figure><img src="https://old.example/a.jpg" alt="A"><figcaption>A <strong>caption</strong></figcaption></figure>',
    );
    expect(content).toContain(
      '<figure><img src="https://old.example/3.jpg" alt="Three"><img src="https://old.example/4.jpg" alt=""></figure>',
    );
    expect(content).toContain('src="https://www.youtube-nocookie.com/embed/aaaaaaaaaaa"');
    expect(content).toContain('href="https://old.example/song.mp3"');
    expect(notes).toContain('A sound became a link to its file.');
  });

  it('keeps other shortcodes as text, and counts them', async () => {
    const { content, notes } = await contentOf(
      '[my_form id="1"] and [my_form id="2"], [[gallery]], [sic]',
    );
    expect(content).toBe('<p>[my_form id="1"] and [my_form id="2"], [gallery], [sic]</p>');
    expect(notes).toContain('The shortcode [my_form] stays as text (2 times).');
    expect(notes.filter((note) => note.includes('shortcode'))).toHaveLength(1);
  });

  it('shows the original of a smaller picture, with its alternative text', async () => {
    const { content } = await contentOf('<img src="http://old.example/up/a-300x200.jpg" />', [
      attachment(3, 'https://old.example/up/a.jpg', {
        meta: { _wp_attachment_image_alt: 'A hut' },
      }),
    ]);
    expect(content).toBe('<p><img src="https://old.example/up/a.jpg" alt="A hut"></p>');
  });

  it('links to the new addresses of posts', async () => {
    const { content } = await contentOf(
      '<a href="https://old.example/2020/01/02/post-2/#part">a</a> <a href="/?p=2">b</a> <a href="/c">c</a>',
      [item({ id: 2 })],
    );
    expect(content).toBe(
      '<p><a href="/post/post-2#part">a</a> <a href="/post/post-2">b</a> <a href="https://old.example/c" rel="noopener noreferrer">c</a></p>',
    );
  });

  it('takes the text before "more" as the excerpt', async () => {
    const imported = await importXml(
      wxr([item({ id: 1, content: 'The <b>start</b>.\n\n<!--more-->\n\nThe rest.' })]),
    );
    const [post] = await postsOf(imported);
    expect(post?.seo.description).toBe('The start.');
    expect(post?.content).toBe('<p>The <strong>start</strong>.</p><p>The rest.</p>');
  });

  it('moves footnotes to their marks', async () => {
    const mark = '<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup>';
    const imported = await importXml(
      wxr([
        item({
          id: 1,
          content: `<!-- wp:paragraph --><p>Text${mark}</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`,
          meta: { footnotes: '[{"id":"n1","content":"A <em>note</em>"}]' },
        }),
      ]),
    );
    const [post] = await postsOf(imported);
    expect(post?.content).toBe('<p>Text<span data-footnote>A <em>note</em></span></p>');
  });

  it('makes no HTML of an attack', async () => {
    const { content } = await contentOf(
      '[caption width="1"]<img src="x" onerror="alert(1)" /> <script>alert(1)</script>[/caption][gallery ids="3"]',
      [attachment(3, 'javascript:alert(1)', { meta: { _wp_attachment_image_alt: '"><script>' } })],
    );
    expect(content).not.toMatch(/<script|onerror|javascript:/);
  });
});
