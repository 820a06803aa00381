import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** By default, axe leaves out the size of touch targets. */
const WITH_TARGET_SIZE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark theme changes only colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no violations that axe can find in the page, or in the part that a selector names, in
 * these themes. `tags` selects rules.
 */
export async function expectAccessible(
  page: Page,
  part?: string,
  tags?: string[],
  themes = ['light', 'dark'],
): Promise<void> {
  const html = page.locator('html');
  const before = (await html.getAttribute('data-theme')) ?? 'light';
  for (const theme of themes) {
    await setTheme(page, theme);
    const axe = axeFor(page, part);
    if (theme === 'dark') axe.withRules(COLOR_RULES);
    else if (tags) axe.withTags(tags);
    await expectNone(axe, `${page.url()}, ${theme}`);
  }
  await setTheme(page, before);
}

/** Expects readable text in forced colors, the contrast themes of Windows, light and dark. */
export async function expectReadableInForcedColors(page: Page, part?: string): Promise<void> {
  // axe reads the color of the text from this property, which is never set, and isn't forced.
  await page.evaluate(() => {
    const read = CSSStyleDeclaration.prototype.getPropertyValue;
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
      return read.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
    };
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const axe = axeFor(page, part).withRules(COLOR_RULES);
    await expectNone(axe, `${page.url()}, forced colors, ${colorScheme}`);
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
}

function axeFor(page: Page, part?: string): AxeBuilder {
  // Authors choose the colors of their texts. The other mode opens another page for each check.
  const axe = new AxeBuilder({ page }).exclude('.ql-editor [style]').setLegacyMode();
  // A page in a frame has the same landmarks as this one, and has checks of its own.
  axe.exclude('iframe[srcdoc]');
  return part ? axe.include(part) : axe;
}

async function expectNone(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
  // The summary of a run shows only the first line.
  expect(found, `${where}: ${found[0]?.replaceAll('\n', ' ')}`).toEqual([]);
}

/** Switches the theme, and waits until its colors have faded in. */
async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity,
      ),
  );
}

/**
 * Expects no WCAG 2.2 AA violations that axe can find. Then narrows the page to 320 px: it must not
 * scroll sideways.
 */
export async function expectSound(page: Page, part?: string): Promise<void> {
  await expectAccessible(page, part, WITH_TARGET_SIZE);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}
