import { fileURLToPath } from 'node:url';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { clickTool, tool, wouldStore } from './support/editing.ts';
import { expectPublished } from './support/publishing.ts';
import { ADMIN } from './support/server.ts';
import { expect, type Person, signIn } from './support/test.ts';
import { test as base, isKept } from './support/writing.ts';

interface Fixtures {
  /** Errors and warnings of the browser's console. */
  complaints: string[];
}

const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(`${message.location().url}: ${message.text()}`);
        }
      });
      context.on('weberror', (error) => complaints.push(error.error().message));
      await use(complaints);
    },
    { auto: true },
  ],
});

const PICTURE = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));
const OTHER_PICTURE = fileURLToPath(new URL('../../public/icon-512.png', import.meta.url));

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const banner = (page: Page) => page.getByRole('group', { name: 'Unsaved draft' });
const notice = (page: Page) => page.getByRole('group', { name: 'Restored changes' });
const draftSaved = (page: Page) => page.locator('[data-sync="saved"]');

/** Autosave fails as without a connection: the browser has the only copy. */
const AUTOSAVE = /\/api\/document\/(?:create|update)\b/;
const stopAutosave = (context: BrowserContext) => context.route(AUTOSAVE, (route) => route.abort());
const keptHere = (page: Page) => page.getByText('Offline, saved on this device');

/** Ends a page as a crash does: it sends nothing more. */
async function crash(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => undefined);
  });
  await page.close();
}

async function openCreate(page: Page): Promise<void> {
  await page.goto('/create-post');
  await expect(content(page)).toBeVisible();
}

async function openUpdate(page: Page, id: string): Promise<void> {
  await page.goto(`/update-post/${id}`);
  await expect(content(page)).not.toHaveText('');
}

/** Chooses from one of the toolbar's lists. */
async function pick(page: Page, list: string, choice: string): Promise<void> {
  await clickTool(page, new RegExp(`^${list}: `));
  const choices = page.getByRole('group', { name: list });
  await choices.getByRole('button', { name: choice, exact: true }).click();
  await expect(choices).toBeHidden();
}

/** Turns a format on, types a paragraph, and starts a new line. */
async function line(page: Page, text: string, on: () => Promise<void>): Promise<void> {
  await on();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

const published = (page: Page) => page.locator('.prose');

interface StoredPost {
  _id: string;
  slug: string;
  title: string;
  category: string;
  image: string;
  content: string;
  updatedAt: string;
}

async function makePost(page: Page, values: Partial<StoredPost> = {}): Promise<StoredPost> {
  const answer = await page.request.post('/api/post/create', {
    data: {
      title: 'A post',
      category: 'javascript',
      content: '<p>The first line.</p><p>The second line.</p>',
      ...values,
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as StoredPost;
}

async function storedPost(page: Page, postId: string): Promise<StoredPost> {
  const answer = await page.request.get('/api/post/getposts', { params: { postId } });
  return ((await answer.json()) as { posts: [StoredPost] }).posts[0];
}

async function postsTitled(page: Page, title: string): Promise<StoredPost[]> {
  const answer = await page.request.get('/api/post/getposts?limit=100');
  const { posts } = (await answer.json()) as { posts: StoredPost[] };
  return posts.filter((post) => post.title === title);
}

async function savePost(page: Page, admin: Person, post: StoredPost, changes: object) {
  const path = `/api/post/updatepost/${post._id}/${admin._id}`;
  expect((await page.request.put(path, { data: changes })).status()).toBe(200);
}

/** Pastes with a real event that carries the clipboard, as browsers do. */
async function paste(
  page: Page,
  data: { html?: string; text?: string; rtf?: string; files?: string[] },
) {
  const files = (data.files ?? []).map((name) => name);
  await content(page).evaluate(
    async (root, { html, text, rtf, files }) => {
      const transfer = new DataTransfer();
      if (html !== undefined) transfer.setData('text/html', html);
      if (rtf !== undefined) transfer.setData('text/rtf', rtf);
      transfer.setData('text/plain', text ?? '');
      for (const name of files) {
        const bytes = await (await fetch(`/${name}`)).blob();
        transfer.items.add(new File([bytes], name, { type: bytes.type }));
      }
      root.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
      );
    },
    { ...data, files },
  );
}

/** Holds a request until `go` is called. */
async function hold(page: Page, url: string | RegExp): Promise<{ go(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return { go: resolve };
}

/** Publishes, and waits until the editor has opened the page of the post. */
async function publish(page: Page, button: string, path: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expectPublished(page, path);
}

test.describe('writing a post', () => {
  test('every tool of the toolbar works, and readers see the post without JavaScript', async ({
    page,
    browser,
    site,
    complaints,
  }) => {
    await openCreate(page);
    await expect(page.getByRole('heading', { name: 'Create Your Post' })).toBeVisible();
    await page.getByLabel('Title').fill('Everything at once');
    await page.getByRole('combobox', { name: 'Category' }).fill('JavaScript');
    await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
    await expect(page.getByAltText('Uploaded preview')).toBeVisible();
    await content(page).click();
    for (const level of [1, 6]) {
      await line(page, `Level ${level}`, () => pick(page, 'Heading', `Heading ${level}`));
    }
    await line(page, 'not a heading', async () => {
      await pick(page, 'Heading', 'Heading 1');
      await pick(page, 'Heading', 'Normal text');
    });
    await line(page, 'serif', () => pick(page, 'Font', 'Serif'));
    await line(page, 'mono', () => pick(page, 'Font', 'Monospace'));
    for (const size of ['Small', 'Large', 'Huge']) {
      await line(page, size, () => pick(page, 'Size', size));
    }
    await line(page, 'as it was', async () => {
      await pick(page, 'Font', 'Serif');
      await pick(page, 'Font', 'Standard');
      await pick(page, 'Size', 'Small');
      await pick(page, 'Size', 'Normal');
    });
    for (const name of ['Bold', 'Italic', 'Underline', 'Strikethrough']) {
      await line(page, `is ${name}`, () => clickTool(page, name));
    }
    await line(page, 'is Quote', () => clickTool(page, 'Quote'));
    await clickTool(page, 'Quote');
    for (const list of ['Numbered list', 'Bulleted list']) {
      await clickTool(page, list);
      await page.keyboard.type(`${list} one`);
      await page.keyboard.press('Enter');
      await page.keyboard.type(`${list} two`);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    }
    await line(page, 'red', () => pick(page, 'Text color', 'Red'));
    await line(page, 'marked', () => pick(page, 'Background color', 'Yellow'));
    await line(page, 'no color', async () => {
      await pick(page, 'Text color', 'Red');
      await pick(page, 'Text color', 'Standard');
      await pick(page, 'Background color', 'Yellow');
      await pick(page, 'Background color', 'None');
    });
    for (const side of ['Center', 'Right', 'Justify']) {
      await line(page, `at ${side}`, () => pick(page, 'Alignment', side));
    }
    await pick(page, 'Alignment', 'Left');
    await page.keyboard.type('example');
    await clickTool(page, 'Link');
    await page.getByLabel('Address of the link').fill('example.com/page');
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await clickTool(page, 'Embed video');
    await page.getByLabel('Address of the video').fill('https://youtu.be/dQw4w9WgXcQ');
    await page.keyboard.press('Enter');
    const chooser = page.waitForEvent('filechooser');
    await clickTool(page, 'Insert image');
    await (await chooser).setFiles(OTHER_PICTURE);
    await expect(content(page).locator('img[src^="/uploads/"]')).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await clickTool(page, 'Code block');
    await page.keyboard.type('const a = 1;');
    await content(page).locator('select').selectOption('javascript');
    await expect(content(page).locator('.ql-token').first()).toBeVisible();
    await publish(page, 'Publish Post', '/post/everything-at-once');

    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
    const reader = await plain.newPage();
    await reader.goto('/post/everything-at-once');
    const prose = published(reader);
    await expect(reader.locator('.post-hero img')).toBeVisible();
    for (const level of [1, 6]) {
      await expect(prose.getByRole('heading', { level, name: `Level ${level}` })).toBeVisible();
    }
    const parts: [Locator, string][] = [
      [prose.locator('.ql-font-serif'), 'serif'],
      [prose.locator('.ql-font-monospace'), 'mono'],
      [prose.locator('.ql-size-small'), 'Small'],
      [prose.locator('.ql-size-large'), 'Large'],
      [prose.locator('.ql-size-huge'), 'Huge'],
      [prose.locator('strong'), 'is Bold'],
      [prose.locator('em'), 'is Italic'],
      [prose.locator('u'), 'is Underline'],
      [prose.locator('s'), 'is Strikethrough'],
      [prose.locator('blockquote'), 'is Quote'],
      [prose.locator('ol > li').first(), 'Numbered list one'],
      [prose.locator('ul > li').last(), 'Bulleted list two'],
      [prose.locator('[style*="color: #e60000"]'), 'red'],
      [prose.locator('[style*="background-color: #ffff00"]'), 'marked'],
      [prose.locator('.ql-align-center'), 'at Center'],
      [prose.locator('.ql-align-right'), 'at Right'],
      [prose.locator('.ql-align-justify'), 'at Justify'],
      [prose.locator('a[href="https://example.com/page"]'), 'example'],
      [prose.locator('pre[data-language="javascript"]'), 'const a = 1;'],
    ];
    for (const [part, text] of parts) await expect(part).toHaveText(text);
    const stored = (await postsTitled(page, 'Everything at once'))[0]?.content;
    for (const plain of ['not a heading', 'as it was', 'no color']) {
      expect(stored).toContain(`<p>${plain}</p>`);
    }
    await expect(prose.getByRole('link', { name: 'Play the video on YouTube' })).toHaveAttribute(
      'data-player',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    );
    await expect(prose.locator('img[src^="/uploads/"]')).toBeVisible();
    await expect(prose.locator('select, .ql-ui, [contenteditable]')).toHaveCount(0);
    await plain.close();
    expect(complaints.filter((text) => !text.includes('youtube'))).toEqual([]);
  });

  test('the form offers a new category for later posts, and explains an invalid one', {
    tag: '@long',
  }, async ({ page }) => {
    await openCreate(page);
    const category = page.getByRole('combobox', { name: 'Category' });
    await expect(category).toHaveAttribute('placeholder', 'Select a category');
    await category.fill('+++');
    await page.getByLabel('Title').fill('In a category of its own');
    await expect(page.getByText(/A category has 1 to 40 letters/)).toBeVisible();
    await category.fill('Web Design');
    await content(page).fill('text');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expectPublished(page, '/post/in-a-category-of-its-own');
    await openCreate(page);
    await category.click();
    await expect(page.getByRole('option', { name: 'Select a category' })).toBeVisible();
    // Used categories come from the server.
    await expect(page.getByRole('option', { name: 'Web Design' })).toBeVisible();
    await category.press('ArrowUp');
    await category.press('Enter');
    await expect(category).toHaveValue('Web Design');
  });

  test('the form names missing fields, shows errors, and creates one post on a double click', async ({
    page,
  }) => {
    await openCreate(page);
    const publish = page.getByRole('button', { name: 'Publish Post' });
    const alert = page.getByRole('alert');
    await publish.click();
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.getByLabel('Title').fill('Refused');
    await page.getByRole('combobox', { name: 'Category' }).fill('reactjs');
    await publish.click();
    await expect(alert).toHaveText('Please provide all required fields.');
    expect(await postsTitled(page, 'Refused')).toEqual([]);

    await fillIn(page, 'Refused');
    await page.route('**/api/document/publish/**', (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, statusCode: 400, message: 'No, thanks.' },
      }),
    );
    await publish.click();
    await expect(alert).toHaveText('No, thanks.');
    await page.getByRole('button', { name: 'Dismiss this message' }).click();
    await expect(alert).toHaveCount(0);
    await page.unroute('**/api/document/publish/**');
    await page.route('**/api/document/publish/**', (route) => route.abort());
    await publish.focus();
    await page.keyboard.press('Enter');
    await expect(alert).toHaveText('Something went wrong');
    await expect(publish).toBeFocused();
    await expect(content(page)).toHaveText('Words of Refused');

    await page.unroute('**/api/document/publish/**');
    await publish.dblclick();
    await expectPublished(page, '/post/refused');
    expect(await postsTitled(page, 'Refused')).toHaveLength(1);
  });

  test('text typed while the post is being saved is not lost', async ({ page }) => {
    await openCreate(page);
    await fillIn(page, 'Slowly saved');
    const create = await hold(page, '**/api/document/publish/**');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByRole('button', { name: 'Publishing...' })).toBeDisabled();
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type(', and what came later');
    create.go();
    const said = page.getByText(/Your changes since then aren't public yet/);
    await expect(said).toBeVisible();
    const [post] = await postsTitled(page, 'Slowly saved');
    if (!post) throw new Error('The post was not published');
    expect(post.content).toBe('<p>Words of Slowly saved</p>');
    await expect(content(page)).toHaveText('Words of Slowly saved, and what came later');
    await expect(page).toHaveURL(`/update-post/${post._id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update post');

    await expect(draftSaved(page)).toBeVisible();
    await page.reload();
    await expect(content(page)).toHaveText('Words of Slowly saved, and what came later');

    const update = await hold(page, '**/api/document/publish/**');
    await page.getByRole('button', { name: 'Update post' }).click();
    await page.getByLabel('Title').fill('Slowly saved twice');
    update.go();
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'Update post' }).click();
    await expectPublished(page, '/post/slowly-saved');
    expect(await storedPost(page, post._id)).toMatchObject({
      title: 'Slowly saved twice',
      content: '<p>Words of Slowly saved, and what came later</p>',
    });
    await openUpdate(page, post._id);
    await expect(notice(page)).toHaveCount(0);
  });
});

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('combobox', { name: 'Category' }).fill('javascript');
  await content(page).click();
  await page.keyboard.type(`Words of ${title}`);
}

test.describe('pictures', () => {
  test('Upload Image asks for a picture and retries, and saving waits for the upload', async ({
    page,
  }) => {
    await openCreate(page);
    const button = page.getByRole('button', { name: 'Upload Image' });
    await button.click();
    await expect(page.getByRole('alert')).toHaveText('Please select an image');
    const chosen = page.getByLabel('Image', { exact: true });

    await halfway(page);
    await chosen.setInputFiles(PICTURE);
    await expect(page.getByRole('alert')).toHaveText('Image upload failed');
    const progress = page.getByRole('progressbar', { name: 'Uploading the image' });
    await expect(progress).toHaveCount(0);
    await page.unrouteAll();

    await page.route('**/api/upload', (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'At most 10 MiB.' } }),
    );
    await button.click();
    await expect(page.getByText('At most 10 MiB.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('Image upload failed');
    await page.unrouteAll();

    const upload = await hold(page, '**/api/upload');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(progress).toHaveText('0%');
    await expect(button).toBeDisabled();
    await fillIn(page, 'With its image');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please wait for image to upload');
    expect(await postsTitled(page, 'With its image')).toEqual([]);
    upload.go();
    await expect(page.getByAltText('Uploaded preview')).toHaveAttribute('src', /^\/uploads\/\d+-/);
    await expect(page.getByText('Image uploaded.')).toBeVisible();
    await expect(button).toBeEnabled();
    await page.getByRole('button', { name: 'Remove image' }).click();
    await expect(page.getByAltText('Uploaded preview')).toHaveCount(0);
  });

  test("a cover that couldn't be uploaded can be removed", { tag: '@long' }, async ({ page }) => {
    await openCreate(page);
    await halfway(page);
    await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
    await expect(page.getByRole('alert')).toHaveText('Image upload failed');
    await page.getByRole('button', { name: 'Remove image' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('Choose, drop or paste an image')).toBeVisible();
  });

  test('pasted pictures upload in order, and failed ones can be removed', { tag: '@long' }, async ({
    page,
  }) => {
    await openCreate(page);
    await content(page).click();
    await page.keyboard.type('Before');
    await halfway(page);
    await paste(page, { files: ['icon-192.png'] });
    const failed = content(page).locator('[data-failed]');
    await expect(failed).toContainText('Image upload failed');
    await expect(failed).toBeInViewport();
    await failed.getByRole('button', { name: 'Remove' }).click();
    await expect(content(page)).toHaveText('Before');
    await page.unrouteAll();

    await paste(page, { files: ['favicon.svg'] });
    await expect(page.getByRole('alert')).toContainText("favicon.svg can't be uploaded");
    await expect(content(page).locator('img')).toHaveCount(0);

    await paste(page, { files: ['icon-192.png', 'icon-512.png'] });
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(content(page).locator('img[src^="/uploads/"]')).toHaveCount(2);
    const sources = await content(page)
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
    expect(sources[0]).toContain('icon-192');
    expect(sources[1]).toContain('icon-512');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(content(page).locator('img, [data-upload]')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(content(page).locator('img[src^="/uploads/"]')).toHaveCount(2);
  });

  test('alternative text can be entered with the keyboard, and is saved', async ({ page }) => {
    const post = await makePost(page, {
      title: 'Described',
      content: '<p>See <img src="/icon-192.png"></p><p>After</p>',
    });
    await openUpdate(page, post._id);
    const field = page.getByLabel('Alternative text');
    await expect(field).toBeHidden();
    await content(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('End');
    await expect(field).toBeVisible();
    await expectAccessible(page, '.picture-panel');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    await page.keyboard.type('A drop of ink');
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await expect(content(page).locator('img')).toHaveAttribute('alt', 'A drop of ink');
    await page.keyboard.press('ControlOrMeta+End');
    await expect(field).toBeHidden();

    // With the mouse, and canceled.
    await content(page).locator('img').click();
    await expect(field).toHaveValue('A drop of ink');
    await field.fill('Something else');
    await page.keyboard.press('Escape');
    await expect(content(page).locator('img')).toHaveAttribute('alt', 'A drop of ink');

    await page.getByRole('button', { name: 'Update post' }).click();
    await expectPublished(page, '/post/described');
    await expect(published(page).getByRole('img', { name: 'A drop of ink' })).toBeVisible();
    await openUpdate(page, post._id);
    await expect(content(page).getByRole('img', { name: 'A drop of ink' })).toBeVisible();
  });
});

/** Breaks the connection during uploads. */
async function halfway(page: Page): Promise<void> {
  await page.route(/\/api\/upload\/[^/]+/, (route) => route.abort('connectionreset'));
}

const PASTED: [string, string, string][] = [
  [
    'Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;font-size:11.0pt;font-family:"Calibri",sans-serif;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment--><h1>A report<o:p></o:p></h1><p class=MsoNormal><span style='font-size:14.0pt;font-family:"Times New Roman",serif;color:#2F5496;mso-themecolor:accent1'>Some <b style='mso-bidi-font-weight:normal'>bold</b> and <i>slanted</i> words.<o:p></o:p></span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>First<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Second<o:p></o:p></p><p class=MsoNormal><img width=200 height=100 src="file:///C:/Users/me/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png"></p><!--EndFragment--></body></html>`,
    '<h1>A report</h1><p>Some <strong>bold</strong> and <em>slanted</em> words.</p><ul><li>First</li><li>Second</li></ul>',
  ],
  [
    'Google Docs',
    `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff-abcd"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Plans</span></h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;white-space:pre-wrap;">Bold</span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:#ffff00;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;"> then a </span><a href="https://example.com/" style="text-decoration:none;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#1155cc;background-color:transparent;font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;white-space:pre-wrap;">link</span></a></p><br /><ol style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:decimal;font-size:11pt;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;">One</span></p></li><ol style="padding-inline-start:48px;"><li dir="ltr" style="list-style-type:lower-alpha;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-size:11pt;">Inner</span></p></li></ol><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ol></b><br class="Apple-interchange-newline">`,
    '<h2>Plans</h2><p><strong>Bold</strong> then a <a href="https://example.com/" rel="noopener noreferrer">link</a></p><ol><li>One<ol><li>Inner</li></ol></li><li>Two</li></ol>',
  ],
  [
    'a web page',
    `<meta charset='utf-8'><article class="markdown-body" style="box-sizing:border-box;color:rgb(31,35,40);font-family:-apple-system;font-size:16px;background-color:rgb(255,255,255)"><h3 id="why" style="margin-top:24px;font-weight:600"><a class="anchor" href="#why"></a>Why</h3><p style="margin:0">Read <strong style="font-weight:600">this</strong> and <code style="padding:.2em">that</code>.<script>alert(1)</script><button>Copy</button></p><p style="text-align: center;">In the <span style="color: rgb(9, 105, 218);">middle</span></p><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><img src="https://example.com/pixel.gif" width="1" height="1"></article>`,
    '<h3>Why</h3><p>Read <strong>this</strong> and <code>that</code>.</p><p class="ql-align-center">In the middle</p><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
  ],
  [
    'VS Code',
    `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: 'Droid Sans Mono', 'monospace', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span style="color: #d4d4d4;"> a = </span><span style="color: #b5cea8;">1</span></div><div><span style="color: #d4d4d4;">  b()</span></div></div>`,
    '<pre data-language="plain"><code>const a = 1\n  b()</code></pre>',
  ],
];

/** One white pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.describe('pasting', () => {
  test('content from other programs is cleaned', async ({ page }) => {
    await openCreate(page);
    await content(page).click();
    for (const [source, html, stored] of PASTED) {
      await content(page).fill('');
      await paste(page, { html, text: 'x' });
      await expect.poll(() => wouldStore(page), source).toBe(stored);
      // Word's HTML refers to a local file, which browsers can't read.
      const lost = page.getByRole('alert').filter({ hasText: "A picture couldn't be pasted" });
      await expect(lost).toHaveCount(source === 'Word' ? 1 : 0);
      if (source === 'Word') await page.getByRole('button', { name: 'Dismiss' }).click();
    }
  });

  test('dropped content is cleaned, and content dragged within the text moves', {
    tag: '@long',
  }, async ({ page }) => {
    const post = await makePost(page, {
      title: 'Dragged',
      content: '<p>one two three</p><p>four</p>',
    });
    await openUpdate(page, post._id);
    const drop = (data: Record<string, string>, target: string) =>
      content(page).evaluate(
        (root, { data, target }) => {
          const dataTransfer = new DataTransfer();
          for (const [type, value] of Object.entries(data)) dataTransfer.setData(type, value);
          const line = [...root.children].find(({ textContent }) => textContent?.includes(target));
          const text = document.createRange();
          text.selectNodeContents(line ?? root);
          const { right, top, height } = text.getBoundingClientRect();
          const at = { clientX: right - 1, clientY: top + height / 2 };
          const kind = { dataTransfer, bubbles: true, cancelable: true };
          (line ?? root).dispatchEvent(new DragEvent('drop', { ...at, ...kind }));
        },
        { data, target },
      );
    const html = '<b style="color:red" onclick="x()">bold</b><script>x()</script>';
    await drop({ 'text/html': html, 'text/plain': 'bold' }, 'four');
    await expect(content(page)).toHaveText('one two threefourbold');
    const added = '<p>one two three</p><p>four<strong>bold</strong></p>';
    await expect.poll(() => wouldStore(page)).toBe(added);

    await content(page).press('ControlOrMeta+Home');
    for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+ArrowRight');
    await content(page).dispatchEvent('dragstart');
    await drop({ 'text/plain': 'one ' }, 'four');
    const moved = '<p>two three</p><p>four<strong>bold</strong>one </p>';
    await expect.poll(() => wouldStore(page)).toBe(moved);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(content(page)).toHaveText('one two threefourbold');
  });

  test('pictures in pasted HTML upload if the browser can read them, with a message if not', {
    tag: '@long',
  }, async ({ page }) => {
    const bytes = Buffer.from(PIXEL, 'base64');
    await page.route(/^https:\/\/(open|closed)\.example\//, (route) => {
      // Only requests that read the picture have an Origin header.
      const isToRead = route.request().headers().origin !== undefined;
      return isToRead && route.request().url().includes('closed')
        ? route.abort()
        : route.fulfill({ body: bytes, contentType: 'image/png' });
    });
    await openCreate(page);
    await content(page).click();
    const uploaded = content(page).locator('img[src^="/uploads/"]');
    const said = page.locator('.post-form-problem');
    await paste(page, { html: `<p>one <img src="data:image/png;base64,${PIXEL}"> two</p>` });
    await expect(uploaded).toHaveCount(1);
    await paste(page, { html: '<p>three <img src="https://open.example/a.png" alt="Open"></p>' });
    await expect(uploaded).toHaveCount(2);
    await expect(content(page).getByRole('img', { name: 'Open' })).toHaveAttribute(
      'src',
      /^\/uploads\/\d+-a\./,
    );
    await expect(said).toHaveCount(0);

    // Word adds the bytes of its pictures as RTF.
    const hex = bytes.toString('hex');
    await paste(page, {
      html: '<p>four <img src="file:///C:/Temp/clip_image002.png"></p>',
      rtf: `{\\rtf1 {\\*\\shppict{\\pict{\\*\\picprop}\\picw1\\pngblip\\bliptag-1 ${hex}}}{\\nonshppict{\\pict\\wmetafile8 0100}}}`,
    });
    await expect(uploaded).toHaveCount(3);
    await expect(said).toHaveCount(0);

    await paste(page, { html: '<p>five <img src="https://closed.example/b.png"></p>' });
    await expect(said).toContainText('A pasted picture is still on another site');
    await expect(content(page).locator('img[src="https://closed.example/b.png"]')).toHaveCount(1);
    // The note goes when the picture does, and undo brings the picture back.
    await content(page).locator('img[src="https://closed.example/b.png"]').click();
    await page.keyboard.press('Delete');
    await expect(said).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(content(page).locator('img[src="https://closed.example/b.png"]')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+End');
    await paste(page, { html: '<p>six <img src="cid:part1@mail"></p>' });
    await expect(said).toContainText("A picture couldn't be pasted");
    await paste(page, { html: '<p><img src="blob:https://example.com/x">seven</p>' });
    await expect(said).toContainText("A picture couldn't be pasted");
    await expect(content(page).locator('[data-upload]')).toHaveCount(0);
    await expect(uploaded).toHaveCount(3);
    expect(await content(page).innerHTML()).not.toMatch(/(data|blob|cid|file):/);
    await expect(content(page)).toHaveText(/one\s+two\s*three\s*four\s*five\s*six\s*seven/);
  });
});

test('pasted pictures keep their link, and are uploaded by their first bytes', {
  tag: '@long',
}, async ({ page }) => {
  await openCreate(page);
  await content(page).click();
  const html = `<p>a <a href="https://example.com/x"><img src="data:image/jpg;base64,${PIXEL}" alt="A"></a> b</p>`;
  await paste(page, { html });
  const linked = content(page).locator('a[href="https://example.com/x"] img');
  await expect(linked).toHaveAttribute('src', /^\/uploads\/.+\.png$/);
  await expect(linked).toHaveAttribute('alt', 'A');
  await content(page).evaluate(async (root) => {
    const clipboardData = new DataTransfer();
    const bytes = await (await fetch('/icon-192.png')).blob();
    clipboardData.items.add(new File([bytes.slice()], 'IMG_1234'));
    const options = { clipboardData, bubbles: true, cancelable: true };
    root.dispatchEvent(new ClipboardEvent('paste', options));
  });
  await expect(content(page).locator('img[src*="IMG_1234"]')).toHaveAttribute('src', /\.png$/);
  await expect(page.locator('.post-form-problem')).toHaveCount(0);
});

/** Every format, in its stored form. */
const FORMATS = [
  ...[1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Level ${level}</h${level}>`),
  '<p>Plain <strong>bold</strong> <em>italic</em> <u>underlined</u> <s>struck</s> <code>code</code></p>',
  '<p><strong><em><u>all three</u></em></strong></p>',
  '<p><span class="ql-font-serif">serif</span> <span class="ql-font-monospace">mono</span></p>',
  '<p><span class="ql-size-small">small</span> <span class="ql-size-large">large</span> <span class="ql-size-huge">huge</span></p>',
  '<p><span style="color:#e60000">red</span> <span style="background-color:#ffff00">marked</span> <span style="color:#0066cc;background-color:#ffebcc">both</span></p>',
  '<p class="ql-align-center">center</p><p class="ql-align-right">right</p><p class="ql-align-justify">justify</p>',
  '<p class="ql-indent-1">indented</p><p class="ql-direction-rtl">from the right</p>',
  '<blockquote>quoted</blockquote>',
  '<ul><li>one<ul><li>inner<ol><li>first</li><li>second</li></ol></li></ul></li><li>two</li></ul>',
  '<p>between</p>',
  '<ol><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ol>',
  '<p>between</p>',
  '<ul data-checked="true"><li>done</li></ul><ul data-checked="false"><li>open</li></ul>',
  '<pre data-language="javascript"><code>const a = `x`;\n\nif (a &lt; 1) {\n  b();\n}</code></pre>',
  '<p>between code</p>',
  '<pre data-language="plain"><code>as it is</code></pre>',
  '<p><a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer">out</a> <a href="/about">in</a> <a href="mailto:a@example.com">mail</a></p>',
  '<p><img src="/icon-192.png" alt="An icon" width="96" height="96"> beside text</p>',
  '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>',
  '<p><br></p>',
  '<p>Two  spaces &amp; an end</p>',
].map((html) => html.replace('Two  spaces', 'Two \u00a0spaces'));

test('opening and saving a post changes no format', async ({ page }) => {
  const post = await makePost(page, { title: 'Every format', content: FORMATS.join('') });
  const before = (await storedPost(page, post._id)).content;
  for (const format of FORMATS.filter((html) => !html.includes('\u00a0'))) {
    expect(before).toContain(format);
  }
  await openUpdate(page, post._id);
  await publish(page, 'Update post', '/post/every-format');
  const after = await storedPost(page, post._id);
  expect(after.content).toBe(before);
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(post.updatedAt));
});

test.describe('changing a post', () => {
  test('the form shows the stored post, and saves the changes', async ({ page }) => {
    const post = await makePost(page, { title: 'To be changed', image: '/icon-512.png' });
    await openUpdate(page, post._id);
    await expect(page.getByRole('heading', { name: 'Update post' })).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('To be changed');
    await expect(page.getByLabel('Category')).toHaveValue('javascript');
    await expect(page.getByLabel('Category').getByRole('option').first()).toHaveText(
      'Select a category',
    );
    await expect(page.getByAltText('Current image')).toHaveAttribute('src', '/icon-512.png');
    await page.getByLabel('Title').fill('Has been changed');
    await page.getByLabel('Category').selectOption('nextjs');
    await page.getByRole('button', { name: 'Remove image' }).click();
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type(' And more.');
    await page.getByRole('button', { name: 'Update post' }).click();
    await expectPublished(page, '/post/to-be-changed');
    await expect(page.getByRole('heading', { level: 1, name: 'Has been changed' })).toBeVisible();
    expect(await storedPost(page, post._id)).toMatchObject({
      title: 'Has been changed',
      category: 'nextjs',
      image: '',
      content: '<p>The first line.</p><p>The second line. And more.</p>',
    });
  });

  test('changes to a deleted post can become a new post', { tag: '@long' }, async ({
    page,
    admin,
  }) => {
    const [one, two] = [
      await makePost(page, { title: 'Deleted meanwhile' }),
      await makePost(page, { title: 'Deleted before' }),
    ];
    const remove = async ({ _id }: StoredPost) => {
      const path = `/api/post/deletepost/${_id}/${admin._id}`;
      expect((await page.request.delete(path)).status()).toBe(200);
    };
    await openUpdate(page, two._id);
    await remove(two);
    await page.getByLabel('Title').fill('Rescued');
    await expect(page.getByText('This post was moved to the trash.')).toBeVisible();
    expect((await page.request.delete(`/api/document/delete/${two._id}`)).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText("This post or page doesn't exist.");
    await page.getByRole('link', { name: 'continue with them as a new post' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Rescued');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expectPublished(page, '/post/rescued');

    await openUpdate(page, one._id);
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type(' Mine.');
    await remove(one);
    await page.getByRole('button', { name: 'Update post' }).click();
    const dialog = page.getByRole('dialog', { name: 'This post changed while you were editing' });
    await expect(dialog.getByRole('alert')).toContainText('This post has been deleted.');
    await dialog.getByRole('button', { name: 'Publish mine as a new post' }).click();
    // The one in the trash keeps its address.
    await expectPublished(page, '/post/deleted-meanwhile-2');
    await expect(published(page)).toContainText('Mine.');
  });

  test('a conflict between two tabs overwrites nothing without asking', { tag: '@long' }, async ({
    page,
    context,
    admin,
  }) => {
    const post = await makePost(page, { title: 'Contested' });
    await openUpdate(page, post._id);
    const other = await context.newPage();
    await openUpdate(other, post._id);
    await content(other).press('ControlOrMeta+End');
    await other.keyboard.type(' Theirs.');
    await other.getByRole('button', { name: 'Update post' }).click();
    await expectPublished(other, '/post/contested');
    // Browsers rarely render pages in the background.
    await other.close();
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type(' Mine.');
    const update = page.getByRole('button', { name: 'Update post' });
    await update.click();
    const dialog = page.getByRole('dialog', { name: 'This post changed while you were editing' });
    await expect(dialog.getByRole('cell', { name: 'The second line. Theirs.' })).toBeVisible();
    await expect(dialog.getByRole('cell', { name: 'The second line. Mine.' })).toBeVisible();
    await expectAccessible(page, 'dialog[open]');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy mine' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      'The second line. Mine.',
    );
    expect((await storedPost(page, post._id)).content).toContain('Theirs.');

    await dialog.getByRole('button', { name: 'Keep editing mine' }).click();
    await expect(content(page)).toContainText('Mine.');
    await update.click();
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    await expect(content(page)).toContainText('Theirs.');
    await expect(content(page)).not.toContainText('Mine.');

    // My version is still available as a draft.
    await banner(page).getByRole('button', { name: 'Restore' }).click();
    await expect(content(page)).toContainText('Mine.');
    await update.click();
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expectPublished(page, '/post/contested');
    expect((await storedPost(page, post._id)).content).toContain('Mine.');

    // Different formats count as a conflict.
    await openUpdate(page, post._id);
    const text = (await storedPost(page, post._id)).content;
    const bold = text.replace('first', '<strong>first</strong>').replace('<p>', '<h2>');
    await savePost(page, admin, post, { content: bold.replace('</p>', '</h2>') });
    await update.click();
    await expect(
      dialog.getByRole('cell', { name: 'Heading 2: The first (bold) line.' }),
    ).toBeVisible();
    await expect(dialog.getByRole('cell', { name: 'The first line.', exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    await expect(content(page).locator('h2 strong')).toHaveText('first');

    // Clients that don't send a version can still save.
    await savePost(page, admin, post, { title: 'Contested no more' });
  });
});

test.describe('a draft', () => {
  test('survives a crash, and can be continued', async ({ page, context }) => {
    await openCreate(page);
    await fillIn(page, 'Before the crash');
    await expect(draftSaved(page)).toBeVisible();
    await page.close();

    const again = await context.newPage();
    await openCreate(again);
    await expect(again.getByLabel('Title')).toHaveValue('');
    await again.getByText('Continue a draft').click();
    await again.getByRole('link', { name: 'Before the crash' }).click();
    await expect(again.getByLabel('Title')).toHaveValue('Before the crash');
    await expect(again.getByRole('combobox', { name: 'Category' })).toHaveValue('JavaScript');
    await expect(content(again)).toHaveText('Words of Before the crash');
    await expect(banner(again)).toHaveCount(0);
    await again.getByRole('button', { name: 'Publish Post' }).click();
    await expectPublished(again, '/post/before-the-crash');
    await openCreate(again);
    await expect(notice(again)).toHaveCount(0);
    expect(await again.evaluate(() => Object.keys(localStorage))).toEqual(['root']);
  });

  test('survives a crash without a connection, and becomes one document', async ({
    page,
    context,
  }) => {
    await stopAutosave(context);
    await openCreate(page);
    await fillIn(page, 'Before the tunnel');
    await expect(keptHere(page)).toBeVisible();
    await isKept(page, 'Words of Before the tunnel');
    await crash(page);
    await context.unroute(AUTOSAVE);

    const again = await context.newPage();
    await openCreate(again);
    await expect(notice(again)).toContainText('We restored your unsaved changes.');
    await expect(content(again)).toHaveText('Words of Before the tunnel');
    await expect(draftSaved(again)).toBeVisible();
    await again.reload();
    await expect(content(again)).toHaveText('Words of Before the tunnel');
    await expect(notice(again)).toHaveCount(0);
    const path = '/api/document/getdocuments?searchTerm=tunnel';
    const answer = (await (await again.request.get(path)).json()) as { totalDocuments: number };
    expect(answer.totalDocuments).toBe(1);
  });

  test('survives if the browser can no longer write', async ({ page, context }) => {
    await stopAutosave(context);
    await openCreate(page);
    await fillIn(page, 'Kept once');
    await expect(keptHere(page)).toBeVisible();
    await isKept(page, 'Words of Kept once');
    await crash(page);
    // Simulates a full disk.
    const full = await context.newPage();
    await full.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await openCreate(full);
    await expect(content(full)).toHaveText('Words of Kept once');
    await expect(full.getByText("this browser can't save a draft")).toBeVisible();
    const asked = full.waitForEvent('dialog');
    const left = full.getByRole('link', { name: 'About' }).first().click();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await left.catch(() => undefined);
    await expect(content(full)).toHaveText('Words of Kept once');
    await full.close();
    const again = await context.newPage();
    await openCreate(again);
    await expect(content(again)).toHaveText('Words of Kept once');
  });

  test('is offered when the form has changes, which must be saved first', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await stopAutosave(context);
    for (const title of ['Older', 'Newer']) {
      const tab = await context.newPage();
      await openCreate(tab);
      // The older one is open in its own tab until both are saved.
      await notice(tab).waitFor({ state: 'detached' });
      await fillIn(tab, title);
      await expect(keptHere(tab)).toBeVisible();
    }
    for (const tab of context.pages().slice(1)) await crash(tab);
    await openCreate(page);
    await expect(page.getByLabel('Title')).toHaveValue('Newer');
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await page.getByLabel('Title').fill('Only here');
    await expect(page.getByText("this browser can't save a draft")).toBeVisible();
    await banner(page).getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'nothing was replaced' })).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('Only here');
  });

  test('is not offered in another tab while its own tab is open', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await stopAutosave(context);
    await openCreate(page);
    await fillIn(page, 'In the first tab');
    await expect(keptHere(page)).toBeVisible();
    const second = await context.newPage();
    await openCreate(second);
    await fillIn(second, 'In the second tab');
    await expect(keptHere(second)).toBeVisible();
    await expect(banner(second)).toHaveCount(0);
    await crash(second);
    await crash(page);
    const third = await context.newPage();
    await openCreate(third);
    await expect(content(third)).toHaveText('Words of In the second tab');
    await expect(banner(third)).toContainText('In the first tab');
    await expectAccessible(third, '.writing');

    // A discarded draft can come back until the page is closed.
    await banner(third).getByRole('button', { name: 'Discard' }).click();
    await expect(banner(third)).toHaveCount(0);
    await third
      .getByRole('group', { name: 'Discarded draft' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(banner(third)).toContainText('In the first tab');
    await banner(third).getByRole('button', { name: 'Discard' }).click();
    await expect(banner(third)).toHaveCount(0);
    await third.reload();
    await expect(content(third)).toHaveText('Words of In the second tab');
    await expect(banner(third)).toHaveCount(0);
  });

  test('is saved when the page is left at once, without a question', async ({ page }) => {
    await page.clock.install();
    await openCreate(page);
    // On a slow machine, it would be saved before the page is left.
    await page.clock.pauseAt(Date.now() + 1_000);
    await fillIn(page, 'Nearly lost');
    page.once('dialog', () => {
      throw new Error('The browser asked');
    });
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page).toHaveURL(/\/about$/);
    await page.clock.resume();
    await expect
      .poll(async () => {
        const answer = await page.request.get('/api/document/getdocuments?searchTerm=nearly');
        return ((await answer.json()) as { totalDocuments: number }).totalDocuments;
      })
      .toBe(1);
    await openCreate(page);
    await expect(content(page)).toHaveText('Words of Nearly lost');
    await expect(draftSaved(page)).toBeVisible();
    const answer = await page.request.get('/api/document/getdocuments?searchTerm=nearly');
    expect(((await answer.json()) as { totalDocuments: number }).totalDocuments).toBe(1);
  });

  test('survives an expired session', async ({ page, context, site }) => {
    await openCreate(page);
    await fillIn(page, 'After the session');
    await context.clearCookies();
    const ended = page.getByRole('alert').filter({ hasText: 'Your session has expired.' });
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    const wayBack = { name: 'Sign in and come back here' };
    await expect(preview.getByRole('button', wayBack)).toBeVisible();
    await page.keyboard.press('Escape');
    await paste(page, { files: ['icon-192.png'] });
    await expect(ended.getByRole('button', wayBack).first()).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss this message' }).click();
    await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
    const cover = ended.filter({ hasText: 'Image upload failed' });
    await expect(cover.getByRole('button', wayBack)).toBeVisible();
    await page.getByRole('button', { name: 'Publish Post' }).click();
    // The page also says so, unless that was the message that was dismissed.
    const picture = page.getByText("A picture in the text isn't uploaded. Retry or remove it.");
    await expect(picture.or(ended.nth(1)).first()).toBeVisible();
    await expect(content(page)).toContainText('Words of After the session');
    const signInIn = async (tab: Page) => {
      await expect(tab).toHaveURL(/\/signin/);
      await tab.getByLabel('Email').fill(ADMIN.email);
      await tab.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await tab.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    };
    // This tab stays, because it has the files.
    await page.evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    await page.getByRole('button', { name: 'Sign in and come back here' }).first().click();
    await expect(page.getByText('Your browser blocked the new tab.')).toBeVisible();
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Sign in and come back here' }).first().click();
    const tab = await opened;
    await signInIn(tab);
    await expect(tab).toHaveURL(/\/$/);
    await tab.close();
    await content(page).getByRole('button', { name: 'Retry' }).click();
    await expect(content(page).locator('figure img[src*="icon-192"]')).toBeVisible();
    await page.getByRole('button', { name: 'Upload Image' }).click();
    await expect(page.getByAltText('Uploaded preview')).toBeVisible();
    await expect(ended).toHaveCount(0);

    // Without files, this tab leads there and back.
    await context.clearCookies();
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await page.getByRole('button', { name: 'Sign in and come back here' }).first().click();
    await signInIn(page);
    await expect(page).toHaveURL(/\/(create|update)-post/);
    await expect(content(page)).toContainText('Words of After the session');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expectPublished(page, '/post/after-the-session');
    await signIn(context.request, site.url, ADMIN);
  });
});

test.describe('the preview', () => {
  test('shows the post as it will look, in both themes, and stores nothing', {
    tag: '@long',
  }, async ({ page, complaints }) => {
    await openCreate(page);
    await fillIn(page, 'Only looked at');
    await page.keyboard.press('Enter');
    await clickTool(page, 'Code block');
    await page.keyboard.type('let x = 1');
    await content(page).locator('select').selectOption('javascript');
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    const close = dialog.getByRole('button', { name: 'Close the preview' });
    const frame = dialog.frameLocator('iframe');
    // On a busy machine, the first code in a language may have no colors (time-budget.ts).
    await expect(async () => {
      if (await close.isVisible()) await close.click();
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await expect(frame.getByRole('heading', { name: 'Only looked at' })).toBeVisible();
      await expect(frame.locator('pre .tk-keyword')).toHaveText('let', { timeout: 1_000 });
    }).toPass({ timeout: 120_000 });
    // With the styles of a post's page, including those in the page itself.
    await expect(frame.locator('.article')).toHaveCSS('display', 'grid');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
    await dialog.getByRole('button', { name: 'Dark' }).click();
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(16, 20, 31)');
    await dialog.getByRole('button', { name: 'Phone' }).click();
    await expect(dialog.locator('iframe')).toHaveCSS('width', '375px');
    await expectAccessible(page, 'dialog[open]');
    await close.click();
    await expect(content(page)).toContainText('Words of Only looked at');
    expect(await postsTitled(page, 'Only looked at')).toEqual([]);
    expect(complaints).toEqual([]);
    // The preview has no URL.
    expect((await page.request.get('/preview/draft')).status()).toBe(404);
  });
});

test.describe('accessibility and size', () => {
  test('axe finds no violations on both pages and in the lists of the toolbar', {
    tag: '@long',
  }, async ({ page }) => {
    const formats = FORMATS.filter((html) => !html.startsWith('<iframe'));
    const post = await makePost(page, { content: formats.join('') });
    await openUpdate(page, post._id);
    await expect(content(page).locator('.ql-token').first()).toBeVisible();
    await expectAccessible(page);
    await openCreate(page);
    await expectAccessible(page, '.writing-details');
    await clickTool(page, /^Text color: /);
    await expectAccessible(page, '.ql-toolbar');
  });

  test('axe finds no violations in the dialogs of the toolbar', { tag: '@long' }, async ({
    page,
  }) => {
    await openCreate(page);
    await content(page).click();
    for (const [name, field] of [
      ['Link', 'Address of the link'],
      ['Embed video', 'Address of the video'],
    ] as const) {
      await clickTool(page, name);
      await page.getByLabel(field).fill('nothing');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').getByRole('alert')).not.toHaveText('');
      await expectAccessible(page, ':is(dialog[open], .link-popover)');
      await page.keyboard.press('Escape');
      await expect(content(page)).toBeFocused();
    }
    await clickTool(page, 'Link');
    await page.getByLabel('Address of the link').fill('/about');
    await page.keyboard.press('Enter');
    await expectAccessible(page, '.rich-text');
    await clickTool(page, 'Keyboard shortcuts');
    await expectAccessible(page, 'dialog[open]');
  });

  test('the toolbar works with the keyboard, and Tab leaves the writing area', {
    tag: '@long',
  }, async ({ page }) => {
    await page.clock.install();
    await openCreate(page);
    await content(page).focus();
    await page.keyboard.type('word');
    await expect(content(page)).toHaveText('word');
    // Stops the clock, so that no timer runs between two keys.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await expect(tool(page, /^Heading: /)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(content(page).locator('h5')).toHaveText('word');
    await page.clock.resume();
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('ArrowRight');
    await expect(tool(page, 'Bold')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(content(page).locator('strong')).toHaveText('word');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const help = page.getByRole('button', { name: 'Shortcuts and Markdown' });
    await expect(help).toBeFocused();
    // Highlighting, a second after the last key, doesn't move the focus.
    await page.clock.runFor(3_000);
    await expect(help).toBeFocused();
  });

  test('the pages fit a phone without scrolling sideways', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    const post = await makePost(page, { content: FORMATS.join('') });
    for (const path of ['/create-post', `/update-post/${post._id}`]) {
      await page.goto(path);
      await expect(content(page)).toBeVisible();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(375);
    }
    await clickTool(page, /^Heading: /);
    await page.getByRole('button', { name: 'Heading 2', exact: true }).click();
    await clickTool(page, 'Link');
    await expect(page.getByLabel('Address of the link')).toBeInViewport({ ratio: 1 });
  });

  test('readers download no code of the editor', async ({ page }) => {
    const post = await makePost(page, { title: 'For readers' });
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text());
    });
    for (const path of ['/', `/post/${post.slug}`]) {
      await page.goto(path);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.waitForLoadState('networkidle');
      // Before the next page, which would discard them.
      await Promise.all(scripts);
    }
    const codes = await Promise.all(scripts);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => /ql-editor|inkwell-drafts/.test(code))).toEqual([]);
  });
});
