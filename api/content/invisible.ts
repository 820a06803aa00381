/** Scripts in which joiners change the shape of letters. */
const JOINING =
  'Arab Syrc Nkoo Mand Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');
const PICTOGRAPH = '[\\p{Extended_Pictographic}\\p{Regional_Indicator}]';

/** Invisible characters that have a meaning, and stay. */
const MEANINGFUL = [
  // Flags of regions: a black flag, tags, end of tags.
  '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,8}\\u{E007F}',
  // Joined emoji, with variations or skin tones.
  `(?<=${PICTOGRAPH}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=${PICTOGRAPH})`,
  // A joiner in a word of one of these scripts.
  `(?<=(?=[\\p{L}\\p{M}])[${JOINING}])[\\u200C\\u200D]`,
  // One variation selector of an emoji, keycap digit or Chinese character.
  '(?<=[\\p{Emoji}\\p{S}\\p{P}])[\\uFE0E\\uFE0F]',
  '(?<=\\p{sc=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{sc=Mong})[\\u180B-\\u180D\\u180F]',
].join('|');
const INVISIBLE = '[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]';
const INVISIBLES = new RegExp(`(${MEANINGFUL})|${INVISIBLE}`, 'gu');
const ALL_INVISIBLES = new RegExp(INVISIBLE, 'gu');

/** Combining marks per letter. Hebrew needs three. */
const MAX_MARKS = 3;
const STACK = new RegExp(
  `((?:[\\u200C\\u200D]?\\p{M}){${MAX_MARKS}})(?:[\\u200C\\u200D]?\\p{M})+`,
  'gu',
);

/**
 * Removes invisible characters, direction controls and stacks of combining marks, which can hide,
 * reverse or cover text. Keeps those that emoji and scripts such as Persian and Hindi need.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLES, '$1').replace(STACK, '$1');
}

/** Removes all invisible characters. For names in Latin letters. */
export function withoutInvisible(text: string): string {
  return text.replace(ALL_INVISIBLES, '');
}

/** Returns whether text has anything besides control characters, spaces, marks and fillers. */
export function isVisible(text: string): boolean {
  return text.replace(/[\p{Cc}\p{Cf}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu, '') !== '';
}
