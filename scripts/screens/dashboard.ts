/** The dashboard. */
import type { Page } from '@playwright/test';
import {
  button,
  click,
  dialog,
  fail,
  hold,
  respond,
  type State,
  skeleton,
  visibleText,
} from './state.ts';

const DATA = /\/api\/(stats|publish|post|user|comment)\/(overview|status|get)/;
const AT = '2026-01-10T12:00:00.000Z';
const PUBLISHED = {
  queued: [],
  rendering: [],
  live: [],
  failed: [],
  nodes: [],
  siteTarget: null,
  release: { id: 'abcdef0123456789', pages: 12, rendered: 12, total: 12, state: 'live' },
  index: {
    state: 'current',
    posts: 12,
    shards: 1,
    waiting: 0,
    lastMs: 1,
    lastLagMs: 1,
    indexedAt: AT,
    error: null,
  },
};
const FAILED_PUBLISH = {
  ...PUBLISHED,
  failed: [
    {
      postId: '0',
      slug: 'a-walk-along-the-river',
      title: 'A walk along the river',
      action: 'publish',
      state: 'failed',
      attempts: 2,
      queuedAt: AT,
      nextAttemptAt: AT,
      error: 'ENOSPC: no space left on device, write',
    },
  ],
};
const FIRST_RELEASE = {
  ...PUBLISHED,
  release: { id: 'abcdef0123456789', pages: 0, rendered: 3_480, total: 10_052, state: 'rendering' },
};
const node = (id: string, role: string, state: object = {}) => ({
  id,
  role,
  release: 'abcdef0123456789',
  cursor: 90,
  failed: 0,
  behind: 0,
  heartbeat: new Date().toISOString(),
  ...state,
});
const SEVERAL_NODES = {
  ...PUBLISHED,
  nodes: [
    node('3f2c19aa-7a51-4d8e', 'all'),
    node('8b04e6d1-91c3-4f20', 'web', { behind: 3, failed: 1 }),
    node('d97a5c02-5b6e-4a17', 'publisher', { heartbeat: AT }),
  ],
};
const bucket = (state: object) => ({
  ...PUBLISHED,
  siteTarget: { isHere: true, pending: 0, failed: null, lastSyncedAt: AT, ...state },
});
const BUCKET_ERROR =
  'The S3 store answered 403 to PUT https://s3.example.com/blog-site/post/a-walk';

const FULL_DISK = {
  version: '0.7.0',
  databaseBytes: 48_300_000,
  failingMail: 3,
  disk: { free: 1_900_000_000, total: 40_000_000_000, isNearlyFull: true },
};
const STATUS = /\/api\/publish\/status/;
const openDetails = (page: Page) => visibleText(page, /^Details$/).click();

const OVERVIEW = { path: '/dashboard', as: 'admin' } as const;

const overview: State[] = [
  { ...OVERVIEW, name: 'dashboard overview', shows: 'Everything is live' },
  { ...OVERVIEW, name: 'dashboard overview loading', before: hold(DATA), shows: skeleton },
  {
    ...OVERVIEW,
    name: 'dashboard overview error',
    before: fail(DATA),
    shows: (page) => button(page, 'Try again'),
  },
  {
    ...OVERVIEW,
    name: 'dashboard overview full disk',
    before: respond(/\/api\/stats\/system/, 200, FULL_DISK),
    shows: /nearly full/,
  },
  {
    ...OVERVIEW,
    name: 'dashboard publishing failed',
    before: respond(STATUS, 200, FAILED_PUBLISH),
    shows: "1 post isn't live",
  },
  {
    ...OVERVIEW,
    name: 'dashboard publishing details',
    act: openDetails,
    shows: /Search index/,
  },
  {
    ...OVERVIEW,
    name: 'dashboard publishing first release',
    before: respond(STATUS, 200, FIRST_RELEASE),
    shows: /Publishing the site/,
  },
  {
    ...OVERVIEW,
    name: 'dashboard publishing nodes',
    act: openDetails,
    before: respond(STATUS, 200, SEVERAL_NODES),
    shows: 'Not every server has the latest posts',
  },
  {
    ...OVERVIEW,
    name: 'dashboard publishing bucket',
    before: respond(STATUS, 200, bucket({})),
    shows: /Copied to the bucket/,
  },
  {
    ...OVERVIEW,
    name: 'dashboard publishing bucket copying',
    before: respond(STATUS, 200, bucket({ pending: 1_234 })),
    shows: /Copying to the bucket/,
  },
  {
    ...OVERVIEW,
    name: 'dashboard publishing bucket failed',
    act: openDetails,
    before: respond(STATUS, 200, bucket({ failed: BUCKET_ERROR, pending: 3 })),
    shows: /answered 403/,
  },
  {
    ...OVERVIEW,
    name: 'dashboard unreachable',
    before: fail(/\/api\/auth\/session/),
    shows: "The server can't be reached",
  },
];

const PROFILE = { path: '/dashboard?tab=profile', as: 'reader' } as const;
const REAUTHENTICATE = {
  success: false,
  statusCode: 403,
  code: 'reauthenticate',
  message: 'Confirm it’s you',
};

const profile: State[] = [
  ...(['admin', 'reader'] as const).map(
    (as): State => ({
      ...PROFILE,
      name: `dashboard profile ${as}`,
      as,
      shows: (page) => page.getByRole('button', { name: 'Update Profile' }),
    }),
  ),
  {
    ...PROFILE,
    name: 'dashboard profile delete dialog',
    isOnScreen: true,
    act: click('Delete Account'),
    shows: dialog(/./),
  },
  {
    ...PROFILE,
    name: 'dashboard profile no changes',
    isOnScreen: true,
    act: click('Update Profile'),
    shows: 'No changes made',
  },
  {
    ...PROFILE,
    name: 'dashboard confirm identity',
    isOnScreen: true,
    before: respond(/\/api\/user\/update/, 403, REAUTHENTICATE),
    act: async (page) => {
      await page.getByLabel('Username').fill('reader-two');
      await button(page, 'Update Profile').click();
    },
    shows: dialog("Confirm it's you"),
  },
];

const LISTS = [
  { tab: 'posts', call: /document\/getdocuments/, items: 'documents', totals: 'Documents' },
  { tab: 'users', call: /user\/getusers/, items: 'users', totals: 'Users' },
  { tab: 'comments', call: /comment\/getcomments/, items: 'comments', totals: 'Comments' },
];

const row = (page: Page) => page.getByRole('main').getByRole('rowheader').first();

const listStates = LISTS.flatMap(({ tab, call, items, totals }): State[] => {
  const name = `dashboard ${tab}`;
  const screen = { path: `/dashboard?tab=${tab}`, as: 'admin' } as const;
  const none = { [items]: [], [`total${totals}`]: 0, [`lastMonth${totals}`]: 0 };
  return [
    { ...screen, name, shows: row },
    {
      ...screen,
      name: `${name} loading`,
      before: hold(call),
      shows: skeleton,
      // Before it, the page has a skeleton of its own.
      act: (page) => page.getByRole('heading', { level: 1, name: /^Manage/ }).waitFor(),
    },
    {
      ...screen,
      name: `${name} empty`,
      before: respond(call, 200, none),
      shows: `No ${tab} found`,
    },
    {
      ...screen,
      name: `${name} error`,
      before: fail(call),
      shows: `The ${tab} couldn't be loaded`,
    },
    {
      ...screen,
      name: `${name} no match`,
      path: `${screen.path}&q=zzzqqq`,
      shows: `No ${tab} match “zzzqqq”.`,
    },
    {
      ...screen,
      name: `${name} delete dialog`,
      isOnScreen: true,
      act: async (page) => {
        const first = page
          .getByRole('main')
          .getByRole('button', { name: /^Delete/ })
          .first();
        await first.click();
      },
      shows: dialog(/delete/),
    },
  ];
});

const admin = { as: 'admin' } as const;

const found: State[] = [
  {
    ...admin,
    name: 'dashboard posts sorted',
    path: '/dashboard?tab=posts&sortBy=title&sort=asc',
    act: async (page) => {
      const filters = page.getByRole('main').getByRole('button', { name: /^Filters/ });
      await page.getByRole('main').getByRole('rowheader').first().waitFor();
      if (await filters.isVisible()) await filters.click();
    },
    shows: (page) =>
      page
        .locator('th[aria-sort="ascending"]')
        .or(page.getByLabel('Sort by').filter({ hasText: 'Title, A to Z' }))
        .filter({ visible: true })
        .first(),
  },
  {
    ...admin,
    name: 'dashboard posts filtered',
    path: '/dashboard?tab=posts&authors=all&category=javascript',
    shows: /\d posts? found/,
  },
  {
    ...admin,
    name: 'dashboard users filtered',
    path: '/dashboard?tab=users&q=reader',
    shows: /\d users? found/,
  },
  {
    ...admin,
    name: 'dashboard users role dialog',
    path: '/dashboard?tab=users',
    act: click('Change Role'),
    isOnScreen: true,
    shows: dialog(/^Change the role of/),
  },
  {
    ...admin,
    name: 'dashboard users suspend dialog',
    path: '/dashboard?tab=users',
    act: click('Suspend'),
    isOnScreen: true,
    shows: dialog(/^Suspend /),
  },
  {
    ...admin,
    name: 'dashboard audit',
    path: '/dashboard?tab=audit',
    shows: (page) => page.getByRole('heading', { level: 1, name: 'Audit Log' }),
  },
  {
    ...admin,
    name: 'dashboard audit error',
    path: '/dashboard?tab=audit',
    before: fail(/\/api\/audit/),
    shows: "The audit log couldn't be loaded",
  },
  {
    ...admin,
    name: 'dashboard security',
    path: '/dashboard?tab=profile&view=security',
    shows: 'This browser',
  },
  {
    ...admin,
    name: 'dashboard security code',
    path: '/dashboard?tab=profile&view=security',
    before: respond(/\/api\/auth\/second-factor$/, 200, {
      totp: true,
      recoveryCodes: 8,
      passkeys: 1,
      missing: false,
    }),
    act: click('Turn off'),
    isOnScreen: true,
    shows: dialog(/^Turn off/),
  },
  {
    ...admin,
    name: 'dashboard users last administrator',
    isOnScreen: true,
    path: '/dashboard?tab=users&role=administrator',
    act: click('Change Role'),
    shows: dialog("You're the only administrator"),
  },
];

export const dashboardStates: State[] = [...overview, ...profile, ...listStates, ...found];
