/** Scripts without spaces between words, and Korean, which appends particles to words. */
const UNSPACED = 'Han Hira Kana Bopo Hang Thai Laoo Khmr Mymr'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/**
 * Matches text between marks at the end of a line. Signs within words such as `snake_case` and
 * `2*3*4` aren't marks, except next to a letter of an unspaced script.
 */
function marked(sign: '*' | '_', count: 1 | 2): RegExp {
  const mark = `[${sign}]{${count}}`;
  const start = `(?<![${sign}])(?:(?<![\\p{L}\\p{N}])|(?<=[${UNSPACED}])|(?=${mark}[${UNSPACED}]))`;
  return new RegExp(`${start}${mark}(?=[^\\s${sign}])([^${sign}]+)(?<=\\S)${mark}$`, 'u');
}

/** Marks around text, and their formats. Longer marks come first. */
const INLINE: readonly { pattern: RegExp; mark: number; format: string }[] = [
  { pattern: marked('*', 2), mark: 2, format: 'bold' },
  { pattern: marked('_', 2), mark: 2, format: 'bold' },
  { pattern: marked('*', 1), mark: 1, format: 'italic' },
  { pattern: marked('_', 1), mark: 1, format: 'italic' },
  { pattern: /(?<!`)`(?=\S)([^`]+)(?<=\S)`$/, mark: 1, format: 'code' },
];

/** Returns the text between marks at the end of a line, and its format; null if there is none. */
export function markedText(line: string) {
  for (const { pattern, mark, format } of INLINE) {
    const match = pattern.exec(line);
    if (!match || (format !== 'code' && isCodeOpen(line.slice(0, match.index)))) continue;
    return { index: match.index, text: match[1] ?? '', mark, format };
  }
  return null;
}

function isCodeOpen(text: string): boolean {
  return text.split('`').length % 2 === 0;
}
