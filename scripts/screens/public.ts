/** The pages for readers, and signing in. */
import type { Page } from '@playwright/test';
import {
  button,
  type Content,
  click,
  dialog,
  fail,
  hold,
  respond,
  type State,
  skeleton,
} from './state.ts';

const PAGES: Record<string, { path: string; title: string | RegExp }> = {
  home: { path: '/', title: /./ },
  about: { path: '/about', title: /About/ },
  contact: { path: '/contact', title: /Contact/ },
  'not found': { path: '/nothing-here', title: /not found/i },
  privacy: { path: '/privacy-policy', title: 'Privacy Policy' },
  terms: { path: '/terms', title: /Terms/ },
  archive: { path: '/archive', title: /Archive/ },
};

const pages = Object.entries(PAGES).map(
  ([name, { path, title }]): State => ({
    name,
    path,
    shows: (page) => page.getByRole('heading', { level: 1, name: title }),
  }),
);

const menus: State[] = [
  {
    name: 'mobile menu',
    path: '/',
    only: 375,
    isOnScreen: true,
    act: click('Menu'),
    shows: (page) => page.getByRole('banner').getByRole('link', { name: 'About' }),
  },
  ...(['reader', 'admin'] as const).map(
    (as): State => ({
      name: `account menu ${as}`,
      path: '/',
      as,
      isOnScreen: true,
      act: click('Account menu'),
      shows: 'Sign out',
    }),
  ),
  {
    name: 'toast signed out',
    path: '/',
    as: 'reader',
    isOnScreen: true,
    // The session stays, because other screenshots use it.
    before: respond(/\/api\/user\/signout/, 200, { success: true }),
    act: async (page) => {
      await button(page, 'Account menu').click();
      await button(page, 'Sign out').click();
    },
    shows: "You're signed out.",
  },
  {
    name: 'toast administrators only',
    path: '/create-post',
    as: 'reader',
    isOnScreen: true,
    shows: 'Only authors, editors and administrators can write and edit posts.',
  },
];

async function submitSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('reader@example.com');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}

async function submitSignUp(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('newcomer');
  await page.getByLabel('Email').fill('newcomer@example.com');
  await page.getByLabel('Password').fill('the long way home 7');
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
}

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ }).first();

const accounts: State[] = [
  {
    name: 'sign-in',
    path: '/signin',
    shows: (page) => page.getByRole('main').getByRole('button', { name: 'Sign In' }),
  },
  {
    name: 'reset-password added',
    path: '/reset-password?token=none',
    before: respond(/\/api\/auth\/check-token/, 200, {
      username: 'ada',
      email: 'ada@example.com',
      added: [
        { kind: 'passkey', name: 'Chrome on Windows' },
        { kind: 'identity', name: 'Google' },
        { kind: 'two-step', name: '' },
      ],
    }),
    shows: 'Chrome on Windows',
  },
  { name: 'sign-in error', path: '/signin', act: submitSignIn, shows: alert },
  {
    name: 'sign-in loading',
    path: '/signin',
    before: hold(/\/api\/auth\/signin/),
    act: submitSignIn,
    shows: 'Signing in...',
  },
  {
    name: 'sign-up',
    path: '/signup',
    shows: (page) => page.getByRole('main').getByRole('button', { name: 'Sign Up' }),
  },
  {
    name: 'sign-up error',
    path: '/signup',
    before: fail(/\/api\/auth\/signup/),
    act: submitSignUp,
    shows: alert,
  },
];

const search: State[] = [
  {
    name: 'search results',
    path: '/search',
    shows: (page) => page.getByRole('main').getByRole('article').first(),
  },
  { name: 'search empty', path: '/search?searchTerm=zzzqqq', shows: 'No posts found.' },
  {
    name: 'search loading',
    path: '/search?searchTerm=keyboard',
    before: hold(/\/search\/v\d+\/|getposts/),
    shows: skeleton,
  },
  {
    name: 'search error',
    path: '/search?searchTerm=keyboard',
    before: fail(/\/search\/v\d+\/|getposts/),
    shows: (page) => page.getByRole('main').getByRole('button', { name: 'Try again' }),
  },
  {
    name: 'search filters open',
    path: '/search?category=javascript',
    isOnScreen: true,
    only: 375,
    act: click(/^Filters/),
    shows: (page) => page.getByRole('button', { name: 'Apply Filters' }),
  },
];

const GET_COMMENTS = /\/api\/comment\/getPostComments/;

const comments = ({ article: { slug }, videos }: Content): State[] => {
  const screen = { path: `/post/${slug}#comments`, isOnScreen: true } as const;
  const thread = (page: Page) => page.locator('#comments');
  const first = (page: Page) => thread(page).getByRole('article').first();
  const skeletonIn = (page: Page) =>
    thread(page).locator('.skeleton').filter({ visible: true }).first();
  const own = (name: string) => (page: Page) =>
    thread(page).getByRole('button', { name }).first().click();
  return [
    { ...screen, name: 'comments guest', shows: first },
    {
      ...screen,
      name: 'comments reader',
      as: 'reader',
      shows: (page) => page.getByLabel('Add a comment'),
    },
    { ...screen, name: 'comments admin', as: 'admin', shows: first },
    {
      name: 'comments none',
      path: `/post/${videos.slug}#comments`,
      as: 'reader',
      isOnScreen: true,
      shows: 'Be the first to comment.',
    },
    {
      ...screen,
      name: 'comments loading',
      before: hold(GET_COMMENTS),
      act: (page) => skeletonIn(page).scrollIntoViewIfNeeded(),
      shows: skeletonIn,
    },
    {
      ...screen,
      name: 'comments error',
      before: fail(GET_COMMENTS),
      shows: "The comments couldn't be loaded",
    },
    {
      ...screen,
      name: 'comment edit',
      as: 'reader',
      act: async (page) => {
        await own('Edit')(page);
        await thread(page).getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded();
      },
      shows: (page) => thread(page).getByRole('button', { name: 'Save' }),
    },
    {
      ...screen,
      name: 'comment delete dialog',
      as: 'reader',
      act: own('Delete'),
      shows: dialog(/delete this comment/),
    },
  ];
};

const posts = ({ article, videos }: Content): State[] => [
  {
    name: 'post',
    path: `/post/${article.slug}`,
    shows: (page) => page.getByRole('main').locator('pre').first(),
  },
  {
    name: 'post admin',
    path: `/post/${article.slug}`,
    as: 'admin',
    isOnScreen: true,
    shows: (page) => page.getByRole('link', { name: 'Edit this post' }),
  },
  {
    name: 'post videos',
    path: `/post/${videos.slug}`,
    shows: (page) => page.locator('.video-link').nth(1),
  },
];

export const publicStates = (content: Content): State[] => [
  ...[...pages, ...menus, ...accounts, ...search],
  ...[...posts(content), ...comments(content)],
];
