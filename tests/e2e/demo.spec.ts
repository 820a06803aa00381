import type { Page } from '@playwright/test';
import { main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { BUDGETS, type Budget } from './support/budgets.ts';
import { ADMIN } from './support/server.ts';
import { test as base, expect, openOverview, ownServer, signIn } from './support/test.ts';
import { addresses, weigh, weighPages } from './support/weight.ts';

/** A separate site, because the dashboard would also list the records of other tests. */
const test = base.extend(
  // At a name, where the sign-in page offers passkeys.
  ownServer(
    { seed: 'demo', hostname: 'localhost', env: { RATE_LIMITS: 'comment=1000/60' } },
    'serial',
  ),
);

test('no page of the demo weighs more than its budget', async ({ browser, site }) => {
  // It opens every page with an empty cache.
  test.setTimeout(300_000);
  const weights = await weighPages(browser, site);
  for (const [name, { bytes, scriptBytes, requests }] of Object.entries(BUDGETS)) {
    const weight = weights.get(name);
    expect.soft(weight?.bytes, `${name}: HTML, styles, scripts, fonts`).toBeLessThanOrEqual(bytes);
    expect.soft(weight?.scriptBytes, `${name}: scripts`).toBeLessThanOrEqual(scriptBytes);
    expect.soft(weight?.requests, `${name}: requests`).toBeLessThanOrEqual(requests);
    // A page that didn't load has no measurement.
    expect.soft(weight?.bytes, `${name}: too light to be true`).toBeGreaterThan(bytes * 0.5);
  }
});

/** https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Scrolls through the page. Returns its layout shifts, with what moved from where to where. */
async function readToEnd(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const shifts: PerformanceEntry[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  const numbers = page.waitForResponse('**/api/comment/getnumbers/**');
  const isAtEnd = () =>
    page.evaluate(() => {
      window.scrollBy({ top: window.innerHeight / 2, behavior: 'instant' });
      return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
    });
  await expect.poll(isAtEnd, { intervals: [50] }).toBe(true);
  await (await numbers).finished();
  await expect(page.locator('#comments').getByText('0 likes').first()).toBeVisible();
  return page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: LayoutShift[] };
    return shifts.map(({ value, sources }) => {
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const name = node instanceof Element ? node.outerHTML : node?.textContent;
        return `${name?.slice(0, 80)} ${JSON.stringify([previousRect, currentRect])}`;
      });
      return [value, ...moved].join('\n');
    });
  });
}

test('a post with 20 comments, read to its end, is below 100 kB, without React or a jump', async ({
  browser,
  context,
  site,
}) => {
  const { _id: userId } = await signIn(context.request, site.url, ADMIN);
  const path = (await addresses(context.request))(BUDGETS.post as Budget);
  const { posts } = await (
    await context.request.get(`/api/post/getposts?slug=${path.slice('/post/'.length)}`)
  ).json();
  for (let n = 1; n <= 20; n++) {
    const content = `Remark ${n}: **this** is what I think of it, in a sentence or two. Do you agree?`;
    const data = { content, postId: posts[0]._id, userId };
    expect((await context.request.post('/api/comment/create', { data })).status()).toBe(201);
  }
  const file = async () => (await context.request.get(path)).text();
  const call = await context.request.get(`/api/comment/getthreads/${posts[0]._id}`);
  const { total } = await call.json();
  // A page rendered while the last comment was written can show it without counting it.
  await expect.poll(file).toContain(`data-total="${total}"`);
  const asked: string[] = [];
  let jumps: string[] | undefined;
  const weight = await weigh(browser, path, { baseURL: site.url }, async (page) => {
    page.on('request', (request) => asked.push(request.url()));
    jumps = await readToEnd(page);
  });
  expect(jumps).toEqual([]);
  expect(asked.filter((url) => /\/react\./.test(url))).toEqual([]);
  expect(asked.some((url) => url.includes('/getnumbers/'))).toBe(true);
  expect(weight.bytes + weight.callBytes).toBeLessThan(100_000);
});

test('the demo content can be removed', async ({ page, context, site }) => {
  await signIn(context.request, site.url, ADMIN);
  await openOverview(page);
  const remove = main(page).getByRole('button', { name: 'Remove demo content', exact: true });
  await remove.click();
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to remove the demo content?',
  });
  await dialog.getByRole('button', { name: 'No, cancel' }).click();
  await expect(dialog).toBeHidden();
  const { posts } = await (await context.request.get('/api/post/getposts?limit=1')).json();
  await remove.click();
  await expect(dialog).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(page.locator('#toasts')).toContainText('The demo content has been removed.');
  await expect(remove).toHaveCount(0);
  const recent = main(page).getByRole('region', { name: 'Recent Posts' });
  await expect(recent).toContainText('No posts found');
  // A busy machine removes the pages a moment later than the call waits.
  const status = async () => (await context.request.get(`/post/${posts[0].slug}`)).status();
  await expect.poll(status).toBe(404);
});
