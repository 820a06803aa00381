import { test as base, type Person } from './test.ts';

/** Playwright's `test` as the administrator of a site without content, for tests of the editor. */
export const test = base.extend<{ admin: Person }>({
  site: ({ writingSite }, use) => use(writingSite),
  admin: [async ({ login }, use) => use(await login('admin')), { auto: true }],
});
