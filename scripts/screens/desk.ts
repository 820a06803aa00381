/** The screens of a post's life: drafts, schedule, history, trash, and what readers see of them. */
import type { Page } from '@playwright/test';
import {
  button,
  type DeskContent,
  dialog,
  fail,
  hold,
  respond,
  type State,
  skeleton,
  visibleText,
} from './state.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });

const readers = (desk: DeskContent): State[] => [
  { name: 'tag', path: '/tag/craft', shows: heading },
  { name: 'series', path: '/series/small-tools-built-slowly', shows: heading },
  { name: 'author', path: '/author/admin', shows: heading },
  {
    name: 'post in a series',
    path: `/post/${desk.seriesPost}`,
    shows: (page) => page.getByRole('navigation', { name: 'Series' }),
  },
  { name: 'preview shared', path: desk.previewPath, shows: 'Preview.' },
  { name: 'preview link ended', path: '/preview/not-a-link', shows: heading },
  { name: 'post removed', path: `/post/${desk.trashedSlug}`, shows: heading },
  { name: 'post moved', path: `/post/${desk.formerSlug}`, shows: heading },
  { name: 'search by tag', path: '/search?tag=craft', shows: 'Search Results' },
];

const LIST = { path: '/dashboard?tab=posts', as: 'admin' } as const;
const SCHEDULED = /getdocuments\?.*status=scheduled/;
const row = (page: Page) => page.getByRole('main').getByRole('rowheader').first();

const choose = async (page: Page) => {
  await row(page).waitFor();
  const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Choose|^Select/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
};

const lists: State[] = [
  { ...LIST, name: 'desk drafts', path: `${LIST.path}&status=draft`, shows: row },
  { ...LIST, name: 'desk trash', path: `${LIST.path}&status=trashed`, shows: row },
  {
    ...LIST,
    name: 'desk trash empty',
    path: `${LIST.path}&status=trashed`,
    before: respond(/getdocuments/, 200, { documents: [], totalDocuments: 0 }),
    shows: /^No posts/,
  },
  { ...LIST, name: 'desk chosen', act: choose, isOnScreen: true, shows: /\d posts? chosen/ },
  {
    ...LIST,
    name: 'desk undo toast',
    path: `${LIST.path}&status=draft`,
    isOnScreen: true,
    act: async (page) => {
      await row(page).waitFor();
      await page.route('**/api/document/trash/*', (route) => route.fulfill({ json: {} }));
      await button(page, /^Delete/).click();
      await button(page, 'Yes, delete it').click();
    },
    shows: (page) => page.locator('#toasts').getByRole('button', { name: 'Undo' }),
  },
  {
    ...LIST,
    name: 'desk views dialog',
    isOnScreen: true,
    path: `${LIST.path}&status=published`,
    act: async (page) => {
      await row(page).waitFor();
      await button(page, /views?$/).click();
    },
    shows: dialog('Views'),
  },
  {
    ...LIST,
    name: 'calendar',
    path: `${LIST.path}&view=calendar`,
    shows: /On the quiet virtues/,
  },
  {
    ...LIST,
    name: 'calendar empty',
    path: `${LIST.path}&view=calendar`,
    before: respond(SCHEDULED, 200, { documents: [], totalDocuments: 0 }),
    shows: /Nothing is scheduled/,
  },
  {
    ...LIST,
    name: 'calendar loading',
    path: `${LIST.path}&view=calendar`,
    before: hold(SCHEDULED),
    shows: skeleton,
  },
  {
    ...LIST,
    name: 'calendar error',
    path: `${LIST.path}&view=calendar`,
    before: fail(SCHEDULED),
    shows: (page) => button(page, 'Try again'),
  },
];

const choosing = (item: string) => async (page: Page) => {
  await content(page).waitFor();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: item }).click();
};

const editor = ({ draftId, scheduledId, changedId }: DeskContent): State[] => {
  const open = (id: string) =>
    ({ path: `/update-post/${id}`, as: 'admin', isOnScreen: true }) as const;
  const draft = open(draftId);
  return [
    { ...open(scheduledId), name: 'editor scheduled', shows: /Goes live/ },
    { ...open(changedId), name: 'editor unpublished changes', shows: /unpublished changes/ },
    {
      ...draft,
      name: 'editor offline',
      act: async (page) => {
        await content(page).click();
        await page.context().setOffline(true);
        await page.keyboard.type('On a train.');
      },
      shows: 'Offline, saved on this device',
    },
    {
      ...draft,
      name: 'editor changed elsewhere',
      act: async (page) => {
        await content(page).waitFor();
        await page.route('**/api/document/update/*', (route) =>
          route.fulfill({ status: 409, json: { success: false, statusCode: 409 } }),
        );
        await page.route(`**/api/document/${draftId}`, async (route) => {
          const answer = await route.fetch();
          const json = (await answer.json()) as { revision: number; title: string };
          await route.fulfill({ json: { ...json, revision: json.revision + 1, title: 'Theirs' } });
        });
        await content(page).click();
        await page.keyboard.type('Mine. ');
      },
      shows: 'This post was changed elsewhere.',
    },
    {
      ...draft,
      name: 'editor more actions',
      act: async (page) => {
        await content(page).waitFor();
        await button(page, 'More actions').click();
      },
      shows: (page) => page.getByRole('menuitem', { name: 'Duplicate' }),
    },
    {
      ...draft,
      name: 'editor schedule dialog',
      act: choosing('Schedule...'),
      shows: dialog('Schedule the post'),
    },
    {
      ...open(scheduledId),
      name: 'editor reschedule dialog',
      act: choosing('Reschedule...'),
      shows: dialog('Change the schedule'),
    },
    {
      ...draft,
      name: 'editor preview links',
      act: choosing('Share a preview...'),
      shows: /active links/,
    },
    {
      ...open(changedId),
      name: 'editor history',
      act: async (page) => {
        await choosing('Version history')(page);
        await page.getByRole('dialog').getByRole('listitem').nth(1).getByRole('button').click();
      },
      shows: (page) => page.getByRole('dialog').getByRole('table'),
    },
    {
      ...draft,
      name: 'editor trash dialog',
      act: choosing('Move to trash'),
      shows: dialog(/trash/),
    },
    {
      ...draft,
      name: 'editor settings',
      isOnScreen: false,
      act: async (page) => {
        await content(page).waitFor();
        for (const name of ['Post settings', 'Series', 'Address', 'Search engines and sharing']) {
          await visibleText(page, new RegExp(`^${name}$`)).click();
        }
      },
      shows: 'As a shared link',
    },
  ];
};

export const deskStates = (desk: DeskContent): State[] => [
  ...readers(desk),
  ...lists,
  ...editor(desk),
];
