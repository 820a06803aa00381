import { DomUtils } from 'htmlparser2';
import { type Direction, directionOf, directionOfLanguage } from './direction.ts';
import { type HeadingId, headingIds } from './heading-ids.ts';
import { highlight } from './highlight.ts';
import { type HtmlElement, type HtmlNode, parseHtml, textContent } from './html.ts';
import type { Pictures } from './pictures.ts';
import { renderFormulas } from './prose/formulas.ts';
import { addressesOf } from './prose/picture.ts';
import { firstText, isFormula, lineOf } from './prose/text.ts';
import { type ProseHeading, ProseWriter } from './prose/writer.ts';
import { createPostBudget, MAX_ELAPSED_MS } from './time-budget.ts';

/** The content of a post as its page shows it. */
export interface Prose {
  html: string;
  headings: ProseHeading[];
  /** The direction of the text, if it differs from the page or the article. */
  direction: Direction | undefined;
  /** Whether the page needs the script for copy buttons. */
  hasCode: boolean;
  /** Whether the page needs the script that plays videos. */
  hasVideo: boolean;
  /** Whether the page needs the script that opens pictures. */
  hasFigures: boolean;
  /**
   * Whether code lacks colors, or formulas are shown as their source, for lack of time: another try
   * may succeed.
   */
  isUnfinished: boolean;
}

const HIGHLIGHT_MS = 300;
const FORMULAS_MS = 600;
const HEADING = /^h[1-6]$/;

/** Returns the URLs of the pictures in the content. */
export function pictureUrls(html: string): string[] {
  // Skip parsing: most posts have no pictures.
  if (!html.includes('<img')) return [];
  const images = DomUtils.getElementsByTagName('img', parseHtml(html));
  const urls = images.map(({ attribs }) => attribs.src).filter((src) => src !== undefined);
  return [...new Set(urls.flatMap(addressesOf))];
}

/**
 * Turns stored content into the HTML of a page: highlights code, renders formulas, adds sizes and
 * variants to pictures, ids and links to headings, play buttons to videos, `rel` to external links,
 * and `dir` to blocks whose direction differs from the text around them. Footnotes become a list at
 * the end. `html` is sanitized, `pictures` are the uploads in it, `siteUrl` is the public origin,
 * and `language` is the post's, if it has one. With `hasErrors`, formulas that aren't valid say
 * why.
 */
export async function renderProse(
  html: string,
  pictures: Pictures,
  siteUrl = '',
  language = '',
  hasErrors = false,
): Promise<Prose> {
  const started = performance.now();
  const nodes = parseHtml(html);
  const code = new Map<HtmlElement, string>();
  const codeBudget = createPostBudget(HIGHLIGHT_MS);
  for (const element of DomUtils.getElementsByTagName('pre', nodes)) {
    code.set(
      element,
      await highlight(codeOf(element), element.attribs['data-language'], codeBudget),
    );
  }
  const elapsedLeft = MAX_ELAPSED_MS - (performance.now() - started);
  const mathBudget = createPostBudget(FORMULAS_MS, Math.max(1, elapsedLeft));
  const formulas = await renderFormulas(formulasIn(html, nodes), mathBudget, hasErrors);
  const around = language === '' ? 'ltr' : directionOfLanguage(language);
  // Without a language, the first letter decides.
  const direction = language === '' ? (directionOf(firstText(nodes)) ?? around) : around;
  const parts = { ids: idsOf(nodes), pictures, code, formulas, siteUrl, direction };
  const writer = new ProseWriter(parts);
  const page = writer.document(nodes);
  const { headings, hasVideo, hasFigures } = writer;
  return {
    html: page,
    headings,
    direction: direction === around ? undefined : direction,
    hasCode: code.size > 0,
    hasVideo,
    hasFigures,
    isUnfinished: codeBudget.isStarved() || mathBudget.isSpent(),
  };
}

function formulasIn(html: string, nodes: HtmlNode[]): HtmlElement[] {
  // Most posts have no formulas.
  if (!html.includes('data-math')) return [];
  return DomUtils.getElementsByTagName((name) => name === 'span' || name === 'div', nodes).filter(
    isFormula,
  );
}

/** Headings without text have no id. */
function idsOf(nodes: readonly HtmlNode[]): Map<HtmlElement, HeadingId> {
  const headings = DomUtils.getElementsByTagName((name) => HEADING.test(name), [...nodes]);
  const texts = headings.map((heading) => [heading, lineOf(heading.children)] as const);
  return headingIds(new Map(texts.filter(([, text]) => text !== '')));
}

function codeOf(element: HtmlElement): string {
  return textContent(element.children).replace(/\r\n?/g, '\n').replace(/\n$/, '');
}
