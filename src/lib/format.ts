import { truncate } from '../../api/contract/truncate.ts';

/** How dates and excerpts are shown. Runs in pages and in the browser. */

const PREVIEW_LENGTH = 100;

const STYLES = {
  short: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  month: { month: 'long', year: 'numeric' },
} as const;
type DateStyle = keyof typeof STYLES;

/** In browsers, the page says its language. On the server, `setLanguage` does. */
let language = globalThis.document?.documentElement.lang || 'en';
/** They take long to make. */
const formats = new Map<DateStyle, Intl.DateTimeFormat>();

/** Sets the language of dates (BCP 47). */
export function setLanguage(tag: string): void {
  if (tag === language) return;
  language = tag;
  formats.clear();
}

/** Returns a date in the site's language, in UTC, by the calendar that addresses use. */
export function formatDate(date: Date, style: DateStyle): string {
  let format = formats.get(style);
  if (!format) {
    const options = { ...STYLES[style], timeZone: 'UTC', calendar: 'gregory' };
    format = new Intl.DateTimeFormat(language, options);
    formats.set(style, format);
  }
  return format.format(date);
}

/** "Jan 5, 2025" in English, in UTC. Returns '' for an invalid date. */
export function shortDate(value: Date | string): string {
  return isoDate(value) && formatDate(new Date(value), 'short');
}

/** "January 5, 2025" in English, in UTC. Returns '' for an invalid date. */
export function longDate(value: Date | string): string {
  return isoDate(value) && formatDate(new Date(value), 'long');
}

/** ISO 8601 in UTC, for `<time datetime>`. Returns '' for an invalid date. */
export function isoDate(value: Date | string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const FOOTNOTE = '<span data-footnote>';
const BLOCK_END =
  /<\/(?:p|h[1-6]|li|ul|ol|blockquote|pre|figure|figcaption|div|caption|t[dhr]|d[dt]|summary)>|<(?:br|hr)\b[^<>]*>/gi;

/**
 * Returns sanitized HTML as plain text on one line, without footnotes. The end of a block becomes a
 * space, so that a heading doesn't run into the paragraph below it.
 */
export function plainText(html: string): string {
  return decodeEntities(
    withoutFootnotes(html)
      .replace(BLOCK_END, ' ')
      .replace(/<[^<>]*>/g, ''),
  )
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Returns the beginning of a text: at most 100 code points, whole words, and an ellipsis if the
 * text is longer.
 */
export function preview(text: string, length = PREVIEW_LENGTH): string {
  const characters = [...text.slice(0, length * 2 + 2)];
  if (text.length <= length || characters.length <= length) return text;
  return endAtWord(truncate(text, characters.slice(0, length).join('').length), text);
}

/**
 * Ends the cut beginning of a text at a word, with an ellipsis. A text without spaces in the second
 * half, such as Chinese, stays as it was cut.
 */
export function endAtWord(cut: string, text: string): string {
  const isWhole = /^\s/.test(text.slice(cut.length));
  const atWord = isWhole ? cut : cut.replace(/\s+\S*$/, '');
  const kept = atWord.length > cut.length / 2 ? atWord : cut;
  return `${kept.replace(/[\s,;:.–-]+$/, '')}…`;
}

function withoutFootnotes(html: string): string {
  if (!html.includes(FOOTNOTE)) return html;
  let text = '';
  /** Number of open spans, from the footnote on. */
  let depth = 0;
  for (const part of html.split(/(<\/?span\b[^<>]*>)/)) {
    if (part === '</span>' && depth > 0) depth--;
    else if (part === FOOTNOTE || (depth > 0 && part.startsWith('<span'))) depth++;
    else if (depth === 0) text += part;
  }
  return text;
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity;
    // `Number` reads both `0x27` and `039`.
    const point = Number(`0${name.slice(1)}`);
    return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
  });
}

/** Returns "1 post", "1,234 posts". `many`: the plural, if it isn't the noun with an "s". */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : many}`;
}

/** "340 KB", "1.2 MB", "12.5 GB" */
export function formatSize(bytes: number): string {
  const [value, unit] =
    bytes >= 1e9
      ? [bytes / 1e9, 'gigabyte']
      : bytes >= 1e6
        ? [bytes / 1e6, 'megabyte']
        : [Math.max(bytes / 1e3, 1), 'kilobyte'];
  const maximumFractionDigits = bytes >= 1e6 ? 1 : 0;
  return value.toLocaleString('en-US', { style: 'unit', unit, maximumFractionDigits });
}
