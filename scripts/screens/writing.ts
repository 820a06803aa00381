/** Creating and updating posts. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import {
  button,
  type Content,
  click,
  dialog,
  fail,
  hold,
  type State,
  skeleton,
  visibleText,
} from './state.ts';

const PICTURE = fileURLToPath(new URL('../../public/icon-512.png', import.meta.url));
/** Added to the picture, so that its upload takes several seconds. */
const SLOW_FILE_BYTES = 400_000;
const SLOW_BYTES_PER_SECOND = 50_000;

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const tool = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar').getByRole('button', { name }).first();

async function write(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('A walk along the river');
  await page.getByRole('combobox', { name: 'Category' }).fill('Travel');
  await content(page).click();
  await page.keyboard.type('It begins behind the station, under a low brick arch.');
}

async function writeCode(page: Page): Promise<void> {
  await write(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Call `listen()` first.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('```js ');
  await page.keyboard.type('const port = 3000; // free');
}

async function openTool(page: Page, name: string | RegExp): Promise<void> {
  await content(page).click();
  if (!(await tool(page, name).isVisible())) await tool(page, 'More tools').click();
  await tool(page, name).click();
}

/** Starts an upload that takes several seconds. */
async function uploadSlowly(page: Page): Promise<void> {
  await content(page).waitFor();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: SLOW_BYTES_PER_SECOND,
  });
  const picture = await readFile(PICTURE);
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([picture, Buffer.alloc(SLOW_FILE_BYTES)]),
  });
  await page.getByRole('progressbar').scrollIntoViewIfNeeded();
}

async function restoreDraft(page: Page): Promise<void> {
  const saving = '**/api/document/create';
  await page.route(saving, (route) => route.abort());
  await write(page);
  await visibleText(page, 'Offline, saved on this device').waitFor();
  await page.reload();
}

const CREATE = { path: '/create-post', as: 'admin' } as const;

const createStates: State[] = [
  { ...CREATE, name: 'create', shows: content },
  { ...CREATE, name: 'create filled', act: write, shows: 'Saved' },
  {
    ...CREATE,
    name: 'create details',
    only: 375,
    act: (page) => button(page, 'Upload Image').scrollIntoViewIfNeeded(),
    shows: 'Choose, drop or paste a picture',
  },
  { ...CREATE, name: 'create loading', before: hold(/\/api\/auth\/session/), shows: skeleton },
  {
    ...CREATE,
    name: 'create uploading',
    act: uploadSlowly,
    shows: (page) => page.getByRole('progressbar').filter({ hasText: /[1-9]%|[1-9]0%/ }),
  },
  {
    ...CREATE,
    name: 'create upload error',
    before: fail(/\/api\/upload/),
    act: async (page) => {
      await content(page).waitFor();
      await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
      await visibleText(page, 'Image upload failed').scrollIntoViewIfNeeded();
    },
    shows: 'Image upload failed',
  },
  {
    ...CREATE,
    name: 'create cover with alt',
    act: async (page) => {
      await content(page).waitFor();
      await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
      await page.getByLabel('Alternative text').fill('A fountain pen');
      await visibleText(page, 'Image uploaded.').scrollIntoViewIfNeeded();
    },
    shows: 'Image uploaded.',
  },
  {
    ...CREATE,
    name: 'create restored draft',
    act: restoreDraft,
    shows: 'We restored your unsaved changes.',
  },
  {
    ...CREATE,
    name: 'create error',
    before: fail(/post\/create/),
    act: async (page) => {
      await write(page);
      await button(page, 'Publish Post').click();
    },
    shows: 'Something went wrong',
  },
  {
    ...CREATE,
    name: 'create without title',
    act: click('Publish Post'),
    shows: (page) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).first(),
  },
  {
    ...CREATE,
    name: 'create categories open',
    act: async (page) => page.getByRole('combobox', { name: 'Category' }).click(),
    shows: (page) => page.getByRole('option').first(),
  },
];

const toolStates: State[] = [
  {
    ...CREATE,
    name: 'editor more tools',
    only: 375,
    act: async (page) => tool(page, 'More tools').click(),
    shows: (page) => tool(page, 'Strikethrough'),
  },
  {
    ...CREATE,
    name: 'editor headings open',
    act: (page) => openTool(page, /^Heading/),
    shows: (page) => page.getByRole('button', { name: 'Heading 6' }),
  },
  {
    ...CREATE,
    name: 'editor colors open',
    act: (page) => openTool(page, /^Text color/),
    shows: (page) => page.locator('.picker-colors:popover-open'),
  },
  {
    ...CREATE,
    name: 'editor link dialog',
    act: (page) => openTool(page, /^Link/),
    shows: dialog('Link'),
  },
  {
    ...CREATE,
    name: 'editor video dialog',
    act: (page) => openTool(page, 'Embed video'),
    shows: dialog('Embed a video'),
  },
  {
    ...CREATE,
    name: 'editor help dialog',
    act: (page) => openTool(page, 'Keyboard shortcuts'),
    shows: dialog('Keyboard shortcuts'),
  },
  {
    ...CREATE,
    name: 'editor code',
    act: writeCode,
    shows: (page) => content(page).locator('.ql-code-block-container'),
  },
];

/** So that each save is a change. */
let saves = 0;

const updateStates = ({ article, edited, adminId }: Content): State[] => {
  const update = { path: `/update-post/${article.id}`, as: 'admin' } as const;
  return [
    { ...update, name: 'update', shows: (page) => content(page).locator('p').nth(2) },
    { ...update, name: 'update loading', before: hold(/post\/getposts/), shows: skeleton },
    {
      ...update,
      name: 'update error',
      before: fail(/post\/getposts/),
      shows: "The post couldn't be loaded",
    },
    {
      ...update,
      name: 'preview',
      act: async (page) => {
        await content(page).waitFor();
        await button(page, 'Preview').click();
      },
      shows: (page) => page.frameLocator('iframe').getByRole('heading', { level: 1 }),
    },
    {
      name: 'conflict',
      path: `/update-post/${edited.id}`,
      as: 'admin',
      act: async (page) => {
        await page.getByLabel('Title').fill('Two walks, on film');
        const call = `/api/post/updatepost/${edited.id}/${adminId}`;
        saves += 1;
        const data = { content: `<p>Saved ${saves} times in another tab.</p>` };
        await page.request.put(call, { data });
        await button(page, 'Update post').click();
      },
      shows: (page) =>
        dialog(/while you were editing/)(page).getByRole('button', { name: 'Take theirs' }),
    },
  ];
};

/** On the screen, because the bars of these pages stick to its edges. */
export const writingStates = (posts: Content): State[] =>
  [...createStates, ...toolStates, ...updateStates(posts)].map((state) => ({
    ...state,
    isOnScreen: true,
  }));
