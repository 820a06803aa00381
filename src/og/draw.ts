import satori from 'satori';
import sharp from 'sharp';
import { GENERATED_COVERS } from '../../api/contract/generated-cover.ts';
import { pick } from '../../api/contract/pick.ts';
import { artworkSvg } from './artwork.ts';
import { COVER_WIDTH, OG_HEIGHT, OG_WIDTH, type OgCard, ogTree } from './card.ts';
import { type Lettering, letteringOf } from './lettering.ts';

/** Text and generated covers have a few plain colors: a palette takes half of a JPEG's bytes. */
const PLAIN = { palette: true, colours: 48, dither: 0, compressionLevel: 9 };
/** Most covers are illustrations or photos; a palette of all 256 colors shows them well. */
const COVERED = { palette: true, colours: 256, dither: 0.7, compressionLevel: 9 };
/** The nib of ink blue, for the picture of the site itself. */
const SITE_ARTWORK = 9;
const NOTHING: Lettering = { text: '', width: 0, family: '', fonts: [] };

/**
 * Draws a share picture: PNG, 1200 by 630, with the post's cover or a generated one. If a letter of
 * the title has no font, the text is that of the site's picture. Throws errors of Satori and Sharp.
 */
export async function drawOg(card: OgCard, cover?: Buffer): Promise<Buffer> {
  const { language, category } = card;
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
  const tree = ogTree(texts, { isSite: title === undefined, category });
  const svg = await satori(tree as unknown as Parameters<typeof satori>[0], {
    width: OG_WIDTH - COVER_WIDTH,
    height: OG_HEIGHT,
    fonts: [...new Set(Object.values(texts).flatMap(({ fonts }) => fonts))],
  });
  const left = await sharp(Buffer.from(svg)).png().toBuffer();
  const right = cover ? await croppedCover(cover, card.focus) : await generatedCover(card.seed);
  return sharp({
    create: { width: OG_WIDTH, height: OG_HEIGHT, channels: 3, background: '#fbf7f0' },
  })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: OG_WIDTH - COVER_WIDTH, top: 0 },
    ])
    .png(cover ? COVERED : PLAIN)
    .toBuffer();
}

async function generatedCover(seed: string): Promise<Buffer> {
  const number = seed === '' ? SITE_ARTWORK : pick(seed, GENERATED_COVERS);
  return sharp(Buffer.from(artworkSvg(number)))
    .resize(COVER_WIDTH, OG_HEIGHT)
    .png()
    .toBuffer();
}

/** Crops the cover to the right side: by its focal point, or around what catches the eye. */
async function croppedCover(cover: Buffer, focus: string): Promise<Buffer> {
  if (focus === '') {
    const options = { fit: 'cover', position: 'attention' } as const;
    return sharp(cover).resize(COVER_WIDTH, OG_HEIGHT, options).png().toBuffer();
  }
  const [x = 50, y = 50] = focus.split(' ').map(Number);
  const { data, info } = await sharp(cover)
    .resize(COVER_WIDTH, OG_HEIGHT, { fit: 'outside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return sharp(data)
    .extract({
      left: Math.round(((info.width - COVER_WIDTH) * x) / 100),
      top: Math.round(((info.height - OG_HEIGHT) * y) / 100),
      width: COVER_WIDTH,
      height: OG_HEIGHT,
    })
    .toBuffer();
}
