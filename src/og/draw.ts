import satori from 'satori';
import sharp from 'sharp';
import { OG_HEIGHT, OG_WIDTH, type OgCard, ogTree } from './card.ts';
import { type Lettering, letteringOf } from './lettering.ts';

/**
 * The pictures have a few plain colors: 16 look the same as all of them, and take less than half of
 * the bytes of a JPEG (22 against 51 kB on average).
 */
const PALETTE = { palette: true, colours: 16, dither: 0, compressionLevel: 9 };
const NOTHING: Lettering = { text: '', width: 0, family: '', fonts: [] };

/**
 * Draws a share picture: PNG, 1200 by 630. If a letter of the title has no font, draws the site's
 * picture in the post's colors. Throws errors of Satori and Sharp.
 */
export async function drawOg(card: OgCard): Promise<Buffer> {
  const { language } = card;
  const serif = (text = '') => letteringOf(text, 'heading', 'serif', language);
  const sans = (role: 'siteName' | 'note' | 'author' | 'host') =>
    letteringOf(card[role], role, 'sans', language);
  const title = await serif(card.title);
  const host = (await sans('host')) ?? NOTHING;
  const texts = {
    heading: title ?? (await serif(card.siteName)) ?? (await serif(card.host)) ?? NOTHING,
    siteName: (await sans('siteName')) ?? host,
    note: (await sans('note')) ?? NOTHING,
    author: (await sans('author')) ?? NOTHING,
    host,
  };
  const tree = ogTree(texts, { seed: card.seed, isSite: title === undefined });
  const svg = await satori(tree as unknown as Parameters<typeof satori>[0], {
    width: OG_WIDTH,
    height: OG_HEIGHT,
    fonts: [...new Set(Object.values(texts).flatMap(({ fonts }) => fonts))],
  });
  return sharp(Buffer.from(svg)).png(PALETTE).toBuffer();
}
