import { findPostBySlug } from '../../db/queries/posts.ts';
import { database } from '../lib/data.ts';
import { siteUrl } from '../lib/runtime.ts';
import { categoryLabel, site } from '../site.config.ts';
import type { OgCard } from './card.ts';

/** The name under which the picture of the site itself is kept: `/og/default.jpg`. */
const SITE_PICTURE = 'default';

/**
 * The picture for sharing a post (JPEG, 1200 by 630); "default" is that of all other pages. Null when there
 * is no post of that slug, so that made-up addresses leave no files behind.
 */
export async function renderOg(slug: string): Promise<Buffer | null> {
  const card = await cardOf(slug);
  if (!card) return null;
  // Only the thread that draws pays for Satori, Sharp and the fonts.
  const [{ drawOg }, { OG_FONTS }] = await Promise.all([import('./draw.ts'), import('./fonts.ts')]);
  return drawOg(card, OG_FONTS);
}

async function cardOf(slug: string): Promise<OgCard | null> {
  const { host } = new URL(siteUrl());
  const post = await findPostBySlug(await database(), slug);
  if (post) {
    const note = categoryLabel(post.category);
    return { siteName: site.name, title: post.title, note, host, seed: slug };
  }
  if (slug !== SITE_PICTURE) return null;
  return { siteName: site.name, note: site.tagline, host, seed: '' };
}
