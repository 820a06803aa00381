import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { ADMIN, type RunningServer } from './server.ts';
import { expect, type Person, signIn, signUp } from './test.ts';

// What the tests of comments share.

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Undefined for guests. */
  person: Person | undefined;
}

let made = 0;

/** Opens a new browser context for a guest, a new reader, or the administrator. */
export async function visitor(
  browser: Browser,
  site: Pick<RunningServer, 'url'>,
  role: 'guest' | 'reader' | 'admin',
  { width = 1280 } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: 800 },
  });
  const person = await signedIn(context, site, role);
  const root = { version: 1, theme: 'light', currentUser: person ? { user: person } : null };
  // Set once, so that the site's own changes stay.
  await context.addInitScript((stored) => {
    if (!localStorage.getItem('root')) localStorage.setItem('root', stored);
  }, JSON.stringify(root));
  return { context, page: await context.newPage(), person };
}

/** Returns an account that doesn't exist yet. */
export function newReader() {
  const username = `reader-${process.pid}-${++made}`;
  return { username, email: `${username}@example.com`, password: 'a good long phrase' };
}

async function signedIn(context: BrowserContext, site: Pick<RunningServer, 'url'>, role: string) {
  if (role === 'guest') return undefined;
  if (role === 'admin') return signIn(context.request, site.url, ADMIN);
  const account = newReader();
  await signUp(context.request, site.url, account);
  return signIn(context.request, site.url, account);
}

/** Publishes a post that is long enough to push its comments far below the first screen. */
export async function newPost(browser: Browser, site: RunningServer) {
  const { context } = await visitor(browser, site, 'admin');
  const content = `<p>${'Words that fill a screen. '.repeat(40)}</p>`.repeat(12);
  const response = await context.request.post('/api/post/create', {
    data: { title: `A post to talk about ${++made}`, category: 'javascript', content },
  });
  expect(response.status()).toBe(201);
  const { _id: id, slug } = (await response.json()) as { _id: string; slug: string };
  const path = `/post/${slug}`;
  // On a busy machine, the first attempt to render it may take too long.
  await expect.poll(async () => (await context.request.get(path)).status()).toBe(200);
  await context.close();
  return { id, slug, path };
}

/** Writes a comment, or a reply. Returns its id. */
export async function write(
  who: Visitor,
  postId: string,
  content: string,
  parentId?: string,
): Promise<string> {
  const response = await who.context.request.post('/api/comment/create', {
    data: { content, postId, userId: who.person?._id, parentId },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { _id: string })._id;
}

export const section = (page: Page) => page.locator('#comments');
export const comment = (page: Page, text: string) =>
  section(page).getByRole('article').filter({ hasText: text });
export const field = (page: Page) => page.getByLabel('Add a comment');
/** The toolbar of the form. Until its code has loaded, the page has a plain field. */
export const formatting = (page: Page) =>
  section(page).getByRole('toolbar', { name: 'Formatting' });
export const submit = (page: Page) => section(page).getByRole('button', { name: 'Submit' });
export const likes = (item: Locator) => item.getByRole('button', { name: /^Like the comment by / });

export const open = (page: Page, path: string) => page.goto(`${path}#comments`);
/** Opens a comment by its link: the file of the page may not have it yet. */
export const openComment = (page: Page, path: string, id: string) =>
  page.goto(`${path}#comment-${id}`);

/** Waits for the row below the form, which only members have. It moves the comments below it. */
export async function followRow(page: Page): Promise<void> {
  // It loads its buttons once it's in view.
  await section(page).locator('#comment-form + [data-for="user"]').scrollIntoViewIfNeeded();
  await expect(act(section(page), 'Mute')).toBeVisible();
}

/** A button of a comment, such as "Reply". */
export const act = (item: Locator, name: string) => item.getByRole('button', { name, exact: true });
export const toasts = (page: Page) => page.locator('#toasts');
