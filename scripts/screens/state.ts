import type { Locator, Page } from '@playwright/test';

export type Role = 'guest' | 'reader' | 'admin';

export interface State {
  name: string;
  path: string;
  as?: Role;
  /** Before the page is opened: holds, fails or replaces calls. */
  before?: (page: Page) => Promise<unknown>;
  /** Leads to the state. */
  act?: (page: Page) => Promise<unknown>;
  /** Proves that the state was reached: a visible text, or an element. */
  shows: string | RegExp | ((page: Page) => Locator);
  /** Takes what is on the screen, not the whole page. For dialogs, menus and toasts. */
  isOnScreen?: boolean;
  /** Only at this width. */
  only?: 375 | 1280;
}

/** Posts of the site. */
export interface Content {
  /** A demo post with a cover and code, and comments on it. */
  article: { slug: string; id: string };
  /** A post with two videos and without comments. */
  videos: { slug: string };
  /** A post that changes. */
  edited: { id: string };
  adminId: string;
  desk: DeskContent;
}

/** Posts and drafts in the states of a post's life. */
export interface DeskContent {
  draftId: string;
  scheduledId: string;
  /** A public post with changes that aren't public. */
  changedId: string;
  /** The slug of the second part of a series. */
  seriesPost: string;
  trashedSlug: string;
  /** It leads to another address. */
  formerSlug: string;
  previewPath: string;
}

/** Holds calls, so that the page goes on loading. */
export const hold = (url: RegExp) => (page: Page) => page.route(url, () => undefined);

export const respond = (url: RegExp, status: number, json: object) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status, json }));

export const fail = (url: RegExp) =>
  respond(url, 500, { success: false, statusCode: 500, message: 'Something went wrong' });

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();

export const click = (name: string | RegExp) => (page: Page) => button(page, name).click();

export const visibleText = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first();

export const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

/** Shapes in place of content that is loading. */
export const skeleton = (page: Page) =>
  page.getByRole('main').locator('.skeleton').filter({ visible: true }).first();
