import { test as base, expect } from './support/accounts.ts';
import { ADMIN } from './support/server.ts';
import { signIn } from './support/test.ts';

const FOOTER = { blurb: 'A blurb nobody saved', credit: '' };

const test = base.extend<{ preview: (site: object, path: string) => Promise<string> }>({
  preview: async ({ site, context: { request } }, use) => {
    await signIn(request, site.url, ADMIN);
    await use(async (values, path) => {
      const url = `${site.url}/api/settings/site/preview`;
      return (await request.post(url, { data: { site: values, path } })).text();
    });
  },
});

test('settings are previewed on a page without scripts, and no other page has them', async ({
  site,
  preview,
  context: { request },
}) => {
  const html = await preview({ name: 'A Name Nobody Saved', footer: FOOTER }, '/about');
  expect(html).toContain('A Name Nobody Saved, home');
  expect(html).toContain('A blurb nobody saved');
  expect(html).not.toContain('<script');
  expect(await preview({}, '/about')).not.toContain('nobody saved');
  expect(await preview({ name: 'A Name Nobody Saved' }, '/nothing-here')).toContain('Nobody Saved');
  const draft = { title: 'A draft', category: 'uncategorized', content: '<p>Text</p>' };
  const { page } = await (
    await request.post(`${site.url}/api/post/preview`, { data: draft })
  ).json();
  expect(page).toContain('A draft');
  expect(page).not.toContain('A Name Nobody Saved');
  const live = await (await request.get(`${site.url}/about`)).text();
  expect(live).not.toContain('A Name Nobody Saved');
});

test('hostile settings are text in a preview', { tag: '@long' }, async ({
  site,
  preview,
  page,
}) => {
  const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
  const html = await preview(
    { name: hostile, tagline: hostile, footer: { blurb: hostile, credit: hostile } },
    '/',
  );
  await page.route('**/shown', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${site.url}/shown`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(hostile);
  await expect(page.getByRole('contentinfo').getByText(hostile).first()).toBeVisible();
  await expect(page.locator('img[src="x"], script')).toHaveCount(0);
});
