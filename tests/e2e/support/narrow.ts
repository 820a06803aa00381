import { expect, type Page } from '@playwright/test';
import { setTextSize } from './text-size.ts';

/** A zoom of 400 % at 1024 px, the narrowest phone, and a phone with text of 200 %. */
const SCREENS = [
  { width: 256, height: 640, text: 16 },
  { width: 320, height: 640, text: 16 },
  { width: 375, height: 812, text: 32 },
];

/** Expects that nothing scrolls sideways, and no text is cut off, on narrow screens. */
export async function expectFits(page: Page, path: string): Promise<void> {
  for (const { width, height, text } of SCREENS) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, text);
    const screen = `${path}, ${width} px wide, text of ${text} px`;
    expect(await sidewaysOverflow(page), screen).toEqual([]);
    expect(await cutText(page), screen).toEqual([]);
  }
  await setTextSize(page, 16);
}

async function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 100))
      .slice(0, 5);
  });
}

/**
 * Lists the texts beyond the edges of the window. `main` clips what is there, so the page itself
 * doesn't scroll. Boxes that scroll may be wider, and lines may end with an ellipsis.
 */
async function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const mayBeWider = (element: Element | null): boolean => {
      if (element === null || element === document.body) return false;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isMeant = /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis';
      return isMeant || mayBeWider(element.parentElement);
    };
    const isForScreenReaders = (element: Element | null): boolean =>
      element !== null &&
      (element.getBoundingClientRect().width <= 1 || isForScreenReaders(element.parentElement));
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (isForScreenReaders(element)) continue;
      range.selectNodeContents(node);
      const isCut = [...range.getClientRects()].some(
        ({ left, right, width }) => width > 1 && (left < -1 || right > clientWidth + 1),
      );
      if (isCut && !mayBeWider(element)) cut.push(`${element.tagName}: ${node.textContent}`);
    }
    return cut.slice(0, 5);
  });
}
