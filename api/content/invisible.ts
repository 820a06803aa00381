/** Scripts in which joiners change the shape of letters. */
const JOINING =
  'Arab Syrc Nkoo Mand Mong Adlm Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');
const PICTOGRAPH = '[\\p{Extended_Pictographic}\\p{Regional_Indicator}]';

/** Invisible characters that have a meaning and are kept. */
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
  // Keeps the order of marks in Biblical Hebrew.
  '(?<=\\p{M})\\u034F(?=\\p{M})',
].join('|');
const INVISIBLE = '[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]';
const INVISIBLES = new RegExp(`(${MEANINGFUL})|${INVISIBLE}`, 'gu');
const ALL_INVISIBLES = new RegExp(INVISIBLE, 'gu');

/**
 * Maximum number of nonspacing marks on one letter. Tibetan mantras have up to ten. Accents that
 * any script can use are rarer: no word in Vietnamese, phonetics or Arabic has more than five.
 */
const MAX_MARKS = 10;
const MAX_ACCENTS = 5;
const MARKS = new RegExp(`(?:[\\u200C\\u200D]?\\p{M}){${MAX_ACCENTS},}`, 'gu');
const NONSPACING = /[\p{Mn}\p{Me}]/u;
const ACCENT = /\p{sc=Zinh}/u;

/** Removes the marks of a stack that would cover the lines above and below. */
function flatten(run: string): string {
  let marks = 0;
  let accents = 0;
  const fits = (mark: string) =>
    !NONSPACING.test(mark) ||
    (marks++ < MAX_MARKS && (!ACCENT.test(mark) || accents++ < MAX_ACCENTS));
  return [...run].filter(fits).join('');
}

/**
 * Removes invisible characters, direction controls and stacks of marks, which can hide,
 * reverse or cover text. Keeps those that emoji and scripts such as Persian and Hindi need.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLES, '$1').replace(MARKS, flatten);
}

/** Removes invisible characters like `visibleText`, and puts the text on one line. */
export function visibleLine(text: string): string {
  return visibleText(text.toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Removes all invisible characters. For names in Latin letters. */
export function withoutInvisible(text: string): string {
  return text.replace(ALL_INVISIBLES, '');
}

/** Returns whether text has anything besides control characters, spaces, marks and fillers. */
export function isVisible(text: string): boolean {
  return text.replace(/[\p{Cc}\p{Cf}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu, '') !== '';
}
