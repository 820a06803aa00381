import { existsSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { loadDemo, parseDemoPost } from '../../../db/demo/load.ts';

const ALLOWED: Record<string, string[]> = {
  ...Object.fromEntries(
    ['h2', 'h3', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'code'].map((tag) => [
      tag,
      [],
    ]),
  ),
  p: ['class'],
  a: ['href'],
  img: ['src', 'alt'],
  pre: ['data-language'],
  span: ['style'],
};

/** Lists forbidden tags and attributes of a demo post, links without https, and unclosed tags. */
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
      if (tag === 'a' && !attributes.href?.startsWith('https://')) found.push('link');
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

describe('the demo content', () => {
  it('the demo content has every category, oldest post first, no two at the same time', () => {
    const times = demo.posts.map((post) => post.createdAt.getTime());
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(new Set(demo.posts.map((post) => post.category))).toEqual(
      new Set(['javascript', 'reactjs', 'nextjs', 'uncategorized']),
    );
  });

  it.each(demo.posts)('$file is clean HTML and its pictures exist', (post) => {
    expect(faults(post.content)).toEqual([]);
    const inline = [...post.content.matchAll(/src="demo:([^"#]+)/g)].map((match) => match[1] ?? '');
    for (const name of [post.picture ?? '', ...inline]) {
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
    }
  });
});

describe('parseDemoPost', () => {
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
      content: '<p>a</p>',
    });
  });
});
