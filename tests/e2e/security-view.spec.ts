import { expect, main, openSecurity, test } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { signIn } from './support/test.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('lists the sessions, and ends one or all others', async ({
  page,
  site,
  person,
  signedIn: _,
  playwright,
}) => {
  const elsewhere = await playwright.request.newContext({ userAgent: FIREFOX });
  await signIn(elsewhere, site.url, person);
  const third = await playwright.request.newContext();
  await signIn(third, site.url, person);
  const isIn = async (request: typeof third) =>
    (await (await request.get(`${site.url}/api/auth/session`)).json()).user !== null;

  await page.goto('/dashboard?tab=profile');
  await main(page).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  const sessions = main(page).getByRole('region', { name: "Where you're signed in" });
  const rows = sessions.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('This browser');
  await expect(rows.first()).toContainText('127.0.0.0/24');
  await expectSound(page);

  const other = rows.filter({ hasText: 'Firefox on Linux' });
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, sign out' }).click();
  await expect(rows).toHaveCount(2);
  expect(await isIn(elsewhere)).toBe(false);
  await expect(main(page).getByRole('region', { name: 'Recent events' })).toContainText(
    'Signed out elsewhere',
  );

  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, sign out' }).click();
  await expect(rows).toHaveCount(1);
  expect(await isIn(third)).toBe(false);
  await expect(page.locator('#toasts')).toContainText('You are signed out everywhere else.');
});

test('changes the password, and says so in the events', async ({
  page,
  site,
  person,
  signedIn: _,
  playwright,
}) => {
  await openSecurity(page);
  const section = main(page).getByRole('region', { name: 'Password' });
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByRole('alert')).toHaveText('Please enter a new password.');
  await section.getByLabel('New password').fill('short');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByRole('alert')).toContainText('8');
  await section.getByLabel('New password').fill(' a completely new pass phrase ');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(page.locator('#toasts')).toContainText('Your password has been changed.');
  await expect(main(page).getByRole('region', { name: 'Recent events' })).toContainText(
    'Password changed',
  );
  // The sign-in form trims what is typed.
  const elsewhere = await playwright.request.newContext();
  await signIn(elsewhere, site.url, { ...person, password: 'a completely new pass phrase' });
});

test('says which part couldn’t be loaded', { tag: '@long' }, async ({ page, signedIn: _ }) => {
  await page.route('**/api/user/sessions', (route) => route.fulfill({ status: 500 }));
  await page.goto('/dashboard?tab=profile&view=security');
  await expect(main(page).getByText("Your sessions couldn't be loaded")).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Change password' })).toBeVisible();
});
