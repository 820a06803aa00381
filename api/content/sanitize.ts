import sanitizeHtml from 'sanitize-html';
import { namesIn } from '../../db/picture-names.ts';
import { BLOCK_CLASSES, INLINE_CLASSES, VIDEO_CLASSES } from '../contract/content/attributes.ts';
import { CALLOUTS } from '../contract/content/blocks/callout.ts';
import { FIGURE_WIDTHS } from '../contract/content/blocks/figure.ts';
import { CELL_ALIGNMENTS, SCOPES } from '../contract/content/blocks/table.ts';
import { LANGUAGES } from '../contract/content/code.ts';
import { MAX_PICTURE_NAMES } from '../contract/posts.ts';
import { linkUrl } from '../contract/urls.ts';
import { BadRequestError } from '../errors.ts';
import { normalize } from './normalize.ts';
import { plainText } from './text.ts';

const BLOCK_TAGS = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'li'];
const INLINE_TAGS = ['a', 'strong', 'em', 'u', 's', 'sup', 'sub', 'code', 'span'];
/** The elements of `api/contract/content/blocks/`. */
const OWN_BLOCK_TAGS =
  'aside caption dd details div dl dt figcaption figure hr summary table tbody td th thead tr'.split(
    ' ',
  );
const COLOR = '(?:#[0-9a-f]{6}(?:[0-9a-f]{2})?|[a-z]{3,20})';
const STYLE = new RegExp(
  `^(?:color:${COLOR}(?:;background-color:${COLOR})?|background-color:${COLOR})$`,
);

/** The output of `normalize` as a policy for sanitize-html. */
const POLICY: sanitizeHtml.IOptions = {
  allowedTags: [
    ...BLOCK_TAGS,
    ...OWN_BLOCK_TAGS,
    ...INLINE_TAGS,
    ...['ul', 'ol', 'pre', 'br', 'img', 'iframe'],
  ],
  allowedAttributes: {
    ...Object.fromEntries(INLINE_TAGS.map((tag) => [tag, ['style']])),
    a: ['href', { name: 'rel', values: ['noopener noreferrer'] }, 'style'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    ul: [{ name: 'data-checked', values: ['true', 'false'] }],
    pre: [
      { name: 'data-language', values: LANGUAGES },
      ...['data-title', 'data-lines'],
      { name: 'data-numbers', values: [''] },
    ],
    span: ['style', { name: 'data-math', values: [''] }, { name: 'data-footnote', values: [''] }],
    div: [{ name: 'data-math', values: [''] }],
    aside: [{ name: 'data-callout', values: CALLOUTS }],
    figure: [{ name: 'data-width', values: FIGURE_WIDTHS }],
    td: ['colspan', 'rowspan', { name: 'data-align', values: CELL_ALIGNMENTS }],
    th: [
      { name: 'scope', values: SCOPES },
      ...['colspan', 'rowspan'],
      { name: 'data-align', values: CELL_ALIGNMENTS },
    ],
    iframe: ['src', 'title', 'loading', 'allow', 'allowfullscreen', 'referrerpolicy', 'sandbox'],
  },
  allowedClasses: {
    ...Object.fromEntries(BLOCK_TAGS.map((tag) => [tag, BLOCK_CLASSES])),
    ...Object.fromEntries(INLINE_TAGS.map((tag) => [tag, INLINE_CLASSES])),
    iframe: ['ql-video', ...VIDEO_CLASSES],
  },
  // `STYLE` checks the complete value, so there's nothing to parse.
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => ({
      tagName,
      attribs: Object.fromEntries(Object.entries(attribs).filter(isStorable)),
    }),
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], iframe: ['https'] },
  allowProtocolRelative: false,
  allowedIframeHostnames: ['www.youtube-nocookie.com', 'player.vimeo.com'],
  allowIframeRelativeUrls: false,
  disallowedTagsMode: 'discard',
};

function isStorable([name, value]: [string, string]): boolean {
  if (name === 'style') return STYLE.test(value);
  return !/^(?:href|src)$/.test(name) || linkUrl(value) === value;
}

/**
 * Returns the HTML of a post in its stored form (see `normalize`). Two independent steps:
 * `normalize` writes only known elements, and sanitize-html checks the result. Sanitizing again
 * changes nothing. Throws a ContentTooLongError when the result is over 2 MiB.
 */
export function sanitize(html: string): string {
  const normal = normalize(html);
  const checked = check(normal);
  // The two disagree, usually about a URL: normalize the remainder.
  return checked === normal ? normal : check(normalize(checked));
}

function check(html: string): string {
  // `>` is escaped in text and attributes, so ` />` only ends void elements.
  return sanitizeHtml(html, POLICY).replaceAll(' />', '>');
}

/** The stored form of a post's HTML, and its text for search. */
export interface PreparedContent {
  content: string;
  text: string;
}

/**
 * Sanitizes the HTML of a post, and extracts its text for search. API calls use `Contents.prepare`,
 * because a long text takes a second. Throws a BadRequestError when the result is over 2 MiB, or
 * names more than 500 uploaded pictures.
 */
export function prepareContent(html: string): PreparedContent {
  const content = sanitize(html);
  // Don't search `html`: an entity can hide a name.
  if (namesIn([content]).size > MAX_PICTURE_NAMES) {
    throw new BadRequestError(`content names more than ${MAX_PICTURE_NAMES} uploaded pictures.`);
  }
  return { content, text: plainText(content) };
}
