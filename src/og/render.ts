import { findPictures } from '../../db/queries/pictures.ts';
import { findPicturedPost } from '../../db/queries/share-pictures.ts';
import { database } from '../lib/data.ts';
import { siteUrl, uploadsFolder } from '../lib/runtime.ts';
import { site } from '../lib/site.ts';
import { pictureHash, SITE_PICTURE, siteCard, storedPostCard } from './address.ts';
import type { OgCard } from './card.ts';
import { readCover } from './cover.ts';

export interface SharePicture {
  /** Of what the picture shows. */
  hash: string;
  /** Draws it: a PNG of 1200 by 630. */
  draw(): Promise<Buffer>;
}

/**
 * Returns the share picture of a post, or of all other pages for "default". `null` if there is no
 * such post.
 */
export async function sharePicture(slug: string): Promise<SharePicture | null> {
  const card = await cardOf(slug);
  return card && { hash: pictureHash(card), draw: () => draw(card) };
}

async function draw(card: OgCard): Promise<Buffer> {
  // Imported here, so that only the thread that draws loads Satori, Sharp and the fonts.
  const { drawOg } = await import('./draw.ts');
  const [upload] = card.cover === '' ? [] : await findPictures(await database(), [card.cover]);
  return drawOg(card, upload && (await readCover(upload, uploadsFolder())));
}

async function cardOf(slug: string): Promise<OgCard | null> {
  if (slug === SITE_PICTURE) return siteCard(site(), siteUrl());
  const post = await findPicturedPost(await database(), slug);
  return post ? storedPostCard(post, site(), siteUrl()) : null;
}
