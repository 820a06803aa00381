import { expect, type Page } from '@playwright/test';

/**
 * Sets the size of text in the browser's settings (16 by default), as readers do. Unlike a style of
 * the page, it also counts in media queries.
 */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
  await expect
    .poll(() =>
      page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)),
    )
    .toBe(pixels);
  await session.detach();
}
