import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InvitationSent } from '../../api/contract/invitations.ts';
import { ADMIN, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isShortRun } from '../support/full-run.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { Page } from './page.ts';
import { startWebKit } from './webkit.ts';

const BROWSERS = [
  { name: 'Firefox', start: startFirefox, widths: isShortRun ? [1280] : [1280, 375] },
  { name: 'WebKit', start: startWebKit, widths: isShortRun ? [375] : [1280, 375] },
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

/** Invites someone, and returns the path of the link. */
async function invitationFor(email: string): Promise<string> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${site.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post('auth/signin', ADMIN);
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const answer = await post('user/invite', { email, role: 'author' }, cookies.join('; '));
  const { link = '' } = (await answer.json()) as InvitationSent;
  return link.slice(site.url.length);
}

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
      await expect.poll(() => driver.run(() => innerWidth)).toBe(width);
      // A page that is being opened has no root element yet.
      const wide = () => driver.run(() => document.documentElement?.scrollWidth ?? 9_999);
      await expect.poll(wide).toBeLessThanOrEqual(width);
      expect(await driver.complaints()).toEqual([]);
    }

    async function signIn({ email, password }: { email: string; password: string }) {
      await page.open('/signin');
      await page.type('Email', email);
      await page.type('Password', password);
      await page.submit('Sign In');
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
      await expect.poll(theme).toBe('dark');
      await expectSound();
    });

    it('signs in, and says why when it fails', async () => {
      await page.open('/signin');
      await page.type('Email', READER.email);
      await page.type('Password', 'not the password');
      await page.submit('Sign In');
      await page.see('alert', /Invalid email or password\./);
      // The refused call.
      expect(await driver.complaints()).toEqual([expect.stringMatching(/401/)]);
      await signIn(READER);
      await expectSound();
    });

    it('creates the account of someone who was invited', async () => {
      const person = `invited-${name}-${width}`.toLowerCase();
      await page.open(await invitationFor(`${person}@example.com`));
      await page.seeText('invited you as an author');
      await page.type('Password', 'another quite long pass phrase');
      await page.submit('Create Account');
      await page.seePath(/^\/dashboard/);
      await page.seeText(person);
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

    const textOfForm = () =>
      driver.run(() => document.querySelector<HTMLTextAreaElement>('#comments textarea')?.value);

    it('a guest writes first, then signs in and sends it, and answers it', async () => {
      const text = `A guest in ${name} at ${width} px is `;
      await page.open(`${await newestPost()}#comments`);
      await page.type('Add a comment', text);
      await page.see('button', 'Bold');
      await page.press('Control+b', 'first');
      await page.click('button', 'Sign in to send');
      await page.seePath(/^\/signin$/);
      await page.seeText('Sign in to send your comment');
      await page.type('Email', READER.email);
      await page.type('Password', READER.password);
      await page.submit('Sign In');
      await page.seePath(/^\/post\//);
      await expect.poll(textOfForm).toBe(`${text}**first**`);
      await page.click('button', 'Submit');
      await page.see('article', new RegExp(`${text}first`));
      await page.click('button', /^Reply( |$)/);
      await page.type(/^Reply to /, `Indeed, ${name} at ${width}`);
      await driver.press('Control+Enter');
      await page.see('article', /Indeed,/);
      await expectSound();
    });

    it('finds a post', async () => {
      await page.open('/search?searchTerm=keyboard');
      await page.see('heading', 'Search Results');
      await page.see('link', /keyboard/i);
      await expectSound();
      await page.open('/search?searchTerm=zzzqqq');
      await page.seeText('No posts found.');
      await page.click('field', 'Search Term');
      await page.press('Control+a');
      await page.press('keyboard');
      await page.see('link', /keyboard/i);
      await page.seePath(/searchTerm=keyboard&/);
      await expectSound();
    });

    it('finds a post in the search dialog', async () => {
      await page.open('/about');
      await expect.poll(() => driver.run(() => document.onclick)).toBe(null);
      await page.press('/');
      const focused = () => driver.run(() => document.activeElement?.ariaLabel);
      await expect.poll(focused).toBe('Search articles');
      await page.press('sqlite production');
      await page.see('option', /SQLite/);
      await expectSound();
      await page.press('ArrowDown');
      await page.press('Enter');
      await page.seePath(/^\/post\/sqlite/);
      await expectSound();
    });

    it('shows a feed as a page that leads to its posts', async () => {
      await page.open('/rss.xml');
      await page.see('heading', 'Inkwell');
      const hidden = () =>
        driver.run(
          () => getComputedStyle(document.querySelector('item > guid') as Element).display,
        );
      // The style sheet has loaded.
      await expect.poll(hidden).toBe('none');
      await expectSound();
      await page.click('link', 'Read it on the web');
      await page.seePath(/^\/$/);
      await page.see('heading', /^Welcome to/);
    });

    it('writes and publishes a post with a cover', async () => {
      const title = `From ${name} ${width}`;
      await signIn(ADMIN);
      await page.open('/create-post');
      await page.type('Title', title);
      // On a phone, they're in a sheet.
      if (width < 1024) await page.click('button', 'Details');
      await page.type('Category', 'javascript');
      await driver.upload('.cover-input', PICTURE);
      // It uploads at once.
      await page.see('button', 'Remove image');
      if (width < 1024) await page.click('button', 'Close the panel');
      await page.type('Content', 'The first line.');
      await page.press('Enter');
      await page.press('The second line.');
      await page.click('button', 'Publish Post');
      await page.seePath(/^\/post\/from-/);
      await page.see('heading', title);
      await page.seeText('The second line.');
      const covers = () => document.querySelectorAll('main > article img[src*="/uploads/"]').length;
      expect(await driver.run(covers)).toBe(1);
      await expectSound();
    });

    it('formats by keyboard and with lists, and shows the selection', async () => {
      await signIn(ADMIN);
      await page.open('/create-post');
      await page.type('Content', 'two words');
      await page.press('Control+a');
      await page.press('Control+b');
      await page.press('Alt+F10');
      const state = () =>
        driver.run(() => ({
          isInToolbar: document.activeElement?.closest('[role=toolbar]') !== null,
          bold: document.querySelector('[aria-label=Bold]')?.getAttribute('aria-pressed'),
          selected: [...(CSS.highlights.get('kept-selection') ?? [])].map(String),
        }));
      const expected = { isInToolbar: true, bold: 'true', selected: ['two words'] };
      await expect.poll(state).toEqual(expected);
      await page.press('Escape');
      await page.click('button', /^Heading: /);
      // Fails if anything hides the list.
      await page.click('button', 'Heading 2');
      await page.see('heading', 'two words');
      await expectSound();
    });

    it('pastes Markdown as formats, and undo gives the text', async () => {
      const text = '**a** and *b*';
      const shown = () =>
        driver.run(() =>
          document.querySelector('.ql-editor p')?.innerHTML.replace(/ dir="auto"/g, ''),
        );
      await signIn(ADMIN);
      await page.open('/create-post');
      await page.type('Title', text);
      await page.press('Control+a');
      await page.press('Control+c');
      await page.type('Content', '');
      await page.press('Control+v');
      await expect.poll(shown).toBe('<strong>a</strong> and <em>b</em>');
      await page.press('Control+z');
      await expect.poll(shown).toBe(text);
      await expectSound();
    });

    it('colors code, with a comment after it', async () => {
      await signIn(ADMIN);
      await page.open('/create-post');
      await page.type('Content', '```js');
      await page.press('Enter');
      await page.press('let a = 1; // note');
      const comment = () =>
        driver.run(() => {
          const token = document.querySelector('.ql-editor .hljs-comment');
          const line = token?.parentElement;
          if (!token || !line) return null;
          return [
            token.textContent,
            getComputedStyle(token).color !== getComputedStyle(line).color,
          ];
        });
      await expect.poll(comment).toEqual(['// note', true]);
      await expectSound();
    });

    it('previews a post with its styles', async () => {
      await signIn(ADMIN);
      await page.open('/create-post');
      await page.type('Title', 'Only looked at');
      await page.click('button', 'Preview');
      const preview = () =>
        driver.run(() => {
          const frame = document.querySelector<HTMLIFrameElement>('iframe[title^=Preview]');
          const post = frame?.contentDocument?.querySelector('.article');
          return post && [getComputedStyle(post).display, post.querySelector('h1')?.textContent];
        });
      await expect.poll(preview).toEqual(['grid', 'Only looked at']);
      await expectSound();
    });

    it('opens the account menu as far from the right edge as the logo is from the left', async () => {
      await signIn(READER);
      await page.click('button', 'Account menu');
      await page.see('link', 'Profile');
      const [left, right] = await driver.run(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const { clientWidth } = document.documentElement;
        return [box('header svg')?.left ?? 0, clientWidth - (box('#account-menu')?.right ?? 0)];
      });
      expect(right).toBeCloseTo(left ?? 0);
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
