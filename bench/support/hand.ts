import type { Locator, Page } from '@playwright/test';

/** How long a control may take to appear that only one of the versions has. */
export const OPTIONAL_MS = 2_000;

/** Acts like a person, and counts. */
export class Hand {
  clicks = 0;
  keys = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async click(target: Locator): Promise<void> {
    await target.first().click();
    this.clicks += 1;
  }
  /** Clicks it if it appears. */
  async clickIfThere(target: Locator): Promise<boolean> {
    const isThere = await target
      .first()
      .waitFor({ timeout: OPTIONAL_MS })
      .then(
        () => true,
        () => false,
      );
    if (isThere) await this.click(target);
    return isThere;
  }
  async fill(field: Locator, text: string): Promise<void> {
    const isFocused = await field.first().evaluate((element) => element === document.activeElement);
    if (!isFocused) await this.click(field);
    await field.first().fill(text);
  }
  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
    this.keys += 1;
  }
}
