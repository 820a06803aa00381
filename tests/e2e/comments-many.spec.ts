import { comment, newPost, section, visitor, write } from './support/commenting.ts';
import { openRecords } from './support/records.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend({ site: ({ writingSite }, use) => use(writingSite) });

test('of 5,000 comments, the page has the first threads, and one request finds the oldest', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const on = { postId: post.id, userId: reader.person?._id ?? '' };
  const records = await openRecords(site.dataDir);
  const crowd = await records.comments('a crowd', 4_799, on);
  const top = crowd[9]?.id ?? '';
  await records.comments('a thread', 200, { ...on, parentId: top, threadId: top });
  await records.close();
  // Only calls have pages written.
  await write(reader, post.id, 'The latest of all');
  const file = async () => (await fetch(`${site.url}${post.path}`)).text();
  await expect.poll(file).toContain('The latest of all');

  const { page } = await visitor(browser, site, 'guest');
  const asked: string[] = [];
  page.on('request', (request) => {
    // Without a query, it asks for news.
    if (/\/api\/comment\/getthreads\/\w+\?/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`${post.path}#comments`);
  const heading = section(page).getByRole('heading', { name: /^Comments \(5,?000\)$/ });
  await expect(heading).toBeVisible();
  await expect(comment(page, 'The latest of all')).toBeVisible();
  await expect(comment(page, 'Comment 19 about a crowd')).toBeVisible();
  await expect(comment(page, 'Comment 20 about a crowd')).toHaveCount(0);
  await page.getByRole('button', { name: '190 more replies' }).click();
  await expect(comment(page, 'about a thread')).not.toHaveCount(10);
  expect(asked).toHaveLength(0);
  await page.getByRole('button', { name: 'Show more comments' }).click();
  await expect(comment(page, 'Comment 20 about a crowd')).toBeFocused();
  expect(asked).toHaveLength(1);

  asked.length = 0;
  await page.goto('/');
  await page.goto(`${post.path}#comment-${crowd.at(-1)?.id}`);
  await expect(comment(page, 'Comment 4799 about a crowd')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show newer comments' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show more comments' })).toBeHidden();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('around=');
});
