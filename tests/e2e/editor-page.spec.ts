import type { Page } from '@playwright/test';
import type { Document } from '../../api/contract/documents.ts';
import { expectAccessible } from './support/axe.ts';
import { clickTool, openDetails, tool } from './support/editing.ts';
import { expectPublished } from './support/publishing.ts';
import { expect } from './support/test.ts';
import { isKept, test } from './support/writing.ts';

const PHONE = { width: 375, height: 740 };
const SAVING = /\/api\/document\/(?:create|update)\b/;

const title = (page: Page) => page.getByLabel('Title');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Post' });
const details = (page: Page) => page.getByRole('button', { name: 'Details', exact: true });
const isSaved = (page: Page) => expect(page.locator('[data-sync="saved"]')).toBeAttached();
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, n) => `<p>Paragraph ${n}.</p>`).join('');

async function openCreate(page: Page): Promise<void> {
  await page.goto('/create-post');
  await expect(content(page)).toBeVisible();
}

async function makePost(page: Page, name: string, html = '<p>As published.</p>') {
  const data = { title: name, category: 'javascript', content: html };
  const answer = await page.request.post('/api/post/create', { data });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { _id: string; slug: string };
}

async function stored(page: Page, id: string): Promise<Document> {
  return (await (await page.request.get(`/api/document/${id}`)).json()) as Document;
}

/** Collects what live regions say from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      const regions = changes.map(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest('[role="status"], [role="alert"], [aria-live]');
      });
      const added = changes.flatMap(({ addedNodes }) =>
        [...addedNodes].flatMap((node) =>
          node instanceof Element ? [...node.querySelectorAll('[role="alert"]')] : [],
        ),
      );
      for (const region of new Set([...regions, ...added])) {
        if (region?.textContent) said.push(region.textContent);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** Returns how far the line of the cursor is below what's fixed at the top, and above the end. */
const room = (page: Page) =>
  page.evaluate(() => {
    const selection = getSelection();
    const node = selection?.focusNode;
    const line = node instanceof Element ? node : node?.parentElement;
    const { top, bottom } = line?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    const bars = [...document.querySelectorAll('.writing-head, .ql-toolbar')].map((bar) =>
      bar.getBoundingClientRect(),
    );
    const atTop = bars.filter((bar) => bar.top < innerHeight / 2).map((bar) => bar.bottom);
    const atEnd = bars.filter((bar) => bar.top > innerHeight / 2).map((bar) => bar.top);
    return Math.min(top - Math.max(...atTop), Math.min(innerHeight, ...atEnd) - bottom);
  });

test('a new post opens with the cursor in the title, and keys lead to the text and back', {
  tag: '@long',
}, async ({ page }) => {
  await page.request.post('/api/document/create', { data: { title: 'Older', content: 'x' } });
  await openCreate(page);
  await expect(title(page)).toBeFocused();
  await expect(page.getByText('Continue a draft')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Older/ })).toBeHidden();
  const long = 'A title that is much longer than a single line of this page can ever be';
  await page.keyboard.type(long);
  await page.keyboard.press('Home');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await expect(content(page)).toBeFocused();
  await page.keyboard.type('First');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second');
  await page.keyboard.press('ArrowUp');
  await expect(content(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(title(page)).toBeFocused();
  await page.keyboard.type('!');
  await expect(title(page)).toHaveValue(`${long}!`);
  await page.keyboard.press('Shift+Enter');
  await expect(title(page)).toHaveValue(`${long}!`);
  await page.keyboard.press('Enter');
  await expect(content(page)).toBeFocused();
  await page.keyboard.type('At the start. ');
  await expect(content(page)).toHaveText('At the start. FirstSecond');

  // Lines pasted or dropped into the title: none is lost.
  const lines = ['At the start. First', 'Second'];
  for (const way of ['paste', 'drop']) {
    await title(page).fill(way === 'paste' ? 'Replaced' : 'Kept ');
    await title(page).selectText();
    await title(page).evaluate((field, type) => {
      const data = new DataTransfer();
      data.setData('text/plain', `By ${type}\r\n\r\nOne\nTwo\n`);
      const kind = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent(type, { ...kind, clipboardData: data })
          : new DragEvent(type, { ...kind, dataTransfer: data }),
      );
    }, way);
    // No place of the title is under the pointer, so nothing there is replaced.
    await expect(title(page)).toHaveValue(way === 'paste' ? 'By paste' : 'Kept By drop');
    lines.unshift('One', 'Two');
    await expect(content(page).locator('p')).toHaveText(lines);
    await expect(content(page)).toBeFocused();
  }
  await isSaved(page);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Manage Posts' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('By drop');
});

test('saving is announced when it gets worse, when all is well again, and after Ctrl+S', async ({
  page,
  context,
}) => {
  await openCreate(page);
  const said = await listen(page);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText("There's nothing to save yet.")).toBeVisible();
  expect(await said()).toEqual(["There's nothing to save yet."]);
  for (const text of ['One', ' and two', ' and three']) {
    const answer = page.waitForResponse(SAVING);
    await page.keyboard.type(text);
    await answer;
    await isSaved(page);
  }
  expect(await said()).toEqual(["There's nothing to save yet."]);
  await content(page).click();
  await page.keyboard.type('Now');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.locator('.writing-status').getByText('Saved', { exact: true })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  expect((await stored(page, id)).content).toBe('<p>Now</p>');
  // A keyboard with other letters.
  await content(page).evaluate((text) => {
    const key = { key: 'ы', code: 'KeyS', ctrlKey: true, bubbles: true, cancelable: true };
    if (text.dispatchEvent(new KeyboardEvent('keydown', key))) throw new Error('Not handled');
  });
  await expect.poll(async () => (await said()).slice(1)).toEqual(['Saved', 'Saved']);

  await context.setOffline(true);
  await page.keyboard.type(' offline');
  await expect(page.getByText('Offline, saved on this device')).toBeVisible();
  await page.keyboard.type(' still');
  await expect.poll(async () => (await said()).slice(3)).toEqual(['Offline, saved on this device']);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('alert')).toContainText("The server doesn't have your changes yet.");
  await context.setOffline(false);
  await isSaved(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect
    .poll(async () => (await said()).slice(4))
    .toEqual([
      expect.stringContaining("The server doesn't have your changes yet."),
      'Your changes are on the server again.',
    ]);
});

test('Ctrl+Enter asks, then publishes, and Undo takes it back', { tag: '@long' }, async ({
  page,
}) => {
  await openCreate(page);
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(content(page)).toBeFocused();
  await page.keyboard.type('First words');
  await details(page).click();
  await expect(category(page)).toBeHidden();
  await isKept(page, 'First words');
  await page.reload();
  await expect(content(page)).toHaveText('First words');
  await expect(category(page)).toBeHidden();
  // What's missing opens the panel.
  await content(page).press('ControlOrMeta+Enter');
  await expect(category(page)).toBeFocused();
  await page.keyboard.type('javascript');
  await page.keyboard.press('ControlOrMeta+Enter');
  const question = page.getByRole('dialog', { name: 'Publish this post now?' });
  await expect(question).toContainText('Everyone can read it right away.');
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(question).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectPublished(page, '/post/by-keyboard');
  const toasts = page.getByRole('status').filter({ hasText: 'Your post is published.' });
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(content(page)).toHaveText('First words');
  const id = page.url().split('/').at(-1) ?? '';
  expect((await stored(page, id)).status).toBe('unpublished');
  expect((await page.request.get('/post/by-keyboard')).status()).not.toBe(200);
  await publish(page).click();
  await expectPublished(page, '/post/by-keyboard');

  await page.goto(`/update-post/${id}`);
  await content(page).fill('Second words');
  await content(page).press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog', { name: 'Update the public post?' })).toBeVisible();
  await page.getByRole('button', { name: 'Update now' }).click();
  await expectPublished(page, '/post/by-keyboard');
  await expect(page.locator('.prose')).toHaveText('Second words');
  await page.locator('#toasts').getByRole('button', { name: 'Undo' }).click();
  await expect(content(page)).toHaveText('Second words');
  await expect(page.getByText('unpublished changes')).toBeVisible();
  await page.goto('/post/by-keyboard');
  await expect(page.locator('.prose')).toHaveText('First words');
});

test('the line of the cursor is never behind a bar', { tag: '@long' }, async ({ page }) => {
  const { _id } = await makePost(page, 'Long', paragraphs(80));
  for (const size of [{ width: 1280, height: 720 }, { width: 900, height: 700 }, PHONE]) {
    await page.setViewportSize(size);
    await page.goto(`/update-post/${_id}`);
    await expect(content(page)).toContainText('Paragraph 79.');
    await content(page).getByText('Paragraph 0.').click();
    for (const key of [
      ...['ControlOrMeta+End', 'PageUp', 'PageUp', 'ArrowUp', 'ControlOrMeta+Home'],
      ...['PageDown', 'PageDown', 'PageDown', 'PageUp', 'ControlOrMeta+End'],
    ]) {
      await page.keyboard.press(key);
      await expect.poll(() => room(page), `${key} at ${size.width}`).toBeGreaterThan(0);
    }
    // Up through the whole text, as far as the screen is high.
    for (let n = 0; n < 30; n++) await page.keyboard.press('ArrowUp');
    await expect.poll(() => room(page)).toBeGreaterThan(0);
    await page.keyboard.press('ControlOrMeta+End');
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('More');
      await expect.poll(() => room(page)).toBeGreaterThan(0);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.type('!');
    await expect.poll(() => room(page)).toBeGreaterThan(0);
  }
});

test('the toolbar has the common tools with tooltips, and the others with words', {
  tag: '@long',
}, async ({ page }) => {
  await openCreate(page);
  await content(page).click();
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  const names = async () =>
    (
      await toolbar.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel))
    ).filter((name) => name !== null);
  const common = ['Bold', 'Italic', 'Link', 'Insert image', 'Bulleted list', 'Quote', 'Code block'];
  expect(await names()).toEqual(['Heading: Normal text', ...common, 'More tools']);
  const tip = page.getByRole('tooltip');
  await tool(page, 'Bold').hover();
  await expect(tip).toHaveText(/^Bold(Ctrl\+|⌘)B$/);
  await tip.hover();
  await expect(tip).toBeVisible();
  // The focus is in the text.
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  // A name isn't said twice.
  await expect(tool(page, 'Bold')).not.toHaveAttribute('aria-describedby');
  await expect(tool(page, 'Bold')).toHaveAttribute('aria-keyshortcuts', /\+B$/);
  const publish = page.getByRole('button', { name: 'Publish Post' });
  await publish.hover();
  await expect(publish).toHaveAccessibleDescription(/^Publish it now/);
  await content(page).hover();
  await content(page).press('Alt+F10');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tip).toHaveText(/^Italic/);

  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  const more = page.getByRole('group', { name: 'More tools' });
  await expect(tool(page, 'Underline')).toBeFocused();
  await expect(tool(page, 'More tools')).toHaveAttribute('aria-expanded', 'true');
  for (const name of ['Underline', 'Numbered list', 'Font', 'Text color', 'Remove formatting']) {
    await expect(more.getByText(name, { exact: true })).toBeVisible();
  }
  await expectAccessible(page, '.ql-toolbar');
  await page.keyboard.press('ArrowUp');
  await expect(tool(page, 'Keyboard shortcuts')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeHidden();
  await expect(tool(page, 'More tools')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(content(page)).toBeFocused();
  await clickTool(page, 'Underline');
  await expect(more).toBeHidden();
  await page.keyboard.type('words');
  await expect(content(page).locator('u')).toHaveText('words');

  // The header leaves while one types, and the mouse brings it back.
  const header = page.getByRole('banner').first();
  await expect(header).toHaveCSS('opacity', '0');
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
  await expect(header).toHaveCSS('opacity', '1');
  const { _id } = await makePost(page, 'Scrolled', paragraphs(60));
  await page.goto(`/update-post/${_id}`);
  await expect(content(page)).toContainText('Paragraph 59.');
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect(header).not.toBeInViewport();
  await expect(page.getByRole('button', { name: 'Update post' })).toBeInViewport({ ratio: 1 });
});

test('the panel next to the text stays closed, and shows settings that are opened', {
  tag: '@long',
}, async ({ page }) => {
  const { _id } = await makePost(page, 'With a panel');
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto(`/update-post/${_id}`);
  await expect(content(page)).toHaveText('As published.');
  const settings = page.locator('.settings-panel');
  await settings.getByText('Post settings').click();
  await expect(settings.getByLabel('Tags', { exact: true })).toBeInViewport({ ratio: 1 });
  await settings.locator('summary').getByText('Search engines and sharing').click();
  await expect(settings.getByLabel('Title for search engines')).toBeInViewport({ ratio: 1 });
  const before = await content(page).boundingBox();
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await expect(settings).toBeHidden();
  await expect(details(page)).toHaveAttribute('aria-expanded', 'false');
  expect((await content(page).boundingBox())?.width).toBe(before?.width);
  await page.reload();
  await expect(content(page)).toHaveText('As published.');
  await expect(settings).toBeHidden();
  await details(page).click();
  await expect(settings).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the tools are above the keyboard, the details in a sheet, and a reload shows the text', {
    tag: '@long',
  }, async ({ page }) => {
    for (let n = 0; n < 4; n++) {
      const data = { title: `Draft ${n}`, content: '<p>x</p>' };
      await page.request.post('/api/document/create', { data });
    }
    await openCreate(page);
    await expect(title(page)).not.toBeFocused();
    const meta = page.locator('meta[name="viewport"]');
    await expect(meta).toHaveAttribute('content', /interactive-widget=resizes-content/);
    await title(page).fill('On a phone');
    await expect(page.getByRole('banner').first()).not.toBeInViewport();
    await title(page).press('Enter');
    await page.keyboard.type('A few words.');
    const basics = ['Bold', 'Italic', 'Link', 'Insert image', 'Bulleted list', 'Undo'];
    const boxes = [];
    for (const name of [/^Heading: /, ...basics, 'More tools']) {
      boxes.push(await tool(page, name).boundingBox());
    }
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    for (const box of boxes) {
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    await expect(tool(page, 'Quote')).toBeHidden();
    await tool(page, 'More tools').tap();
    await expect(content(page)).toBeFocused();
    for (const name of ['Quote', 'Code block', 'Inline code', /^Text color: /]) {
      const box = await tool(page, name).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    await tool(page, 'Quote').tap();
    await expect(content(page).locator('blockquote')).toHaveText('A few words.');
    await tool(page, 'Undo').tap();
    await expect(content(page).locator('blockquote')).toHaveCount(0);
    await content(page).fill('A few words.');

    // A keyboard that covers the page, as on iOS.
    const bottom = () =>
      page.locator('.ql-toolbar').evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom));
    expect(await bottom()).toBe(PHONE.height);
    await page.evaluate(() => {
      const view = window.visualViewport;
      if (!view) return;
      Object.defineProperty(view, 'height', { value: innerHeight - 300, configurable: true });
      view.dispatchEvent(new Event('resize'));
    });
    await expect.poll(bottom).toBe(PHONE.height - 300);
    await expect(publish(page)).toBeInViewport({ ratio: 1 });
    await isSaved(page);

    await page.reload();
    await expect(content(page)).toHaveText('A few words.');
    await expect(title(page)).toBeInViewport({ ratio: 1 });
    await expect(content(page).getByText('A few words.')).toBeInViewport({ ratio: 1 });

    await publish(page).tap();
    await expect(category(page)).toBeFocused();
    await expectAccessible(page, '.writing-panel');
    await page.getByRole('button', { name: 'Close the panel' }).tap();
    await expect(category(page)).toBeHidden();
    await openDetails(page);
    await category(page).fill('javascript');
    await page.locator('.settings-panel').getByText('Post settings').tap();
    await expect(page.getByLabel('Tags', { exact: true })).toBeInViewport({ ratio: 1 });
    // A tap next to the sheet closes it.
    await page.touchscreen.tap(100, 40);
    await expect(category(page)).toBeHidden();
    await publish(page).tap();
    await expectPublished(page, '/post/on-a-phone');
  });
});
