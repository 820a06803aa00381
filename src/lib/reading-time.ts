import type { ReadingTime } from '../../api/contract/site.ts';

/** Characters of the stored HTML, tags included. */
const CHARACTERS_PER_MINUTE = 1000;

/**
 * Returns the minutes it takes to read a post: the characters of the HTML divided by 1,000, at
 * least 1. The site's settings say how cards and the post's own page round.
 */
export function readingMinutes(
  characters: number,
  rounding: ReadingTime[keyof ReadingTime],
): number {
  const round = rounding === 'up' ? Math.ceil : Math.round;
  return Math.max(1, round(characters / CHARACTERS_PER_MINUTE));
}

/** Counts code points, like SQLite, without building a list of them: contents may be long. */
export function countCharacters(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** A character of a script without spaces, or a run of others. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

/** Counts words for search engines. In Chinese and Japanese, characters. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
