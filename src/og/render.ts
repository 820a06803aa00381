import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPictures } from '../../db/queries/pictures.ts';
import { findPicturedPost } from '../../db/queries/share-pictures.ts';
import { database } from '../lib/data.ts';
import { variantUrl } from '../lib/pictures.ts';
import { siteUrl, uploadsFolder } from '../lib/runtime.ts';
import { site } from '../site.config.ts';
import { pictureHash, SITE_PICTURE, siteCard, storedPostCard } from './address.ts';
import type { OgCard } from './card.ts';

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
  return drawOg(card, await coverOf(card));
}

/** Wide enough for the height of a share picture. */
const VARIANT_WIDTH = 960;
const FETCH_TIMEOUT_MS = 5_000;

/**
 * Returns the cover of a post if it's one of our uploads: a variant, which we made ourselves, so
 * nothing from outside is decoded here. Returns `undefined` if there is none, or if it can't be
 * read.
 */
async function coverOf({ cover }: OgCard): Promise<Buffer | undefined> {
  if (cover === '') return undefined;
  const [picture] = await findPictures(await database(), [cover]);
  if (!picture?.widths.includes(VARIANT_WIDTH)) return undefined;
  const url = variantUrl(cover, VARIANT_WIDTH, 'webp');
  try {
    if (url.startsWith('/uploads/')) {
      return await readFile(join(uploadsFolder(), url.slice('/uploads/'.length)));
    }
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

async function cardOf(slug: string): Promise<OgCard | null> {
  if (slug === SITE_PICTURE) return siteCard(site, siteUrl());
  const post = await findPicturedPost(await database(), slug);
  return post ? storedPostCard(post, siteUrl()) : null;
}
