import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { openDetails } from './support/editing.ts';
import { expectPublished } from './support/publishing.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const PICTURE = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));
const OTHER_PICTURE = fileURLToPath(new URL('../../public/icon-512.png', import.meta.url));
const PHONE = { width: 375, height: 667 };

const title = (page: Page) => page.getByLabel('Title');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Post' });
const update = (page: Page) => page.getByRole('button', { name: 'Update post' });
const notice = (page: Page) => page.getByRole('group', { name: 'Restored changes' });
const cover = (page: Page) => page.getByLabel('Image', { exact: true });
/** Autosave fails as without a connection: the browser has the only copy. */
const AUTOSAVE = /\/api\/document\/(?:create|update)\b/;
const stopAutosave = (context: BrowserContext) => context.route(AUTOSAVE, (route) => route.abort());
const saved = (page: Page) => page.getByText('Offline, saved on this device');

/** From now on, the page sends nothing, not even its last save. */
const silence = (page: Page) =>
  page.evaluate(() => {
    window.fetch = () => new Promise(() => undefined);
  });

/** Ends a page as a crash does. */
async function crash(page: Page): Promise<void> {
  await silence(page);
  await page.close();
}

async function openCreate(page: Page): Promise<void> {
  await page.goto('/create-post');
  await expect(content(page)).toBeVisible();
}

interface StoredPost {
  _id: string;
  slug: string;
  title: string;
  category: string;
  content: string;
  updatedAt: string;
}

async function makePost(page: Page, values: object = {}): Promise<StoredPost> {
  const data = { title: 'A post', category: 'javascript', content: '<p>As published.</p>' };
  const answer = await page.request.post('/api/post/create', { data: { ...data, ...values } });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as StoredPost;
}

/** Types paragraphs into the text, which has the focus. */
async function writeParagraphs(page: Page, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    await page.keyboard.insertText(`Paragraph ${n}.`);
    await page.keyboard.press('Enter');
  }
}

/** Continues in a new tab, as after a crash. */
async function reopen(page: Page, context: BrowserContext, path: string): Promise<Page> {
  await crash(page);
  const again = await context.newPage();
  await again.goto(path);
  await expect(content(again)).toBeVisible();
  return again;
}

/** Drops or pastes a picture with a real event. */
async function give(page: Page, selector: string, type: 'drop' | 'paste', path: string) {
  const bytes = (await readFile(path)).toString('base64');
  const init = { selector, type, bytes, name: path.split('/').at(-1) ?? '' };
  return page.evaluate(({ selector, type, bytes, name }) => {
    const data = new DataTransfer();
    const file = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
    data.items.add(new File([file], name, { type: 'image/png' }));
    const kind = { bubbles: true, cancelable: true };
    const event =
      type === 'drop'
        ? new DragEvent('drop', { ...kind, dataTransfer: data })
        : new ClipboardEvent('paste', { ...kind, clipboardData: data });
    document.querySelector(selector)?.dispatchEvent(event);
    return event.defaultPrevented;
  }, init);
}

test.describe('a restored draft', () => {
  test('fills the form after a reload, says so in view, and can be discarded and undone', {
    tag: '@long',
  }, async ({ page }) => {
    await stopAutosave(page.context());
    await page.setViewportSize(PHONE);
    await openCreate(page);
    await title(page).fill('Written before the reload');
    await title(page).press('Enter');
    await writeParagraphs(page, 30);
    await openDetails(page);
    await category(page).fill('Web Design');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await content(page).press('ControlOrMeta+End');
    // A draft has the line of the last change.
    await page.keyboard.type('The end.');
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await expect(title(page)).toHaveValue('Written before the reload');
    await expect(content(page)).toContainText('The end.');
    await expect(page.getByLabel('Category')).toHaveValue('Web Design');
    await expect(notice(page)).toContainText('We restored your unsaved changes.');
    await expect(notice(page)).toBeInViewport({ ratio: 1 });
    // Where the author was writing.
    await expect(content(page).getByText('Paragraph 30.')).toBeInViewport();

    await notice(page).getByRole('button', { name: 'Discard' }).click();
    await expect(title(page)).toHaveValue('');
    await expect(content(page)).toHaveText('');
    await notice(page).getByRole('button', { name: 'Undo' }).click();
    await expect(title(page)).toHaveValue('Written before the reload');
    await expect(content(page)).toContainText('Paragraph 30.');
    await expect(saved(page)).toBeVisible();
    await notice(page).getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await expect(content(page)).toBeVisible();
    await expect(title(page)).toHaveValue('');
    await expect(notice(page)).toHaveCount(0);
  });

  test('of an existing post is discarded for the published version', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await stopAutosave(context);
    const post = await makePost(page, { title: 'As published' });
    const path = `/update-post/${post._id}`;
    await page.goto(path);
    await title(page).fill('Not yet published');
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type(' And more.');
    await expect(saved(page)).toBeVisible();
    const again = await reopen(page, context, path);
    await expect(title(again)).toHaveValue('Not yet published');
    await expect(content(again)).toHaveText('As published. And more.');
    await context.unroute(AUTOSAVE);
    await notice(again).getByRole('button', { name: 'Discard' }).click();
    await expect(title(again)).toHaveValue('As published');
    await expect(content(again)).toHaveText('As published.');
    await title(again).fill('Published again');
    await update(again).click();
    await expectPublished(again, '/post/as-published');
    await expect(again.getByRole('heading', { level: 1 })).toHaveText('Published again');
  });

  test('says that the post was updated in the meantime, and overwrites nothing', {
    tag: '@long',
  }, async ({ page, context, admin }) => {
    await stopAutosave(context);
    const post = await makePost(page, { title: 'Updated elsewhere' });
    const path = `/update-post/${post._id}`;
    await page.goto(path);
    await expect(content(page)).toHaveText('As published.');
    await title(page).fill('Mine');
    await expect(saved(page)).toBeVisible();
    const call = `/api/post/updatepost/${post._id}/${admin._id}`;
    await page.request.put(call, { data: { content: '<p>Theirs.</p>' } });
    await context.unroute(AUTOSAVE);
    const again = await reopen(page, context, path);
    await expect(title(again)).toHaveValue('Mine');
    await expect(notice(again)).toContainText('The post was updated since then.');
    await update(again).click();
    const dialog = again.getByRole('dialog', { name: 'This post changed while you were editing' });
    await expect(dialog.getByRole('cell', { name: 'Theirs.' })).toBeVisible();
  });

  test('does not replace text that was typed before it was found', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await stopAutosave(context);
    await openCreate(page);
    await title(page).fill('The draft');
    await expect(saved(page)).toBeVisible();
    await crash(page);
    const again = await context.newPage();
    // The database answers late.
    await again.addInitScript(() => {
      const { query } = LockManager.prototype;
      LockManager.prototype.query = async function () {
        await new Promise((resolve) => setTimeout(resolve, 3000));
        return query.call(this);
      };
    });
    await openCreate(again);
    await title(again).fill('Typed at once');
    const offer = again.getByRole('group', { name: 'Unsaved draft' });
    await expect(offer).toContainText('The draft');
    await expect(title(again)).toHaveValue('Typed at once');
  });

  test('outlives a reload before the browser has stored it', async ({ page, context }) => {
    await stopAutosave(context);
    // The first page waits for its database forever.
    await page.addInitScript(() => {
      if (sessionStorage.getItem('again')) return;
      sessionStorage.setItem('again', 'yes');
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    });
    await openCreate(page);
    await title(page).fill('Typed just now');
    await content(page).pressSequentially('The last words.');
    await page.reload();
    await expect(title(page)).toHaveValue('Typed just now');
    await expect(content(page)).toHaveText('The last words.');
    expect(await page.evaluate(() => sessionStorage.getItem('last-draft'))).toBeNull();
  });

  test('can come from an earlier version of the site', { tag: '@long' }, async ({
    page,
    context,
    admin,
  }) => {
    await openCreate(page);
    await page.evaluate(async (owner) => {
      const opened = indexedDB.open('inkwell-drafts');
      opened.onupgradeneeded = () => opened.result.createObjectStore('drafts');
      await new Promise((done) => {
        opened.onsuccess = done;
      });
      const drafts = opened.result.transaction('drafts', 'readwrite').objectStore('drafts');
      const fields = { title: 'From before', category: 'reactjs', image: '' };
      const ops = [{ insert: 'Old words\n' }];
      drafts.put({ id: 'old', owner, target: 'new', keptAt: 1, ...fields, ops }, 'old');
      await new Promise((done) => {
        drafts.transaction.oncomplete = done;
      });
    }, admin._id);
    const again = await reopen(page, context, '/create-post');
    await expect(title(again)).toHaveValue('From before');
    await expect(category(again)).toHaveValue('React.js');
    await expect(content(again)).toHaveText('Old words');
  });
});

test.describe('the cover', () => {
  test('uploads at once when it is chosen, dropped or pasted, and nothing jumps', async ({
    page,
  }) => {
    await openCreate(page);
    const zone = page.locator('.cover-zone');
    const before = await zone.boundingBox();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/upload', async (route) => {
      await promise;
      await route.continue();
    });
    await cover(page).setInputFiles(PICTURE);
    const progress = page.getByRole('progressbar', { name: 'Uploading the image' });
    await expect(progress).toHaveText('0%');
    await expect(page.getByRole('button', { name: 'Upload Image' })).toBeDisabled();
    expect(await zone.boundingBox()).toEqual(before);
    resolve();
    const preview = page.getByAltText('Uploaded preview');
    await expect(preview).toHaveAttribute('src', /icon-192/);
    await expect(page.getByText('Image uploaded.')).toBeVisible();
    expect(await zone.boundingBox()).toEqual(before);

    expect(await give(page, '.cover-zone', 'drop', OTHER_PICTURE)).toBe(true);
    await expect(preview).toHaveAttribute('src', /icon-512/);
    await page.getByRole('button', { name: 'Remove image' }).click();
    await expect(preview).toHaveCount(0);
    await zone.getByRole('button', { name: 'Undo' }).click();
    await expect(preview).toHaveAttribute('src', /icon-512/);
    await page.getByRole('button', { name: 'Remove image' }).click();
    await give(page, '.cover-zone input', 'paste', PICTURE);
    await expect(preview).toHaveAttribute('src', /icon-192/);
  });

  test('can be canceled, and a file that misses it does not replace the page', {
    tag: '@long',
  }, async ({ page }) => {
    await openCreate(page);
    await page.route('**/api/upload', () => new Promise(() => undefined));
    await cover(page).setInputFiles(PICTURE);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Upload Image' })).toBeEnabled();
    expect(await give(page, 'h1', 'drop', PICTURE)).toBe(true);
  });

  test('has an alternative text for readers, in drafts, and in comparisons', {
    tag: '@long',
  }, async ({ page, context, admin }) => {
    await openCreate(page);
    await expect(page.getByLabel('Alternative text')).toHaveCount(0);
    await title(page).fill('With a described cover');
    await category(page).fill('javascript');
    await content(page).fill('Text');
    await cover(page).setInputFiles(PICTURE);
    await page.getByLabel('Alternative text').fill('A drop of ink');
    await expect(page.locator('[data-sync="saved"]')).toBeVisible();
    const again = await reopen(page, context, page.url());
    await expect(again.getByLabel('Alternative text')).toHaveValue('A drop of ink');
    await publish(again).click();
    await expectPublished(again, '/post/with-a-described-cover');
    await expect(again.locator('.post-hero img')).toHaveAttribute('alt', 'A drop of ink');
    const data = again.locator('script[type="application/ld+json"]').first();
    expect(await data.textContent()).toContain('"caption":"A drop of ink"');
    // The share picture shows the title.
    const alt = again.locator('meta[name="twitter:image:alt"]');
    await expect(alt).toHaveAttribute('content', 'With a described cover');

    const answer = await again.request.get('/api/post/getposts?slug=with-a-described-cover');
    const [post] = ((await answer.json()) as { posts: StoredPost[] }).posts;
    if (!post) throw new Error('The post was not published');
    await again.goto(`/update-post/${post._id}`);
    await expect(again.getByLabel('Alternative text')).toHaveValue('A drop of ink');
    const call = `/api/post/updatepost/${post._id}/${admin._id}`;
    await again.request.put(call, { data: { imageAlt: 'A pen' } });
    await update(again).click();
    const dialog = again.getByRole('dialog', { name: 'This post changed while you were editing' });
    await expect(dialog.getByRole('cell', { name: 'Alternative text: A pen' })).toBeVisible();
  });
});

test.describe('the page', () => {
  test('always shows the button that publishes, and the state of saving', { tag: '@long' }, async ({
    page,
  }) => {
    const paragraphs = Array.from({ length: 60 }, (_, n) => `<p>Paragraph ${n}.</p>`).join('');
    const post = await makePost(page, { title: 'Long', content: paragraphs });
    for (const size of [{ width: 1280, height: 720 }, PHONE, { width: 320, height: 568 }]) {
      await page.setViewportSize(size);
      await page.goto(`/update-post/${post._id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Update post' })).toBeInViewport();
      for (const share of [0, 0.5, 0.9]) {
        await page.evaluate((part) => {
          window.scrollTo(0, part * (document.querySelector('.writing')?.scrollHeight ?? 0));
        }, share);
        await expect(update(page)).toBeInViewport({ ratio: 1 });
        await expect(page.getByText('120 words')).toBeInViewport({ ratio: 1 });
        // Nothing covers it.
        await update(page).click({ trial: true });
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(size.width);
    }
  });

  test('keeps the line that is typed above the bar, and the button in view next to a short text', {
    tag: '@long',
  }, async ({ page }) => {
    const paragraphs = Array.from({ length: 30 }, (_, n) => `<p>Paragraph ${n}.</p>`).join('');
    const long = await makePost(page, { title: 'Long', content: paragraphs });
    await page.setViewportSize(PHONE);
    await stopAutosave(page.context());
    await page.goto(`/update-post/${long._id}`);
    await content(page).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('One more line.');
    await expect(saved(page)).toBeVisible();
    await silence(page);
    await page.reload();
    await expect(page.getByText('We restored your unsaved changes')).toBeVisible();
    await content(page).locator('p').nth(20).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' And another.');
    const covered = () =>
      content(page).evaluate((text) => {
        const bar = document.querySelector('.ql-toolbar')?.getBoundingClientRect().top ?? 0;
        const line = text.lastElementChild?.getBoundingClientRect().bottom ?? Infinity;
        return line - bar;
      });
    await expect.poll(covered).toBeLessThanOrEqual(0);

    const short = await makePost(page, { title: 'Short', content: '<p>A few words.</p>' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/update-post/${short._id}`);
    await expect(content(page)).toContainText('A few words.');
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(update(page)).toBeInViewport({ ratio: 1 });
    await update(page).click({ trial: true });
  });

  test('has the type and the width of the published post', { tag: '@long' }, async ({ page }) => {
    const text = 'Everything a visitor reads is a file. '.repeat(20);
    const post = await makePost(page, { title: 'Measured', content: `<p>${text}</p>` });
    const measure = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { fontFamily, fontSize, lineHeight } = getComputedStyle(element);
        return { fontFamily, fontSize, lineHeight, width: element.clientWidth };
      });
    await page.goto(`/post/${post.slug}`);
    const published = await measure('.prose > p');
    await page.goto(`/update-post/${post._id}`);
    await expect(content(page)).toContainText('Everything');
    expect(await measure('.ql-editor > p')).toEqual(published);
  });

  test('the title grows, and Enter moves to the text', { tag: '@long' }, async ({ page }) => {
    await openCreate(page);
    const height = async () => (await title(page).boundingBox())?.height ?? 0;
    const one = await height();
    await title(page).fill(
      'A title that is much longer than a single line of this page can ever be',
    );
    await expect.poll(height).toBeGreaterThan(one * 1.5);
    await title(page).fill('Two\nlines');
    await expect(title(page)).toHaveValue('Two lines');
    await title(page).press('Enter');
    await expect(content(page)).toBeFocused();
  });

  test('an empty title gets the alert of the site and the focus', { tag: '@long' }, async ({
    page,
  }) => {
    await openCreate(page);
    await publish(page).click();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText('Please provide all required fields.');
    await expect(page.getByText('Missing: title, content, category.')).toBeVisible();
    await expect(title(page)).toBeFocused();
    await expect(title(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(title(page)).toHaveAccessibleDescription(/Please provide all required fields/);
    await page.keyboard.type('A title');
    await expect(alert).toHaveCount(0);
    await expect(title(page)).not.toHaveAttribute('aria-invalid');
    await publish(page).click();
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('Text');
    await publish(page).click();
    await expect(category(page)).toBeFocused();
    await expect(category(page)).toHaveAttribute('aria-invalid', 'true');
  });

  test('neither Enter in a field nor the Tab after the text publishes', async ({ page }) => {
    await openCreate(page);
    await title(page).fill('Only half written');
    await title(page).press('Enter');
    await page.keyboard.type('Half a text');
    await category(page).fill('javascript');
    await category(page).press('Escape');
    await category(page).press('Enter');
    await content(page).press('Escape');
    await page.keyboard.press('Tab');
    await expect(publish(page)).not.toBeFocused();
    await expect(content(page)).not.toBeFocused();
    const answer = await page.request.get('/api/post/getposts?slug=only-half-written');
    expect(((await answer.json()) as { posts: unknown[] }).posts).toEqual([]);
    await expect(page).toHaveURL(/\/(create|update)-post\b/);
  });

  test('says that a saved post is not on the site yet, and shows what is being published', {
    tag: '@long',
  }, async ({ page }) => {
    const { _id } = await makePost(page);
    for (const path of ['/create-post', `/update-post/${_id}`]) {
      await page.route(/\/api\/document\/publish\b/, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), live: false } });
      });
      await page.goto(path);
      await content(page).click();
      await page.keyboard.insertText('More text.');
      await title(page).fill(`Saved on ${path}`);
      if (path === '/create-post') {
        await category(page).fill('javascript');
        await publish(page).click();
      } else await update(page).click();
      await expect(page).toHaveURL('/dashboard?tab=dash');
      await expect(page.locator('#toasts')).toContainText(
        'The post is saved. It will be on the site soon.',
      );
    }
  });

  test('says that the browser is offline, and that nothing is lost', async ({ page, context }) => {
    await openCreate(page);
    await title(page).fill('On a train');
    await category(page).fill('javascript');
    // Offline before the last change: the ones before it may already be saved.
    await context.setOffline(true);
    await content(page).fill('Text');
    await expect(saved(page)).toBeVisible();
    await publish(page).click();
    await expect(page.getByRole('alert')).toHaveText('Something went wrong');
    await expect(page.getByText(/The server couldn't be reached/)).toBeVisible();
    await context.setOffline(false);
    await publish(page).click();
    await expectPublished(page, '/post/on-a-train');
  });

  test('keeps the label of a category that was typed', { tag: '@long' }, async ({ page }) => {
    await openCreate(page);
    await title(page).fill('About labels');
    await content(page).fill('Text');
    await category(page).fill('Type Design');
    await publish(page).click();
    await expectPublished(page, '/post/about-labels');
    await expect(page.locator('.post-head .category')).toHaveText('Type Design');
    const answer = await page.request.get('/api/post/getposts?slug=about-labels');
    const [post] = ((await answer.json()) as { posts: StoredPost[] }).posts;
    await page.goto(`/update-post/${post?._id}`);
    await expect(page.getByLabel('Category').locator('option:checked')).toHaveText('Type Design');
  });

  test('the preview has the policy of the page alone, so that Firefox loads its styles', async ({
    page,
  }) => {
    await openCreate(page);
    await title(page).fill('Only looked at');
    await page.getByRole('button', { name: 'Preview' }).click();
    const frame = page.frameLocator('iframe[title="Preview of the post"]');
    await expect(frame.getByRole('heading', { name: 'Only looked at' })).toBeVisible();
    await expect(frame.locator('.article')).toHaveCSS('display', 'grid');
    await expect(frame.locator('meta[http-equiv]')).toHaveCount(0);
    // The frame inherits it.
    const blocked = await page.evaluate(async () => {
      const view = document.querySelector('iframe')?.contentWindow;
      const style = view?.document.createElement('style');
      if (!view || !style) return null;
      style.textContent = 'body { color: red }';
      const violation = new Promise<string>((done) => {
        view.document.addEventListener('securitypolicyviolation', (event) => {
          done(event.effectiveDirective);
        });
      });
      view.document.head.append(style);
      return violation;
    });
    expect(blocked).toBe('style-src-elem');
  });

  test('axe finds no violations in its states, on wide and narrow screens', async ({ page }) => {
    await page.addInitScript(() => {
      // Animations blend colors.
      document.documentElement.style.setProperty('--ease-calm', 'step-end');
    });
    for (const size of [{ width: 1280, height: 720 }, PHONE]) {
      await page.setViewportSize(size);
      await openCreate(page);
      await publish(page).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page, 'main');
    }
  });
});
