import { LRUCache } from 'lru-cache';
import type temml from 'temml';
import { escapeAttribute, escapeText, type HtmlElement } from '../html.ts';
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

/** The MathML of a formula, or why there's none. */
interface Rendered {
  html: string;
  error: string;
}

const cache = new LRUCache<string, Rendered>({
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ html, error }, key) => 2 * (html.length + error.length + key.length) + 1,
});

/**
 * Returns the page form of formulas: MathML, or the source of those that aren't valid, too long, or
 * over the budget. With `hasErrors`, they say why.
 */
export async function renderFormulas(
  elements: readonly HtmlElement[],
  budget: PostBudget,
  hasErrors: boolean,
): Promise<Map<HtmlElement, string>> {
  if (elements.length === 0) return new Map();
  // Most sites have no formulas.
  const { default: renderer } = await import('temml');
  return new Map(
    elements.map((element) => [element, formulaHtml(element, renderer, budget, hasErrors)]),
  );
}

function formulaHtml(
  element: HtmlElement,
  renderer: typeof temml,
  budget: PostBudget,
  hasErrors: boolean,
): string {
  const isBlock = element.name === 'div';
  const tex = textWithoutNotes(element.children).trim();
  const { html, error } = rendered(tex, isBlock, renderer, budget) ?? { html: '', error: '' };
  const inner = html || `<code>${escapeText(tex)}</code>`;
  // The formula dialog of the editor shows the error.
  const note = hasErrors && error ? ` data-error="${escapeAttribute(error)}"` : '';
  // The block scrolls sideways. With tabindex, the keyboard can scroll it.
  if (isBlock) {
    return `<div class="math" role="group" aria-label="Formula" tabindex="0"${note}>${inner}</div>`;
  }
  const isPlain = note === '' && tex.length <= MAX_INLINE_LENGTH;
  return isPlain ? inner : `<span class="math"${note}>${inner}</span>`;
}

/** Returns `undefined` if there's no time left to render the formula. */
function rendered(
  tex: string,
  isBlock: boolean,
  renderer: typeof temml,
  budget: PostBudget,
): Rendered | undefined {
  if (tex.length > MAX_TEX_LENGTH) {
    return { html: '', error: `A formula can have up to ${MAX_TEX_LENGTH} characters.` };
  }
  const key = `${isBlock}:${tex}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  let result: Rendered | undefined;
  // A busy machine may stop it before it has had its time.
  while (result === undefined && !budget.isSpent()) {
    result = budget.run(() => convert(tex, isBlock, renderer));
  }
  if (result !== undefined) cache.set(key, result);
  return result;
}

function convert(tex: string, displayMode: boolean, renderer: typeof temml): Rendered {
  try {
    const html = renderer.renderToString(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxExpand: MAX_EXPANSIONS,
      maxSize: MAX_SIZE,
    });
    const isAllowed = html.startsWith('<math') && !html.replace(TAG, '').includes('<');
    if (!isAllowed) return { html: '', error: "Formulas can't contain links, classes or IDs." };
    const isLong = html.length > MAX_MATHML_LENGTH;
    return isLong ? { html: '', error: 'The formula is too complex.' } : { html, error: '' };
  } catch (error) {
    // Also a stack overflow, for formulas that are nested too deeply.
    const message = error instanceof Error ? error.message : '';
    const [, reason] = /^\s*(.*? at (?:position \d+|end of input)):/.exec(message) ?? [];
    return { html: '', error: reason ? `${reason}.` : "The formula isn't valid." };
  }
}
