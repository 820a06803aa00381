/** The direction of a text: a value of the `dir` attribute. */
export type Direction = 'ltr' | 'rtl';

/** Scripts that are written from right to left, as ISO 15924 codes. */
const RTL_SCRIPTS = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

const FIRST_STRONG = /[\p{L}\u200E\u200F\u061C]/u;
const RTL =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Hanifi_Rohingya}\p{Script=Samaritan}\p{Script=Syriac}\p{Script=Thaana}\u200F\u061C]/u;

/**
 * Returns the direction of a text by its first strong letter, as `dir="auto"` does, or undefined
 * for a text without letters.
 */
export function directionOf(text: string): Direction | undefined {
  const letter = FIRST_STRONG.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return RTL.test(letter) ? 'rtl' : 'ltr';
}

/** Returns the direction of a language, such as `rtl` for `he`. `language` is a BCP 47 tag. */
export function directionOfLanguage(language: string): Direction {
  const { script } = new Intl.Locale(language).maximize();
  return script !== undefined && RTL_SCRIPTS.has(script) ? 'rtl' : 'ltr';
}
