import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DEFAULTS as config } from '../../api/site/read-site.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startStaticHost } from '../support/static-host.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFits } from './support/narrow.ts';
import { test as base, expect, ownServer } from './support/test.ts';

let mails: MailServer | undefined;
const test = base.extend(
  ownServer(async () => {
    mails = await startMailServer();
    const limits = 'contact=1000/60,signUpChallenge=1000/60';
    return {
      env: {
        SMTP_URL: mails.url,
        MAIL_FROM: 'Inkwell <noreply@example.com>',
        RATE_LIMITS: limits,
      },
    };
  }),
);
test.afterAll(() => mails?.stop());

const form = (page: Page) => page.getByRole('region', { name: 'Write a message' });
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const send = (page: Page) => form(page).getByRole('button', { name: 'Send Message' });
const alert = (page: Page) => form(page).getByRole('alert');

/** Opens the page, and waits until the form reacts. */
async function open(page: Page): Promise<void> {
  await page.goto('/contact');
  await expect(send(page)).toBeEnabled();
}

async function fill(page: Page, { name = 'Ada', email = 'ada@example.com', message = 'Hello' }) {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(email);
  await field(page, 'Message').fill(message);
}

test('a message written with the keyboard reaches the owner, after a short check', async ({
  page,
}) => {
  await open(page);
  await field(page, 'Name').focus();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('About your article:');
  await page.keyboard.press('Enter');
  await page.keyboard.type('thank you.');
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
  const solved = page.waitForResponse(/\/api\/contact\/challenge$/);
  await page.keyboard.press('Enter');
  expect((await solved).ok()).toBe(true);
  const done = form(page).getByText('Thank you. Your message is on its way.');
  await expect(done).toBeVisible({ timeout: 60_000 });
  await expect(done).toContainText(`We usually reply ${config.contact.replyTime}.`);
  // Where the form was, so that a screen reader reads it.
  await expect(form(page).locator(':focus')).toContainText('Thank you.');

  const mail = await mails?.wait(config.contact.email, /^Message from Ada Lovelace$/);
  expect(mail?.text).toContain('About your article:\nthank you.');
  expect(mail?.headers.get('reply-to')).toMatchObject({ value: [{ address: 'ada@example.com' }] });

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Message')).toHaveValue('');
});

test('what is missing or wrong gets the focus, and everything typed stays', async ({ page }) => {
  await open(page);
  await field(page, 'Name').fill('Ada');
  await field(page, 'Message').fill('Hello');
  await send(page).click();
  await expect(alert(page)).toHaveText('Please fill out all the fields.');
  await expect(field(page, 'Email')).toBeFocused();

  await field(page, 'Email').fill('ada@nowhere');
  await send(page).click();
  await expect(alert(page)).toHaveText('Email is not a valid address.');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/not a valid address/);
  await expect(field(page, 'Name')).toHaveValue('Ada');
  await expect(field(page, 'Message')).toHaveValue('Hello');
});

test('a message that could not be sent stays, and can be sent again', async ({ page }) => {
  await open(page);
  await fill(page, { message: 'A long message\nthat took an hour' });
  await page.route('**/api/contact', (route) => route.abort());
  await send(page).click();
  await expect(alert(page)).toBeVisible();
  await expect(field(page, 'Message')).toHaveValue('A long message\nthat took an hour');
  await page.unroute('**/api/contact');

  await page.route('**/api/contact/challenge', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '90' },
      json: { success: false, statusCode: 429, message: 'Too many checks from your IP address.' },
    }),
  );
  await send(page).click();
  await expect(alert(page)).toContainText(/Too many checks from your IP address\..*1:\d\d left/);
  await expect(field(page, 'Message')).toHaveValue('A long message\nthat took an hour');
  await page.unroute('**/api/contact/challenge');

  await send(page).click();
  await expect(form(page)).toContainText('Your message is on its way', { timeout: 60_000 });
});

test('on a static copy, the form says that it can’t send, keeps the text, and the address is there', {
  tag: '@long',
}, async ({ page, site }) => {
  const copy = await startStaticHost(join(site.dataDir, 'site'));
  try {
    await page.goto(`${copy.url}/contact`);
    await expect(send(page)).toBeEnabled();
    await fill(page, { message: 'To a copy' });
    await send(page).click();
    await expect(alert(page)).toHaveText("This isn't available on this copy of the site.");
    await expect(field(page, 'Message')).toHaveValue('To a copy');
    const address = page.getByRole('main').getByRole('link', { name: config.contact.email });
    await expect(address.first()).toBeVisible();
  } finally {
    await copy.stop();
  }
});

test('the form is accessible in both themes, and fits a phone', { tag: '@long' }, async ({
  page,
}) => {
  await open(page);
  await send(page).click();
  await expect(alert(page)).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, '/contact');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page has the address, and no form that does nothing', async ({ page }) => {
    await page.goto('/contact');
    await expect(form(page)).toBeHidden();
    const address = page.getByRole('main').getByRole('link', { name: config.contact.email });
    await expect(address.first()).toHaveAttribute('href', `mailto:${config.contact.email}`);
  });
});
