import { expectAccessible } from './support/axe.ts';
import { expectFits } from './support/narrow.ts';
import { test as base, expect } from './support/test.ts';

type Show = (values: object, path?: string) => Promise<void>;

const test = base.extend<{ show: Show }>({
  /** Opens a page as it is with these settings, without storing them, and without scripts. */
  show: async ({ page, login }, use) => {
    await login('admin');
    await use(async (values, path = '/') => {
      const response = await page.request.post('/api/settings/site/preview', {
        data: { site: values, path },
      });
      expect(response.status()).toBe(200);
      const body = await response.text();
      await page.route('**/look', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto('/look');
    });
  },
});

const LOGO = { light: '/icon-512.png', dark: '', width: 512, height: 512 };
const LONG_NAME = 'The Considerably Long Name of an Otherwise Quite Short Site';

test('a first visit has the theme of the system if the site says so, before the first paint', async ({
  page,
}) => {
  await page.route('/about', async (route) => {
    const html = await (await route.fetch()).text();
    const body = html.replace('<html ', '<html data-system-theme ');
    await route.fulfill({ contentType: 'text/html', body });
  });
  const html = page.locator('html');
  const toggle = page.getByRole('button', { name: 'Dark theme' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/about', { waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.evaluate(() => localStorage.clear());
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('an accent colors links and buttons, and the default one is not named', async ({
  page,
  show,
}) => {
  const primary = page.getByRole('main').locator('.btn-primary').first();
  await show({ accent: 'teal' });
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'teal');
  await expect(primary).toHaveCSS('background-color', 'rgb(15, 98, 93)');
  await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'dark'));
  await expect(primary).toHaveCSS('background-color', 'rgb(110, 199, 189)');
  await expectAccessible(page);
  await show({ accent: 'ink' });
  await expect(page.locator('html')).not.toHaveAttribute('data-accent');
});

test('the home page as a list has rows, in the order of the cards', async ({ page, show }) => {
  const titles = page.getByRole('main').locator('article h2, article h3');
  await show({ homeLayout: 'cards' });
  const order = await titles.allTextContents();
  expect(order.length).toBeGreaterThan(3);
  await show({ homeLayout: 'list' });
  expect(await titles.allTextContents()).toEqual(order);
  await expect(page.locator('.post-row')).toHaveCount(order.length);
  await expect(page.getByRole('heading', { name: 'Recent Posts' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessible(page);
});

test('a wide logo, two logos and a long name fit on narrow screens and in large text', {
  tag: '@long',
}, async ({ page, show }) => {
  for (const logo of [null, { ...LOGO, width: 5000 }, { ...LOGO, dark: '/icon-192.png' }]) {
    await show({ name: LONG_NAME, logo });
    await expectFits(page, JSON.stringify(logo));
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.getByRole('banner').getByRole('button', { name: 'Menu' })).toBeInViewport();
    if (!logo) continue;
    const image = page.getByRole('banner').getByRole('img', { name: LONG_NAME });
    for (const theme of ['light', 'dark']) {
      await page.locator('html').evaluate((html, name) => {
        html.dataset.theme = name;
      }, theme);
      await expect(image).toHaveAttribute(
        'src',
        theme === 'dark' && logo.dark ? logo.dark : logo.light,
      );
      expect((await image.boundingBox())?.height).toBe(26);
    }
  }
});

test('a site without profiles, navigation and texts has no empty lists or gaps', {
  tag: '@long',
}, async ({ page, show }) => {
  const nothing = {
    profiles: {},
    navigation: [],
    resources: [],
    tagline: '',
    footer: { blurb: '', credit: '' },
  };
  for (const path of ['/', '/about', '/contact']) {
    await show(nothing, path);
    await expect(page.locator('ul:empty, :is(main, footer) p:empty, nav:not(:has(a))')).toHaveCount(
      0,
    );
    await expect(page.getByRole('heading', { name: 'Other services' })).toHaveCount(0);
    await expectAccessible(page);
  }
});
