/** Scripts whose letters take another shape, or do not, with a joiner between them. */
const JOINING = [
  ...[
    'Arab',
    'Syrc',
    'Nkoo',
    'Mand',
    'Mong',
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
  ],
  ...['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const PICTOGRAPH = '[\\p{Extended_Pictographic}\\p{Regional_Indicator}]';

/** Invisible characters with a meaning: each alternative is one that stays. */
const MEANINGFUL = [
  // Flags of regions: a black flag, tags, the end of the tags.
  '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,8}\\u{E007F}',
  // Joined emoji. The parts may have a variation or a skin tone.
  `(?<=${PICTOGRAPH}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=${PICTOGRAPH})`,
  // A joiner in a word that needs it.
  `(?<=(?=[\\p{L}\\p{M}])[${JOINING}])[\\u200C\\u200D]`,
  // One variation selector: how to draw an emoji, a digit of a keycap or a Chinese character.
  '(?<=[\\p{Emoji}\\p{S}\\p{P}])[\\uFE0E\\uFE0F]',
  '(?<=\\p{sc=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{sc=Mong})[\\u180B-\\u180D\\u180F]',
].join('|');
const INVISIBLE = '[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]';
const INVISIBLES = new RegExp(`(${MEANINGFUL})|${INVISIBLE}`, 'gu');
const ALL_INVISIBLES = new RegExp(INVISIBLE, 'gu');

/** Hebrew letters have up to three points; what is higher is a decoration. */
const MAX_MARKS = 3;
const STACK = new RegExp(
  `((?:[\\u200C\\u200D]?\\p{M}){${MAX_MARKS}})(?:[\\u200C\\u200D]?\\p{M})+`,
  'gu',
);

/**
 * Removes what cannot be seen but hides text, turns it around or towers over other lines: control
 * characters of direction, invisible characters and stacks of combining marks. Keeps what emoji and
 * scripts such as Persian and Hindi are written with.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLES, '$1').replace(STACK, '$1');
}

/** Returns whether a text has visible characters: not only spaces, fillers and combining marks. */
export function isVisible(text: string): boolean {
  return text.replace(/[\p{Cc}\p{Cf}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu, '') !== '';
}

/** Removes all invisible characters, for names in Latin letters. */
export function withoutInvisible(text: string): string {
  return text.replace(ALL_INVISIBLES, '');
}
