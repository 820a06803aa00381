import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import { recognize } from '../../../cli/import/recognize.ts';
import { importContent } from '../../../cli/import.ts';
import { allPosts, comments, documents, pathRedirects, users } from '../../../db/schema.ts';
import { testDatabase } from '../../support/database.ts';
import { ADDRESS_PAYLOADS, HTML_PAYLOADS, TEXT_PAYLOADS } from '../../support/payloads.ts';
import { tally } from '../../support/tally.ts';
import { silent, siteIn, testFolder } from '../cli/support.ts';
import { foreignParts } from '../content/allowed.ts';

const attempt = tally();

/** A post with a payload in every field. */
interface Hostile {
  id: number;
  html: string;
  text: string;
  url: string;
}

const HTML = Object.values(HTML_PAYLOADS).flat();
const POSTS: Hostile[] = HTML.map((payload, index) => {
  const text = TEXT_PAYLOADS[index % TEXT_PAYLOADS.length] ?? '';
  const url = ADDRESS_PAYLOADS[index % ADDRESS_PAYLOADS.length] ?? '';
  const link = url.replaceAll('"', '&quot;');
  const html = `<p>Text ${payload}</p><p><a href="${link}">x</a><img src="${link}" alt="y"></p>`;
  return { id: index + 1, html, text, url };
});

/** Text for XML, without what no XML has. */
const xml = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');

const WXR = `<?xml version="1.0"?><rss version="2.0" xmlns:content="c" xmlns:dc="d" xmlns:excerpt="e" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>
${POSTS.map(
  ({
    id,
    html,
    text,
    url,
  }) => `<item><title>${xml(text)}</title><link>https://old.example/${id}/${xml(encodeURI(text))}</link>
<dc:creator>${xml(text)}</dc:creator><content:encoded>${xml(html)}</content:encoded><excerpt:encoded>${xml(text)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:post_name>${xml(text)}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="category" nicename="${id}">${xml(text)}</category><category domain="post_tag" nicename="${id}">${xml(text)}</category>
<wp:postmeta><wp:meta_key>_yoast_wpseo_canonical</wp:meta_key><wp:meta_value>${xml(url)}</wp:meta_value></wp:postmeta>
<wp:postmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key><wp:meta_value>${xml(text)}</wp:meta_value></wp:postmeta>
<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${xml(text)}</wp:comment_author><wp:comment_author_url>${xml(url)}</wp:comment_author_url>
<wp:comment_date_gmt>2020-02-03 04:05:06</wp:comment_date_gmt><wp:comment_content>${xml(html)}</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment></item>`,
).join('\n')}</channel></rss>`;

const GHOST = JSON.stringify({
  db: [
    {
      meta: { exported_on: 1, version: '5.0.0' },
      data: {
        users: [{ id: 'u', name: TEXT_PAYLOADS[0], slug: 'u', email: 'u@old.example' }],
        tags: POSTS.map(({ id, text }) => ({ id: `t${id}`, name: text, slug: text })),
        posts_tags: POSTS.map(({ id }) => ({ post_id: `p${id}`, tag_id: `t${id}` })),
        posts: POSTS.map(({ id, html, text, url }) => ({
          id: `p${id}`,
          title: text,
          slug: text,
          html,
          feature_image: url,
          custom_excerpt: text,
          meta_title: text,
          canonical_url: url,
          locale: text,
          status: 'published',
          visibility: 'public',
          type: id % 5 === 0 ? 'page' : 'post',
          author_id: 'u',
          created_at: '2024-05-01T00:00:00.000Z',
          published_at: '2024-05-02T00:00:00.000Z',
        })),
      },
    },
  ],
});

const MARKDOWN = Object.fromEntries(
  POSTS.map(({ id, html, text, url }) => {
    const values = { title: text, slug: text, permalink: url, tags: [text], image: url };
    const more = { categories: [text], description: text, author: text, aliases: [text, url] };
    const head = JSON.stringify({ date: '2024-01-02', ...values, ...more });
    const body = `${html}\n\n[${text}](${url})\n\n![x](${url})\n\n<${url}>\n\n${text}\n`;
    return [`_posts/2024-01-02-post-${id}.md`, `---\n${head}\n---\n${body}`];
  }),
);

const MEDIUM = Object.fromEntries(
  POSTS.map(({ id, html, text, url }) => [
    `posts/2024-01-02_Post-${id}-${id.toString(16).padStart(12, '0')}.html`,
    `<!DOCTYPE html><html><head><title>${xml(text)}</title></head><body><article class="h-entry"><header><h1 class="p-name">${xml(text)}</h1></header>
<section data-field="subtitle" class="p-summary">${xml(text)}</section><section data-field="body" class="e-content"><section><div class="section-inner">${html}</div></section></section>
<footer><p>By <a href="${xml(url)}" class="p-author h-card">${xml(text)}</a> on <a href="https://medium.com/p/${id}"><time class="dt-published" datetime="2024-01-02T03:04:05.000Z">x</time></a></p><a href="${xml(url)}" class="p-canonical">x</a></footer></article></body></html>`,
  ]),
);

async function importFiles(files: Record<string, string>) {
  const folder = await testFolder();
  const root = join(folder, 'export');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const database = await testDatabase();
  const env = { ...siteIn(folder), databaseUrl: database.url };
  const [only] = Object.keys(files);
  const path = Object.keys(files).length === 1 ? join(root, only ?? '') : root;
  await importContent({ env, from: await recognize(path), say: silent });
  return database.read;
}

const isWeb = (url: string) => url === '' || /^(?:https?:\/\/|\/(?!\/))/i.test(url);

it.each([
  ['WordPress', { 'export.xml': WXR }],
  ['Ghost', { 'ghost.json': GHOST }],
  ['Markdown', MARKDOWN],
  ['Medium', MEDIUM],
])('an export of %s with attacks in every field stores none of them', async (_, files) => {
  const read = await importFiles(files);
  const posts = await read.select().from(allPosts);
  const drafts = await read.select().from(documents);
  expect(posts.length + drafts.length).toBeGreaterThanOrEqual(POSTS.length);
  for (const { content, image, seo, slug } of [...posts, ...drafts]) {
    await attempt('past an import', async () => {
      expect(foreignParts(content)).toEqual([]);
      expect(sanitize(content)).toBe(content);
      expect(image).toSatisfy(isWeb);
      expect(seo?.canonical ?? '').toSatisfy(isWeb);
      expect(slug).toMatch(/^\/?[a-z0-9-]*$/);
    });
  }
  for (const { from, to } of await read.select().from(pathRedirects)) {
    expect(from).toMatch(/^\/(?!\/)/);
    expect(to ?? '').toSatisfy(isWeb);
  }
  for (const { username, profilePicture, links } of await read.select().from(users)) {
    expect(username).toMatch(/^[\w.-]{1,30}$/);
    expect(profilePicture).toSatisfy(isWeb);
    for (const link of links) expect(link).toMatch(/^https?:\/\//);
  }
  // Comments are plain text, which pages escape.
  for (const { content } of await read.select().from(comments)) {
    expect(content).not.toContain('\0');
  }
});
