import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/axe.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const PICTURE = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));
const OTHER_PICTURE = fileURLToPath(new URL('../../public/icon-512.png', import.meta.url));

// Nothing is behind the toolbar, and dragging scrolls nothing.
test.use({ viewport: { width: 1280, height: 1800 } });

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const files = (page: Page) => page.locator('.ql-toolbar input[type="file"]');
const panel = (page: Page) => page.locator('.block-panel');
const selected = (page: Page) => content(page).locator('[data-selected]');

async function openPost(page: Page, html: string): Promise<string> {
  const data = { title: `Blocks ${Math.random()}`, category: 'javascript', content: html };
  const answer = await page.request.post('/api/post/create', { data });
  const { _id } = (await answer.json()) as { _id: string };
  await page.goto(`/update-post/${_id}`);
  await expect(content(page)).not.toHaveText('');
  return _id;
}

test('the focal point of a cover is chosen with the mouse or keys, and every page shows it', {
  tag: '@long',
}, async ({ page }) => {
  const bare = '<img src="/icon-192.png" alt="Bare">';
  const linked = '<a href="/about"><img src="/icon-192.png" alt="Linked"></a>';
  await openPost(
    page,
    `<figure><img src="/icon-192.png" alt="Figure"></figure><p>Text ${bare} ${linked}</p>`,
  );
  await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
  const left = page.getByRole('slider', { name: 'Horizontal focal point' });
  await expect(left).toHaveValue('50');
  const area = page.locator('.focus-area');
  await expect(area.locator('img')).toHaveJSProperty('complete', true);
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  if (!box) throw new Error('Not shown');
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.9);
  await page.mouse.up();
  await expect(left).toHaveAttribute('aria-valuetext', '20% from the left, 90% from the top');
  await expect(left).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  const end = '21% from the left, 100% from the top';
  await expect(left).toHaveAttribute('aria-valuetext', end);
  await page.getByRole('button', { name: 'Reset the focal point' }).click();
  await expect(left).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top');
  await expect(left).toBeFocused();
  for (let n = 0; n < 5; n++) await page.keyboard.press('Shift+ArrowDown');
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(left).toHaveAttribute('aria-valuetext', end);
  await expectAccessible(page, '.writing-panel');
  // Removed and brought back, the cover has it still.
  await page.getByRole('button', { name: 'Remove image' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await page.getByRole('button', { name: 'Update post' }).click();

  await page.waitForURL('**/post/**');
  const style = 'object-position:21% 100%';
  await expect(page.locator('.post-hero img')).toHaveAttribute('style', style);
  // Figures open large. Pictures in a sentence, such as those of old posts, don't.
  const enlarge = page.getByRole('link', { name: 'Enlarge picture' });
  await expect(enlarge).toHaveCount(1);
  await enlarge.click();
  const large = page.getByRole('dialog', { name: 'Figure' });
  await expect(large.getByRole('img', { name: 'Figure' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(enlarge).toBeFocused();
  await page.goto('/');
  await expect(page.locator('.post-card-cover img').first()).toHaveAttribute('style', style);
  await page.goto('/dashboard?tab=posts');
  const cover = page.locator('main img[src^="/uploads/"]').first();
  await expect(cover).toHaveCSS('object-position', '21% 100%');
});

/** Returns the lines and blocks of the text, in short. */
function shown(page: Page): Promise<string[]> {
  return content(page).evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('p, li, .ql-code-block, [data-kept], [data-upload]')]
      .filter((element) => !element.parentElement?.closest('[data-kept], [data-upload]'))
      .map((element) => {
        if (element.dataset.upload) return 'upload';
        const kept = element.querySelector(':scope > *')?.localName;
        return element.dataset.kept ? `[${kept}]` : (element.textContent ?? '');
      }),
  );
}

const END = 'ControlOrMeta+End';
const UNDO = 'ControlOrMeta+z';

test('blocks are selected, passed, moved, edited and removed with keys, buttons and a handle', {
  tag: '@long',
}, async ({ page }) => {
  await openPost(
    page,
    '<p>One</p><hr><p>Two</p><figure><img src="/icon-192.png" alt="An icon"></figure>' +
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>' +
      '<pre data-language="plain"><code>x\ny</code></pre><p>End</p>',
  );
  const start = ['One', '[hr]', 'Two', '[figure]', 'a', 'b', 'c', 'x', 'y', 'End'];
  expect(await shown(page)).toEqual(start);
  await content(page).getByText('One').click();
  await page.keyboard.press('End');

  // Arrows select blocks and go past them. Screen readers hear what is selected.
  await page.keyboard.press('ArrowDown');
  await expect(selected(page).locator('hr')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Divider. Selected.' })).toHaveCount(1);
  await expect(panel(page)).toHaveAccessibleName('Divider');
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp'])
    await page.keyboard.press(key);
  await expect(selected(page).locator('hr')).toBeVisible();
  // Typing doesn't replace it.
  await page.keyboard.type('new');
  expect(await shown(page)).toEqual(['One', '[hr]', 'new', ...start.slice(2)]);
  await page.keyboard.press(UNDO);
  await page.keyboard.press(UNDO);
  expect(await shown(page)).toEqual(start);

  // The first Backspace only selects it.
  await content(page)
    .getByText('Two')
    .click({ position: { x: 4, y: 8 } });
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await expect(selected(page)).toHaveCount(1);
  expect(await shown(page)).toEqual(start);
  await page.keyboard.press('Backspace');
  expect(await shown(page)).toEqual(start.filter((line) => line !== '[hr]'));
  await page.keyboard.press(UNDO);
  expect(await shown(page)).toEqual(start);

  // Its buttons are one Tab away, and keep the focus.
  await content(page).getByRole('img', { name: 'An icon' }).click();
  await expect(panel(page)).toBeVisible();
  await expectAccessible(page, '.block-panel');
  const down = panel(page).getByRole('button', { name: 'Move down' });
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('button').first()).toBeFocused();
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(down).toBeFocused();
  expect((await shown(page)).slice(2, 6)).toEqual(['Two', 'a', 'b', '[figure]']);
  await page.keyboard.press('Escape');
  await expect(content(page)).toBeFocused();
  await expect(selected(page)).toHaveCount(1);
  await page.keyboard.press(UNDO);

  // An item moves with those below it, code as a whole.
  await content(page).getByText('a', { exact: true }).click();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  expect((await shown(page)).slice(4, 7)).toEqual(['c', 'a', 'b']);
  await page.keyboard.press('Alt+Shift+ArrowDown');
  expect((await shown(page)).slice(4)).toEqual(['c', 'x', 'y', 'a', 'b', 'End']);
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  expect(await shown(page)).toEqual(start);
  await content(page).getByText('y', { exact: true }).click();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  expect((await shown(page)).slice(3)).toEqual(['[figure]', 'a', 'b', 'x', 'y', 'c', 'End']);
  await page.keyboard.press(UNDO);
  expect(await shown(page)).toEqual(start);
  await dragsByHandle(page, start);
  await editsHtml(page);
});

async function dragsByHandle(page: Page, start: string[]): Promise<void> {
  const two = content(page).getByText('Two');
  const drag = async () => {
    await content(page).getByText('End').hover();
    const handle = page.locator('.block-handle');
    await expect(handle).toBeVisible();
    await handle.hover();
    await page.mouse.down();
    const place = await two.boundingBox();
    if (!place) throw new Error('Not shown');
    await page.mouse.move(place.x, place.y + place.height / 2 + 8, { steps: 4 });
    await page.mouse.move(place.x, place.y + 2, { steps: 4 });
    await expect(page.locator('.block-drop-line')).toBeVisible();
  };
  await page.evaluate(() => scrollTo(0, 0));
  await drag();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await shown(page)).toEqual(start);
  await expect(page.locator('.block-drop-line')).toBeHidden();
  await drag();
  await page.mouse.up();
  expect((await shown(page)).slice(0, 4)).toEqual(['One', '[hr]', 'End', 'Two']);
  await content(page).focus();
  await page.keyboard.press(UNDO);
  expect(await shown(page)).toEqual(start);
}

async function editsHtml(page: Page): Promise<void> {
  await content(page).getByRole('img', { name: 'An icon' }).click();
  await panel(page).getByRole('button', { name: 'Edit HTML...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit HTML' });
  const field = dialog.getByLabel('HTML of this block');
  await expect(field).toBeFocused();
  await expectAccessible(page, 'dialog[open]');
  const typed =
    '<figure onclick="x()"><img src="/icon-192.png" alt="Ink"><script>1</script></figure>';
  await field.fill(typed);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Removed: onclick, <script>.');
  await expect(field).toHaveValue('<figure><img src="/icon-192.png" alt="Ink"></figure>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(content(page)).toBeFocused();
  await expect(selected(page).getByRole('img', { name: 'Ink' })).toBeVisible();
  await page.keyboard.press(UNDO);
  await expect(content(page).getByRole('img', { name: 'An icon' })).toBeVisible();
}

test('pictures are blocks of their own, and the cursor stands after them', {
  tag: '@long',
}, async ({ page }) => {
  const id = await openPost(page, '<p>One two</p><p>Three</p>');
  await content(page).getByText('One two').click();
  await page.keyboard.press('Home');
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    await promise;
    await route.continue();
  });

  // The writer goes on while it's uploaded.
  await files(page).setInputFiles(PICTURE);
  await expect(content(page).locator('[data-upload]')).toBeVisible();
  expect(await shown(page)).toEqual(['One', 'upload', 'two', 'Three']);
  await page.keyboard.type('x ');
  await page.keyboard.press(END);
  await page.keyboard.type('!');
  resolve();
  await expect(content(page).locator('figure img[src^="/uploads/"]')).toBeVisible();
  await page.keyboard.type('?');
  expect(await shown(page)).toEqual(['One', '[figure]', 'x two', 'Three!?']);
  // Undo takes the picture back, redo brings it, whether it was uploaded then or not.
  for (let n = 0; n < 4; n++) await page.keyboard.press(UNDO);
  expect(await shown(page)).toEqual(['One two', 'Three']);
  for (let n = 0; n < 4; n++) await page.keyboard.press('ControlOrMeta+y');
  expect(await shown(page)).toEqual(['One', '[figure]', 'x two', 'Three!?']);

  // In an empty paragraph at the end, and after it again.
  await page.keyboard.press(END);
  await page.keyboard.press('Enter');
  await files(page).setInputFiles([PICTURE, OTHER_PICTURE]);
  await expect(content(page).locator('figure')).toHaveCount(3);
  await page.keyboard.type('After');
  expect((await shown(page)).slice(3)).toEqual(['Three!?', '[figure]', '[figure]', 'After']);
  await expect(page.locator('[data-sync="saved"]')).toBeVisible();
  await page.goto(`/update-post/${id}`);
  await expect(content(page).locator('figure')).toHaveCount(3);
});

test('pictures follow the text that is typed while their files are read, in their order', async ({
  page,
}) => {
  await openPost(page, '<p>One two</p><p>Three</p>');
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    const waiting: (() => void)[] = [];
    Object.assign(window, { waiting });
    Blob.prototype.arrayBuffer = async function read(this: Blob) {
      if (waiting.length < 2) await new Promise<void>((resolve) => waiting.push(resolve));
      return await arrayBuffer.call(this);
    };
  });
  const readFile = (number: number) =>
    page.evaluate(
      (at) => (window as unknown as { waiting: (() => void)[] }).waiting[at]?.(),
      number,
    );
  await content(page).getByText('One two').click();
  await page.keyboard.press('Home');
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
  let sent = 0;
  await page.route('**/api/upload', () => {
    sent += 1;
  });
  await files(page).setInputFiles(PICTURE);
  await files(page).setInputFiles(OTHER_PICTURE);
  await page.keyboard.press('Home');
  await page.keyboard.type('Before ');
  await page.keyboard.press('Delete');
  await readFile(1);
  expect(await shown(page)).toEqual(['Before ne two', 'Three']);
  await readFile(0);
  const uploads = content(page).locator('[data-upload]');
  await expect(uploads).toHaveCount(2);
  expect(await shown(page)).toEqual(['Before ne', 'upload', 'upload', 'two', 'Three']);
  await expect(uploads.first()).toHaveAccessibleName('Picture icon-192.png: uploading');
  // The cursor is where the author writes.
  await page.keyboard.type('!');
  expect((await shown(page))[0]).toBe('Before !ne');

  // Removing a picture ends its upload.
  await expect.poll(() => sent).toBe(2);
  const ended = page.waitForEvent('requestfailed');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Backspace');
  expect((await ended).url()).toContain('/api/upload');
  await expect(uploads).toHaveAccessibleName('Picture icon-512.png: uploading');

  // They don't take the focus. After an error, the next one is inserted all the same.
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    const waiting: (() => void)[] = [];
    Object.assign(window, { waiting });
    URL.createObjectURL = () => {
      URL.createObjectURL = createObjectURL;
      throw new Error('Out of memory');
    };
  });
  await files(page).setInputFiles(PICTURE);
  await files(page).setInputFiles(OTHER_PICTURE);
  const title = page.getByLabel('Title');
  await title.click();
  await readFile(0);
  await expect(page.getByText('Image upload failed')).toBeVisible();
  await readFile(1);
  await expect(uploads).toHaveCount(2);
  await expect(title).toBeFocused();
});

test('figures next to each other become a row, with both captions, until undo', {
  tag: '@long',
}, async ({ page }) => {
  const figure = (name: string, count = 1) => {
    const image = `<img src="/icon-192.png" alt="${name}">`;
    return `<figure>${image.repeat(count)}<figcaption>About <em>${name}</em></figcaption></figure>`;
  };
  await openPost(page, `<p>One</p>${figure('A')}${figure('B')}${figure('C', 3)}`);
  const stored = () =>
    content(page).evaluate((root) =>
      [...root.querySelectorAll<HTMLElement>('[data-kept]')].map(({ dataset }) => dataset.kept),
    );
  const before = await stored();
  await content(page).getByText('One').click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  const above = panel(page).getByRole('button', { name: 'Join with picture above' });
  const below = panel(page).getByRole('button', { name: 'Join with picture below' });
  await expect(below).toBeVisible();
  await expect(above).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  // A row has at most four pictures.
  await above.click();
  await expect(selected(page)).toHaveAccessibleName('Row of 4 pictures: B; C; C; C');
  await expect(above).toBeHidden();
  await page.keyboard.press(UNDO);
  expect(await stored()).toEqual(before);
  await content(page).getByRole('img', { name: 'A' }).click();
  await below.focus();
  await page.keyboard.press('Enter');
  await expect(content(page)).toBeFocused();
  await expect(selected(page)).toHaveAccessibleName('Row of 2 pictures: A; B');
  expect((await stored())[0]).toBe(
    '<figure><img src="/icon-192.png" alt="A"><img src="/icon-192.png" alt="B">' +
      '<figcaption>About <em>A</em> · About <em>B</em></figcaption></figure>',
  );
});

test('a failed upload keeps its place, can be retried or removed, and is never sent', async ({
  page,
}) => {
  await openPost(page, '<p>One</p>');
  await content(page).getByText('One').click();
  const refuse = (status: number, message: string) =>
    page.route('**/api/upload', (route) =>
      route.fulfill({ status, json: { success: false, statusCode: status, message } }),
    );
  await refuse(413, 'The picture is too large.');
  await page.keyboard.press(END);
  await files(page).setInputFiles([PICTURE, OTHER_PICTURE]);
  const failed = content(page).locator('[data-failed]');
  await expect(failed).toHaveCount(2);
  await expect(failed.first()).toContainText(
    'Image upload failed: icon-192.png The picture is too large.',
  );
  await expect(failed.first()).toHaveAccessibleName(/icon-192\.png: The picture is too large\./);
  await expect(page.getByText("2 pictures weren't uploaded")).toBeVisible();
  await expectAccessible(page, '.ql-pending-image');
  await page.getByRole('button', { name: 'Update post' }).click();
  await expect(page.getByRole('alert')).toContainText('Retry or remove it.');

  // Other reasons, and the keyboard.
  await page.unrouteAll();
  await page.route('**/api/upload', (route) => route.abort());
  await failed.first().getByRole('button', { name: 'Retry' }).click();
  await expect(failed.first()).toContainText("The server couldn't be reached.");
  await page.unrouteAll();
  await content(page).getByText('One').click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await expect(panel(page).getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(content(page).locator('figure img[src*="icon-192"]')).toBeVisible();
  await expect(failed).toHaveCount(1);

  // After a reload, it says so.
  await page.keyboard.press(END);
  await page.keyboard.type('More');
  await expect(page.locator('[data-sync="saved"]')).toBeVisible();
  await page.reload();
  await expect(failed).toContainText('icon-512.png');
  await expect(failed).toContainText('Insert the picture again');
  expect(await shown(page)).toEqual(['One', '[figure]', 'upload', 'More']);
  await failed.getByRole('button', { name: 'Remove' }).click();
  expect(await shown(page)).toEqual(['One', '[figure]', 'More']);
  await expect(page.getByText("A picture wasn't uploaded")).toBeHidden();
});

test('a picture gets a description, a caption, a width, a link and a row, with the keyboard', {
  tag: '@long',
}, async ({ page }) => {
  await openPost(
    page,
    '<p>One</p><figure><img src="/icon-192.png" alt=""></figure><p>Two <img src="/icon-512.png" alt="Old" width="9"> end</p>',
  );
  const stored = () =>
    content(page).evaluate((root) =>
      [...root.querySelectorAll<HTMLElement>('[data-kept]')].map(({ dataset }) => dataset.kept),
    );
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await content(page).getByText('One').click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Alternative text')).toBeFocused();
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.type('A drop');
  await dialog.getByRole('textbox', { name: 'Link' }).fill('example.com/a');
  await dialog.getByRole('textbox', { name: 'Caption' }).focus();
  await page.keyboard.type('A plain ');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('bold');
  await dialog.getByRole('radio', { name: 'Wide' }).check();
  await dialog.locator('input[type="file"]').last().setInputFiles(OTHER_PICTURE);
  await expect(dialog.getByLabel('Alternative text (picture 2)')).toBeVisible();
  await dialog.getByLabel('Alternative text (picture 2)').fill('Another');
  await dialog.getByRole('button', { name: 'Move left (picture 2)' }).click();
  await save.click();
  await expect(content(page)).toBeFocused();
  await expect(selected(page)).toHaveAccessibleName('Row of 2 pictures: Another; A drop');
  const [row] = await stored();
  expect(row).toMatch(
    /^<figure data-width="wide"><img src="\/uploads\/[^"]+" alt="Another"><a href="https:\/\/example\.com\/a" rel="noopener noreferrer"><img src="\/icon-192\.png" alt="A drop"><\/a><figcaption>A plain <strong>bold<\/strong><\/figcaption><\/figure>$/,
  );

  // Taken out, it's a figure below. One undo brings the row back.
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Move out of row (picture 1)' }).click();
  await expect(dialog.getByLabel('Alternative text')).toBeFocused();
  await save.click();
  expect(await shown(page)).toEqual(['One', '[figure]', '[figure]', 'Two  end']);
  await page.keyboard.press(UNDO);
  expect(await stored()).toEqual([row]);
  // Canceled, nothing changes.
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Alternative text (picture 1)').fill('Canceled');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(content(page)).toBeFocused();
  expect(await stored()).toEqual([row]);

  // A picture of an old post stays in its sentence until the author wants it out.
  await content(page).getByRole('img', { name: 'Old' }).click();
  await page.getByRole('button', { name: 'Turn into a block' }).click();
  expect(await shown(page)).toEqual(['One', '[figure]', 'Two', '[figure]', 'end']);
  expect((await stored())[1]).toBe(
    '<figure><img src="/icon-512.png" alt="Old" width="9"></figure>',
  );

  // A copied block pastes below the selected one.
  await page.keyboard.press('ArrowUp');
  await expect(selected(page)).toHaveCount(1);
  const copied = await content(page).evaluate((root) => {
    const clipboardData = new DataTransfer();
    const options = { clipboardData, bubbles: true, cancelable: true };
    root.dispatchEvent(new ClipboardEvent('copy', options));
    const html = clipboardData.getData('text/html');
    root.dispatchEvent(new ClipboardEvent('paste', options));
    return html;
  });
  expect(copied).toContain('alt="Old"');
  expect(await shown(page)).toEqual(['One', '[figure]', 'Two', '[figure]', '[figure]', 'end']);
});

test('photos over the limit are turned and scaled before they are uploaded, and others stay', {
  tag: '@long',
}, async ({ page }) => {
  await openPost(page, '<p>One</p>');
  const create = { width: 4200, height: 600, channels: 3 as const, background: '#888' };
  const photo = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const buffer = Buffer.concat([photo, Buffer.alloc(11 * 2 ** 20)]);
  await content(page).getByText('One').click();
  await files(page).setInputFiles({ name: 'IMG_1.JPG', mimeType: 'image/jpeg', buffer });
  const image = content(page).locator('figure img[src^="/uploads/"]');
  await expect(image).toBeVisible();
  // It's upright, and its longer side has the most pixels of a scaled photo.
  expect(
    await image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
      naturalWidth,
      naturalHeight,
    ]),
  ).toEqual([585, 4096]);
  const bytes = await (await page.request.get((await image.getAttribute('src')) ?? '')).body();
  expect(bytes.length).toBeLessThan(10 * 1024 * 1024);

  // Other formats over the limit are refused as before, and HEIC with a reason.
  const png = Buffer.concat([await sharp(PICTURE).png().toBuffer(), Buffer.alloc(11 * 2 ** 20)]);
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), png]);
  await files(page).setInputFiles([
    { name: 'large.png', mimeType: 'image/png', buffer: png },
    { name: 'IMG_2.HEIC', mimeType: '', buffer: heic },
  ]);
  const failed = content(page).locator('[data-failed]');
  await expect(failed.first()).toContainText('at most 10 MB');
  await expect(failed.last()).toContainText("This browser can't read HEIC pictures.");
});
