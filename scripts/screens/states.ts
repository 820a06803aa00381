/** Every screen and state that `npm run screenshots` takes. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

export type Role = 'guest' | 'reader' | 'admin';

export interface State {
  name: string;
  path: string;
  as?: Role;
  /** Before the page is opened: holds or fails calls. */
  before?: (page: Page) => Promise<unknown>;
  /** Leads to the state. Throws if it can't be reached. */
  reach?: (page: Page) => Promise<unknown>;
  /** Takes what is on the screen, not the whole page. For dialogs, menus and toasts. */
  isOnScreen?: boolean;
  /** Only at this width. */
  only?: 375 | 1280;
}

/** A post of the demo content, and comments of the reader and of others on it. */
export interface Content {
  slug: string;
  id: string;
}

const PICTURE = fileURLToPath(new URL('../../public/icon-512.png', import.meta.url));

const hold = (url: RegExp) => (page: Page) => page.route(url, () => undefined);
const fail = (url: RegExp) => (page: Page) =>
  page.route(url, (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, statusCode: 500, message: 'Something went wrong' },
    }),
  );
const empty = (url: RegExp, list: string, totals: string) => (page: Page) =>
  page.route(url, (route) =>
    route.fulfill({ json: { [list]: [], [`total${totals}`]: 0, [`lastMonth${totals}`]: 0 } }),
  );
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const click = (name: string | RegExp) => (page: Page) => button(page, name).click();
const shows = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();
const atComments = (page: Page) => page.locator('#comments').scrollIntoViewIfNeeded();
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });

async function write(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('A walk along the river');
  await page.getByRole('combobox', { name: 'Category' }).fill('Travel');
  await content(page).click();
  await page.keyboard.type('It begins behind the station, where nobody looks for a river.');
}

async function submitSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('reader@example.com');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}

async function accountMenu(page: Page): Promise<void> {
  await button(page, /account/i).click();
  await shows(/Sign out/i)(page);
}

async function deleteComment(page: Page): Promise<void> {
  await page.locator('#comments').getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('dialog').waitFor();
}

const PAGES: Record<string, string> = {
  home: '/',
  about: '/about',
  contact: '/contact',
  'not found': '/nothing-here',
  privacy: '/privacy-policy',
  terms: '/terms',
  archive: '/archive',
};

const publicStates = ({ slug }: Content): State[] => [
  ...Object.entries(PAGES).map(([name, path]) => ({ name, path })),
  { name: 'mobile menu', path: '/', reach: click('Menu'), isOnScreen: true, only: 375 },
  { name: 'account menu', path: '/', as: 'admin', reach: accountMenu, isOnScreen: true },
  { name: 'sign-in', path: '/signin' },
  {
    name: 'sign-in error',
    path: '/signin',
    reach: async (page) => {
      await submitSignIn(page);
      await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    },
  },
  {
    name: 'sign-in loading',
    path: '/signin',
    before: hold(/\/api\/auth\/signin/),
    reach: async (page) => {
      await submitSignIn(page);
      await shows('Signing in...')(page);
    },
  },
  { name: 'sign-up', path: '/signup' },
  { name: 'search results', path: '/search', reach: shows('Search Results') },
  { name: 'search empty', path: '/search?searchTerm=zzzqqq', reach: shows('No posts found.') },
  {
    name: 'search loading',
    path: '/search?searchTerm=keyboard',
    before: (page) => page.route(/\/search\/v2\/|getposts/, () => undefined),
    reach: shows('Loading...'),
  },
  {
    name: 'search filters open',
    path: '/search?searchTerm=a',
    only: 375,
    isOnScreen: true,
    reach: async (page) => {
      const apply = button(page, 'Apply Filters');
      if (!(await apply.isVisible())) await button(page, /filter/i).click();
      await apply.waitFor();
    },
  },
  { name: 'post', path: `/post/${slug}` },
  { name: 'comments guest', path: `/post/${slug}`, reach: atComments, isOnScreen: true },
  ...(['reader', 'admin'] as const).map((as) => ({
    ...{ name: `comments ${as}`, path: `/post/${slug}#comments`, as, isOnScreen: true },
    reach: (page: Page) => page.getByLabel('Add a comment').waitFor(),
  })),
  {
    ...{ name: 'comment edit', path: `/post/${slug}#comments`, as: 'reader', isOnScreen: true },
    reach: (page) =>
      page.locator('#comments').getByRole('button', { name: 'Edit' }).first().click(),
  },
  {
    ...{ name: 'comment delete dialog', path: `/post/${slug}#comments`, as: 'reader' },
    ...{ reach: deleteComment, isOnScreen: true },
  },
];

const LISTS = [
  { tab: 'posts', heading: 'Manage Posts', call: /post\/getposts/, totals: 'Posts' },
  { tab: 'users', heading: 'Manage Users', call: /user\/getusers/, totals: 'Users' },
  { tab: 'comments', heading: 'Manage Comments', call: /comment\/getcomments/, totals: 'Comments' },
];

const dashboardStates: State[] = [
  { name: 'dashboard overview', path: '/dashboard', as: 'admin', reach: shows('Recent Users') },
  {
    name: 'dashboard overview loading',
    path: '/dashboard',
    as: 'admin',
    before: hold(/\/api\/.*get/),
  },
  {
    name: 'dashboard overview error',
    path: '/dashboard',
    as: 'admin',
    before: fail(/\/api\/.*get/),
  },
  ...(['admin', 'reader'] as const).map((as) => ({
    ...{ name: `dashboard profile ${as}`, path: '/dashboard?tab=profile', as },
    reach: shows('Profile Settings'),
  })),
  {
    ...{ name: 'dashboard profile delete dialog', path: '/dashboard?tab=profile', as: 'reader' },
    isOnScreen: true,
    reach: async (page) => {
      await button(page, 'Delete Account').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...{ name: 'toast', path: '/dashboard?tab=profile', as: 'reader', isOnScreen: true },
    reach: async (page) => {
      await button(page, 'Update Profile').click();
      await shows('No changes made')(page);
    },
  },
  ...LISTS.flatMap(({ tab, heading, call, totals }): State[] => {
    const screen = { path: `/dashboard?tab=${tab}`, as: 'admin' } as const;
    return [
      { ...screen, name: `dashboard ${tab}`, reach: shows(heading) },
      { ...screen, name: `dashboard ${tab} loading`, before: hold(call) },
      {
        ...{ ...screen, name: `dashboard ${tab} empty`, before: empty(call, tab, totals) },
        reach: shows(`No ${tab} found`),
      },
      { ...screen, name: `dashboard ${tab} error`, before: fail(call) },
      {
        ...{ ...screen, name: `dashboard ${tab} delete dialog`, isOnScreen: true },
        reach: async (page) => {
          await page
            .getByRole('main')
            .getByRole('button', { name: /^Delete/ })
            .first()
            .click();
          await page.getByRole('dialog').waitFor();
        },
      },
    ];
  }),
];

const writingStates = ({ id }: Content): State[] => {
  const create = { path: '/create-post', as: 'admin' } as const;
  const update = { path: `/update-post/${id}`, as: 'admin' } as const;
  return [
    { ...create, name: 'create', reach: (page) => content(page).waitFor() },
    { ...create, name: 'create filled', reach: write },
    {
      ...{ ...create, name: 'create uploading', before: hold(/\/api\/upload/) },
      reach: async (page) => {
        await content(page).waitFor();
        await page.locator('input[type=file]').first().setInputFiles(PICTURE);
        const upload = button(page, 'Upload Image');
        if (await upload.isEnabled()) await upload.click();
      },
    },
    {
      ...{ ...create, name: 'create restored draft', isOnScreen: true },
      reach: async (page) => {
        await write(page);
        await shows(/Draft saved|Saved/)(page);
        await page.reload();
        await shows(/unsaved changes|Restore/i)(page);
      },
    },
    {
      ...{ ...create, name: 'create error', before: fail(/post\/create/), isOnScreen: true },
      reach: async (page) => {
        await write(page);
        await button(page, 'Publish Post').click();
        await shows('Something went wrong')(page);
      },
    },
    { ...update, name: 'update', reach: (page) => content(page).waitFor() },
    {
      ...{ ...update, name: 'preview', isOnScreen: true },
      reach: async (page) => {
        await content(page).waitFor();
        await button(page, 'Preview').click();
        await page.locator('iframe').first().waitFor();
      },
    },
    {
      ...{ ...update, name: 'conflict', isOnScreen: true },
      before: (page) =>
        page.route(/post\/updatepost/, (route) =>
          route.fulfill({
            status: 409,
            json: {
              success: false,
              statusCode: 409,
              message: 'This post changed while you were editing',
            },
          }),
        ),
      reach: async (page) => {
        await page.getByLabel('Title').fill('Another title');
        await button(page, 'Update post').click();
        await shows(/while you were editing/)(page);
      },
    },
    {
      ...{
        name: 'confirm identity',
        path: '/dashboard?tab=profile',
        as: 'reader',
        isOnScreen: true,
      },
      before: (page) =>
        page.route(/user\/update/, (route) =>
          route.fulfill({
            status: 403,
            json: {
              success: false,
              statusCode: 403,
              code: 'reauthenticate',
              message: 'Confirm it’s you',
            },
          }),
        ),
      reach: async (page) => {
        await page.getByLabel('Username').fill('reader-two');
        await button(page, 'Update Profile').click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ];
};

export const statesOf = (content: Content): State[] => [
  ...publicStates(content),
  ...dashboardStates,
  ...writingStates(content),
];
