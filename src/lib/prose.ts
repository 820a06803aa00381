import { DomUtils } from 'htmlparser2';
import { VOID_ELEMENTS } from '../../api/contract/html.ts';
import { linkUrl, pictureUrl } from '../../api/contract/urls.ts';
import { type Direction, directionOf, directionOfLanguage } from './direction.ts';
import { type HeadingId, headingIds } from './heading-ids.ts';
import { highlight } from './highlight.ts';
import { createHighlightBudget } from './highlight-budget.ts';
import { languageLabel, languageOf } from './highlight-languages.ts';
import {
  attributesHtml,
  escapeText,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseHtml,
  textContent,
} from './html.ts';
import { type Pictures, sourcesOf } from './pictures.ts';
import { videoHtml } from './video.ts';

/** A heading with an id that links can point to. */
export interface ProseHeading {
  id: string;
  level: number;
  text: string;
}

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
  /** Whether code lacks colors because the machine was busy: another try may succeed. */
  isUnfinished: boolean;
}

/** The maximum width of a picture in the content: the text column of prose.css, or the screen. */
export const CONTENT_SIZES = '(min-width: 48rem) 44rem, calc(100vw - 2rem)';

const HEADING = /^h[1-6]$/;
/** Each of them has the direction of its own text. */
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote ul ol li table caption th td figcaption'.split(' '),
);
const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\([\d\s.,%/deg-]{1,60}\))$/i;

/** Returns the URLs of the pictures in the content. */
export function pictureUrls(html: string): string[] {
  // Skip parsing: most posts have no pictures.
  if (!html.includes('<img')) return [];
  const images = DomUtils.getElementsByTagName('img', parseHtml(html));
  const urls = images.map(({ attribs }) => attribs.src).filter((src) => src !== undefined);
  return [...new Set(urls.map(withoutFragment))];
}

/**
 * Turns stored content into the HTML of a page: highlights code, adds sizes and variants to
 * pictures, ids and links to headings, play buttons to videos, `rel` to external links, and `dir`
 * to blocks whose direction differs from the text around them. `html` is sanitized, `pictures` are
 * the uploads in it, `siteUrl` is the public origin, and `language` is the post's, if it has one.
 */
export async function renderProse(
  html: string,
  pictures: Pictures,
  siteUrl = '',
  language = '',
): Promise<Prose> {
  const nodes = parseHtml(html);
  const code = new Map<HtmlElement, string>();
  const budget = createHighlightBudget();
  for (const element of DomUtils.getElementsByTagName('pre', nodes)) {
    code.set(element, await highlight(codeOf(element), element.attribs['data-language'], budget));
  }
  const around = language === '' ? 'ltr' : directionOfLanguage(language);
  // Without a language, the first letter decides.
  const direction = language === '' ? (directionOf(firstText(nodes)) ?? around) : around;
  const writer = new ProseWriter({ ids: idsOf(nodes), pictures, code, siteUrl, direction });
  const page = writer.children(nodes);
  const { headings, hasVideo } = writer;
  return {
    html: page,
    headings,
    direction: direction === around ? undefined : direction,
    hasCode: code.size > 0,
    hasVideo,
    isUnfinished: budget.isStarved(),
  };
}

interface Parts {
  /** Ids of the headings. */
  ids: ReadonlyMap<HtmlElement, HeadingId>;
  pictures: Pictures;
  /** Highlighted code blocks. */
  code: ReadonlyMap<HtmlElement, string>;
  siteUrl: string;
  /** The direction of the article. */
  direction: Direction;
}

/** Serializes the parsed content, with the changes that `renderProse` describes. */
class ProseWriter {
  readonly headings: ProseHeading[] = [];
  hasVideo = false;
  private readonly ids: Parts['ids'];
  private readonly pictures: Pictures;
  private readonly code: Parts['code'];
  private readonly siteUrl: string;
  /** The direction of the element whose children are written. */
  private direction: Direction;

  constructor({ ids, pictures, code, siteUrl, direction }: Parts) {
    this.ids = ids;
    this.pictures = pictures;
    this.code = code;
    this.siteUrl = siteUrl;
    this.direction = direction;
  }

  children(nodes: readonly HtmlNode[]): string {
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
    if (name === 'pre') return this.codeBlock(element);
    if (name === 'img') return this.image(element);
    if (name === 'iframe') return this.video(element);
    if (name === 'a') return this.link(element);
    if (!BLOCKS.has(name)) return this.plain(element);
    const around = this.direction;
    this.direction = directionOfBlock(element) ?? around;
    const dir = this.direction === around ? undefined : this.direction;
    const html = HEADING.test(name) ? this.heading(element, dir) : this.plain(element, dir);
    this.direction = around;
    return html;
  }

  private plain(element: HtmlElement, dir?: Direction): string {
    const { name } = element;
    const open = `<${name}${attributesHtml({ ...withColors(element.attribs), dir })}>`;
    return VOID_ELEMENTS.has(name) ? open : `${open}${this.children(element.children)}</${name}>`;
  }

  private codeBlock(element: HtmlElement): string {
    const language = languageOf(element.attribs['data-language']);
    const label = languageLabel(language);
    // The block scrolls sideways. With tabindex, the keyboard can scroll it.
    const attributes = { 'data-language': language ?? 'plain', tabindex: 0 };
    return (
      `<div class="code"><div class="code-head"><span class="code-language">${escapeText(label)}</span></div>` +
      `<pre${attributesHtml(attributes)}><code>${this.code.get(element) ?? ''}</code></pre></div>`
    );
  }

  private image(element: HtmlElement): string {
    const { src: stored = '', alt = '', title } = element.attribs;
    const src = pictureUrl(stored);
    if (src === null) return '';
    const base = { src, alt, title, loading: 'lazy', decoding: 'async' };
    const picture = this.pictures.get(withoutFragment(src));
    if (!picture) return `<img${attributesHtml(base)}>`;
    const image = `<img${attributesHtml({ ...base, width: picture.width, height: picture.height })}>`;
    const sources = sourcesOf(picture).map(
      (source) => `<source${attributesHtml({ ...source, sizes: CONTENT_SIZES })}>`,
    );
    return sources.length > 0 ? `<picture>${sources.join('')}${image}</picture>` : image;
  }

  private video(element: HtmlElement): string {
    const html = videoHtml(element.attribs.src ?? '', element.attribs.title);
    if (html !== '') this.hasVideo = true;
    return html;
  }

  /** Removes `target`: readers choose where a link opens. */
  private link(element: HtmlElement): string {
    const { href: stored = '', target: _target, rel: _rel, ...rest } = element.attribs;
    const href = linkUrl(stored) ?? undefined;
    const rel = isExternal(href, this.siteUrl) ? 'noopener noreferrer' : undefined;
    const attributes = withColors({ ...(href === undefined ? {} : { href }), ...rest });
    return `<a${attributesHtml({ ...attributes, rel })}>${this.children(element.children)}</a>`;
  }

  /**
   * The link comes after the heading, not inside it, so that the heading's accessible name is its
   * text.
   */
  private heading(element: HtmlElement, dir?: Direction): string {
    const { name } = element;
    const text = headingText(element);
    const inner = this.children(element.children);
    const { id: _id, ...rest } = withColors(element.attribs);
    const ids = this.ids.get(element);
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

function headingText(element: HtmlElement): string {
  return textContent(element.children).replace(/\s+/g, ' ').trim();
}

/** Headings without text have no id. */
function idsOf(nodes: readonly HtmlNode[]): Map<HtmlElement, HeadingId> {
  const headings = DomUtils.getElementsByTagName((name) => HEADING.test(name), [...nodes]);
  const texts = headings.map((heading) => [heading, headingText(heading)] as const);
  return headingIds(new Map(texts.filter(([, text]) => text !== '')));
}

/**
 * Authors may end a picture's URL with `#drawing`, so that the dark theme inverts it (prose.css).
 */
function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}

/** Returns the direction that the author chose for a block, or that of its first letter. */
function directionOfBlock({ attribs, children }: HtmlElement): Direction | undefined {
  if (/\bql-direction-rtl\b/.test(attribs.class ?? '')) return 'rtl';
  return directionOf(firstText(children));
}

/** Returns the first text with a letter, outside of code. */
function firstText(nodes: readonly HtmlNode[]): string {
  for (const node of nodes) {
    let text = '';
    if (isText(node)) text = node.data;
    else if (isElement(node) && node.name !== 'pre') text = firstText(node.children);
    if (directionOf(text) !== undefined) return text;
  }
  return '';
}

function codeOf(element: HtmlElement): string {
  return textContent(element.children).replace(/\r\n?/g, '\n').replace(/\n$/, '');
}

/**
 * Adds the author's colors as custom properties too, so that the dark theme can keep them readable.
 */
function withColors(attributes: Record<string, string>): Record<string, string> {
  const { style, ...rest } = attributes;
  if (style === undefined) return rest;
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (!COLOR.test(value)) continue;
    if (property === 'color') kept.push(`color: ${value}`, `--author-color: ${value}`);
    if (property === 'background-color')
      kept.push(`background-color: ${value}`, `--author-ground: ${value}`);
  }
  return kept.length > 0 ? { ...rest, style: kept.join('; ') } : rest;
}

function isExternal(href: string | undefined, siteUrl: string): boolean {
  if (href === undefined || !/^(?:https?:)?\/\//i.test(href)) return false;
  return URL.parse(href, siteUrl || 'http://localhost')?.origin !== siteUrl;
}
