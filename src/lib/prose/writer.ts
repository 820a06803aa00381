import { VOID_ELEMENTS } from '../../../api/contract/html.ts';
import { linkUrl } from '../../../api/contract/urls.ts';
import { type Direction, directionOf } from '../direction.ts';
import type { HeadingId } from '../heading-ids.ts';
import {
  attributesHtml,
  escapeText,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
} from '../html.ts';
import type { Pictures } from '../pictures.ts';
import { videoHtml } from '../video.ts';
import { codeBlock } from './code-block.ts';
import { withColors } from './colors.ts';
import { footnoteLink, footnoteList, footnoteStyle } from './footnotes.ts';
import { CALLOUT_LABELS } from './labels.ts';
import {
  FIGURE_SIZES,
  openPictureHtml,
  type PictureOptions,
  pictureHtml,
  ratioOf,
} from './picture.ts';
import {
  firstText,
  isFootnote,
  isFormula,
  lineOf,
  lonePicture,
  OPENING_MARK,
  textWithoutNotes,
} from './text.ts';

/** A heading with an id that links can point to. */
export interface ProseHeading {
  id: string;
  level: number;
  text: string;
}

const HEADING = /^h[1-6]$/;
/** Each of them has the direction of its own text. */
const BLOCKS = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 blockquote ul ol li table caption th td figure figcaption aside details ' +
    'summary dl dt dd'
  ).split(' '),
);

interface Parts {
  /** Ids of the headings. */
  ids: ReadonlyMap<HtmlElement, HeadingId>;
  pictures: Pictures;
  /** Highlighted code blocks. */
  code: ReadonlyMap<HtmlElement, string>;
  /** Formulas as MathML. */
  formulas: ReadonlyMap<HtmlElement, string>;
  siteUrl: string;
  /** The direction of the article. */
  direction: Direction;
}

/** Serializes the parsed content, with the changes that `renderProse` describes. */
export class ProseWriter {
  readonly headings: ProseHeading[] = [];
  hasVideo = false;
  hasFigures = false;
  private readonly footnotes: string[] = [];
  private tables = 0;
  private readonly parts: Parts;
  /** The direction of the element whose children are written. */
  private direction: Direction;

  constructor(parts: Parts) {
    this.parts = parts;
    this.direction = parts.direction;
  }

  /** Returns the content with its footnotes at the end. */
  document(nodes: readonly HtmlNode[]): string {
    return this.children(nodes) + footnoteList(this.footnotes);
  }

  private children(nodes: readonly HtmlNode[]): string {
    let html = '';
    for (const node of nodes) html += this.node(node);
    return html;
  }

  private node(node: HtmlNode): string {
    if (isText(node)) return escapeText(node.data);
    return isElement(node) ? this.element(node) : '';
  }

  private element(element: HtmlElement): string {
    const { name } = element;
    if (isFormula(element)) return this.formula(element);
    if (isFootnote(element)) return this.footnote(element);
    if (name === 'pre') return this.codeBlock(element);
    if (name === 'img') return pictureHtml(element, this.parts.pictures);
    if (name === 'iframe') return this.video(element);
    if (name === 'a') return this.link(element);
    if (!BLOCKS.has(name)) return this.plain(element);
    const around = this.direction;
    this.direction = directionOfBlock(element) ?? around;
    const dir = this.direction === around ? undefined : this.direction;
    const html = this.block(element, dir);
    this.direction = around;
    return html;
  }

  private block(element: HtmlElement, dir: Direction | undefined): string {
    const { name } = element;
    if (HEADING.test(name)) return this.heading(element, dir);
    if (name === 'p') return this.paragraph(element, dir);
    if (name === 'blockquote') return this.quote(element, dir);
    if (name === 'figure') return this.figure(element, dir);
    if (name === 'table') return this.table(element, dir);
    if (name === 'aside') return this.callout(element, dir);
    if (name === 'li') return this.item(element, dir);
    return this.plain(element, { dir });
  }

  /** `before` is added to the children. */
  private plain(
    element: HtmlElement,
    added: { dir?: Direction | undefined; role?: string } = {},
    before = '',
  ): string {
    const { name } = element;
    const open = `<${name}${attributesHtml({ ...withColors(element.attribs), ...added })}>`;
    if (VOID_ELEMENTS.has(name)) return open;
    return `${open}${before}${this.children(element.children)}</${name}>`;
  }

  private formula(element: HtmlElement): string {
    return this.parts.formulas.get(element) ?? '';
  }

  private footnote({ children }: HtmlElement): string {
    const around = this.direction;
    this.direction = directionOf(firstText(children)) ?? this.parts.direction;
    const dir = this.direction === this.parts.direction ? undefined : this.direction;
    const number = this.footnotes.push('');
    this.footnotes[number - 1] =
      `<li${attributesHtml({ id: `fn-${number}`, style: footnoteStyle(number), dir })}>${this.children(children)}`;
    this.direction = around;
    return footnoteLink(number);
  }

  private codeBlock(element: HtmlElement): string {
    return codeBlock(element, this.parts.code.get(element) ?? '');
  }

  private figure(element: HtmlElement, dir?: Direction): string {
    const { attribs, children } = element;
    const shown = children.filter(isElement);
    const captions = shown.filter(({ name }) => name === 'figcaption');
    const pictures = shown.filter(({ name }) => name !== 'figcaption');
    const isInRow = pictures.length > 1;
    const sizes = FIGURE_SIZES[attribs['data-width'] ?? ''];
    const inner = pictures.map((child) => {
      const image = child.name === 'img' ? child : child.children.find(isElement);
      const ratio = image && isInRow ? ratioOf(image, this.parts.pictures) : undefined;
      const style = ratio === undefined ? undefined : `--ratio: ${ratio}`;
      if (child === image) return this.openPicture(child, { sizes, style });
      const html = image ? pictureHtml(image, this.parts.pictures, { sizes }) : '';
      return child.name === 'a' ? this.link(child, { style, html }) : this.element(child);
    });
    const attributes = { ...attribs, class: isInRow ? 'figure-row' : undefined, dir };
    return `<figure${attributesHtml(attributes)}>${inner.join('')}${this.children(captions)}</figure>`;
  }

  /** An opening quotation mark hangs in the margin (prose.css). */
  private quote(element: HtmlElement, dir?: Direction): string {
    const isHanging = OPENING_MARK.test(textWithoutNotes(element.children));
    const { attribs } = element;
    const name = isHanging ? `${attribs.class ?? ''} hanging`.trim() : attribs.class;
    const attributes = { ...withColors(attribs), class: name, dir };
    return `<blockquote${attributesHtml(attributes)}>${this.children(element.children)}</blockquote>`;
  }

  private openPicture(image: HtmlElement, options: PictureOptions = {}): string {
    this.hasFigures = true;
    return openPictureHtml(image, this.parts.pictures, options);
  }

  /** A picture that is all of a paragraph can be opened like a figure. */
  private paragraph(element: HtmlElement, dir?: Direction): string {
    const image = lonePicture(element);
    if (image === undefined) return this.plain(element, { dir });
    const attributes = { ...withColors(element.attribs), dir };
    return `<p${attributesHtml(attributes)}>${this.openPicture(image)}</p>`;
  }

  /** The box scrolls sideways. With tabindex, the keyboard can scroll it. */
  private table(element: HtmlElement, dir?: Direction): string {
    this.tables += 1;
    const caption = element.children.filter(isElement).find(({ name }) => name === 'caption');
    const name = `Table ${this.tables}${caption ? `: ${lineOf(caption.children)}` : ''}`;
    const attributes = { class: 'table-box', role: 'region', 'aria-label': name, tabindex: 0 };
    return `<div${attributesHtml(attributes)}>${this.plain(element, { dir })}</div>`;
  }

  /** Not a landmark: a post may have many. */
  private callout(element: HtmlElement, dir?: Direction): string {
    const label = CALLOUT_LABELS[element.attribs['data-callout'] ?? ''];
    if (label === undefined) return this.plain(element, { dir });
    return this.plain(element, { dir, role: 'note' }, `<p class="callout-label">${label}</p>`);
  }

  /** Items of checklists have a box with their state. */
  private item(element: HtmlElement, dir?: Direction): string {
    const { parent } = element;
    const checked = parent && isElement(parent) ? parent.attribs['data-checked'] : undefined;
    if (checked === undefined) return this.plain(element, { dir });
    const state = checked === 'true' ? 'checked aria-label="Done"' : 'aria-label="Not done"';
    return this.plain(element, { dir }, `<input type="checkbox" disabled ${state}>`);
  }

  private video(element: HtmlElement): string {
    const html = videoHtml(element.attribs.src ?? '', element.attribs.title);
    if (html !== '') this.hasVideo = true;
    return html;
  }

  /** Removes `target`: readers choose where a link opens. */
  private link(
    element: HtmlElement,
    { style, html }: { style?: string | undefined; html?: string } = {},
  ): string {
    const { href: stored = '', target: _target, rel: _rel, ...rest } = element.attribs;
    const href = linkUrl(stored) ?? undefined;
    const rel = isExternal(href, this.parts.siteUrl) ? 'noopener noreferrer' : undefined;
    const attributes = withColors({ ...(href === undefined ? {} : { href }), ...rest });
    const inner = html ?? this.children(element.children);
    return `<a${attributesHtml({ ...attributes, ...(style === undefined ? {} : { style }), rel })}>${inner}</a>`;
  }

  /**
   * The link comes after the heading, not inside it, so that the heading's accessible name is its
   * text.
   */
  private heading(element: HtmlElement, dir?: Direction): string {
    const { name } = element;
    const text = lineOf(element.children);
    const inner = this.children(element.children);
    const { id: _id, ...rest } = withColors(element.attribs);
    const ids = this.parts.ids.get(element);
    if (ids === undefined) return `<${name}${attributesHtml({ ...rest, dir })}>${inner}</${name}>`;
    const { id, former } = ids;
    // Links to the former id still lead here, also without a script.
    const anchor = former === id ? '' : `<span${attributesHtml({ id: former })}></span>`;
    this.headings.push({ id, level: Number(name.slice(1)), text });
    const label = `Link to the section “${text}”`;
    return (
      `<div${attributesHtml({ class: `heading heading-${name}`, dir })}><${name}${attributesHtml({ id, ...rest })}>${anchor}${inner}</${name}>` +
      `<a class="heading-link"${attributesHtml({ href: `#${id}`, 'aria-label': label })}>#</a></div>`
    );
  }
}

/** Returns the direction that the author chose for a block, or that of its first letter. */
function directionOfBlock({ attribs, children }: HtmlElement): Direction | undefined {
  if (/\bql-direction-rtl\b/.test(attribs.class ?? '')) return 'rtl';
  return directionOf(firstText(children));
}

function isExternal(href: string | undefined, siteUrl: string): boolean {
  if (href === undefined || !/^(?:https?:)?\/\//i.test(href)) return false;
  return URL.parse(href, siteUrl || 'http://localhost')?.origin !== siteUrl;
}
