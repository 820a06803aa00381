import { main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { BUDGETS } from './support/budgets.ts';
import { ADMIN } from './support/server.ts';
import { test as base, expect, ownServer, signIn } from './support/test.ts';
import { weighPages } from './support/weight.ts';

/** A separate site, because the dashboard would also list the records of other tests. */
const test = base.extend(
  // At a name, where the sign-in page offers passkeys.
  ownServer({ seed: 'demo', hostname: 'localhost' }, 'serial'),
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

test('the demo content can be removed', async ({ page, context, site }) => {
  await signIn(context.request, site.url, ADMIN);
  await page.goto('/dashboard?tab=dash');
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
  expect((await context.request.get(`/post/${posts[0].slug}`)).status()).toBe(404);
});
