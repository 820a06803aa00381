import { findCategoryLabels } from '../../db/queries/categories.ts';
import { findPostBySlug } from '../../db/queries/posts.ts';
import { database } from '../lib/data.ts';
import { siteUrl } from '../lib/runtime.ts';
import { categoryLabel, site } from '../site.config.ts';
import type { OgCard } from './card.ts';

/** The site's own picture is `/og/default.jpg`. */
const SITE_PICTURE = 'default';

/**
 * Returns the share picture of a post, or of all other pages for "default" (JPEG, 1200 by 630).
 * Null if there's no such post, so that made-up addresses leave no files.
 */
export async function renderOg(slug: string): Promise<Buffer | null> {
  const card = await cardOf(slug);
  if (!card) return null;
  // Imported here, so that only the thread that draws loads Satori, Sharp and the fonts.
  const [{ drawOg }, { OG_FONTS }] = await Promise.all([import('./draw.ts'), import('./fonts.ts')]);
  return drawOg(card, OG_FONTS);
}

async function cardOf(slug: string): Promise<OgCard | null> {
  const { host } = new URL(siteUrl());
  const db = await database();
  const post = await findPostBySlug(db, slug);
  if (post) {
    const labels = await findCategoryLabels(db, [post.category]);
    const note = categoryLabel(post.category, labels.get(post.category));
    return { siteName: site.name, title: post.title, note, host, seed: slug };
  }
  if (slug !== SITE_PICTURE) return null;
  return { siteName: site.name, note: site.tagline, host, seed: '' };
}
