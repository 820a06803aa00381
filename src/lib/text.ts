/** Characters of text that a card previews. */
export const PREVIEW_LENGTH = 100;

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const BLOCK_END =
  /<\/(?:p|h[1-6]|li|ul|ol|blockquote|pre|figure|figcaption|div)>|<(?:br|hr)\b[^>]*>/gi;

/**
 * The text of stored (sanitized) HTML: tags removed, entities decoded, white space collapsed; the end of
 * a block counts as a space, so that a heading does not grow into the next paragraph.
 */
export function textOfHtml(html: string): string {
  return decodeEntities(html.replace(BLOCK_END, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first 100 characters (code points) of a text, with an ellipsis where more would follow. */
export function preview(text: string, length = PREVIEW_LENGTH): string {
  const characters = [...text.slice(0, length * 2 + 2)];
  if (text.length <= length || characters.length <= length) return text;
  return `${characters.slice(0, length).join('').trimEnd()}…`;
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
    const hex = name[1] === 'x' || name[1] === 'X';
    const point = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
