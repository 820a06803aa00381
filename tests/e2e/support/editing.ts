import { expect, type Locator, type Page } from '@playwright/test';
import { sanitize } from '../../../api/content/sanitize.ts';

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' });

/** Returns a tool of the toolbar, in its row or in the list "More". */
export function tool(page: Page, name: string | RegExp): Locator {
  return toolbar(page).getByRole('button', { name, exact: true });
}

/** Opens the list "More" if the tool isn't in the row. */
export async function showTool(page: Page, name: string | RegExp): Promise<Locator> {
  await toolbar(page).waitFor();
  const button = tool(page, name);
  if (!(await button.isVisible())) await tool(page, 'More tools').click();
  return button;
}

export async function clickTool(page: Page, name: string | RegExp): Promise<void> {
  await (await showTool(page, name)).click();
}

/** Opens the panel with category, cover and settings, which is a sheet on a phone. */
export async function openDetails(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Details', exact: true });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** Returns the HTML that the server would store. */
export async function wouldStore(page: Page): Promise<string> {
  const html = await page.getByRole('textbox', { name: 'Content' }).innerHTML();
  // Quill's cursor, where a format ends.
  return sanitize(html.replaceAll('\ufeff', ''));
}

export async function expectStored(page: Page, html: string): Promise<void> {
  await expect.poll(() => wouldStore(page)).toBe(html);
}
