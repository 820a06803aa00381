import satori from 'satori';
import sharp from 'sharp';
import { OG_HEIGHT, OG_WIDTH, type OgCard, ogTree } from './card.ts';
import type { OgFont } from './fonts.ts';
import { drawableText } from './glyphs.ts';

/** A title in a script that we have no font for leaves the picture of the site, in the post's colors. */
function drawable(card: OgCard): OgCard {
  const title = card.title === undefined ? undefined : drawableText(card.title);
  return {
    ...card,
    siteName: drawableText(card.siteName) ?? card.host,
    note: drawableText(card.note) ?? '',
    ...(title === undefined ? { title: undefined } : { title }),
  };
}

/** Draws a picture for sharing, 1200 by 630, as JPEG. Throws when Satori or Sharp do. */
export async function drawOg(card: OgCard, fonts: OgFont[]): Promise<Buffer> {
  const tree = ogTree(drawable(card));
  const svg = await satori(tree as unknown as Parameters<typeof satori>[0], {
    width: OG_WIDTH,
    height: OG_HEIGHT,
    fonts,
  });
  return sharp(Buffer.from(svg))
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
