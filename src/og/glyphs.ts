/** Longer texts don't fit on a picture. */
const MAX_LENGTH = 1_000;

/** What the bundled fonts have glyphs for: Latin, Greek, Cyrillic, and common punctuation. */
const KNOWN =
  /[\u0020-\u007E\u00A0-\u024F\u0370-\u03FF\u0400-\u045F\u0490\u0491\u1E00-\u1EFF\u2010-\u2027\u2030-\u203A\u20AC\u2116\u2122\u2190-\u2193\u2212]/u;

/**
 * Returns text without the characters that the fonts can't draw; `undefined` if too little is left
 * to mean anything (a title in Arabic or Chinese).
 */
export function drawableText(text: string): string | undefined {
  const letters = [...text.slice(0, MAX_LENGTH).normalize('NFC')];
  const kept = letters.filter((letter) => KNOWN.test(letter));
  const isLetter = (letter: string) => /[\p{L}\p{N}]/u.test(letter);
  const before = letters.filter(isLetter).length;
  const after = kept.filter(isLetter).length;
  if (after === 0 || after < before / 2) return undefined;
  return kept.join('').replace(/\s+/g, ' ').trim();
}
