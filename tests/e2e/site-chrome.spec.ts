import type { Page, Request } from '@playwright/test';
import { allPosts, invalidMarkup, watchForFaults } from './support/pages.ts';
import { ADMIN } from './support/server.ts';
import { expect, type Person, signIn, test } from './support/test.ts';

/** Opens a page as a user whose browser knows that they're signed in. */
async function openAs(page: Page, user: Person, path: string): Promise<void> {
  await page.goto('/terms');
  await page.evaluate((stored) => {
    const root = { version: 1, theme: 'light', currentUser: { user: stored } };
    localStorage.setItem('root', JSON.stringify(root));
  }, user);
  await page.goto(path);
}

const isWritingScript = (request: Request) => /writing-tools/.test(request.url());

/** Creates a post as the signed-in administrator. It is deleted when the test ends. */
async function createPost(page: Page, fields: { title: string; content: string }) {
  const { user } = await (await page.request.get('/api/auth/session')).json();
  const data = { category: 'javascript', image: '', ...fields };
  const response = await page.request.post('/api/post/create', { data });
  expect(response.status()).toBe(201);
  const { _id, slug } = (await response.json()) as { _id: string; slug: string };
  const remove = () => page.request.delete(`/api/post/deletepost/${_id}/${user._id}`);
  return { slug, remove };
}

test.describe('for administrators', () => {
  test('the account menu links to a new post', async ({ page, login }) => {
    await openAs(page, await login('admin'), '/');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('link', { name: 'New post' }).click();
    await expect(page).toHaveURL(/\/create-post$/);
    await expect(page.getByRole('heading', { name: 'Create Your Post' })).toBeVisible();
  });

  test('a post has a link to its editor, and nothing jumps', { tag: '@long' }, async ({
    page,
    login,
  }) => {
    const [post] = await allPosts(page.request);
    await page.addInitScript(() => {
      const moved: number[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          moved.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openAs(page, await login('admin'), `/post/${post?.slug}`);
    const link = page.getByRole('link', { name: 'Edit this post' });
    await expect(link).toBeVisible();
    await page.waitForLoadState('networkidle');
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved);
    expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
    await link.click();
    await expect(page).toHaveURL(`/update-post/${post?._id}`);
    await expect(page.getByRole('heading', { name: 'Update post' })).toBeVisible();
  });

  test('n opens a new post and e the editor, but not while typing', { tag: '@long' }, async ({
    page,
    login,
  }) => {
    const [post] = await allPosts(page.request);
    await openAs(page, await login('admin'), `/post/${post?.slug}`);
    await expect(page.getByRole('link', { name: 'Edit this post' })).toBeVisible();
    const search = page.getByRole('banner').getByRole('searchbox').first();
    await search.press('n');
    await search.press('e');
    await expect(search).toHaveValue('ne');
    await search.blur();
    for (const modifier of ['Shift', 'Alt', 'Control', 'Meta', 'AltGraph']) {
      await page.keyboard.press(`${modifier}+e`);
    }
    // In a menu, in a dialog, and while an input method composes.
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('link', { name: 'Profile', exact: true }).press('n');
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      const key = { key: 'e', isComposing: true, bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await expect(page).toHaveURL(`/post/${post?.slug}`);
    await page.keyboard.press('e');
    await expect(page).toHaveURL(`/update-post/${post?._id}`);
    await page.goto('/about');
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('e');
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/create-post$/);
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
    // Not on pages for writing, wherever the focus is.
    for (const name of ['Preview', 'Publish Post']) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('n');
      await page.getByRole('button', { name }).press('n');
    }
    await page.getByLabel('Title').fill('Still here');
    await page.getByLabel('Title').blur();
    await page.keyboard.press('n');
    await expect(page.getByLabel('Title')).toHaveValue('Still here');
  });

  test('n and e can be switched off in the profile', { tag: '@long' }, async ({ page, login }) => {
    const [post] = await allPosts(page.request);
    await openAs(page, await login('admin'), '/dashboard?tab=profile');
    const choice = page.getByRole('checkbox', { name: 'Single-key shortcuts' });
    await expect(choice).toBeChecked();
    await choice.uncheck();
    await page.goto(`/post/${post?.slug}`);
    const link = page.getByRole('link', { name: 'Edit this post' });
    await expect(link).toBeVisible();
    await expect(link).not.toHaveAttribute('aria-keyshortcuts');
    await page.keyboard.press('e');
    await page.keyboard.press('n');
    await expect(page).toHaveURL(`/post/${post?.slug}`);
    await page.goto('/dashboard?tab=profile');
    await choice.check();
    await page.goto(`/post/${post?.slug}`);
    await expect(link).toHaveAttribute('aria-keyshortcuts', 'e');
  });

  test('the link disappears when the session ends elsewhere', async ({ page, login, context }) => {
    const [post] = await allPosts(page.request);
    const user = await login('admin');
    await context.clearCookies();
    await openAs(page, user, `/post/${post?.slug}`);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit this post' })).toBeHidden();
  });
});

test('readers get neither the links nor the script', async ({ page, login }) => {
  const [post] = await allPosts(page.request);
  const scripts: string[] = [];
  page.on('request', (request) => isWritingScript(request) && scripts.push(request.url()));
  for (const open of [
    () => page.goto(`/post/${post?.slug}`),
    async () => openAs(page, await login('reader'), `/post/${post?.slug}`),
  ]) {
    await open();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('link', { name: 'Edit this post' })).toHaveCount(0);
    expect(await page.locator('[data-edit-post]').boundingBox()).toBeNull();
  }
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New post' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(`/post/${post?.slug}`);
  expect(scripts).toEqual([]);
});

test('the footer and the call to action link to the feed, the footer to the archive', async ({
  page,
}) => {
  const [post] = await allPosts(page.request);
  await page.goto(`/post/${post?.slug}`);
  const links = page.getByRole('link', { name: 'Subscribe via RSS' });
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('href', '/rss.xml');
    await expect(link).toBeVisible();
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Archive' }).click();
  await expect(page).toHaveURL(/\/archive$/);
});

test('Recent Stories are current when they come into view', { tag: '@long' }, async ({
  page,
  login,
}) => {
  const posts = await allPosts(page.request);
  await login('admin');
  await page.goto(`/post/${posts.at(-1)?.slug}`);
  const { remove } = await createPost(page, {
    title: 'Hot off the press',
    content: '<p>News.</p>',
  });
  const stories = page.getByRole('region', { name: 'Recent Stories' });
  await stories.scrollIntoViewIfNeeded();
  await expect(stories.getByRole('link', { name: 'Hot off the press' })).toBeVisible();
  await remove();
});

test('Recent Stories are the newest other posts, with and without JavaScript', async ({ page }) => {
  const posts = await allPosts(page.request);
  const stories = page.getByRole('region', { name: 'Recent Stories' });
  for (const own of [0, 2, 5]) {
    const newest = posts.toSpliced(own, 1).slice(0, 3);
    const path = `/post/${posts[own]?.slug}`;
    const file = await (await page.request.get(path)).text();
    const cards = [
      ...file.slice(file.indexOf('id="stories-title"')).matchAll(/href="(\/post\/[^"]+)" data-/g),
    ];
    expect(cards.map(([, address]) => address)).toEqual(newest.map(({ slug }) => `/post/${slug}`));
    const loaded = page.waitForResponse('**/recent-stories');
    await page.goto(path);
    await stories.scrollIntoViewIfNeeded();
    await (await loaded).finished();
    await expect(stories.getByRole('heading', { level: 3 })).toHaveText(
      newest.map(({ title }) => title),
    );
  }
});

test('Recent Stories stay as they are without an API', { tag: '@long' }, async ({ page }) => {
  const posts = await allPosts(page.request);
  await page.route('**/api/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`/post/${posts.at(-1)?.slug}`);
  const stories = page.getByRole('region', { name: 'Recent Stories' });
  await stories.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await expect(stories.getByRole('article')).toHaveCount(3);
  await expect(stories).not.toContainText(/failed|error/i);
  expect(errors).toEqual([]);
});

test('the account menu lines up with the page where scrollbars take space', {
  tag: '@long',
}, async ({ playwright, launchOptions, site }) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const page = await browser.newPage({ baseURL: site.url });
  const user = await signIn(page.context().request, site.url, ADMIN);
  for (const width of [1280, 800, 375]) {
    await page.setViewportSize({ width, height: 700 });
    await openAs(page, user, '/about');
    await page.getByRole('button', { name: 'Account menu' }).click();
    const { scrollbar, menu, bar } = await page.evaluate(() => {
      const wrap = document.querySelector('.bar .wrap') as HTMLElement;
      const end = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
      return {
        scrollbar: innerWidth - document.documentElement.clientWidth,
        menu: end(document.querySelector('#account-menu')),
        bar: end(wrap) - Number.parseFloat(getComputedStyle(wrap).paddingRight),
      };
    });
    expect(scrollbar).toBeGreaterThan(0);
    expect(menu, `${width} px wide`).toBeCloseTo(bar, 0);
  }
  await browser.close();
});

test("the account button shows the reader's picture instead of the icon", async ({
  page,
  login,
}) => {
  await openAs(page, await login('admin'), '/about');
  await expect(page.locator('[data-session-picture] img')).toBeVisible();
  await expect(page.locator('[data-session-picture] svg')).toBeHidden();
  expect(await invalidMarkup(page)).toEqual([]);
});

test('the account button shows the icon while there is no picture', { tag: '@long' }, async ({
  page,
  login,
}) => {
  const user = await login('reader');
  await page.route('**/avatars/**', (route) => route.fulfill({ status: 404 }));
  await openAs(page, user, '/about');
  await expect(page.locator('[data-session-picture] svg')).toBeVisible();
  await expect(page.locator('[data-session-picture] img')).toHaveCount(0);
});

test('pictures are dimmed in the dark theme, and drawings keep a light ground', {
  tag: '@long',
}, async ({ page, login }) => {
  await login('admin');
  const { slug, remove } = await createPost(page, {
    title: 'A drawing',
    content: '<p><img src="/icon-192.png#drawing" alt="A drop"></p>',
  });
  await page.goto(`/post/${slug}`);
  const figure = page.locator('.prose img');
  await expect(figure).toHaveCSS('filter', 'none');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(figure).toHaveCSS('filter', 'brightness(0.9)');
  await expect(figure).toHaveCSS('background-color', 'rgb(245, 241, 232)');
  await remove();
});

test('demo users have different avatars', { tag: '@long' }, async ({ page }) => {
  const posts = await allPosts(page.request);
  const pictures = new Map<string, string>();
  for (const { _id } of posts) {
    const comments = await (await page.request.get(`/api/comment/getPostComments/${_id}`)).json();
    for (const { userId } of comments as { userId: string }[]) {
      const user = await (await page.request.get(`/api/user/${userId}`)).json();
      pictures.set(user.username, user.profilePicture);
    }
  }
  expect(pictures.size).toBeGreaterThan(3);
  const letters = new Set<string>();
  for (const path of pictures.values()) {
    const response = await page.request.get(path);
    expect(response.headers()['content-type']).toContain('image/svg+xml');
    letters.add(/>([A-Z0-9]{2})<\/text>/.exec(await response.text())?.[1] ?? '');
  }
  expect(letters.size).toBe(pictures.size);
});

test.describe('videos', () => {
  const PLAYERS = [
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=30',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ];
  const content = PLAYERS.map((src) => `<iframe src="${src}"></iframe>`).join('');
  const THEIRS = /youtube|ytimg|vimeo/;

  test('load on a click, in a sandbox, with the keyboard too', async ({ page, login, site }) => {
    await login('admin');
    const { slug, remove } = await createPost(page, { title: 'Two videos', content });
    const theirs: string[] = [];
    await page.route(THEIRS, (route) => {
      theirs.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
    });
    const faults = await watchForFaults(page, site.url);
    await page.goto(`/post/${slug}`);
    const buttons = page.locator('.prose').getByRole('link', { name: /^Play the video on / });
    await expect(buttons).toHaveCount(2);
    const height = async () => (await page.locator('.video').first().boundingBox())?.height;
    const before = await height();
    await page.waitForLoadState('networkidle');
    expect(theirs).toEqual([]);
    expect(faults).toEqual([]);

    await buttons.first().focus();
    await page.keyboard.press('Enter');
    const youtube = page.locator('iframe[title="YouTube video"]');
    await expect(youtube).toBeFocused();
    await expect(youtube).toHaveAttribute('src', `${PLAYERS[0]}&autoplay=1`);
    await expect(youtube).toHaveAttribute('sandbox', /^(?!.*top-navigation).*allow-scripts/);
    expect(await height()).toBe(before);
    await buttons.first().click();
    await expect(page.locator('iframe[title="Vimeo video"]')).toHaveAttribute(
      'src',
      `${PLAYERS[1]}&autoplay=1`,
    );
    await expect.poll(() => theirs.length).toBe(2);
    expect(faults.filter((fault) => !THEIRS.test(fault))).toEqual([]);
    await remove();
  });

  test('are links to their pages without JavaScript', { tag: '@long' }, async ({
    browser,
    page,
    login,
    site,
  }) => {
    await login('admin');
    const { slug, remove } = await createPost(page, { title: 'Videos as links', content });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const reader = await context.newPage();
    await reader.goto(`${site.url}/post/${slug}`);
    const link = (provider: string) =>
      reader.getByRole('link', { name: `Play the video on ${provider}` });
    await expect(link('YouTube')).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=30s',
    );
    await expect(link('Vimeo')).toHaveAttribute('href', 'https://vimeo.com/76979871/8272103f6e');
    await context.close();
    await remove();
  });
});
