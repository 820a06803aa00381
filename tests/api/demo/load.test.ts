import { existsSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../api/post-fields/slug.ts';
import { loadDemo, parseDemoPost } from '../../../db/demo/load.ts';

const ALLOWED: Record<string, string[]> = {
  ...Object.fromEntries(
    [
      ...['h2', 'h3', 'strong', 'em', 'u', 's', 'ol', 'li', 'blockquote', 'code', 'figcaption'],
      ...['table', 'caption', 'thead', 'tbody', 'tr', 'details', 'summary', 'dl', 'dt', 'dd'],
    ].map((tag) => [tag, []]),
  ),
  p: ['class'],
  ul: ['data-checked'],
  th: ['scope', 'data-align'],
  td: ['data-align'],
  figure: ['data-width'],
  aside: ['data-callout'],
  div: ['data-math'],
  iframe: ['class', 'src', 'title'],
  a: ['href'],
  img: ['src', 'alt'],
  pre: ['data-language', 'data-title', 'data-lines', 'data-numbers'],
  span: ['style', 'data-footnote', 'data-math'],
};

/** Lists forbidden tags and attributes of a demo post, links to nowhere, and unclosed tags. */
function faults(html: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag !== 'img') open.push(tag);
      for (const name of Object.keys(attributes)) {
        if (!ALLOWED[tag]?.includes(name)) found.push(`<${tag} ${name}>`);
      }
      if (!ALLOWED[tag]) found.push(`<${tag}>`);
      const { href = '' } = attributes;
      if (tag === 'a' && !href.startsWith('https://') && !OWN_LINKS.has(href)) {
        found.push(`link to ${href}`);
      }
      if (tag === 'img' && !attributes.alt) found.push('img without alt');
    },
    onclosetag(tag, implied) {
      if (tag === 'img') return;
      if (implied || open.pop() !== tag) found.push(`unbalanced ${tag}`);
    },
  });
  parser.end(html);
  return found;
}

const demo = await loadDemo();
const OWN_LINKS = new Set(demo.posts.map(({ slug, title }) => `/post/${slug ?? slugOf(title)}`));

describe('the demo content', () => {
  it('the demo content has every category, oldest post first, no two at the same time', () => {
    const times = demo.posts.map((post) => post.createdAt.getTime());
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(new Set(demo.posts.map((post) => post.category))).toEqual(
      new Set([
        ...['javascript', 'reactjs', 'nextjs', 'uncategorized'],
        ...['writing', 'design', 'running-a-site'],
      ]),
    );
  });

  it('has tags on every post, a series in three parts, and one featured post', () => {
    for (const { file, tags } of demo.posts) expect(tags.length, file).toBeGreaterThan(0);
    const parts = demo.posts.flatMap(({ series }) => series ?? []);
    const title = 'A small site of your own';
    expect(parts).toEqual([1, 2, 3].map((position) => ({ title, position })));
    expect(demo.posts.filter((post) => post.isFeatured).map((post) => post.file)).toEqual([
      'edit-your-own-words',
    ]);
  });

  it.each([
    ['a table', /<table>/],
    ['a callout', /<aside data-callout=/],
    ['a block that opens', /<details>/],
    ['definitions', /<dl>/],
    ['a check list', /<ul data-checked="true">/],
    ['a video', /<iframe class="ql-video"/],
    ['a footnote', /<span data-footnote>/],
    ['a formula', /<div data-math>/],
    ['a row of pictures', /<figure[^>]*><img[^>]*><img/],
    [
      'code with a title and marked lines',
      /<pre data-language="\w+" data-title="[^"]+" data-lines="/,
    ],
  ])('shows %s', (_, pattern) => {
    expect(demo.posts.some(({ content }) => pattern.test(content))).toBe(true);
  });

  it('has long, short, cover-less, left-to-right and right-to-left posts', () => {
    const lengths = demo.posts.map(({ content }) => content.length);
    expect(Math.max(...lengths)).toBeGreaterThan(10_000);
    expect(Math.min(...lengths)).toBeLessThan(1500);
    expect(demo.posts.filter(({ picture }) => picture === null).length).toBeGreaterThan(3);
    expect(new Set(demo.posts.map(({ language }) => language))).toEqual(new Set(['', 'de', 'ar']));
  });

  it('welcomes with the number of posts', () => {
    const welcome = demo.posts.find(({ file }) => file === 'welcome');
    expect(welcome?.content).toContain(`You get ${demo.posts.length} articles and notes`);
  });

  it.each(demo.posts)('$file is clean HTML and its pictures exist', (post) => {
    expect(faults(post.content)).toEqual([]);
    const inline = Array.from(post.content.matchAll(/demo:([\w.-]+)/g), ([, name = '']) => name);
    for (const name of post.picture === null ? inline : [post.picture, ...inline]) {
      expect(demo.pictures).toHaveProperty([name]);
      const base = name.replace('.webp', '');
      const files = ['.webp', '-480.avif', '-960.avif', '-1600.avif', '-480.webp', '-960.webp'];
      for (const end of files) expect(existsSync(new URL(base + end, demo.picturesDir))).toBe(true);
    }
  });

  it('the demo content has comments by known readers on known posts, after the post', () => {
    const readers = new Set(demo.users.map((user) => user.username));
    for (const comment of demo.comments) {
      const post = demo.posts.find(({ file }) => file === comment.post);
      expect(post?.createdAt.getTime()).toBeLessThan(comment.createdAt.getTime());
      for (const name of [comment.user, ...comment.likes]) expect(readers).toContain(name);
      if (comment.replyTo === undefined) continue;
      const parent = demo.comments.find(({ id }) => id === comment.replyTo);
      expect(parent?.post).toBe(comment.post);
      expect(parent?.createdAt.getTime()).toBeLessThan(comment.createdAt.getTime());
    }
    expect(demo.comments.some(({ replyTo }) => replyTo !== undefined)).toBe(true);
  });
});

describe('parseDemoPost', () => {
  it('reads tags, series, language and whether the post is featured', () => {
    const head = 'title: A\ncategory: b\ndate: 2026-01-01T00:00:00Z\nlanguage: ar\nfeatured: yes';
    const text = `---\n${head}\ntags: c d, e\nseries: One, two, 3\n---\n`;
    expect(parseDemoPost('a.html', text)).toMatchObject({
      tags: ['c d', 'e'],
      series: { title: 'One, two', position: 3 },
      language: 'ar',
      isFeatured: true,
    });
  });

  it.each([
    ['no front matter', '<p>Hello</p>'],
    ['a line without a colon', '---\ntitle\n---\n<p>Hello</p>'],
    ['a bad date', '---\ntitle: A\ncategory: javascript\ndate: soon\n---\n<p>Hello</p>'],
    ['an unknown field', '---\ntitle: A\ncategory: b\ndate: 2026-01-01T00:00:00Z\nx: y\n---\n'],
  ])('names the file when there is %s', (_, text) => {
    expect(() => parseDemoPost('broken.html', text)).toThrow('broken.html');
  });

  it('accepts a title with a colon, and no picture', () => {
    const text =
      '---\ntitle: One: two\ncategory: nextjs\ndate: 2026-01-01T00:00:00Z\n---\n<p>a</p>\n';
    expect(parseDemoPost('a.html', text)).toEqual({
      file: 'a',
      title: 'One: two',
      category: 'nextjs',
      createdAt: new Date('2026-01-01T00:00:00Z'),
      picture: null,
      tags: [],
      series: null,
      language: '',
      isFeatured: false,
      content: '<p>a</p>',
    });
  });
});
