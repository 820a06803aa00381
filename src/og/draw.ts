import satori from 'satori';
import sharp from 'sharp';
import { OG_HEIGHT, OG_WIDTH, type OgCard, ogTree } from './card.ts';
import type { OgFont } from './fonts.ts';
import { drawableText } from './glyphs.ts';

/**
 * The pictures have a few plain colors: 16 look the same as all of them, and take less than half of
 * the bytes of a JPEG (22 against 51 kB on average).
 */
const PALETTE = { palette: true, colours: 16, dither: 0, compressionLevel: 9 };

/** Without a font for the title's script, the picture is the site's, in the post's colors. */
function drawable(card: OgCard): OgCard {
  const title = card.title === undefined ? undefined : drawableText(card.title);
  return {
    ...card,
    siteName: drawableText(card.siteName) ?? card.host,
    note: drawableText(card.note) ?? '',
    author: drawableText(card.author) ?? '',
    ...(title === undefined ? { title: undefined } : { title }),
  };
}

/** Draws a share picture: PNG, 1200 by 630. Throws errors of Satori and Sharp. */
export async function drawOg(card: OgCard, fonts: OgFont[]): Promise<Buffer> {
  const tree = ogTree(drawable(card));
  const svg = await satori(tree as unknown as Parameters<typeof satori>[0], {
    width: OG_WIDTH,
    height: OG_HEIGHT,
    fonts,
  });
  return sharp(Buffer.from(svg)).png(PALETTE).toBuffer();
}
