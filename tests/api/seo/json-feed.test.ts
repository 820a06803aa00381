import type { APIContext, APIRoute } from 'astro';
import { expect, test, vi } from 'vitest';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { deleteUser } from '../../../db/queries/users.ts';
import { GET as jsonFeed } from '../../../src/pages/feed.json.ts';
import { GET as siteFeed } from '../../../src/pages/rss.xml.ts';
import { makePicture, makePost, makeUser, testDatabase } from '../../support/database.ts';
import { expectValidJsonFeed, expectValidRss } from '../../support/feeds.ts';

const ORIGIN = 'http://localhost:4321';

interface JsonFeed {
  items: Record<string, unknown>[];
}

async function read(get: APIRoute): Promise<string> {
  const response = await get({ params: {} } as unknown as APIContext);
  return await response.text();
}

async function blog() {
  const database = await testDatabase();
  vi.stubGlobal('pagesDatabase', Promise.resolve(database));
  const author = await makeUser(database, { username: 'Ada' });
  const post = await makePost(database, {
    title: 'On ink',
    text: `${'Some words '.repeat(60)}`,
    content: '<p>Some <a href="/about">words</a></p>',
    category: 'reactjs',
    userId: author.id,
    image: '/uploads/1-drop.jpg',
    imageAlt: 'A drop',
  });
  await makePicture(database, {
    userId: author.id,
    url: '/uploads/1-drop.jpg',
    width: 1600,
    height: 900,
  });
  return { database, author, post };
}

test('the JSON Feed has the posts with text, author, cover and category', async () => {
  const { post } = await blog();
  const text = await read(jsonFeed);
  expectValidJsonFeed(text, `${ORIGIN}/feed.json`);
  const { items } = JSON.parse(text) as JsonFeed;
  expect(items).toEqual([
    {
      id: `${ORIGIN}/post/${post.slug}`,
      url: `${ORIGIN}/post/${post.slug}`,
      title: 'On ink',
      content_html: `<p>Some <a href="${ORIGIN}/about">words</a></p>`,
      summary: expect.stringMatching(/^Some words .{250,290}words…$/),
      image: `${ORIGIN}/uploads/1-drop.jpg`,
      date_published: post.createdAt.toISOString(),
      date_modified: post.updatedAt.toISOString(),
      authors: [{ name: 'Ada', url: `${ORIGIN}/author/ada` }],
      tags: ['React.js'],
    },
  ]);
});

test('the tags in the JSON Feed are the category and the tags of the post, if it has any', async () => {
  const { database, post } = await blog();
  const labels = ['Hooks', 'React.js', 'State'];
  const tags = labels.map((label) => ({ slug: label.toLowerCase().replace('.', ''), label }));
  await database.transaction((tx) => saveTagsOf(tx, post.id, tags));
  const plain = { category: 'uncategorized', createdAt: new Date('2099-01-01') };
  const tagged = await makePost(database, { ...plain, createdAt: new Date('2099-01-02') });
  await database.transaction((tx) =>
    saveTagsOf(tx, tagged.id, [{ slug: 'state', label: 'State' }]),
  );
  await makePost(database, plain);
  const { items } = JSON.parse(await read(jsonFeed)) as JsonFeed;
  expect(items.map((item) => item.tags)).toEqual([
    ['State'],
    undefined,
    ['React.js', 'Hooks', 'State'],
  ]);
});

test('the RSS feed of the same post has its author and its cover, too', async () => {
  await blog();
  const xml = await read(siteFeed);
  expectValidRss(xml, `${ORIGIN}/rss.xml`);
  expect(xml).toContain('<dc:creator>Ada</dc:creator>');
  expect(xml).toContain(
    `<media:content url="${ORIGIN}/uploads/1-drop.jpg" medium="image" width="1600" height="900">`,
  );
});

test('the RSS feed has the category of a post, if it has any', async () => {
  const { database } = await blog();
  await makePost(database, { category: 'uncategorized', createdAt: new Date('2099-01-01') });
  const xml = await read(siteFeed);
  expectValidRss(xml, `${ORIGIN}/rss.xml`);
  expect(xml.match(/<category>[^<]*/g)).toEqual(['<category>React.js']);
});

test('feeds name the site as the author when the account was deleted', async () => {
  const { database, author } = await blog();
  await database.transaction((tx) => deleteUser(tx, author.id));
  const { items } = JSON.parse(await read(jsonFeed)) as JsonFeed;
  expect(items[0]).not.toHaveProperty('authors');
  expect(await read(siteFeed)).toContain('<dc:creator>Inkwell</dc:creator>');
});

test('a post that is too long for a feed has only its summary in the JSON Feed', async () => {
  const { database } = await blog();
  const content = `<p>${'x'.repeat(1024 * 1024)}</p>`;
  await makePost(database, { text: 'Long', content, createdAt: new Date('2099-01-01') });
  const text = await read(jsonFeed);
  expectValidJsonFeed(text, `${ORIGIN}/feed.json`);
  const [long, short] = (JSON.parse(text) as JsonFeed).items;
  expect(long).toMatchObject({ content_text: 'Long', summary: 'Long' });
  expect(short).toHaveProperty('content_html');
});
