import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, type RunningServer, startServer } from '../e2e/support/server.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { Page } from './page.ts';
import { startWebKit } from './webkit.ts';

/** `npm test` sets it, to take two minutes at most: one width for each browser. */
const IS_SMOKE = process.env.BROWSERS === 'smoke';
const BROWSERS = [
  { name: 'Firefox', start: startFirefox, widths: IS_SMOKE ? [1280] : [1280, 375] },
  { name: 'WebKit', start: startWebKit, widths: IS_SMOKE ? [375] : [1280, 375] },
];
const PICTURE = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));
const READER = { email: 'reader@example.com', password: 'the long way home 7' };

let site: RunningServer;
beforeAll(async () => {
  site = await startServer({ seed: 'demo' });
  const body = JSON.stringify({ username: 'reader', ...READER });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${site.url}/api/auth/signup`, { method: 'POST', headers, body });
});
afterAll(() => site?.stop());

describe.each(BROWSERS)('$name', ({ name, start, widths }) => {
  let driver: Driver;
  let page: Page;
  beforeAll(async () => {
    driver = await start();
  });
  afterAll(() => driver?.close());

  describe.each(widths)('at %i px', (width) => {
    beforeEach(async () => {
      await driver.forget();
      await driver.resize(width, 800);
      page = new Page(driver, site.url);
    });

    /** Expects that the page fits its window and that nothing failed. */
    async function expectSound() {
      const [wide, inner] = await driver.run(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ]);
      expect(inner).toBe(width);
      expect(wide).toBeLessThanOrEqual(width);
      expect(await driver.complaints()).toEqual([]);
    }

    async function signIn({ email, password }: { email: string; password: string }) {
      await page.open('/signin');
      await page.type('Email', email);
      await page.type('Password', password);
      await page.press('Enter');
      await page.seePath(/^\/$/);
      await page.see('heading', /^Welcome to/);
    }

    /** Returns the path of the newest post. */
    async function newestPost(): Promise<string> {
      const answer = await fetch(`${site.url}/api/post/getposts?limit=1`);
      const { posts } = (await answer.json()) as { posts: { slug: string }[] };
      return `/post/${posts[0]?.slug}`;
    }

    it('shows the home page, a post and its comments', async () => {
      await page.open('/');
      await page.see('heading', /^Welcome to/);
      await page.see('heading', 'Recent Posts');
      await expectSound();
      await page.open(await newestPost());
      await page.seeText('mins read');
      await page.seeText('You must be signed in to comment.');
      await expectSound();
    });

    it('keeps the chosen theme', async () => {
      await page.open('/');
      await page.click('button', 'Dark theme');
      const theme = () => driver.run(() => document.documentElement.dataset.theme);
      await expect.poll(theme).toBe('dark');
      await page.open('/about');
      expect(await theme()).toBe('dark');
      await expectSound();
    });

    it('signs in, and says why when it fails', async () => {
      await page.open('/signin');
      await page.type('Email', READER.email);
      await page.type('Password', 'not the password');
      await page.press('Enter');
      await page.see('alert', /Invalid email or password\./);
      // The refused call.
      expect(await driver.complaints()).toEqual([expect.stringMatching(/401/)]);
      await signIn(READER);
      await expectSound();
    });

    it('comments, edits and deletes a comment', async () => {
      const text = `Written in ${name} at ${width} px.`;
      await signIn(READER);
      await page.open(await newestPost());
      await page.type('Add a comment', text);
      await page.click('button', 'Submit');
      await page.see('article', new RegExp(text));
      await page.click('button', /^Edit( |$)/);
      await page.type('Edit comment', ' Edited.');
      await page.click('button', 'Save');
      await page.see('article', /Edited\./);
      await page.click('button', /^Delete( |$)/);
      await page.click('button', "Yes, I'm sure");
      await page.notSee('article', new RegExp(text));
      await expectSound();
    });

    it('finds a post', async () => {
      await page.open('/search?searchTerm=keyboard');
      await page.see('heading', 'Search Results');
      await page.see('link', /keyboard/i);
      await expectSound();
      await page.open('/search?searchTerm=zzzqqq');
      await page.seeText('No posts found.');
      await expectSound();
    });

    it('writes and publishes a post with a cover', async () => {
      const title = `From ${name} ${width}`;
      await signIn(ADMIN);
      await page.open('/create-post');
      await page.type('Title', title);
      await page.type('Category', 'javascript');
      await driver.upload('input[type=file]', PICTURE);
      await page.click('button', 'Upload Image');
      await expect
        .poll(
          () =>
            driver.run(
              () =>
                document.querySelectorAll('main img[src*="/uploads/"], main img[src^="blob:"]')
                  .length,
            ),
          { timeout: 15_000 },
        )
        .toBeGreaterThan(0);
      await page.type('Content', 'The first line.');
      await page.press('Enter');
      await driver.type('The second line.');
      await page.click('button', 'Publish Post');
      await page.seePath(/^\/post\/from-/);
      await page.see('heading', title);
      await page.seeText('The second line.');
      await expectSound();
    });

    it('shows every tab of the dashboard', async () => {
      await signIn(ADMIN);
      const tabs = {
        dash: 'Recent Users',
        profile: 'Profile Settings',
        posts: 'Manage Posts',
        users: 'Manage Users',
        comments: 'Manage Comments',
      };
      for (const [tab, heading] of Object.entries(tabs)) {
        await page.open(`/dashboard?tab=${tab}`);
        await page.see('heading', heading);
        await expectSound();
      }
    });
  });
});
