import subsetFont from 'subset-font';
import { type Font, familiesFor, fontWith, widthOf } from './fonts.ts';

/** A text of a share picture, with the fonts that have all of its letters. */
export interface Lettering {
  text: string;
  /** Approximate width in em. */
  width: number;
  /** Value of `fontFamily`. */
  family: string;
  fonts: { name: string; data: Buffer; weight: 600; style: 'normal' }[];
}

/** Longer texts don't fit in a picture. */
const MAX_LENGTH = 1_000;
/** Satori adds it to a text that it cuts. */
const ELLIPSIS = '…';
const EMOJI = /\p{RGI_Emoji_ZWJ_Sequence}|\p{Emoji_Presentation}/gv;
const GRAPHEMES = new Intl.Segmenter('en');

/** Returns text on one line, composed (NFC), without emoji and invisible characters. */
export function withoutEmoji(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .replace(EMOJI, '')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}]|\u20E3/gu, '')
    .trim();
}

/**
 * Finds fonts for a text and reduces them to its letters. Returns `undefined` if a letter has no
 * font, or if the text has no letters. Leaves out pictographs without a font. Texts with different
 * roles don't share fonts, because a letter may need a different font in each.
 */
export async function letteringOf(
  text: string,
  role: string,
  style: 'sans' | 'serif',
  language: string,
): Promise<Lettering | undefined> {
  const shown = withoutEmoji(text);
  if (!/[\p{L}\p{N}]/u.test(shown)) return undefined;
  const fonts = await fontsOf(shown, familiesFor(shown, style, language));
  if (!fonts) return undefined;
  const kept = graphemes(shown).filter((grapheme) => fonts.has(grapheme.charAt(0)));
  const reduced = await Promise.all(
    [...reduce(fonts)].map(([font, letters]) => cut(font, letters)),
  );
  const named = reduced.map((data, index) => ({
    name: `${role} ${index}`,
    data,
    weight: 600 as const,
    style: 'normal' as const,
  }));
  return {
    text: kept.join('').replace(/ +/g, ' ').trim(),
    width: widthOf(kept, reduced),
    family: named.map(({ name }) => name).join(),
    fonts: named,
  };
}

/** A font, and the letters that it draws. */
interface Use {
  font: Font;
  letters: Set<string>;
}

/**
 * Returns fonts by the first UTF-16 unit of a grapheme, because Satori remembers the font for that
 * unit and draws the whole grapheme with it. `undefined`: a letter has no font.
 */
async function fontsOf(
  text: string,
  families: readonly string[],
): Promise<Map<string, Use> | undefined> {
  const letters = new Map<string, Set<string>>();
  for (const grapheme of graphemes(text + ELLIPSIS)) {
    const first = grapheme.charAt(0);
    letters.set(first, new Set([...(letters.get(first) ?? []), ...grapheme]));
  }
  const uses = new Map<string, Use>();
  for (const [first, all] of letters) {
    const font = await fontWith(all, families);
    if (font) uses.set(first, { font, letters: all });
    else if ([...all].some((letter) => !/\p{Extended_Pictographic}/u.test(letter))) {
      return undefined;
    }
  }
  return uses;
}

function graphemes(text: string): string[] {
  return [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
}

/** Returns each font with all the letters that it draws. */
function reduce(uses: ReadonlyMap<string, Use>): Map<Font, string> {
  const used = new Map<Font, string>();
  for (const { font, letters } of uses.values()) {
    used.set(font, (used.get(font) ?? '') + [...letters].join(''));
  }
  return used;
}

/** Returns the font with these letters, in one weight: Satori ignores those of variable fonts. */
function cut({ data }: Font, letters: string): Promise<Buffer> {
  return subsetFont(data, letters, { targetFormat: 'truetype', variationAxes: { wght: 600 } });
}
