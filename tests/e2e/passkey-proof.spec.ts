import { expect, expectSound } from './support/accounts.ts';
import { test as base, openSecurity, plugIn } from './support/passkeys.ts';
import { startServer } from './support/server.ts';

const FRESH_SECONDS = 3;

/** A site where signing in proves the identity for a few seconds. */
const test = base.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const RATE_LIMITS = 'signUp=1000/60';
      const env = { FRESH_SESSION_SECONDS: String(FRESH_SECONDS), RATE_LIMITS };
      const site = await startServer({ hostname: 'localhost', env });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a passkey confirms the identity, and the change goes on', async ({
  page,
  person,
  signedIn,
}) => {
  expect(signedIn.username).toBe(person.username);
  await plugIn(page);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Passkeys' });
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await page.waitForTimeout(FRESH_SECONDS * 1000);

  // Without a passkey, the dialog has the password alone.
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog).toContainText(person.email);
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await dialog.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await page.waitForTimeout(FRESH_SECONDS * 1000);

  await section.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectSound(page);
  await page.waitForTimeout(FRESH_SECONDS * 1000);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section).toContainText('You have no passkeys yet.');
});
