import type { Page } from '@playwright/test';
import { test as base, expect, type Person } from './test.ts';

/** Playwright's `test` as the administrator of a site without content, for tests of the editor. */
export const test = base.extend<{ admin: Person }>({
  site: ({ writingSite }, use) => use(writingSite),
  admin: [async ({ login }, use) => use(await login('admin')), { auto: true }],
});

/**
 * Waits until a text is stored: in the browser, which takes long on a slow disk, or already on the
 * server.
 */
export async function isKept(page: Page, text: string): Promise<void> {
  const find = (sought: string) =>
    page.evaluate(async (part) => {
      if (document.querySelector('[data-sync="saved"]')) return true;
      const known = await indexedDB.databases();
      if (!known.some(({ name }) => name === 'inkwell-drafts')) return false;
      const opened = indexedDB.open('inkwell-drafts');
      await new Promise((done) => {
        opened.onsuccess = done;
      });
      const asked = opened.result.transaction('drafts').objectStore('drafts').getAll();
      await new Promise((done) => {
        asked.onsuccess = done;
      });
      opened.result.close();
      return JSON.stringify(asked.result).includes(part);
    }, sought);
  await expect.poll(() => find(text)).toBe(true);
}
