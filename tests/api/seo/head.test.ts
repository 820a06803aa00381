import { describe, expect, test } from 'vitest';
import { type HeadTag, headOf, type PageHead, shorten } from '../../../src/lib/head.ts';

const SITE = { name: 'Inkwell', description: 'Notes on building for the web.', language: 'en-US' };
const URL_OF_SITE = 'https://blog.example.com';
const HOSTILE = 'Bye </script><script>alert(1)</script> <!-- & "quotes" \u2028';

const article = {
  slug: 'hello',
  publishedAt: new Date('2026-01-02T03:04:05Z'),
  updatedAt: new Date('2026-02-03T04:05:06Z'),
  category: 'reactjs',
  section: 'React.js',
  author: { name: 'ada', path: '/author/ada' },
  image: '/uploads/1-cover.jpg',
};
const post: PageHead = {
  kind: 'post',
  title: 'Hello, world',
  description: 'word '.repeat(100),
  path: '/post/hello',
  article,
};

const head = (page: PageHead) => headOf(page, SITE, URL_OF_SITE);
const meta = (tags: HeadTag[], name: string) =>
  tags.find((tag) => tag.attrs.name === name || tag.attrs.property === name)?.attrs.content;
const link = (tags: HeadTag[], rel: string) => tags.find((tag) => tag.attrs.rel === rel)?.attrs;
const data = (tags: HeadTag[]) =>
  tags
    .filter((tag) => tag.tag === 'script')
    .map((tag) => JSON.parse(tag.content ?? '') as Record<string, unknown>);

describe('the head of a post', () => {
  const tags = head(post);

  test('the head of a post names the post and the site in its title', () => {
    expect(tags[0]).toEqual({ tag: 'title', attrs: {}, content: 'Hello, world – Inkwell' });
  });
  test('the head of a post has one canonical URL on the public origin', () => {
    expect(link(tags, 'canonical')?.href).toBe('https://blog.example.com/post/hello');
    expect(tags.filter((tag) => tag.attrs.rel === 'canonical')).toHaveLength(1);
  });
  test('the head of a post cuts the description at a word, at most 160 characters', () => {
    const description = meta(tags, 'description') ?? '';
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/word…$/);
    expect(meta(tags, 'og:description')).toBe(description);
  });
  test('the head of a post has the dates of publication and last change', () => {
    expect(meta(tags, 'og:type')).toBe('article');
    expect(meta(tags, 'article:published_time')).toBe('2026-01-02T03:04:05.000Z');
    expect(meta(tags, 'article:modified_time')).toBe('2026-02-03T04:05:06.000Z');
    expect(meta(tags, 'article:section')).toBe('React.js');
  });
  test('the head of a post has its category, and none if it has no category', () => {
    expect(data(tags)[0]).toMatchObject({ articleSection: 'React.js' });
    const none = { ...article, category: 'uncategorized', section: 'Uncategorized' };
    const without = head({ ...post, article: none });
    expect(data(without)[0]).not.toHaveProperty('articleSection');
    expect(meta(without, 'article:section')).toBeUndefined();
  });
  test('links to its generated picture by an absolute URL', () => {
    const picture = meta(tags, 'og:image');
    expect(picture).toMatch(/^https:\/\/blog\.example\.com\/og\/hello\/[0-9a-f]{12}\.png$/);
    expect(meta(tags, 'twitter:image')).toBe(picture);
    expect(meta(tags, 'twitter:card')).toBe('summary_large_image');
  });
  test('its picture has another address when anything on it changes', () => {
    const addressOf = (change: object) =>
      meta(head({ ...post, article: { ...article, ...change } }), 'og:image');
    const addresses = [
      addressOf({}),
      addressOf({ section: 'Next.js' }),
      addressOf({ category: 'nextjs' }),
      addressOf({ author: { name: 'bob', path: '/author/bob' } }),
      addressOf({ image: '' }),
      meta(head({ ...post, title: 'Another title' }), 'og:image'),
      meta(headOf(post, { ...SITE, name: 'Notes' }, URL_OF_SITE), 'og:image'),
    ];
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addressOf({ updatedAt: new Date(), tags: ['web'] })).toBe(addresses[0]);
  });
  test('the head of a post describes its picture, which shows the title', () => {
    expect(meta(tags, 'og:image:alt')).toBe('Hello, world');
    expect(meta(tags, 'twitter:image:alt')).toBe('Hello, world');
  });
  test('links to the feed, the icons and the manifest', () => {
    expect(link(tags, 'alternate')).toMatchObject({
      type: 'application/rss+xml',
      href: '/rss.xml',
    });
    expect(tags).toContainEqual({
      tag: 'link',
      attrs: {
        rel: 'alternate',
        type: 'application/feed+json',
        title: 'Inkwell',
        href: '/feed.json',
      },
    });
    expect(link(tags, 'manifest')?.href).toBe('/manifest.webmanifest');
    expect(link(tags, 'apple-touch-icon')).toBeDefined();
  });
  test('the head of a post is a BlogPosting under the home page in its structured data', () => {
    const [posting, trail] = data(tags);
    expect(posting).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Hello, world',
      url: 'https://blog.example.com/post/hello',
      datePublished: '2026-01-02T03:04:05.000Z',
      author: { '@type': 'Person', name: 'ada', url: 'https://blog.example.com/author/ada' },
    });
    expect(posting?.image).toContain('https://blog.example.com/uploads/1-cover.jpg');
    expect(trail).toMatchObject({ '@type': 'BreadcrumbList' });
    expect(trail?.itemListElement).toHaveLength(2);
  });
  test('the head of a post has the alternative text of the cover in its structured data', () => {
    const article = post.article && { ...post.article, imageAlt: 'A drop of ink' };
    const [posting] = data(head({ ...post, article }));
    expect(posting?.image).toContainEqual({
      '@type': 'ImageObject',
      url: 'https://blog.example.com/uploads/1-cover.jpg',
      caption: 'A drop of ink',
    });
  });
  test('the head of a post has its words, comments and the author’s picture in its structured data', () => {
    const comments = { threads: [], total: 3 };
    const author = { name: 'ada', path: '/author/ada', picture: '/avatars/ad-1.svg' };
    const [posting] = data(
      head({ ...post, article: { ...article, words: 1234, comments, author } }),
    );
    expect(posting).toMatchObject({
      wordCount: 1234,
      commentCount: 3,
      author: { url: `${URL_OF_SITE}/author/ada`, image: `${URL_OF_SITE}/avatars/ad-1.svg` },
    });
  });
  test('the head of a post can be indexed', () => {
    expect(meta(tags, 'robots')).toBeUndefined();
  });
});

test('the page of an author is a ProfilePage in its structured data', () => {
  const profile = {
    name: 'Ada',
    picture: '/uploads/1-ada.jpg',
    bio: 'Writes about ink.',
    links: ['https://example.org/@ada'],
    posts: 7,
  };
  const page = { title: 'Ada', path: '/author/ada', profile };
  const trail = [{ name: 'Authors', path: '/authors' }];
  const [profilePage, crumbs] = data(head({ ...page, breadcrumbs: trail }));
  expect(profilePage).toMatchObject({
    '@type': 'ProfilePage',
    url: 'https://blog.example.com/author/ada',
    mainEntity: {
      '@type': 'Person',
      '@id': 'https://blog.example.com/author/ada#person',
      name: 'Ada',
      description: 'Writes about ink.',
      image: 'https://blog.example.com/uploads/1-ada.jpg',
      sameAs: ['https://example.org/@ada'],
      agentInteractionStatistic: { userInteractionCount: 7 },
    },
  });
  expect(JSON.stringify(crumbs)).toContain('https://blog.example.com/authors');
});

test("a hostile title can't close the structured data, and is preserved", () => {
  const tags = head({ ...post, title: HOSTILE });
  const scripts = tags.filter((tag) => tag.tag === 'script');
  expect(scripts).not.toHaveLength(0);
  for (const script of scripts) expect(script.content).not.toMatch(/[<>\u2028]/);
  expect(data(tags)[0]?.headline).toBe('Bye </script><script>alert(1)</script> <!-- & "quotes"');
});

test('a title with line breaks becomes one line', () => {
  expect(head({ ...post, title: 'One\n two\u0000\tthree' })[0]?.content).toBe(
    'One two three – Inkwell',
  );
});

test("the home page has the site's name and search", () => {
  const tags = head({ kind: 'home', path: '/' });
  expect(tags[0]?.content).toBe('Inkwell');
  expect(meta(tags, 'og:image')).toMatch(/\/og\/default\/[0-9a-f]{12}\.png$/);
  expect(link(tags, 'canonical')?.href).toBe('https://blog.example.com/');
  const [website] = data(tags);
  expect(website).toMatchObject({ '@type': 'WebSite', url: 'https://blog.example.com/' });
  expect(JSON.stringify(website?.potentialAction)).toContain(
    'https://blog.example.com/search?searchTerm={search_term_string}',
  );
});

test('a page hidden from search engines has noindex and no structured data', () => {
  const tags = head({ title: 'Sign In', path: '/signin', noindex: true });
  expect(meta(tags, 'robots')).toMatch(/^noindex/);
  expect(data(tags)).toHaveLength(0);
});

describe('a shortened text', () => {
  test('a shortened text is unchanged if it fits', () => {
    expect(shorten('  a  b\n c ', 160)).toBe('a b c');
  });
  test('never splits a character', () => {
    for (let max = 2; max < 12; max++) {
      expect(shorten('😀'.repeat(20), max).isWellFormed()).toBe(true);
    }
  });
});
