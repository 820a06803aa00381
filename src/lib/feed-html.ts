import { VOID_ELEMENTS } from '../../api/contract/html.ts';
import { linkUrl } from '../../api/contract/urls.ts';
import { absoluteUrl } from './head.ts';
import {
  attributesHtml,
  escapeText,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseHtml,
} from './html.ts';
import { CALLOUT_LABELS } from './prose/labels.ts';
import { withoutFragment } from './prose/picture.ts';
import { isFootnote, isFormula, textWithoutNotes } from './prose/text.ts';

/**
 * Returns content for feed readers: with absolute URLs and without the editor's classes. Nothing in
 * it needs our styles: details are open, footnotes are at the end, formulas are their source, and
 * labels are text.
 */
export function feedHtml(html: string, pageUrl: string): string {
  return new FeedWriter(pageUrl).document(parseHtml(html));
}

class FeedWriter {
  readonly #pageUrl: string;
  readonly #footnotes: string[] = [];

  constructor(pageUrl: string) {
    this.#pageUrl = pageUrl;
  }

  document(nodes: readonly HtmlNode[]): string {
    const html = this.#children(nodes);
    if (this.#footnotes.length === 0) return html;
    const items = this.#footnotes.map((note) => `<li>${note}</li>`);
    return `${html}<hr><ol>${items.join('')}</ol>`;
  }

  #children(nodes: readonly HtmlNode[]): string {
    let html = '';
    for (const node of nodes) {
      if (isText(node)) html += escapeText(node.data);
      else if (isElement(node)) html += this.#element(node);
    }
    return html;
  }

  #element(element: HtmlElement): string {
    const { name, attribs, children } = element;
    if (isFormula(element)) return formula(element);
    if (isFootnote(element)) return this.#footnote(children);
    const { class: _class, href, src, 'data-align': align, 'data-title': title, ...rest } = attribs;
    const attributes = {
      ...rest,
      align,
      href: this.#absolute(href),
      // Without the fragment, which names a version for our dark theme.
      src: this.#absolute(src && withoutFragment(src)),
      open: name === 'details' ? '' : undefined,
    };
    const open = `${line(title)}<${name}${attributesHtml(attributes)}>`;
    if (VOID_ELEMENTS.has(name)) return open;
    return `${open}${labelOf(element)}${this.#children(children)}</${name}>`;
  }

  /** The number leads to the note on the page: ids would clash with those of other items. */
  #footnote(children: readonly HtmlNode[]): string {
    const number = this.#footnotes.push('');
    this.#footnotes[number - 1] = this.#children(children);
    return `<sup><a${attributesHtml({ href: `${this.#pageUrl}#fn-${number}` })}>${number}</a></sup>`;
  }

  #absolute(stored = ''): string | undefined {
    const url = linkUrl(stored);
    return url === null ? undefined : absoluteUrl(url, this.#pageUrl);
  }
}

function formula({ name, children }: HtmlElement): string {
  const code = `<code>${escapeText(textWithoutNotes(children))}</code>`;
  return name === 'div' ? `<p>${code}</p>` : code;
}

function line(text: string | undefined): string {
  return text ? `<p><strong>${escapeText(text)}</strong></p>` : '';
}

/** Returns the label of a callout, or the box of an item of a checklist. */
function labelOf({ name, attribs, parent }: HtmlElement): string {
  if (name === 'aside') return line(CALLOUT_LABELS[attribs['data-callout'] ?? '']);
  const checked = parent && isElement(parent) ? parent.attribs['data-checked'] : undefined;
  if (name !== 'li' || checked === undefined) return '';
  return checked === 'true' ? '☑ ' : '☐ ';
}
