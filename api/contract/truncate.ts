const INITIAL = '\\u1100-\\u115f\\ua960-\\ua97c';
const MEDIAL_OR_FINAL = '\\u1160-\\u11ff\\ud7b0-\\ud7fb';
const HANGUL = `(?:[${INITIAL}]+[\\uac00-\\ud7a3]?|[\\uac00-\\ud7a3])[${MEDIAL_OR_FINAL}]*`;
/** Marks, skin tones, joiners, the letters of flags, and the vowel "am" of Thai and Lao. */
const ATTACHED =
  '\\p{M}\\p{Emoji_Modifier}\\u200c\\u200d\\u{E0020}-\\u{E007F}\\uff9e\\uff9f\\u0e33\\u0eb3';
/** Signs that join two consonants: Indic scripts, Burmese, Khmer, Lanna, Bali, Java, Chakma. */
const JOINING =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0c4d\\u0ccd\\u0d4d\\u0dca' +
  '\\u1039\\u17d2\\u1a60\\u1b44\\u1bab\\ua9c0\\uaaf6\\u{11133}';

/**
 * A character as people see it: a letter with its marks, an emoji of several parts, a flag. Covers
 * most of Unicode's grapheme clusters. Not `Intl.Segmenter`, which differs between browsers and
 * Node.
 */
const CHARACTER = new RegExp(
  `(?:\\r\\n|\\p{RI}{2}|${HANGUL}|[^])` +
    `(?:[${ATTACHED}]|(?<=\\u200d)\\p{Extended_Pictographic}|(?<=[${JOINING}]\\u200d?)\\p{L})*`,
  'gu',
);

/** Latin, Greek, Cyrillic and Han: next to each other, these are always separate characters. */
const TWO_CHARACTERS = /^[ -~\u0391-\u0481\u4e00-\u9fff]{2}$/;

/**
 * Returns the beginning of a text, at most `max` UTF-16 units. Leaves out a last character that
 * would be cut in half.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = max;
  // Nearly always the limit itself. Looking at each character would slow down every publish.
  while (end > 0 && !TWO_CHARACTERS.test(text.slice(end - 1, end + 1))) end--;
  for (const { 0: character } of text.slice(end).matchAll(CHARACTER)) {
    if (end + character.length > max) break;
    end += character.length;
  }
  return text.slice(0, end);
}
