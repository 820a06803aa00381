import sanitizeHtml from 'sanitize-html';
import { BLOCK_CLASSES, INLINE_CLASSES, LANGUAGES, VIDEO_CLASSES } from './formats.ts';
import { normalize } from './normalize.ts';

const BLOCK_TAGS = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'li'];
const INLINE_TAGS = ['a', 'strong', 'em', 'u', 's', 'code', 'span'];
const COLOR = '(?:#[0-9a-f]{6}(?:[0-9a-f]{2})?|[a-z]{3,20})';
const STYLE = new RegExp(
  `^(?:color:${COLOR}(?:;background-color:${COLOR})?|background-color:${COLOR})$`,
);

/** What may stand in a post, in the words of sanitize-html. */
const POLICY: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCK_TAGS, ...INLINE_TAGS, 'ul', 'ol', 'pre', 'br', 'img', 'iframe'],
  allowedAttributes: {
    ...Object.fromEntries(INLINE_TAGS.map((tag) => [tag, ['style']])),
    a: ['href', { name: 'rel', values: ['noopener noreferrer'] }, 'style'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    ul: [{ name: 'data-checked', values: ['true', 'false'] }],
    pre: [{ name: 'data-language', values: LANGUAGES }],
    iframe: ['src', 'title', 'loading', 'allow', 'allowfullscreen', 'referrerpolicy', 'sandbox'],
  },
  allowedClasses: {
    ...Object.fromEntries(BLOCK_TAGS.map((tag) => [tag, BLOCK_CLASSES])),
    ...Object.fromEntries(INLINE_TAGS.map((tag) => [tag, INLINE_CLASSES])),
    iframe: ['ql-video', ...VIDEO_CLASSES],
  },
  // The one value that `style` may have needs no parser of CSS.
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, { style, ...attribs }) => ({
      tagName,
      attribs: style !== undefined && STYLE.test(style) ? { ...attribs, style } : attribs,
    }),
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], iframe: ['https'] },
  allowProtocolRelative: false,
  allowedIframeHostnames: ['www.youtube-nocookie.com', 'player.vimeo.com'],
  allowIframeRelativeUrls: false,
  disallowedTagsMode: 'discard',
};

/**
 * Gives the HTML of a post in its stored form (see `normalize`), with nothing in it that is not on the
 * list. Two independent steps: `normalize` writes only what it knows, sanitize-html then checks it.
 * `sanitize(sanitize(x))` is `sanitize(x)`. Throws a ContentTooLongError when the result is over 2 MiB.
 */
export function sanitize(html: string): string {
  const normal = normalize(html);
  const checked = check(normal);
  // They disagree about something (an address, as a rule): what is left may have to be put in order.
  return checked === normal ? normal : check(normalize(checked));
}

function check(html: string): string {
  // Text and attributes have their `>` escaped, so ` />` can only be the end of a void element.
  return sanitizeHtml(html, POLICY).replaceAll(' />', '>');
}
