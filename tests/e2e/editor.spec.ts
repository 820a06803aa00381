import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { ADMIN, startServer } from './support/server.ts';
import { test as base, expect, type Person, signIn } from './support/test.ts';

interface Fixtures {
  admin: Person;
  /** What the browser's consoles have complained about. */
  complaints: string[];
}

const test = base.extend<Fixtures, object>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const site = await startServer();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  admin: [async ({ login }, use) => use(await login('admin')), { auto: true }],
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
const tool = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
const banner = (page: Page) => page.getByRole('region', { name: 'Unsaved draft' });
const kept = (page: Page) => page.getByText(/^Draft kept in this browser/);

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
  const choices = page.getByRole('group', { name: list });
  // The list may close again by itself when the editor takes the focus late, as on a busy machine.
  await expect(async () => {
    if (!(await choices.isVisible())) await tool(page, new RegExp(`^${list}: `)).click();
    await choices.getByRole('button', { name: choice, exact: true }).click({ timeout: 2_000 });
  }).toPass();
}

/** Types a paragraph after switching tools on, then switches them off and begins a new line. */
async function line(page: Page, text: string, on: () => Promise<void>, off = on): Promise<void> {
  await on();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await off();
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

/** Pastes as a browser does: with a real event that carries the clipboard. */
async function paste(page: Page, data: { html?: string; text?: string; files?: string[] }) {
  const files = (data.files ?? []).map((name) => name);
  await content(page).evaluate(
    async (root, { html, text, files }) => {
      const transfer = new DataTransfer();
      if (html !== undefined) transfer.setData('text/html', html);
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

/** What would be stored of what is in the editor. */
async function wouldStore(page: Page): Promise<string> {
  const html = await content(page).innerHTML();
  const answer = await page.request.post('/api/post/preview', { data: { content: html } });
  return ((await answer.json()) as { content: string }).content;
}

test.describe('writing a post', () => {
  test('the first post of an empty site, with every tool, is read without JavaScript', async ({
    page,
    browser,
    site,
    complaints,
  }) => {
    test.setTimeout(120_000);
    await openCreate(page);
    await expect(page.getByRole('heading', { name: 'Create Your Post' })).toBeVisible();
    await page.getByLabel('Title').fill('Everything at once');
    await page.getByRole('combobox', { name: 'Category' }).fill('JavaScript');
    await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
    await page.getByRole('button', { name: 'Upload Image' }).click();
    await expect(page.getByAltText('Uploaded preview')).toBeVisible();
    await content(page).click();
    for (const level of [1, 2, 3, 4, 5, 6]) {
      await line(
        page,
        `Level ${level}`,
        () => pick(page, 'Heading', `Heading ${level}`),
        () => pick(page, 'Heading', 'Normal text'),
      );
    }
    for (const [font, text] of [
      ['Serif', 'serif'],
      ['Monospace', 'mono'],
    ] as const) {
      await line(
        page,
        text,
        () => pick(page, 'Font', font),
        () => pick(page, 'Font', 'Standard'),
      );
    }
    for (const size of ['Small', 'Large', 'Huge']) {
      await line(
        page,
        size,
        () => pick(page, 'Size', size),
        () => pick(page, 'Size', 'Normal'),
      );
    }
    // Quill ends these with the line.
    for (const name of ['Bold', 'Italic', 'Underline', 'Strikethrough']) {
      await line(
        page,
        `is ${name}`,
        () => tool(page, name).click(),
        async () => undefined,
      );
    }
    await line(page, 'is Quote', () => tool(page, 'Quote').click());
    for (const list of ['Numbered list', 'Bulleted list']) {
      await tool(page, list).click();
      await page.keyboard.type(`${list} one`);
      await page.keyboard.press('Enter');
      await page.keyboard.type(`${list} two`);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    }
    await line(
      page,
      'red',
      () => pick(page, 'Text color', 'Red'),
      () => pick(page, 'Text color', 'Standard'),
    );
    await line(
      page,
      'marked',
      () => pick(page, 'Background color', 'Yellow'),
      () => pick(page, 'Background color', 'None'),
    );
    for (const side of ['Center', 'Right', 'Justify']) {
      await line(
        page,
        `at ${side}`,
        () => pick(page, 'Alignment', side),
        () => pick(page, 'Alignment', 'Left'),
      );
    }
    await page.keyboard.type('example');
    await tool(page, 'Link').click();
    await page.getByLabel('Address of the link').fill('example.com/page');
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await tool(page, 'Embed video').click();
    await page.getByLabel('Address of the video').fill('https://youtu.be/dQw4w9WgXcQ');
    await page.keyboard.press('Enter');
    const chooser = page.waitForEvent('filechooser');
    await tool(page, 'Insert image').click();
    await (await chooser).setFiles(OTHER_PICTURE);
    await expect(content(page).locator('img[src^="/uploads/"]')).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await tool(page, 'Code block').click();
    await page.keyboard.type('const a = 1;');
    await content(page).locator('select').selectOption('javascript');
    await expect(content(page).locator('.ql-token').first()).toBeVisible();
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page).toHaveURL(/\/post\/everything-at-once$/);

    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
    const reader = await plain.newPage();
    await reader.goto('/post/everything-at-once');
    const prose = published(reader);
    await expect(reader.locator('.post-hero img')).toBeVisible();
    for (const level of [1, 2, 3, 4, 5, 6]) {
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
    await expect(prose.locator('iframe')).toHaveAttribute(
      'src',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    );
    await expect(prose.locator('img[src^="/uploads/"]')).toBeVisible();
    await expect(prose.locator('select, .ql-ui, [contenteditable]')).toHaveCount(0);
    await plain.close();
    expect(complaints.filter((text) => !text.includes('youtube'))).toEqual([]);
  });

  test('a new category is offered afterwards, and a malformed one is explained', async ({
    page,
  }) => {
    await openCreate(page);
    const category = page.getByRole('combobox', { name: 'Category' });
    await expect(category).toHaveAttribute('placeholder', 'Select a category');
    await category.fill('+++');
    await page.getByLabel('Title').fill('In a category of its own');
    await expect(page.getByText(/A category has 1 to 40 letters/)).toBeVisible();
    await category.fill('Web Design');
    await content(page).fill('text');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page).toHaveURL(/\/post\/in-a-category-of-its-own$/);
    await openCreate(page);
    await category.click();
    await expect(page.getByRole('option', { name: 'Select a category' })).toBeVisible();
    await category.press('ArrowUp');
    await category.press('Enter');
    await expect(category).toHaveValue('web-design');
  });

  test('title, category and content are required', async ({ page }) => {
    await openCreate(page);
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.getByLabel('Title').fill('Only a title');
    await page.getByRole('combobox', { name: 'Category' }).fill('reactjs');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please provide all required fields.');
    expect(await postsTitled(page, 'Only a title')).toEqual([]);
  });

  test('pressing Publish twice makes one post', async ({ page }) => {
    await openCreate(page);
    await fillIn(page, 'Pressed twice');
    await page.getByRole('button', { name: 'Publish Post' }).dblclick();
    await expect(page).toHaveURL(/\/post\/pressed-twice$/);
    expect(await postsTitled(page, 'Pressed twice')).toHaveLength(1);
  });

  test('the server’s refusal is shown, and a lost connection is something that went wrong', async ({
    page,
  }) => {
    await openCreate(page);
    await fillIn(page, 'Refused');
    await page.route('**/api/post/create', (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, statusCode: 400, message: 'No, thanks.' },
      }),
    );
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByRole('alert')).toHaveText('No, thanks.');
    await page.unroute('**/api/post/create');
    await page.route('**/api/post/create', (route) => route.abort());
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByRole('alert')).toHaveText('Something went wrong');
    await expect(content(page)).toHaveText('Words of Refused');
  });
});

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('combobox', { name: 'Category' }).fill('javascript');
  await content(page).click();
  await page.keyboard.type(`Words of ${title}`);
}

test.describe('pictures', () => {
  test('Upload Image asks for a picture first, then shows how far it is', async ({ page }) => {
    await openCreate(page);
    await page.getByRole('button', { name: 'Upload Image' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please select an image');
    await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
    await expect(page.getByRole('alert')).toHaveCount(0);
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/upload', async (route) => {
      await held;
      await route.continue();
    });
    const button = page.getByRole('button', { name: 'Upload Image' });
    await button.click();
    await expect(page.getByRole('progressbar', { name: 'Uploading the image' })).toHaveText('0%');
    await expect(button).toBeDisabled();
    go();
    await expect(page.getByAltText('Uploaded preview')).toHaveAttribute('src', /^\/uploads\/\d+-/);
    await expect(button).toBeEnabled();
    await page.getByRole('button', { name: 'Remove image' }).click();
    await expect(page.getByAltText('Uploaded preview')).toHaveCount(0);
  });

  test('an upload that breaks off half-way says so and can be repeated', async ({ page }) => {
    await openCreate(page);
    await halfway(page);
    await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
    await page.getByRole('button', { name: 'Upload Image' }).click();
    await expect(page.getByRole('alert')).toHaveText('Image upload failed');
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Upload Image' }).click();
    await expect(page.getByAltText('Uploaded preview')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a picture in the text whose upload breaks off leaves no trace', async ({ page }) => {
    await openCreate(page);
    await halfway(page);
    await content(page).click();
    await page.keyboard.type('Before');
    await paste(page, { files: ['icon-192.png'] });
    await expect(page.getByRole('alert')).toHaveText(/^Image upload failed/);
    await expect(content(page).locator('img')).toHaveCount(0);
    await expect(content(page)).toHaveText('Before');
  });

  test('several pasted pictures upload, stay in order, and are kept as addresses', async ({
    page,
  }) => {
    await openCreate(page);
    await content(page).click();
    await paste(page, { files: ['icon-192.png', 'icon-512.png'] });
    await expect(content(page).locator('img[src^="/uploads/"]')).toHaveCount(2);
    const sources = await content(page)
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
    expect(sources[0]).toContain('icon-192');
    expect(sources[1]).toContain('icon-512');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(content(page).locator('.ql-pending-image')).toHaveCount(0);
  });

  test('a file that is no picture is refused by name', async ({ page }) => {
    await openCreate(page);
    await content(page).click();
    await paste(page, { files: ['favicon.svg'] });
    await expect(page.getByRole('alert')).toContainText('favicon.svg cannot be uploaded');
    await expect(content(page).locator('img')).toHaveCount(0);
  });
});

/** The connection breaks while the bytes are on their way. */
async function halfway(page: Page): Promise<void> {
  await page.route(/\/api\/upload\/[^/]+/, (route) => route.abort('connectionreset'));
}

const PASTED: [string, string, string][] = [
  [
    'Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;font-size:11.0pt;font-family:"Calibri",sans-serif;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment--><h1>A report<o:p></o:p></h1><p class=MsoNormal><span style='font-size:14.0pt;font-family:"Times New Roman",serif;color:#2F5496;mso-themecolor:accent1'>Some <b style='mso-bidi-font-weight:normal'>bold</b> and <i>slanted</i> words.<o:p></o:p></span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>First<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Second<o:p></o:p></p><p class=MsoNormal><img width=200 height=100 src="file:///C:/Users/me/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png"></p><!--EndFragment--></body></html>`,
    '<h1>A report</h1><p>Some <strong>bold</strong> and <em>slanted</em> words.</p><p><br></p><ul><li>First</li><li>Second</li></ul>',
  ],
  [
    'Google Docs',
    `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff-abcd"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Plans</span></h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;white-space:pre-wrap;">Bold</span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:#ffff00;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;"> then a </span><a href="https://example.com/" style="text-decoration:none;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#1155cc;background-color:transparent;font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;white-space:pre-wrap;">link</span></a></p><br /><ol style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:decimal;font-size:11pt;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;">One</span></p></li><ol style="padding-inline-start:48px;"><li dir="ltr" style="list-style-type:lower-alpha;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-size:11pt;">Inner</span></p></li></ol><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ol></b><br class="Apple-interchange-newline">`,
    '<h2>Plans</h2><p><strong>Bold</strong> then a <a href="https://example.com/" rel="noopener noreferrer">link</a></p><ol><li>One<ol><li>Inner</li></ol></li><li>Two</li></ol>',
  ],
  [
    'a web page',
    `<meta charset='utf-8'><article class="markdown-body" style="box-sizing:border-box;color:rgb(31,35,40);font-family:-apple-system;font-size:16px;background-color:rgb(255,255,255)"><h3 id="why" style="margin-top:24px;font-weight:600"><a class="anchor" href="#why"></a>Why</h3><p style="margin:0">Read <strong style="font-weight:600">this</strong> and <code style="padding:.2em">that</code>.<script>alert(1)</script><button>Copy</button></p><p style="text-align: center;">In the <span style="color: rgb(9, 105, 218);">middle</span></p><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><img src="https://example.com/pixel.gif" width="1" height="1"></article>`,
    '<h3>Why</h3><p>Read <strong>this</strong> and <code>that</code>.</p><p class="ql-align-center">In the middle</p><p>a | b</p>',
  ],
  [
    'VS Code',
    `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: 'Droid Sans Mono', 'monospace', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span style="color: #d4d4d4;"> a = </span><span style="color: #b5cea8;">1</span></div><div><span style="color: #d4d4d4;">  b()</span></div></div>`,
    '<pre data-language="plain"><code>const a = 1\n  b()</code></pre>',
  ],
];

test.describe('pasting', () => {
  for (const [source, html, stored] of PASTED) {
    test(`what comes from ${source} becomes clean content`, async ({ page }) => {
      await openCreate(page);
      await content(page).click();
      await paste(page, { html, text: 'x' });
      expect(await wouldStore(page)).toBe(stored);
    });
  }

  test('a picture inside of pasted HTML that is data is uploaded, and one of no use is dropped', async ({
    page,
  }) => {
    await openCreate(page);
    await content(page).click();
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await paste(page, {
      html: `<p>one <img src="data:image/png;base64,${pixel}"> two</p><p><img src="blob:https://example.com/x">three</p>`,
    });
    await expect(content(page).locator('img[src^="/uploads/"]')).toHaveCount(1);
    expect(await content(page).innerHTML()).not.toMatch(/data:|blob:/);
    await expect(content(page)).toHaveText(/one\s+two\s*three/);
  });
});

/** Every format as it is stored. */
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

test('every format opens again as it was saved', async ({ page }) => {
  const post = await makePost(page, { title: 'Every format', content: FORMATS.join('') });
  const before = (await storedPost(page, post._id)).content;
  for (const format of FORMATS.filter((html) => !html.includes('\u00a0'))) {
    expect(before).toContain(format);
  }
  await openUpdate(page, post._id);
  await page.getByRole('button', { name: 'Update post' }).click();
  await expect(page).toHaveURL(/\/post\/every-format$/);
  const after = await storedPost(page, post._id);
  expect(after.content).toBe(before);
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(post.updatedAt));
});

test.describe('changing a post', () => {
  test('shows what is stored, and saves what was changed', async ({ page }) => {
    const post = await makePost(page, { title: 'To be changed', image: '/icon-512.png' });
    await openUpdate(page, post._id);
    await expect(page.getByRole('heading', { name: 'Update post' })).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('To be changed');
    await expect(page.getByLabel('Category')).toHaveValue('javascript');
    await expect(page.getByLabel('Category').getByRole('option').first()).toHaveText(
      'Select a category',
    );
    await expect(page.getByAltText('Uploaded preview')).toHaveAttribute('src', '/icon-512.png');
    await page.getByLabel('Title').fill('Has been changed');
    await page.getByLabel('Category').selectOption('nextjs');
    await page.getByRole('button', { name: 'Remove image' }).click();
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type(' And more.');
    await page.getByRole('button', { name: 'Update post' }).click();
    await expect(page).toHaveURL(/\/post\/to-be-changed$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Has been changed' })).toBeVisible();
    expect(await storedPost(page, post._id)).toMatchObject({
      title: 'Has been changed',
      category: 'nextjs',
      image: '',
      content: '<p>The first line.</p><p>The second line. And more.</p>',
    });
  });

  test('says when there is no such post', async ({ page }) => {
    await page.goto('/update-post/nothing');
    await expect(page.getByRole('alert')).toContainText('There is no such post.');
  });

  test('two tabs in conflict: nothing is overwritten unasked', async ({ page, context, admin }) => {
    const post = await makePost(page, { title: 'Contested' });
    await openUpdate(page, post._id);
    const other = await context.newPage();
    await openUpdate(other, post._id);
    await content(other).press('ControlOrMeta+End');
    await other.keyboard.type(' Theirs.');
    await other.getByRole('button', { name: 'Update post' }).click();
    await expect(other).toHaveURL(/\/post\/contested/);
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type(' Mine.');
    const update = page.getByRole('button', { name: 'Update post' });
    await update.click();
    const dialog = page.getByRole('dialog', { name: 'This post has been changed meanwhile' });
    await expect(dialog.getByRole('cell', { name: 'The second line. Theirs.' })).toBeVisible();
    await expect(dialog.getByRole('cell', { name: 'The second line. Mine.' })).toBeVisible();
    expect((await storedPost(page, post._id)).content).toContain('Theirs.');

    await dialog.getByRole('button', { name: 'Keep editing mine' }).click();
    await expect(content(page)).toContainText('Mine.');
    await update.click();
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    await expect(content(page)).toContainText('Theirs.');
    await expect(content(page)).not.toContainText('Mine.');

    // What was mine is still to be had.
    await banner(page).getByRole('button', { name: 'Restore' }).click();
    await expect(content(page)).toContainText('Mine.');
    await update.click();
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(page).toHaveURL(/\/post\/contested/);
    expect((await storedPost(page, post._id)).content).toContain('Mine.');

    // A client that names no version still works.
    await savePost(page, admin, post, { title: 'Contested no more' });
  });
});

test.describe('what is written and not saved', () => {
  test('survives a crash, and is offered, not forced', async ({ page, context }) => {
    await openCreate(page);
    await fillIn(page, 'Before the crash');
    await expect(kept(page)).toBeVisible();
    await page.close();

    const again = await context.newPage();
    await openCreate(again);
    await expect(banner(again)).toContainText('You have an unsaved draft from');
    await expect(content(again)).toHaveText('');
    await banner(again).getByRole('button', { name: 'Restore' }).click();
    await expect(again.getByLabel('Title')).toHaveValue('Before the crash');
    await expect(again.getByRole('combobox', { name: 'Category' })).toHaveValue('javascript');
    await expect(content(again)).toHaveText('Words of Before the crash');
    await expect(banner(again)).toHaveCount(0);
    await again.getByRole('button', { name: 'Publish Post' }).click();
    await expect(again).toHaveURL(/\/post\/before-the-crash$/);
    await openCreate(again);
    await expect(banner(again)).toHaveCount(0);
    expect(await again.evaluate(() => Object.keys(localStorage))).toEqual(['root']);
  });

  test('can be discarded for good', async ({ page }) => {
    await openCreate(page);
    await fillIn(page, 'Not wanted');
    await expect(kept(page)).toBeVisible();
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await banner(page).getByRole('button', { name: 'Discard' }).click();
    await expect(banner(page)).toHaveCount(0);
    await page.reload();
    await expect(content(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });

  test('is not offered in a second tab while the first one is open', async ({ page, context }) => {
    await openCreate(page);
    await fillIn(page, 'In the first tab');
    await expect(kept(page)).toBeVisible();
    const second = await context.newPage();
    await openCreate(second);
    await fillIn(second, 'In the second tab');
    await expect(kept(second)).toBeVisible();
    await expect(banner(second)).toHaveCount(0);
    await second.close();
    await page.close();
    const third = await context.newPage();
    await openCreate(third);
    await expect(banner(third)).toHaveCount(2);
  });

  test('is asked about before the page is left', async ({ page }) => {
    await openCreate(page);
    await fillIn(page, 'Nearly lost');
    const asked = page.waitForEvent('dialog');
    const left = page.getByRole('link', { name: 'About' }).first().click();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await left.catch(() => undefined);
    await expect(page).toHaveURL(/\/create-post$/);
    await expect(content(page)).toHaveText('Words of Nearly lost');
  });

  test('survives a session that has ended', async ({ page, context, site }) => {
    await openCreate(page);
    await fillIn(page, 'After the session');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByRole('alert')).toContainText('Your session has ended.');
    await expect(content(page)).toHaveText('Words of After the session');
    await page.getByRole('button', { name: 'Sign in and come back here' }).click();
    await expect(page).toHaveURL(/\/signin/);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/\/create-post$/);
    await banner(page).getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page).toHaveURL(/\/post\/after-the-session$/);
    await signIn(context.request, site.url, ADMIN);
  });
});

test.describe('the preview', () => {
  test('shows the post as it will look, in both themes, and stores nothing', async ({
    page,
    complaints,
  }) => {
    await openCreate(page);
    await fillIn(page, 'Only looked at');
    await page.keyboard.press('Enter');
    await tool(page, 'Code block').click();
    await page.keyboard.type('let x = 1');
    await content(page).locator('select').selectOption('javascript');
    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    const frame = dialog.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'Only looked at' })).toBeVisible();
    await expect(frame.locator('pre .tk-keyword')).toHaveText('let');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
    await dialog.getByRole('button', { name: 'Dark' }).click();
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(20, 22, 27)');
    await dialog.getByRole('button', { name: 'Phone' }).click();
    await expect(dialog.locator('iframe')).toHaveCSS('width', '375px');
    await dialog.getByRole('button', { name: 'Close the preview' }).click();
    await expect(content(page)).toContainText('Words of Only looked at');
    expect(await postsTitled(page, 'Only looked at')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('has no address of its own', async ({ page }) => {
    expect((await page.request.get('/preview/draft')).status()).toBe(404);
  });
});

test.describe('for everybody', () => {
  for (const theme of ['light', 'dark'] as const) {
    test(`both pages have no violation that axe finds, in the ${theme} theme`, async ({ page }) => {
      const post = await makePost(page, { content: FORMATS.slice(0, 12).join('') });
      await page.goto('/');
      if (theme === 'dark') await page.getByRole('button', { name: /theme/i }).first().click();
      for (const path of ['/create-post', `/update-post/${post._id}`]) {
        await page.goto(path);
        await expect(content(page)).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        // The author's colours are the author's.
        const { violations } = await new AxeBuilder({ page })
          .exclude('.ql-editor [style]')
          .analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      }
      await tool(page, /^Text color: /).click();
      const { violations } = await new AxeBuilder({ page }).include('.ql-toolbar').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  }

  test('the toolbar works with the keyboard alone, and the writing area lets go', async ({
    page,
  }) => {
    await openCreate(page);
    await content(page).focus();
    await page.keyboard.type('word');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Escape');
    await expect(tool(page, /^Heading: /)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(content(page).locator('h5')).toHaveText('word');
    await page.keyboard.press('Escape');
    for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
    await expect(tool(page, 'Bold')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(content(page).locator('strong')).toHaveText('word');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Publish Post' })).toBeFocused();
  });

  test('a phone shows all of it without scrolling sideways', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    const post = await makePost(page, { content: FORMATS.join('') });
    for (const path of ['/create-post', `/update-post/${post._id}`]) {
      await page.goto(path);
      await expect(content(page)).toBeVisible();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(375);
    }
    await tool(page, 'Code block').scrollIntoViewIfNeeded();
    await tool(page, /^Heading: /).click();
    await page.getByRole('button', { name: 'Heading 2', exact: true }).click();
    await tool(page, 'Link').click();
    await expect(page.getByLabel('Address of the link')).toBeInViewport({ ratio: 1 });
  });

  test('readers download nothing of the editor', async ({ page }) => {
    const post = await makePost(page, { title: 'For readers' });
    const scripts: string[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') scripts.push(await response.text());
    });
    for (const path of ['/', `/post/${post.slug}`]) {
      await page.goto(path);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.waitForLoadState('networkidle');
    }
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((code) => /ql-editor|inkwell-drafts/.test(code))).toEqual([]);
  });
});
