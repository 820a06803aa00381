import { LRUCache } from 'lru-cache';
import type temml from 'temml';
import { escapeText, type HtmlElement } from '../html.ts';
import type { PostBudget } from '../time-budget.ts';
import { textWithoutNotes } from './text.ts';

/** Longer formulas show their source. */
const MAX_TEX_LENGTH = 4_000;
/** A short formula can become long with macros. */
const MAX_MATHML_LENGTH = 100_000;
const MAX_EXPANSIONS = 500;
/** In em. */
const MAX_SIZE: [number, number] = [20, 20];
const CACHE_BYTES = 8 * 1024 * 1024;
/** Longer formulas may be wider than a phone, so they scroll. */
const MAX_INLINE_LENGTH = 25;

/** Only what MathML needs: no links, no ids, no addresses. */
const TAG = /<\/?(?:m[a-z]+|span)(?: (?!on|href|src|id)[a-z-]+="[^"<>]*")* ?\/?>/g;

const cache = new LRUCache<string, string>({
  maxSize: CACHE_BYTES,
  sizeCalculation: (html, key) => 2 * (html.length + key.length) + 1,
});

/**
 * Returns the page form of formulas: MathML, or the source of those that aren't valid, too long, or
 * over the budget.
 */
export async function renderFormulas(
  elements: readonly HtmlElement[],
  budget: PostBudget,
): Promise<Map<HtmlElement, string>> {
  if (elements.length === 0) return new Map();
  // Most sites have no formulas.
  const { default: renderer } = await import('temml');
  return new Map(elements.map((element) => [element, formulaHtml(element, renderer, budget)]));
}

function formulaHtml(element: HtmlElement, renderer: typeof temml, budget: PostBudget): string {
  const isBlock = element.name === 'div';
  const tex = textWithoutNotes(element.children).trim();
  const inner = mathml(tex, isBlock, renderer, budget) ?? `<code>${escapeText(tex)}</code>`;
  // The block scrolls sideways. With tabindex, the keyboard can scroll it.
  if (isBlock)
    return `<div class="math" role="group" aria-label="Formula" tabindex="0">${inner}</div>`;
  return tex.length > MAX_INLINE_LENGTH ? `<span class="math">${inner}</span>` : inner;
}

function mathml(
  tex: string,
  isBlock: boolean,
  renderer: typeof temml,
  budget: PostBudget,
): string | undefined {
  if (tex.length > MAX_TEX_LENGTH) return undefined;
  const key = `${isBlock}:${tex}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached || undefined;
  if (budget.isSpent()) return undefined;
  const html = budget.run(() => convert(tex, isBlock, renderer));
  // Not known when it was stopped: another try may succeed.
  if (html !== undefined) cache.set(key, html);
  return html || undefined;
}

/** Returns an empty string for a formula that isn't valid. */
function convert(tex: string, displayMode: boolean, renderer: typeof temml): string {
  try {
    const html = renderer.renderToString(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxExpand: MAX_EXPANSIONS,
      maxSize: MAX_SIZE,
    });
    const isAllowed = html.startsWith('<math') && !html.replace(TAG, '').includes('<');
    return isAllowed && html.length <= MAX_MATHML_LENGTH ? html : '';
  } catch {
    // Also a stack overflow, for formulas that are nested too deeply.
    return '';
  }
}
