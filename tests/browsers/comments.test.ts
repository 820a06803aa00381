// @module-tag long
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, type RunningServer, startServer } from '../e2e/support/server.ts';
import { article, UNLIMITED, type Visitor, visit } from '../faults/support/site.ts';
import { startStaticHost } from '../support/static-host.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { Page } from './page.ts';
import { startWebKit } from './webkit.ts';

const BROWSERS = [
  { name: 'Firefox', start: startFirefox, widths: [1280, 375] },
  { name: 'WebKit', start: startWebKit, widths: [1280, 375] },
];
const READER = { username: 'reader', email: 'reader@example.com', password: 'the long way home 7' };
/** A comment with this word waits for approval. */
const BLOCKED = 'blockedword';

let site: RunningServer;
let admin: Visitor;
let reader: Visitor;
beforeAll(async () => {
  site = await startServer({ env: UNLIMITED });
  admin = await visit(site);
  expect((await admin.call('POST', '/api/auth/signup', READER)).status).toBe(201);
  reader = await visit(site, READER);
  const settings = { commentBlockList: [BLOCKED] };
  expect((await admin.call('PUT', '/api/settings', settings)).status).toBe(200);
});
afterAll(() => site?.stop());

interface Post {
  id: string;
  path: string;
}

async function newPost(): Promise<Post> {
  const answer = await admin.call('POST', '/api/post/create', article());
  const { _id: id, slug } = JSON.parse(answer.text) as { _id: string; slug: string };
  return { id, path: `/post/${slug}` };
}

/** Writes a comment, or a reply. Returns its id. */
async function write(by: Visitor, post: Post, content: string, parentId?: string): Promise<string> {
  const comment = { content, postId: post.id, userId: by.userId, parentId };
  const answer = await by.call('POST', '/api/comment/create', comment);
  expect(answer.status, answer.text).toBe(201);
  return (JSON.parse(answer.text) as { _id: string })._id;
}

const fileOf = async ({ path }: Post) => (await fetch(site.url + path)).text();

/** Waits until the file of a post has a text. */
async function inFile(post: Post, text: string): Promise<void> {
  await expect.poll(() => fileOf(post)).toContain(text);
}

async function notInFile(post: Post, text: string): Promise<void> {
  await expect.poll(() => fileOf(post)).not.toContain(text);
}

describe.each(BROWSERS)('$name', ({ start, widths }) => {
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
      // A page that is being opened has no root element yet.
      const wide = () => driver.run(() => document.documentElement?.scrollWidth ?? 9_999);
      await expect.poll(wide).toBeLessThanOrEqual(width);
      expect(await driver.complaints()).toEqual([]);
    }

    /** Fills in the form of the sign-in page. */
    async function fillSignIn({ email, password }: { email: string; password: string }) {
      await page.type('Email', email);
      await page.type('Password', password);
      await page.submit('Sign In');
    }

    async function signIn(account: { email: string; password: string }) {
      await page.open('/signin');
      await fillSignIn(account);
      await page.seePath(/^\/$/);
    }

    /** Returns whether a comment has the focus, the mark of links, and a place in the window. */
    const isLinked = (id: string) =>
      driver.run((wanted) => {
        const { activeElement: element } = document;
        if (element?.id !== `comment-${wanted}` || element.ariaCurrent !== 'true') return false;
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }, id);

    /** Returns the label of the field that has the focus. */
    const focused = () =>
      driver.run(() => (document.activeElement as HTMLTextAreaElement).labels?.[0]?.textContent);

    it('shows the threads of the page, more of them, and the reply of a link', async () => {
      const post = await newPost();
      const top = await write(admin, post, 'A long thread');
      const first = await write(reader, post, 'Reply 1 in it', top);
      const second = await write(admin, post, 'Reply 2 in it', first);
      for (let n = 3; n <= 12; n++) await write(reader, post, `Reply ${n} in it`, top);
      for (let n = 1; n <= 20; n++) await write(reader, post, `Remark **${n}** about it`);
      await inFile(post, '<strong>20</strong>');
      await page.open(post.path);
      await page.see('article', /Remark 20 about it/);
      await page.see('heading', 'Comments (33)');
      await page.see('button', /^Like the comment by reader, 0 likes$/);
      const scripts = () => performance.getEntriesByType('resource').map(({ name }) => name);
      expect((await driver.run(scripts)).filter((url) => /react/i.test(url))).toEqual([]);
      await page.click('button', 'Show more comments');
      await page.see('article', /A long thread/);
      await page.click('button', '2 more replies');
      await page.see('article', /Reply 12 in it/);
      await page.notSee('button', /more repl|Show more/);
      await expectSound();
      await page.open('/');
      await page.open(`${post.path}#comment-${second}`);
      await expect.poll(() => isLinked(second)).toBe(true);
      await page.see('article', /in reply to reader.*Reply 2 in it/);
      await page.click('button', 'Show newer comments');
      await page.see('article', /Remark 20 about it/);
      await expectSound();
    });

    it('shows the comments of a static copy, and says that commenting isn’t available', async () => {
      const post = await newPost();
      await write(reader, post, 'Copied **as it is**');
      await inFile(post, '<strong>as it is</strong>');
      const copy = await startStaticHost(join(site.dataDir, 'site'));
      try {
        const elsewhere = new Page(driver, copy.url);
        await elsewhere.open(`${post.path}#comments`);
        await elsewhere.seeText("Commenting isn't available on this copy of the site.");
        await elsewhere.see('article', /Copied as it is/);
        await elsewhere.notSee('alert', /./);
        await elsewhere.notSee('field', 'Add a comment');
        await elsewhere.notSee('button', /Like|Reply/);
      } finally {
        await copy.stop();
      }
    });

    it('applies the like of a guest after the sign-in page, which gives the reason', async () => {
      const post = await newPost();
      const id = await write(admin, post, 'Please like');
      await page.open(`${post.path}#comment-${id}`);
      await page.click('button', 'Like the comment by admin, 0 likes');
      await page.seePath(/^\/signin$/);
      await page.seeText('Sign in to like this comment');
      await fillSignIn(READER);
      await page.seePath(/^\/post\//);
      await page.seeText('You liked this comment.');
      await page.see('button', 'Like the comment by admin, 1 like');
      const isPressed = () =>
        driver.run(() => document.querySelector('[data-act=like]')?.ariaPressed);
      expect(await isPressed()).toBe('true');
      await page.click('button', 'Like the comment by admin, 1 like');
      await page.see('button', 'Like the comment by admin, 0 likes');
      await expectSound();
    });

    it('quotes the selected words in a reply, edits it and deletes it', async () => {
      const post = await newPost();
      await write(admin, post, 'Tea is better than coffee');
      await inFile(post, 'Tea is better than coffee');
      await signIn(READER);
      await page.open(post.path);
      await page.see('button', 'Like the comment by admin, 0 likes');
      await driver.run(() => {
        const text = document.querySelector('.comment-text p')?.firstChild;
        if (text) getSelection()?.setBaseAndExtent(text, 0, text, 'Tea is better'.length);
      });
      await page.click('button', 'Reply');
      await expect.poll(focused).toBe('Reply to admin');
      const reply = () =>
        driver.run(
          () => document.querySelector<HTMLTextAreaElement>('.reply-form textarea')?.value,
        );
      await expect.poll(reply).toBe('> Tea is better\n\n');
      await page.press('It depends', 'Control+Enter');
      await page.see('article', /^(?!.*Tea is better than).*It depends/);
      await page.notSee('field', 'Reply to admin');
      await page.click('button', 'Edit');
      await expect.poll(focused).toBe('Edit comment');
      await page.press('Control+End', ' on the day', 'Control+Enter');
      await page.see('article', /\(edited\).*It depends on the day/);
      await page.click('button', 'Delete');
      await page.click('button', "Yes, I'm sure");
      await page.notSee('article', /It depends/);
      await page.see('heading', 'Comments (1)');
      await expectSound();
    });

    it('leaves a stub where a deleted comment has replies', async () => {
      const post = await newPost();
      const top = await write(reader, post, 'Soon gone');
      await write(admin, post, 'An answer that stays', top);
      await inFile(post, 'An answer that stays');
      await signIn(READER);
      await page.open(`${post.path}#comments`);
      await page.click('button', 'Delete');
      await page.click('button', "Yes, I'm sure");
      await page.seeText('This comment was deleted.');
      await page.see('article', /An answer that stays/);
      await page.notSee('article', /Soon gone/);
      await notInFile(post, 'Soon gone');
      await expectSound();
    });

    it('holds a comment for a moderator, who approves it, and takes that back', async () => {
      const post = await newPost();
      await signIn(READER);
      await page.open(`${post.path}#comments`);
      await page.type('Add a comment', `About the ${BLOCKED} of ${post.id}`);
      await page.click('button', 'Submit');
      await page.seeText('Your comment is waiting for approval.');
      await page.see('article', /Waiting for approval/);
      await expectSound();

      await driver.forget();
      await driver.resize(width, 800);
      await signIn(ADMIN);
      await page.open(`/dashboard?tab=comments&queue=held&q=${post.id}`);
      await page.seeText('Held because:');
      await page.click('button', 'Approve');
      await page.seeText('Comment approved.');
      await page.notSee('button', 'Approve');
      await inFile(post, BLOCKED);
      await page.click('button', 'Undo');
      await page.see('button', 'Approve');
      await notInFile(post, BLOCKED);
      await page.press('j', 'a');
      await page.notSee('button', 'Approve');
      await page.press('u');
      await page.see('button', 'Approve');
      await expectSound();
    });
  });
});
